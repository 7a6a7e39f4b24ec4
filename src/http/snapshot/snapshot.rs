/*!
An open index and everything derived from it. Each request is answered from a single snapshot.
*/

use std::sync::Arc;

use axum::http::{HeaderName, HeaderValue};
use axum::response::Response;
use lexdex_index::Index;

use crate::http::metrics::registry::Metrics;
use crate::http::protocol::conditional::{CachePolicy, Validators};
use crate::http::protocol::content_coding::{ContentCoding, EncodedBody};
use crate::http::response::catalogues::CatalogueKind;
use crate::http::snapshot::options::SnapshotOptions;
use crate::http::snapshot::response_cache::ResponseCache;
use crate::http::snapshot::workers::Workers;

/// The response header with the build id of the index.
pub(crate) const BUILD_HEADER: HeaderName = HeaderName::from_static("lexdex-build");

/// A body in each content coding, with its `ETag`.
type EncodedBodies = [(EncodedBody, HeaderValue); ContentCoding::ALL.len()];

/// One index, ready to answer requests.
#[derive(Clone)]
pub(crate) struct Snapshot {
    pub(crate) index: Arc<Index>,
    /// The build id of the index, and the same as the value of a header.
    pub(crate) build_id: Box<str>,
    build_header: HeaderValue,
    pub(crate) validators: Validators,
    pub(crate) cache_policy: CachePolicy,
    pub(crate) response_cache: Option<Arc<ResponseCache>>,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) workers: Arc<Workers>,
    catalogues: [EncodedBodies; CatalogueKind::ALL.len()],
}

impl Snapshot {
    pub(crate) fn new(
        index: Arc<Index>,
        options: SnapshotOptions,
        metrics: Arc<Metrics>,
        workers: Arc<Workers>,
    ) -> Self {
        let SnapshotOptions { cache_bytes, max_age_secs, .. } = options;
        let build_id = index.manifest().build_id().into_boxed_str();
        let build_header = HeaderValue::from_str(&build_id).expect("digits are a header's value");
        let validators = Validators::new(&index);
        let response_cache = (cache_bytes > 0).then(|| Arc::new(ResponseCache::new(cache_bytes, Arc::clone(&metrics))));
        let catalogues = CatalogueKind::ALL.map(|kind| {
            let body = kind.body(&index);
            ContentCoding::ALL
                .map(|coding| (EncodedBody::new(body.clone(), coding), validators.etag(kind.as_str(), 0, coding)))
        });
        let cache_policy = CachePolicy::new(max_age_secs);
        Self { index, build_id, build_header, validators, cache_policy, response_cache, metrics, workers, catalogues }
    }

    /// Returns the same snapshot without its response cache, which frees memory for the cache of the next snapshot.
    pub(crate) fn without_cache(&self) -> Self {
        Self { response_cache: None, ..self.clone() }
    }

    /// Returns the same snapshot on another index of the same build, whose responses are the same.
    pub(crate) fn with_index(&self, index: Arc<Index>, workers: Arc<Workers>) -> Self {
        Self { index, workers, ..self.clone() }
    }

    /// Returns a catalogue's body and `ETag`.
    pub(crate) fn catalogue(&self, kind: CatalogueKind, coding: ContentCoding) -> &(EncodedBody, HeaderValue) {
        &self.catalogues[kind as usize][coding as usize]
    }

    pub(crate) fn add_build_id(&self, response: &mut Response) {
        response.headers_mut().insert(BUILD_HEADER, self.build_header.clone());
    }

    /// Returns the size of the response cache in bytes.
    pub(crate) fn n_cached_bytes(&self) -> u64 {
        self.response_cache.as_ref().map_or(0, |cache| cache.n_bytes())
    }
}
