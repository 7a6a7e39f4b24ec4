/*!
Applies the limits to a request before the router: the rate limit, the length of the target, and the handler timeout.
*/

use std::convert::Infallible;
use std::pin::{Pin, pin};
use std::sync::Arc;

use axum::extract::Request;
use axum::response::{IntoResponse, Response};

use crate::http::base_path::BasePath;
use crate::http::metrics::registry::Metrics;
use crate::http::middleware::catch_panic::catch_panic_and_timeout;
use crate::http::middleware::rate_limit::{self, RateLimiter, Verdict};
use crate::http::protocol::uri_limit;
use crate::http::service::HttpService;

/// Passes a request to the inner service if it is within the limits. Adds the headers of the rate limit to the
/// response.
pub(crate) fn check<S: HttpService>(
    limiter: Option<&Arc<RateLimiter>>,
    base_path: &BasePath,
    metrics: &Metrics,
    inner: &mut S,
    request: Request,
) -> impl Future<Output = Result<Response, Infallible>> + Send + use<S> {
    let verdict = limiter.and_then(|limiter| rate_limit::decide(limiter, base_path, &request));
    let store_call = match (limiter, verdict) {
        // Boxed to keep this future out of the future of every request, even on a server without a store.
        (Some(limiter), Some(Verdict::Pending(request))) => {
            Some((Box::pin(Arc::clone(limiter).ask_store(request)), metrics.rate_limit_refusals.clone()))
        }
        _ => None,
    };
    if verdict.is_some_and(|verdict| verdict.is_refusal()) {
        metrics.rate_limit_refusals.inc();
    }
    let response = verdict
        .as_ref()
        .map_or(Ok(()), Verdict::check)
        .and_then(|()| uri_limit::check(&request))
        .map(|()| inner.call(request));
    async move {
        let response = pin!(async {
            match response {
                Ok(response) => catch_panic_and_timeout(response).await,
                Err(error) => error.into_response(),
            }
        });
        let (mut response, verdict) = match store_call {
            None => (response.await, verdict),
            Some((store_call, refusals)) => {
                let (response, verdict) = while_asking(store_call, response).await;
                if verdict.is_refusal() {
                    refusals.inc();
                }
                (response, Some(verdict))
            }
        };
        if let Some(verdict) = verdict {
            verdict.add_headers(&mut response);
        }
        Ok(response)
    }
}

/// Builds the response while the store decides. A refusal by the store cancels that work.
async fn while_asking(
    store_call: impl Future<Output = Verdict>,
    response: Pin<&mut impl Future<Output = Response>>,
) -> (Response, Verdict) {
    let store_call = async {
        let verdict = store_call.await;
        verdict.check().map(|()| verdict).map_err(|error| (error, verdict))
    };
    // The store is polled first, so that its call is in flight while the page is built.
    match tokio::try_join!(biased; store_call, async { Ok(response.await) }) {
        Ok((verdict, response)) => (response, verdict),
        Err((error, verdict)) => (error.into_response(), verdict),
    }
}
