/*!
What an operator's probes ask. Not counted by the rate limit.
*/

use axum::body::Body;
use axum::extract::State;
use axum::response::Response;

use super::App;
use super::envelope::json_response;

/// `GET /healthz`: the process answers.
pub(super) async fn is_alive() -> Response {
    json_response(Body::from(r#"{"status":"alive"}"#))
}

/// `GET /readyz`: the index is open, and what it holds.
pub(super) async fn is_ready(State(app): State<App>) -> Response {
    let manifest = app.index.manifest();
    let body = serde_json::json!({
        "status": "ready",
        "schemaVersion": manifest.schema_version,
        "corpusDigest": manifest.corpus_digest,
        "records": manifest.counts,
    });
    json_response(Body::from(body.to_string()))
}
