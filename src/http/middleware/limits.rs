/*!
The limits of a request before the router: the rate limit, the length of its target, and the time of its handler.
*/

use std::convert::Infallible;

use axum::extract::Request;
use axum::response::{IntoResponse, Response};

use crate::http::base_path::BasePath;
use crate::http::metrics::registry::Metrics;
use crate::http::middleware::catch_panic::catch_panic_and_timeout;
use crate::http::middleware::rate_limit::{self, Decision, RateLimiter};
use crate::http::middleware::uri_limit;
use crate::http::service::HttpService;

/// Passes a request to the inner service if it is within the limits, and adds the headers of the rate limit.
pub(crate) fn check<S: HttpService>(
    limiter: Option<&RateLimiter>,
    base_path: &BasePath,
    metrics: &Metrics,
    inner: &mut S,
    request: Request,
) -> impl Future<Output = Result<Response, Infallible>> + Send + use<S> {
    let decision = limiter.and_then(|limiter| rate_limit::decide(limiter, base_path, &request));
    let response = decision
        .as_ref()
        .map_or(Ok(()), Decision::check)
        .inspect_err(|_| metrics.rate_limit_refusals.inc())
        .and_then(|()| uri_limit::check(&request))
        .map(|()| inner.call(request));
    async move {
        let mut response = match response {
            Ok(response) => catch_panic_and_timeout(response).await,
            Err(error) => error.into_response(),
        };
        if let Some(decision) = decision {
            decision.add_headers(&mut response);
        }
        Ok(response)
    }
}
