/*!
What an operator's probes ask. Not counted by the rate limit.
*/

use axum::body::Body;
use axum::http::header;
use axum::response::Response;

use super::Builds;
use super::caching::NO_STORE;
use super::envelope::json_response;

/// `GET /healthz`: the process answers.
pub(super) fn is_alive() -> Response {
    state(Body::from(r#"{"status":"alive"}"#))
}

/// `GET /readyz`: the index is open, and what it holds.
pub(super) fn is_ready(builds: &Builds) -> Response {
    let build = builds.current();
    let manifest = build.index.manifest();
    let body = serde_json::json!({
        "status": "ready",
        "schemaVersion": manifest.schema_version,
        "corpusDigest": manifest.corpus_digest,
        "records": manifest.counts,
    });
    let mut response = state(Body::from(body.to_string()));
    build.name_in(&mut response);
    response
}

fn state(body: Body) -> Response {
    let mut response = json_response(body);
    response.headers_mut().insert(header::CACHE_CONTROL, NO_STORE);
    response
}
