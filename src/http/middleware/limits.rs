/*!
Applies the limits to a request before the router: the flood guard, the rate limit, the length of the target, and the
handler timeout.
*/

use std::convert::Infallible;
use std::pin::{Pin, pin};
use std::sync::Arc;

use axum::extract::Request;
use axum::response::{IntoResponse, Response};

use crate::http::base_path::BasePath;
use crate::http::metrics::registry::Metrics;
use crate::http::middleware::catch_panic::catch_panic_and_timeout;
use crate::http::middleware::flood_guard::FloodGuard;
use crate::http::middleware::rate_limit::{self, RateLimiter, UndecidedRequest, Verdict};
use crate::http::protocol::api_error::ApiError;
use crate::http::protocol::uri_limit;
use crate::http::service::HttpService;

/// The limits on the requests of each client.
pub(crate) struct ClientLimits {
    limiter: Arc<RateLimiter>,
    guard: FloodGuard,
    base_path: BasePath,
    metrics: Arc<Metrics>,
}

impl ClientLimits {
    /// Creates the limits, with a flood guard for the rate limit. Must be called within a tokio runtime.
    pub(crate) fn start(limiter: Arc<RateLimiter>, base_path: BasePath, metrics: Arc<Metrics>) -> Self {
        let guard = FloodGuard::start(limiter.limit());
        Self { limiter, guard, base_path, metrics }
    }

    /// Admits or refuses a request. The verdict is that of the rate limit, if the request counts. A request that the
    /// flood guard refuses does not count, but its response says when the client will be served again.
    fn check(&self, request: &Request) -> (Option<Verdict>, Result<(), ApiError>) {
        let Some(client) = request.extensions().get().copied() else {
            return (None, Err(ApiError::internal("the request has no client key")));
        };
        let is_counted = rate_limit::is_counted(&self.base_path, request);
        if let Err(wait) = self.guard.check(client) {
            self.metrics.flood_guard_refusals.inc();
            let state = is_counted.then(|| self.limiter.state(client));
            let wait = state.map_or(wait, |state| state.wait().max(wait));
            return (state.map(Verdict::Decided), Err(ApiError::too_many_requests(wait)));
        }
        if !is_counted {
            return (None, Ok(()));
        }
        let verdict = self.limiter.decide(client);
        if verdict.is_refusal() {
            self.metrics.rate_limit_refusals.inc();
        }
        (Some(verdict), verdict.check())
    }

    /// Asks the shared store to decide on a request, and counts a refusal.
    fn ask_store(&self, request: UndecidedRequest) -> impl Future<Output = Verdict> + Send + use<> {
        let (limiter, refusals) = (Arc::clone(&self.limiter), self.metrics.rate_limit_refusals.clone());
        async move {
            let verdict = limiter.ask_store(request).await;
            if verdict.is_refusal() {
                refusals.inc();
            }
            verdict
        }
    }
}

/// Passes a request to the inner service if it is within the limits. Adds the headers of the rate limit to the
/// response.
pub(crate) fn check<S: HttpService>(
    limits: Option<&ClientLimits>,
    inner: &mut S,
    request: Request,
) -> impl Future<Output = Result<Response, Infallible>> + Send + use<S> {
    let (verdict, admitted) = limits.map_or((None, Ok(())), |limits| limits.check(&request));
    let store_call = match (limits, verdict) {
        // Boxed to keep this future out of the future of every request, even on a server without a store.
        (Some(limits), Some(Verdict::Pending(request))) => Some(Box::pin(limits.ask_store(request))),
        _ => None,
    };
    let response = admitted.and_then(|()| uri_limit::check(&request)).map(|()| inner.call(request));
    async move {
        let response = pin!(async {
            match response {
                Ok(response) => catch_panic_and_timeout(response).await,
                Err(error) => error.into_response(),
            }
        });
        let (mut response, verdict) = match store_call {
            None => (response.await, verdict),
            Some(store_call) => {
                let (response, verdict) = while_asking(store_call, response).await;
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
