//! Counts the records that match filters, so that requests can ask for pages that exist.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, Result, ensure};
use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::response::Response;
use lexdex::http::{CurrentSnapshot, ServiceOptions, SnapshotOptions, service};
use lexdex::index::Index;
use serde_json::Value;
use tokio::runtime::Runtime;
use tower::ServiceExt;
use tower::util::BoxCloneSyncService;

/// Calls the API within this process, so that the caches of the measured server stay empty.
pub(super) struct MatchCounter {
    service: BoxCloneSyncService<Request, Response, std::convert::Infallible>,
    runtime: Runtime,
    /// The number of matches by list and filters.
    counts: HashMap<String, u64>,
}

impl MatchCounter {
    pub(super) fn open(index: &Path) -> Result<Self> {
        let current = CurrentSnapshot::new(Arc::new(Index::open(index)?), SnapshotOptions::default());
        let service = service(Arc::new(current), ServiceOptions::default());
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        Ok(Self { service: BoxCloneSyncService::new(service), runtime, counts: HashMap::new() })
    }

    /// Returns the number of records of a list that match filters, such as `court=ca9&topic=privacy`.
    pub(super) fn count(&mut self, list: &str, filters: &str) -> Result<u64> {
        let target = format!("/api/v1/{list}?{filters}{}limit=1", if filters.is_empty() { "" } else { "&" });
        if let Some(&count) = self.counts.get(&target) {
            return Ok(count);
        }
        let request = Request::get(&target).body(Body::empty())?;
        let body = self.runtime.block_on(async {
            let response = self.service.clone().oneshot(request).await?;
            ensure!(response.status().is_success(), "{target}: {}", response.status());
            Ok(to_bytes(response.into_body(), usize::MAX).await?)
        })?;
        let body: Value = serde_json::from_slice(&body)?;
        let count = body["meta"]["total"].as_u64().with_context(|| format!("{target} has no total"))?;
        self.counts.insert(target, count);
        Ok(count)
    }
}
