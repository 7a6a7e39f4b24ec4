/*!
The flood guard around the whole server: a token bucket a client, on every path.

It is there for what the rate limit does not count, and against a client that goes on after its 429s. It must never
refuse what the limit allows: it lets a client send ten times the limit every second, so that after the one second
that a client is told to wait at the least, its whole quota is free again. The limit alone decides below that.
*/

use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::http::Request;
use axum::response::{IntoResponse, Response};
use governor::clock::QuantaInstant;
use governor::middleware::NoOpMiddleware;
use tower_governor::governor::GovernorConfigBuilder;
use tower_governor::key_extractor::KeyExtractor;
use tower_governor::{GovernorError, GovernorLayer};

use crate::http::client::client_key::ClientKey;
use crate::http::metrics::registry::Metrics;
use crate::http::protocol::api_error::ApiError;

/// Tokens a second, as a multiple of the rate limit, and at least so many.
const TOKENS_PER_REQUEST_ALLOWED: u32 = 10;
const LEAST_TOKENS_PER_SECOND: u32 = 500;

/// How many seconds' tokens a client may save up.
const SAVED_SECONDS: u32 = 2;

/// How often the clients whose buckets are full again are forgotten.
const SWEEP_TIME: Duration = Duration::from_secs(2);

/// The guard for a server with this rate limit. Must be called within a tokio runtime, where it forgets old clients.
pub(crate) fn layer(
    limit: u32,
    metrics: Arc<Metrics>,
) -> GovernorLayer<ClientOfRequest, NoOpMiddleware<QuantaInstant>, Body> {
    let tokens_per_second = limit.saturating_mul(TOKENS_PER_REQUEST_ALLOWED).max(LEAST_TOKENS_PER_SECOND);
    let config = GovernorConfigBuilder::default()
        .key_extractor(ClientOfRequest)
        .period(Duration::from_secs(1) / tokens_per_second)
        .burst_size(tokens_per_second.saturating_mul(SAVED_SECONDS))
        .finish()
        .expect("the period and the burst are above zero");
    let clients = Arc::downgrade(config.limiter());
    tokio::spawn(async move {
        loop {
            tokio::time::sleep(SWEEP_TIME).await;
            let Some(clients) = clients.upgrade() else {
                break;
            };
            clients.retain_recent();
            clients.shrink_to_fit();
        }
    });
    GovernorLayer::new(config).error_handler(move |error| refuse(error, &metrics))
}

fn refuse(error: GovernorError, metrics: &Metrics) -> Response {
    match error {
        // The crate rounds down, and a client that comes back too early is refused again.
        GovernorError::TooManyRequests { wait_time, .. } => {
            metrics.flood_guard_refusals.inc();
            ApiError::too_many_requests(wait_time + 1)
        }
        error => ApiError::internal(format!("the flood guard failed: {error}")),
    }
    .into_response()
}

/// Finds the client that the server has put on the request.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ClientOfRequest;

impl KeyExtractor for ClientOfRequest {
    type Key = ClientKey;

    fn extract<T>(&self, request: &Request<T>) -> Result<ClientKey, GovernorError> {
        request.extensions().get().copied().ok_or(GovernorError::UnableToExtractKey)
    }
}
