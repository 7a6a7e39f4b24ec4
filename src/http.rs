/*!
The service over HTTP. Only this module and the program name axum.

A request meets, in this order: request id, log, CORS and HEAD; the flood guard; the rate limit, the length of the target,
panics and time; then the routes. An answer made by any of them passes through all before it. They are services one
within the other, without a router around them: axum's boxes and clones every layer for every request.
*/

mod endpoints;

mod service;

mod client;

mod protocol;

mod transport;

mod metrics;

mod request;

mod response;

mod snapshot;

mod site;

mod handlers;

mod middleware;

mod router;

mod admin;

#[cfg(test)]
mod runtime_tests;

use std::convert::Infallible;
use std::sync::Arc;

use axum::extract::Request;
use axum::response::{IntoResponse, Response};
use tower::util::option_layer;
use tower::{Layer, service_fn};

use crate::index::Index;

pub use admin::admin_service;
pub use client::client_key::ClientKey;
pub use client::trusted_proxies::TrustedProxies;
pub use middleware::rate_limit::{Clock, RateLimiter};
pub use service::HttpService;
pub use snapshot::current_snapshot::Builds;
pub use transport::connections::Connections;
pub use transport::listener::socket_path;
pub use transport::server::{Server, ServerOptions};
pub use transport::timeouts::Timeouts;

use metrics::registry::Metrics;
use middleware::from_fn::around;
use middleware::rate_limit::{self, Decision};
use middleware::{access_log, catch_panic, flood_guard, uri_limit};

/// What the operator decides about the service.
#[derive(Clone, Default)]
pub struct Options {
    /// Counts each client's requests. Without it neither the rate limit nor the flood guard is there.
    pub limiter: Option<Arc<RateLimiter>>,
    /// The most bytes that bodies of pages are kept in; 0 for none.
    pub cache_bytes: u64,
    /// How many seconds clients and proxies may keep an answer.
    pub max_age_secs: u64,
    /// The time limits of connections, of which an export keeps one itself.
    pub timeouts: Timeouts,
}

/// The service of an index: its routes behind all layers.
///
/// Requests must carry their [`ClientKey`] as an extension, as [`Server`] sees to.
pub fn service(index: Arc<Index>, options: Options) -> impl HttpService {
    service_of(Arc::new(Builds::new(index, &options)), options.limiter)
}

/// The same service of an index that may give way to another one.
pub fn service_of(builds: Arc<Builds>, limiter: Option<Arc<RateLimiter>>) -> impl HttpService {
    let of_builds = Arc::clone(&builds);
    endpoints::prepare();
    // Boxed, because each layer moves what it gets from the one within, and that has a whole request in it.
    let routes = service_fn(move |request| Box::pin(router::answer(Arc::clone(&of_builds), request)));
    guarded(routes, builds, limiter)
}

fn guarded(routes: impl HttpService, builds: Arc<Builds>, limiter: Option<Arc<RateLimiter>>) -> impl HttpService {
    let flood_guard = limiter.as_ref().map(|limiter| flood_guard::layer(limiter.limit(), Arc::clone(builds.metrics())));
    let metrics = Arc::clone(builds.metrics());
    let guard = around(move |inner: &mut _, request| guard(limiter.as_deref(), &metrics, inner, request));
    let log = around(move |inner: &mut _, request| access_log::log(&builds, inner, request));
    (log, option_layer(flood_guard), guard).layer(routes)
}

/// Lets a request through to its route if it is within the limits.
fn guard<S: HttpService>(
    limiter: Option<&RateLimiter>,
    metrics: &Metrics,
    inner: &mut S,
    request: Request,
) -> impl Future<Output = Result<Response, Infallible>> + Send + use<S> {
    let decision = limiter.and_then(|limiter| rate_limit::decide(limiter, &request));
    let answer = decision
        .as_ref()
        .map_or(Ok(()), Decision::check)
        .inspect_err(|_| metrics.rate_limit_refusals.inc())
        .and_then(|()| uri_limit::check(&request))
        .map(|()| inner.call(request));
    async move {
        let mut response = match answer {
            Ok(answer) => catch_panic::catch(answer).await,
            Err(error) => error.into_response(),
        };
        if let Some(decision) = decision {
            decision.add_headers(&mut response);
        }
        Ok(response)
    }
}
