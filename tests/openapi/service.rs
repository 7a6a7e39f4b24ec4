//! The service of the bundled corpus, called without a socket.

use std::sync::{Arc, OnceLock};

use axum::body::Body;
use axum::http::{HeaderMap, Request, StatusCode};
use http_body_util::BodyExt;
use lexdex::http::{ClientKey, CurrentSnapshot, RateLimiter, ServiceOptions, SnapshotOptions, service};
use lexdex_index::Index;
use serde_json::Value;
use tower::ServiceExt;

pub(crate) struct Response {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) body: String,
}

/// Sends a request, given as method and target, with one header.
pub(crate) fn ask_with(request: &str, header: (&str, &str), limiter: Option<RateLimiter>) -> Response {
    send(request, header, "", limiter)
}

/// Sends a request, given as method and target, with one header and a body.
pub(crate) fn send(request: &str, header: (&str, &str), body: &str, limiter: Option<RateLimiter>) -> Response {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
    runtime.block_on(async {
        static INDEX: OnceLock<Arc<Index>> = OnceLock::new();
        let index = INDEX.get_or_init(|| Arc::new(Index::bundled().unwrap()));
        let current = CurrentSnapshot::new(Arc::clone(index), SnapshotOptions::default());
        let options = ServiceOptions { limiter: limiter.map(Arc::new), ..ServiceOptions::default() };
        let service = service(Arc::new(current), options);
        let (method, target) = request.split_once(' ').unwrap();
        let request = Request::builder().method(method).uri(target).header(header.0, header.1);
        let request = request.extension(ClientKey::OverSocket).body(Body::from(body.to_owned())).unwrap();
        let (head, body) = service.oneshot(request).await.unwrap().into_parts();
        let body = String::from_utf8_lossy(&body.collect().await.unwrap().to_bytes()).into_owned();
        Response { status: head.status, headers: head.headers, body }
    })
}

/// Sends a request without special headers.
pub(crate) fn ask(request: &str) -> Response {
    ask_with(request, ("accept", "*/*"), None)
}

/// The served document.
pub(crate) fn document() -> Value {
    let response = ask("GET /openapi.json");
    assert_eq!(response.status, StatusCode::OK, "{}", response.body);
    serde_json::from_str(&response.body).unwrap()
}
