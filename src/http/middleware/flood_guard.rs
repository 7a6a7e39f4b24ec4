/*!
The flood guard: a token bucket per client, for all paths.

It limits the requests that the rate limit does not count, and clients that ignore its 429s. It must never refuse a
request that the rate limit allows. A client therefore gets ten times the limit in tokens per second: even after the
shortest `Retry-After`, one second, the tokens suffice for its whole quota.
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

/// Tokens per second, as a multiple of the rate limit per minute.
const TOKENS_PER_ALLOWED_REQUEST: u32 = 10;

/// The minimum number of tokens per second.
const MIN_TOKENS_PER_SECOND: u32 = 500;

/// The capacity of a bucket, in seconds of refill.
const BURST_SECONDS: u32 = 2;

/// The interval at which clients with full buckets are removed.
const SWEEP_INTERVAL: Duration = Duration::from_secs(2);

/// Creates the guard for a rate limit. Must be called within a tokio runtime, where a task removes idle clients.
pub(crate) fn layer(
    limit: u32,
    metrics: Arc<Metrics>,
) -> GovernorLayer<ClientKeyExtractor, NoOpMiddleware<QuantaInstant>, Body> {
    let tokens_per_second = limit.saturating_mul(TOKENS_PER_ALLOWED_REQUEST).max(MIN_TOKENS_PER_SECOND);
    let config = GovernorConfigBuilder::default()
        .key_extractor(ClientKeyExtractor)
        .period(Duration::from_secs(1) / tokens_per_second)
        .burst_size(tokens_per_second.saturating_mul(BURST_SECONDS))
        .finish()
        .expect("the period and the burst are above zero");
    let clients = Arc::downgrade(config.limiter());
    tokio::spawn(async move {
        loop {
            tokio::time::sleep(SWEEP_INTERVAL).await;
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
        // The crate rounds down, so that a client would retry too early and be refused again.
        GovernorError::TooManyRequests { wait_time, .. } => {
            metrics.flood_guard_refusals.inc();
            ApiError::too_many_requests(wait_time + 1)
        }
        error => ApiError::internal(format!("the flood guard failed: {error}")),
    }
    .into_response()
}

/// Reads the [`ClientKey`] that the server has attached to the request.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ClientKeyExtractor;

impl KeyExtractor for ClientKeyExtractor {
    type Key = ClientKey;

    fn extract<T>(&self, request: &Request<T>) -> Result<ClientKey, GovernorError> {
        request.extensions().get().copied().ok_or(GovernorError::UnableToExtractKey)
    }
}
