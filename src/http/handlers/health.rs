/*!
Health endpoints for orchestrators and load balancers. The rate limit does not count them.
*/

use axum::body::Body;
use axum::http::{StatusCode, header};
use axum::response::Response;

use crate::http::protocol::api_error::ApiError;
use crate::http::protocol::conditional::NO_STORE;
use crate::http::protocol::json::json_response;
use crate::http::snapshot::current_snapshot::CurrentSnapshot;
use crate::http::snapshot::responder::with_build_id;

/// `GET /healthz`: the process answers requests.
pub(crate) fn liveness() -> Response {
    no_store(Body::from(r#"{"status":"alive"}"#))
}

/// `GET /readyz`: the server is ready. The body describes the index, and a header has the build id. A server that
/// drains is not ready.
pub(crate) fn readiness(current: &CurrentSnapshot) -> Response {
    if current.is_draining() {
        let error = ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "the server is stopping");
        return with_build_id(&current.load(), Err(error));
    }
    let snapshot = current.load();
    let manifest = snapshot.index.manifest();
    let body = serde_json::json!({
        "status": "ready",
        "schemaVersion": manifest.schema_version,
        "corpusDigest": manifest.corpus_digest,
        "records": manifest.counts,
    });
    let mut response = no_store(Body::from(body.to_string()));
    snapshot.add_build_id(&mut response);
    response
}

fn no_store(body: Body) -> Response {
    let mut response = json_response(body);
    response.headers_mut().insert(header::CACHE_CONTROL, NO_STORE);
    response
}
