/*!
The rate limit, an exact sliding window: a client is served up to the limit of requests in any 60 seconds, and a request
within the limit is never refused. Refused requests do not count.
*/

use std::hash::BuildHasher;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use axum::extract::Request;
use axum::http::{HeaderName, HeaderValue, Method};
use axum::response::Response;
use foldhash::quality::RandomState;

use crate::http::base_path::BasePath;
use crate::http::client::client_key::ClientKey;
use crate::http::middleware::sliding_window::WindowTable;
use crate::http::protocol::api_error::ApiError;

/// The maximum number of clients in each of the two generations of a [`WindowTable`], over all shards. If more come
/// within 60 seconds, those silent the longest are forgotten, and may get a new quota early.
const MAX_CLIENTS: usize = 1 << 20;

/// The number of tables, each with its own lock, over which the clients are spread.
const N_SHARDS: usize = 64;

/// The prefix of the paths whose requests count, below the base path.
const COUNTED_PATHS: &str = "/api/v1/";

const LIMIT_HEADER: HeaderName = HeaderName::from_static("x-ratelimit-limit");
const REMAINING_HEADER: HeaderName = HeaderName::from_static("x-ratelimit-remaining");
const RESET_HEADER: HeaderName = HeaderName::from_static("x-ratelimit-reset");

/// Returns the time since some fixed moment; monotonic.
pub type Clock = Box<dyn Fn() -> Duration + Send + Sync>;

/// Limits the requests of each client.
pub struct RateLimiter {
    limit: u32,
    clock: Clock,
    hasher: RandomState,
    shards: Vec<Mutex<WindowTable>>,
}

/// The limiter's decision on one request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Decision {
    limit: u32,
    is_served: bool,
    /// The number of further requests that would be served now.
    remaining: u32,
    /// Seconds until the oldest served request expires, rounded up; 0 for an empty window.
    reset: u64,
}

impl RateLimiter {
    /// Creates a limiter that serves each client `limit` requests in any 60 seconds.
    pub fn new(limit: u32) -> Self {
        let start = Instant::now();
        Self::with_clock(limit, Box::new(move || start.elapsed()))
    }

    /// Creates a limiter with the given clock.
    pub fn with_clock(limit: u32, clock: Clock) -> Self {
        Self::with_max_clients(limit, clock, MAX_CLIENTS)
    }

    fn with_max_clients(limit: u32, clock: Clock, max_clients: usize) -> Self {
        let shard = || Mutex::new(WindowTable::new(max_clients / N_SHARDS));
        let shards = std::iter::repeat_with(shard).take(N_SHARDS).collect();
        Self { limit, clock, hasher: RandomState::default(), shards }
    }

    /// The number of requests that a client is served in any 60 seconds.
    pub fn limit(&self) -> u32 {
        self.limit
    }

    fn decide(&self, client: ClientKey) -> Decision {
        let mut shard = self.shard(client);
        // Read under the lock, so that no recorded time is later.
        let now = (self.clock)().as_nanos() as u64;
        let log = shard.log_mut(client, now);
        let is_served = log.try_record(self.limit, now);
        let reset = log.time_to_expiry(now).div_ceil(Duration::from_secs(1).as_nanos() as u64);
        Decision { limit: self.limit, is_served, remaining: self.limit - log.len() as u32, reset }
    }

    fn shard(&self, client: ClientKey) -> MutexGuard<'_, WindowTable> {
        let idx = self.hasher.hash_one(client) as usize % N_SHARDS;
        // A panic under the lock cannot leave a table inconsistent.
        self.shards[idx].lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Decides on a request. Returns `None` if the request does not count: only requests to the API do, except for CORS
/// preflights.
pub(crate) fn decide(limiter: &RateLimiter, base_path: &BasePath, request: &Request) -> Option<Decision> {
    let path = base_path.strip(request.uri().path())?;
    let is_counted = path.starts_with(COUNTED_PATHS) && request.method() != Method::OPTIONS;
    // The flood guard refuses requests without a client key.
    let client = request.extensions().get().filter(|_| is_counted)?;
    Some(limiter.decide(*client))
}

impl Decision {
    /// Returns a 429 if the request exceeds the limit.
    pub(crate) fn check(&self) -> Result<(), ApiError> {
        if self.is_served { Ok(()) } else { Err(ApiError::too_many_requests(self.reset)) }
    }

