/*!
The flood guard: a token bucket per client, for all paths.

It limits the requests that the rate limit does not count, and clients that ignore its 429s. It must never refuse a
request that the rate limit allows. A client therefore gets ten times the limit in tokens per second: even after the
shortest `Retry-After`, one second, the tokens suffice for its whole quota.
*/

use std::sync::Arc;
use std::time::Duration;

use axum::http::Request;
use governor::clock::{Clock, DefaultClock, QuantaInstant};
use governor::middleware::NoOpMiddleware;
use tower_governor::GovernorError;
use tower_governor::governor::{GovernorConfigBuilder, SharedRateLimiter};
use tower_governor::key_extractor::KeyExtractor;

use crate::http::client::client_key::ClientKey;

/// Tokens per second, as a multiple of the rate limit per minute.
const TOKENS_PER_ALLOWED_REQUEST: u32 = 10;

/// The minimum number of tokens per second.
const MIN_TOKENS_PER_SECOND: u32 = 500;

/// The capacity of a bucket, in seconds of refill.
const BURST_SECONDS: u32 = 2;

/// The interval at which clients with full buckets are removed.
const SWEEP_INTERVAL: Duration = Duration::from_secs(2);

/// The buckets of all clients.
pub(crate) struct FloodGuard {
    buckets: SharedRateLimiter<ClientKey, NoOpMiddleware<QuantaInstant>>,
}

impl FloodGuard {
    /// Creates the guard for a rate limit. Must be called within a tokio runtime, where a task removes idle clients.
    pub(crate) fn start(limit: u32) -> Self {
        let tokens_per_second = limit.saturating_mul(TOKENS_PER_ALLOWED_REQUEST).max(MIN_TOKENS_PER_SECOND);
        let config = GovernorConfigBuilder::default()
            .key_extractor(ClientKeyExtractor)
            .period(Duration::from_secs(1) / tokens_per_second)
            .burst_size(tokens_per_second.saturating_mul(BURST_SECONDS))
            .finish()
            .expect("the period and the burst are above zero");
        let buckets = config.limiter().clone();
        let idle = Arc::downgrade(&buckets);
        tokio::spawn(async move {
            loop {
                tokio::time::sleep(SWEEP_INTERVAL).await;
                let Some(buckets) = idle.upgrade() else {
                    break;
                };
                buckets.retain_recent();
                buckets.shrink_to_fit();
            }
        });
        Self { buckets }
    }

    /// Takes a token from the bucket of a client. If it is empty, fails with the time to wait, in whole seconds and at
    /// least one.
    pub(crate) fn check(&self, client: ClientKey) -> Result<(), u64> {
        let refused = self.buckets.check_key(&client);
        refused.map_err(|refusal| refusal.wait_time_from(DefaultClock::default().now()).as_secs() + 1)
    }
}

/// Names the type of a client's key to the crate. Buckets are looked up by the key itself, so it extracts none.
#[derive(Clone, Copy, Debug)]
struct ClientKeyExtractor;

impl KeyExtractor for ClientKeyExtractor {
    type Key = ClientKey;

    fn extract<T>(&self, request: &Request<T>) -> Result<ClientKey, GovernorError> {
        request.extensions().get().copied().ok_or(GovernorError::UnableToExtractKey)
    }
}
