/*!
What an operator's probes ask. Not counted by the rate limit.
*/

use std::sync::Arc;

use axum::body::Body;
use axum::extract::State;
use axum::response::Response;

use super::Builds;
use super::envelope::json_response;

/// `GET /healthz`: the process answers.
pub(super) async fn is_alive() -> Response {
    json_response(Body::from(r#"{"status":"alive"}"#))
}

/// `GET /readyz`: the index is open, and what it holds.
pub(super) async fn is_ready(State(builds): State<Arc<Builds>>) -> Response {
    let build = builds.current();
    let manifest = build.index.manifest();
    let body = serde_json::json!({
        "status": "ready",
        "schemaVersion": manifest.schema_version,
        "corpusDigest": manifest.corpus_digest,
        "records": manifest.counts,
    });
    let mut response = json_response(Body::from(body.to_string()));
    build.name_in(&mut response);
    response
}
