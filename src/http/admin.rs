/*!
What the operator's own tools ask, at an address of its own: whether the server lives and is ready, and what it has
counted. Nothing of the API is here, and nothing of this is where the API is. There is no limit and no log.
*/

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;

use crate::http::handlers::health;
use crate::http::metrics::exposition::{Exposition, MEDIA_TYPE};
use crate::http::metrics::process;
use crate::http::protocol::api_error::{ApiError, method_not_allowed};
use crate::http::protocol::conditional::NO_STORE;
use crate::http::snapshot::current_snapshot::Builds;
use crate::http::transport::server::Connections;

/// What the operator's tools are answered from.
#[derive(Clone)]
struct Admin {
    builds: Arc<Builds>,
    connections: Connections,
}

/// The service for the operator's tools, about the builds that are served over these connections.
pub fn admin_service(builds: Arc<Builds>, connections: Connections) -> Router {
    Router::new()
        .route("/livez", get(async || health::is_alive()))
        .route("/readyz", get(async |State(Admin { builds, .. }): State<Admin>| health::is_ready(&builds)))
        .route("/metrics", get(metrics))
        .fallback(not_found)
        .method_not_allowed_fallback(async || method_not_allowed())
        .with_state(Admin { builds, connections })
}

async fn not_found() -> ApiError {
    ApiError::new(StatusCode::NOT_FOUND, "there is nothing at this path; here are /livez, /readyz and /metrics")
}

/// `GET /metrics`
async fn metrics(State(Admin { builds, connections }): State<Admin>) -> Response {
    let mut text = Exposition::default();
    builds.metrics().expose(&mut text);
    text.gauge("lexdex_http_connections", "Connections that are open.").sample(&[], connections.n_open());
    text.gauge("lexdex_http_connections_max", "The most of them that may be.").sample(&[], connections.most());
    expose_index(&builds, &mut text);
    process::expose(&mut text, builds.metrics().start);
    ([(header::CONTENT_TYPE, MEDIA_TYPE)], [(header::CACHE_CONTROL, NO_STORE)], text.into_text()).into_response()
}

fn expose_index(builds: &Builds, text: &mut Exposition) {
    let build = builds.current();
    let manifest = build.index.manifest();
    text.gauge("lexdex_page_cache_bytes", "Memory that the cache of pages has in use.")
        .sample(&[], build.n_cached_bytes());
    text.gauge("lexdex_build_info", "The program, by its version.")
        .sample(&[("version", env!("CARGO_PKG_VERSION"))], 1);
    text.gauge("lexdex_index_info", "The index that is served, by its build id.")
        .sample(&[("build", build.id.to_str().unwrap_or_default())], 1);
    text.gauge("lexdex_index_schema_version", "The schema version of the index.").sample(&[], manifest.schema_version);
    text.gauge("lexdex_index_records", "Records of the index.")
        .sample(&[("list", "statutes")], manifest.counts.statutes)
        .sample(&[("list", "cases")], manifest.counts.cases)
        .sample(&[("list", "bills")], manifest.counts.bills);
    text.counter("lexdex_index_swaps_total", "Indexes that took the place of the one before.")
        .sample(&[], builds.n_swaps());
    text.counter("lexdex_index_refusals_total", "Indexes that were not fit to be served.")
        .sample(&[], builds.n_refusals());
}
