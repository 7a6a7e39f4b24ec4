/*!
What every answer has: one line in the log, the id that ties the two together, the CORS headers, the build, and a place
among the metrics.
*/

use std::hash::{BuildHasher, RandomState};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::Instant;

use axum::extract::{MatchedPath, Request};
use axum::http::{HeaderName, HeaderValue};
use axum::response::Response;

use super::around::Inner;
use super::builds::Builds;
use super::cors;
use super::error::Cause;
use super::hexadecimal::hexadecimal;
use super::metrics::NO_ROUTE;

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Gives the answer the headers that all answers have, counts the request, and logs it without anything of the client in
/// it: no address, no query.
pub(super) fn log<S: Inner>(
    builds: &Arc<Builds>,
    inner: &mut S,
    request: Request,
) -> impl Future<Output = Response> + Send + use<S> {
    let builds = Arc::clone(builds);
    let request_id = next_request_id();
    let start = Instant::now();
    let method = request.method().clone();
    let path = request.extensions().get::<MatchedPath>().cloned();
    let answer = inner.call(request);
    async move {
        let Ok(mut response) = answer.await;
        cors::add_headers(&mut response);
        // What was answered before it came to a build.
        builds.current().name_in(&mut response);

        let route = path.as_ref().map_or(NO_ROUTE, |path| path.as_str());
        let status = response.status().as_u16();
        if let Some(Cause(cause)) = response.extensions_mut().remove() {
            tracing::error!(%method, route, status, request_id, cause, "request failed");
        }
        let duration = start.elapsed();
        builds.metrics().count_request(route, status, duration);
        let duration_us = duration.as_micros() as u64;
        tracing::info!(%method, route, status, duration_us, request_id, "request");
        if let Ok(value) = HeaderValue::try_from(request_id) {
            response.headers_mut().insert(REQUEST_ID, value);
        }
        response
    }
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
    id.extend(hexadecimal::<8>(count.into()));
    id
}
