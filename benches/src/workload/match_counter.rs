//! Counts the records that match filters, so that requests can ask for pages that exist, and identifies filters by their
//! meaning.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, Result, ensure};
use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::http::{HeaderValue, header};
use axum::response::Response;
use lexdex::http::{CurrentSnapshot, ServiceOptions, SnapshotOptions, service};
use lexdex_index::Index;
use serde_json::Value;
use tokio::runtime::Runtime;
use tower::ServiceExt;
use tower::util::BoxCloneSyncService;

/// Calls the API within this process, so that the caches of the measured server stay empty.
pub(super) struct MatchCounter {
    service: BoxCloneSyncService<Request, Response, std::convert::Infallible>,
    runtime: Runtime,
    /// The matches by list and filters.
    matches: HashMap<String, Matches>,
    /// The ids of filters, by the tags of their responses. The server gives all spellings of a filter the same tag.
    filter_ids: HashMap<HeaderValue, usize>,
}

/// The matches of filters.
#[derive(Clone, Copy)]
pub(super) struct Matches {
    /// The number of records.
    pub(super) count: u64,
    /// The id of the filters, which all their spellings share.
    pub(super) filter_id: usize,
}

impl MatchCounter {
    pub(super) fn open(index: &Path) -> Result<Self> {
        let current = CurrentSnapshot::new(Arc::new(Index::open(index)?), SnapshotOptions::default());
        let service = service(Arc::new(current), ServiceOptions::default());
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let service = BoxCloneSyncService::new(service);
        Ok(Self { service, runtime, matches: HashMap::new(), filter_ids: HashMap::new() })
    }

    /// Returns the matches of filters, such as `court=ca9&topic=privacy`, in a list.
    pub(super) fn find(&mut self, list: &str, filters: &str) -> Result<Matches> {
        let target = format!("/api/v1/{list}?{filters}{}limit=1", if filters.is_empty() { "" } else { "&" });
        if let Some(&matches) = self.matches.get(&target) {
            return Ok(matches);
        }
        let request = Request::get(&target).body(Body::empty())?;
        let (tag, body) = self.runtime.block_on(async {
            let response = self.service.clone().oneshot(request).await?;
            ensure!(response.status().is_success(), "{target}: {}", response.status());
            let tag = response.headers().get(header::ETAG).cloned().with_context(|| format!("{target} has no tag"))?;
            Ok((tag, to_bytes(response.into_body(), usize::MAX).await?))
        })?;
        let body: Value = serde_json::from_slice(&body)?;
        let count = body["meta"]["total"].as_u64().with_context(|| format!("{target} has no total"))?;
        let n_filters = self.filter_ids.len();
        let filter_id = *self.filter_ids.entry(tag).or_insert(n_filters);
        let matches = Matches { count, filter_id };
        self.matches.insert(target, matches);
        Ok(matches)
    }
}
