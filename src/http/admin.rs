/*!
The admin service, at a separate address: liveness, readiness and metrics. It has no API endpoint, rate limit or access
log.
*/

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use lexdex_index::Counts;
use tokio::task::spawn_blocking;

use crate::http::endpoints::Methods;
use crate::http::handlers::health;
use crate::http::metrics::scrape::{MEDIA_TYPE, Scrape};
use crate::http::protocol::api_error::{ApiError, method_not_allowed};
use crate::http::protocol::conditional::NO_STORE;
use crate::http::snapshot::current_snapshot::CurrentSnapshot;
use crate::http::transport::connections::Connections;

/// The state that the endpoints read.
#[derive(Clone)]
struct Admin {
    current: Arc<CurrentSnapshot>,
    connections: Connections,
    n_dropped_lines: fn() -> usize,
}

/// Builds the admin service. `n_dropped_lines` returns the number of dropped log lines.
pub fn admin_service(
    current: Arc<CurrentSnapshot>,
    connections: Connections,
    n_dropped_lines: fn() -> usize,
) -> Router {
    Router::new()
        .route("/livez", get(async || health::liveness()))
        .route("/readyz", get(async |State(Admin { current, .. }): State<Admin>| health::readiness(&current)))
        .route("/metrics", get(metrics))
        .fallback(not_found)
        .method_not_allowed_fallback(async || method_not_allowed(Methods::Read))
        .with_state(Admin { current, connections, n_dropped_lines })
}

async fn not_found() -> ApiError {
    ApiError::new(StatusCode::NOT_FOUND, "no endpoint has this path; the endpoints are /livez, /readyz and /metrics")
}

/// `GET /metrics`
async fn metrics(State(admin): State<Admin>) -> Response {
    // The process metrics are read from files, so the scrape runs on a blocking thread.
    match spawn_blocking(move || scrape(&admin)).await {
        Ok(text) => ([(header::CONTENT_TYPE, MEDIA_TYPE)], [(header::CACHE_CONTROL, NO_STORE)], text).into_response(),
        Err(error) => ApiError::internal(format!("cannot gather the metrics: {error}")).into_response(),
    }
}

fn scrape(Admin { current, connections, n_dropped_lines }: &Admin) -> String {
    let mut scrape = current.metrics().scrape();
    scrape.gauge("lexdex_http_connections", "Open connections.", connections.n_open() as f64);
    scrape.gauge("lexdex_http_connections_max", "Maximum number of open connections.", connections.capacity() as f64);
    let n_dropped_lines = n_dropped_lines() as f64;
    scrape.counter(
        "lexdex_log_lines_dropped_total",
        "Log lines dropped because the log queue was full.",
        n_dropped_lines,
    );
    let n_queries = current.workers().n_admitted() as f64;
    scrape.gauge("lexdex_queries", "Queries running on or waiting for a worker thread.", n_queries);
    add_index(current, &mut scrape);
    scrape.into_text()
}

fn add_index(current: &CurrentSnapshot, scrape: &mut Scrape) {
    let snapshot = current.load();
    let manifest = snapshot.index.manifest();
    let cached = snapshot.n_cached_bytes() as f64;
    scrape.gauge("lexdex_response_cache_bytes", "Bytes held by the response cache.", cached);
    let version = [(env!("CARGO_PKG_VERSION"), 1.0)];
    scrape.gauges("lexdex_build_info", "Version of the running program; always 1.", "version", version);
    let id = [(&*snapshot.build_id, 1.0)];
    scrape.gauges("lexdex_index_info", "Build id of the served index; always 1.", "build", id);
    let schema_version = f64::from(manifest.schema_version);
    scrape.gauge("lexdex_index_schema_version", "The schema version of the index.", schema_version);
    let Counts { statutes, cases, bills } = manifest.counts;
    let counts = [("statutes", statutes as f64), ("cases", cases as f64), ("bills", bills as f64)];
    scrape.gauges("lexdex_index_records", "Records of the index.", "list", counts);
    let n_swaps = current.n_swaps() as f64;
    scrape.counter("lexdex_index_swaps_total", "Index swaps since the start.", n_swaps);
    let n_refusals = current.n_refusals() as f64;
    scrape.counter("lexdex_index_refusals_total", "Index reloads that failed.", n_refusals);
}
