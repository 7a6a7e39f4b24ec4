/*!
What every answer has: one line in the log, the id that ties the two together, the CORS headers, the build, no body if
it is to a HEAD, and a place among the metrics.
*/

use std::convert::Infallible;
use std::hash::{BuildHasher, RandomState};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::Instant;

use axum::body::{Body, HttpBody};
use axum::extract::Request;
use axum::http::{HeaderName, HeaderValue, Method, header};
use axum::response::Response;

use crate::http::endpoints;
use crate::http::metrics::registry::NO_ROUTE;
use crate::http::protocol::api_error::Cause;
use crate::http::protocol::cors;
use crate::http::service::HttpService;
use crate::http::snapshot::current_snapshot::CurrentSnapshot;
use crate::http::snapshot::snapshot::BUILD_HEADER;

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Gives the answer the headers that all answers have, takes the body from one to a HEAD, counts the request, and logs it
/// without anything of the client in it: no address, no query.
pub(crate) fn log<S: HttpService>(
    snapshots: &Arc<CurrentSnapshot>,
    inner: &mut S,
    request: Request,
) -> impl Future<Output = Result<Response, Infallible>> + Send + use<S> {
    let snapshots = Arc::clone(snapshots);
    let request_id = next_request_id();
    let start = Instant::now();
    let method = request.method().clone();
    // Looked up again behind the limits: the request has no place for it but a map of boxes.
    let route = endpoints::route(request.uri().path());
    let answer = inner.call(request);
    async move {
        let Ok(mut response) = answer.await;
        cors::add_headers(&mut response);
        if !response.headers().contains_key(BUILD_HEADER) {
            // The response is from no snapshot.
            snapshots.load().add_build_id(&mut response);
        }
        if method == Method::HEAD {
            leave_body_out(&mut response);
        }

        let status = response.status().as_u16();
        let path = route.map_or(NO_ROUTE, |route| route.template);
        if let Some(Cause(cause)) = response.extensions_mut().remove() {
            tracing::error!(%method, route = path, status, request_id, cause, "request failed");
        }
        let duration = start.elapsed();
        snapshots.metrics().count_request(route, status, duration);
        let duration_us = duration.as_micros() as u64;
        tracing::info!(%method, route = path, status, duration_us, request_id, "request");
        if let Ok(value) = HeaderValue::try_from(request_id) {
            response.headers_mut().insert(REQUEST_ID, value);
        }
        Ok(response)
    }
}

/// Leaves only the length of the body that a GET would get. By HTTP/2 hyper would send the body.
fn leave_body_out(response: &mut Response) {
    if let Some(length) = response.body().size_hint().exact() {
        response.headers_mut().entry(header::CONTENT_LENGTH).or_insert_with(|| HeaderValue::from(length));
    }
    *response.body_mut() = Body::empty();
}

/// An id that no other request of this process has until the numbers begin anew, and hardly one of another process.
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