    /// Adds the `X-RateLimit-*` headers.
    pub(crate) fn add_headers(&self, response: &mut Response) {
        let headers = response.headers_mut();
        headers.insert(LIMIT_HEADER, header_value(self.limit.into()));
        headers.insert(REMAINING_HEADER, header_value(self.remaining.into()));
        headers.insert(RESET_HEADER, header_value(self.reset));
    }
}

/// Formats a number. `HeaderValue::from` allocates for the longest possible number.
fn header_value(number: u64) -> HeaderValue {
    HeaderValue::from_str(itoa::Buffer::new().format(number)).expect("digits are a header's value")
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU64, Ordering};

    use proptest::prelude::*;

    use super::*;

    const MAX_TEST_CLIENTS: usize = 64 * N_SHARDS;

    /// A limiter and its clock in milliseconds.
    fn limiter(limit: u32) -> (RateLimiter, Arc<AtomicU64>) {
        let time = Arc::new(AtomicU64::new(0));
        let clock = Arc::clone(&time);
        let clock = Box::new(move || Duration::from_millis(clock.load(Ordering::SeqCst)));
        (RateLimiter::with_max_clients(limit, clock, MAX_TEST_CLIENTS), time)
    }

    fn client(number: u32) -> ClientKey {
        ClientKey::V4(Ipv4Addr::from_bits(number))
    }

    proptest! {
        /// Recomputes the rule from the times of all served requests.
        #[test]
        fn exactly_the_requests_within_the_limit_are_served(
            limit in 1..6u32,
            steps in proptest::collection::vec((0..40_000u64, 0..2u32), 1..200),
        ) {
            let (limiter, time) = limiter(limit);
            let mut served: Vec<(u64, u32)> = Vec::new();
            let mut now = 0;
            for (pause, number) in steps {
                now += pause;
                time.store(now, Ordering::SeqCst);
                let in_window = |at: u64| {
                    served.iter().filter(|(then, of)| *of == number && at - then < 60_000).count() as u32
                };
                let is_allowed = in_window(now) < limit;
                let decision = limiter.decide(client(number));
                prop_assert_eq!(decision.is_served, is_allowed);
                if !is_allowed {
                    prop_assert!((1..=60).contains(&decision.reset));
                    prop_assert!(in_window(now + decision.reset * 1000) < limit);
                    prop_assert_eq!(decision.remaining, 0);
                } else {
                    prop_assert_eq!(decision.remaining, limit - in_window(now) - 1);
                    served.push((now, number));
                }
            }
        }
    }

    #[test]
    fn concurrent_threads_are_served_the_limit_in_total() {
        const LIMIT: u32 = 20_000;
        let limiter = RateLimiter::new(LIMIT);
        let ask = || (0..LIMIT).filter(|_| limiter.decide(client(1)).is_served).count();
        let n_served: usize = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..4).map(|_| scope.spawn(ask)).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).sum()
        });
        assert_eq!(n_served, LIMIT as usize);
    }

    #[test]
    fn silent_clients_are_forgotten_and_the_table_is_bounded() {
        let (limiter, time) = limiter(100);
        let n_clients = || limiter.shards.iter().map(|shard| shard.lock().unwrap().len()).sum::<usize>();
        for number in 0..4 * MAX_TEST_CLIENTS as u32 {
            assert!(limiter.decide(client(number)).is_served);
        }
        assert!((MAX_TEST_CLIENTS..=2 * MAX_TEST_CLIENTS).contains(&n_clients()), "{}", n_clients());
        for minute in 1..=2 {
            time.store(minute * 60_000, Ordering::SeqCst);
            for number in 0..MAX_TEST_CLIENTS as u32 / 2 {
                limiter.decide(client(number));
            }
        }
        assert_eq!(n_clients(), MAX_TEST_CLIENTS / 2);
    }
}
