/*!
The outermost middleware. It adds a request id, CORS headers and a build id to every response, counts the response and
logs it on one line. It also removes the body of a response to HEAD, and converts an error response to a message of the
Model Context Protocol (MCP) into JSON-RPC, and one to a view of the explorer into a page.
*/

use std::convert::Infallible;
use std::hash::{BuildHasher, RandomState};
use std::mem;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::Instant;

use axum::body::{Body, HttpBody};
use axum::extract::Request;
use axum::http::{HeaderName, HeaderValue, Method, header};
use axum::response::Response;

use crate::http::base_path::BasePath;
use crate::http::endpoints::{self, Endpoint, Route};
use crate::http::mcp::json_rpc;
use crate::http::metrics::registry::{CLIENT_CLOSED_REQUEST, NO_ROUTE};
use crate::http::protocol::api_error::Cause;
use crate::http::protocol::cors;
use crate::http::service::HttpService;
use crate::http::site::pages::{self, PageShell};
use crate::http::snapshot::current_snapshot::CurrentSnapshot;
use crate::http::snapshot::snapshot::BUILD_HEADER;

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Completes, counts and logs the response of the inner service. The log line omits the client's address and query.
pub(crate) fn log<S: HttpService>(
    snapshots: &Arc<CurrentSnapshot>,
    base_path: &BasePath,
    shell: &PageShell,
    inner: &mut S,
    request: Request,
) -> impl Future<Output = Result<Response, Infallible>> + Send + use<S> {
    let mut pending = PendingRequest {
        snapshots: Arc::clone(snapshots),
        request_id: next_request_id(),
        start: Instant::now(),
        method: request.method().clone(),
        // The router looks up the route again, because passing it on in the request's extensions would allocate.
        route: base_path.strip(request.uri().path()).and_then(endpoints::route),
        is_complete: false,
    };
    let response = inner.call(request);
    let shell = pending.is_page().then(|| shell.clone());
    async move {
        let Ok(mut response) = response.await;
        if pending.is_message() && !response.status().is_success() {
            // Boxed to keep this future out of the future of every request, which is moved several times.
            response = Box::pin(json_rpc::from_api_error(response)).await;
        }
        if let Some(shell) = shell
            && (response.status().is_client_error() || response.status().is_server_error())
        {
            response = Box::pin(pages::from_api_error(shell, response)).await;
        }
        cors::add_headers(&mut response);
        if !response.headers().contains_key(BUILD_HEADER) {
            // The response was built without a snapshot, for instance by the rate limit.
            pending.snapshots.load().add_build_id(&mut response);
        }
        if pending.method == Method::HEAD {
            remove_body(&mut response);
        }
        let cause = response.extensions_mut().remove();
        pending.complete(response.status().as_u16(), cause);
        if let Ok(value) = HeaderValue::try_from(mem::take(&mut pending.request_id)) {
            response.headers_mut().insert(REQUEST_ID, value);
        }
        Ok(response)
    }
}

/// A request without a response so far. It is dropped early if the client cancels the request or the server exits.
struct PendingRequest {
    snapshots: Arc<CurrentSnapshot>,
    request_id: String,
    start: Instant,
    method: Method,
    route: Option<&'static Route>,
    is_complete: bool,
}

impl PendingRequest {
    /// Returns whether the request is an MCP message.
    fn is_message(&self) -> bool {
        self.method == Method::POST && self.route.is_some_and(|route| route.endpoint == Endpoint::Mcp)
    }

    /// Returns whether the response is an HTML page of the explorer.
    fn is_page(&self) -> bool {
        let is_read = matches!(self.method, Method::GET | Method::HEAD);
        is_read && self.route.is_some_and(|route| route.endpoint.is_page())
    }

    /// Counts and logs the response, with the cause of a failure.
    fn complete(&mut self, status: u16, cause: Option<Cause>) {
        self.is_complete = true;
        let Self { snapshots, request_id, start, method, route, .. } = &*self;
        let path = route.map_or(NO_ROUTE, |route| route.template);
        if let Some(Cause(cause)) = cause {
            tracing::error!(%method, route = path, status, request_id, cause, "request failed");
        }
        let duration = start.elapsed();
        snapshots.metrics().count_request(*route, status, duration);
        let duration_us = duration.as_micros() as u64;
        tracing::info!(%method, route = path, status, duration_us, request_id, "request");
    }
}

impl Drop for PendingRequest {
    fn drop(&mut self) {
        if !self.is_complete {
            self.complete(CLIENT_CLOSED_REQUEST, None);
        }
    }
}

/// Removes the body, and keeps the `Content-Length` of a GET.
fn remove_body(response: &mut Response) {
    if let Some(length) = response.body().size_hint().exact() {
        response.headers_mut().entry(header::CONTENT_LENGTH).or_insert_with(|| HeaderValue::from(length));
    }
    *response.body_mut() = Body::empty();
}

/// Returns an id of a random number, chosen once per process, and a counter that wraps after 2^32 requests.
fn next_request_id() -> String {
    static PROCESS: LazyLock<String> = LazyLock::new(|| {
        let process = RandomState::new().hash_one(std::process::id()) as u32;
        format!("{process:08x}-")
    });
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    let mut id = String::with_capacity(PROCESS.len() + 8);
    id.push_str(&PROCESS);
    id.push_str(const_hex::Buffer::<4>::new().format(&count.to_be_bytes()));
    id
}
