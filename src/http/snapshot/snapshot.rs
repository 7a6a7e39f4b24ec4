/*!
An open index and everything derived from it. A request is answered from one snapshot from start to end.
*/

use std::sync::Arc;

use axum::http::{HeaderName, HeaderValue};
use axum::response::Response;
use tokio::task::spawn_blocking;

use crate::http::metrics::registry::Metrics;
use crate::http::protocol::api_error::ApiError;
use crate::http::protocol::conditional::{CachePolicy, Validators};
use crate::http::protocol::content_coding::{ContentCoding, EncodedBody};
use crate::http::response::catalogues::CatalogueKind;
use crate::http::snapshot::options::SnapshotOptions;
use crate::http::snapshot::query::{ApiQuery, QueryResult};
use crate::http::snapshot::response_cache::ResponseCache;
use crate::index::Index;

/// The response header with the build id of the index.
pub(crate) const BUILD_HEADER: HeaderName = HeaderName::from_static("lexdex-build");

/// A body in each content coding, with its `ETag`.
type EncodedBodies = [(EncodedBody, HeaderValue); ContentCoding::ALL.len()];

/// The data that requests are answered from.
pub(crate) struct Snapshot {
    pub(crate) index: Arc<Index>,
    pub(crate) build_id: HeaderValue,
    pub(crate) validators: Validators,
    pub(crate) cache_policy: CachePolicy,
    pub(crate) response_cache: Option<ResponseCache>,
    pub(crate) metrics: Arc<Metrics>,
    catalogues: [EncodedBodies; CatalogueKind::ALL.len()],
}

impl Snapshot {
    pub(crate) fn new(index: Arc<Index>, options: SnapshotOptions, metrics: Arc<Metrics>) -> Self {
        let SnapshotOptions { cache_bytes, max_age_secs } = options;
        let build_id = HeaderValue::try_from(index.manifest().build_id()).expect("digits are a header's value");
        let validators = Validators::new(&index);
        let response_cache = (cache_bytes > 0).then(|| ResponseCache::new(cache_bytes, Arc::clone(&metrics)));
        let catalogues = CatalogueKind::ALL.map(|kind| {
            let body = kind.body(&index);
            ContentCoding::ALL.map(|coding| (EncodedBody::new(body.clone(), coding), validators.etag(&(kind, coding))))
        });
        let cache_policy = CachePolicy::new(max_age_secs);
        Self { index, build_id, validators, cache_policy, response_cache, metrics, catalogues }
    }

    /// Returns a catalogue's body and `ETag`.
    pub(crate) fn catalogue(&self, kind: CatalogueKind, coding: ContentCoding) -> &(EncodedBody, HeaderValue) {
        &self.catalogues[kind as usize][coding as usize]
    }

    /// Executes a query on a blocking thread, because it may read from disk or take long.
    pub(crate) async fn execute(self: &Arc<Self>, query: ApiQuery) -> Result<QueryResult, ApiError> {
        let snapshot = Arc::clone(self);
        let result = spawn_blocking(move || query.execute(&snapshot.index)).await;
        result.unwrap_or_else(|error| Err(ApiError::internal(format!("a query was not executed: {error}"))))
    }

    /// Adds the build id to a response from this snapshot.
    pub(crate) fn add_build_id(&self, response: &mut Response) {
        response.headers_mut().insert(BUILD_HEADER, self.build_id.clone());
    }

    /// Returns how many bytes the response cache holds.
    pub(crate) fn n_cached_bytes(&self) -> u64 {
        self.response_cache.as_ref().map_or(0, ResponseCache::n_bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::{Filter, Page};
    use crate::model::Resource;

    #[tokio::test]
    async fn page_executed_on_a_blocking_thread_is_the_same_page() {
        let index = Arc::new(Index::bundled().unwrap());
        let snapshot = Arc::new(Snapshot::new(index, SnapshotOptions::default(), Arc::default()));
        for (resource, offset) in [(Resource::Cases, 0), (Resource::Statutes, 700), (Resource::Bills, 10_000)] {
            let page = Page { limit: 100, offset };
            let query = ApiQuery::Page { filter: Filter::all(resource), order: None, page, fields: None };
            let inline = query.try_execute_inline(&snapshot.index).unwrap().unwrap();
            let deferred = snapshot.execute(query).await.unwrap();
            assert_eq!((inline.body, inline.total), (deferred.body, deferred.total));
        }
    }
}
