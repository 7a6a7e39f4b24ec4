/*!
What an operator's probes ask. Not counted by the rate limit.
*/

use axum::body::Body;
use axum::http::header;
use axum::response::Response;

use crate::http::protocol::conditional::NO_STORE;
use crate::http::response::envelope::json_response;
use crate::http::snapshot::current_snapshot::Builds;

/// `GET /healthz`: the process answers.
pub(crate) fn is_alive() -> Response {
    state(Body::from(r#"{"status":"alive"}"#))
}

/// `GET /readyz`: the index is open, and what it holds.
pub(crate) fn is_ready(builds: &Builds) -> Response {
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
