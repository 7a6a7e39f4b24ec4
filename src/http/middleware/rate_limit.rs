/*!
The rate limit: in no 60 seconds is a client served more requests than the limit, and none within it is refused.

A request is served if the client's window has room for one more once the times that are 60 seconds old have left it.
Refused requests are not counted.
*/

use std::hash::BuildHasher;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use axum::extract::Request;
use axum::http::{HeaderName, HeaderValue, Method};
use axum::response::Response;
use foldhash::quality::RandomState;

use crate::http::client::client_key::ClientKey;
use crate::http::middleware::sliding_window::Clients;
use crate::http::protocol::api_error::ApiError;

/// The span in which requests are counted.
const WINDOW: Duration = Duration::from_secs(60);

/// The most clients remembered of each of the last two generations. If more come within 60 seconds, those silent the
/// longest are forgotten, and may then be served a new quota early.
const MOST_CLIENTS: usize = 1 << 20;

/// Clients are spread over this many locks.
const N_SHARDS: usize = 64;

const COUNTED_PATHS: &str = "/api/v1/";

const LIMIT_HEADER: HeaderName = HeaderName::from_static("x-ratelimit-limit");
const REMAINING_HEADER: HeaderName = HeaderName::from_static("x-ratelimit-remaining");
const RESET_HEADER: HeaderName = HeaderName::from_static("x-ratelimit-reset");

/// Tells the time since some fixed moment; never goes back.
pub type Clock = Box<dyn Fn() -> Duration + Send + Sync>;

/// Counts the requests of each client.
pub struct RateLimiter {
    limit: u32,
    clock: Clock,
    hasher: RandomState,
    shards: Vec<Mutex<Clients>>,
}

/// What the limiter says to a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Decision {
    limit: u32,
    is_served: bool,
    /// How many more requests would be served now.
    remaining: u32,
    /// Whole seconds until one more is, 0 if none has been served.
    reset: u64,
}

impl RateLimiter {
    /// A limiter that serves a client `limit` requests in any 60 seconds.
    pub fn new(limit: u32) -> Self {
        let start = Instant::now();
        Self::with_clock(limit, Box::new(move || start.elapsed()))
    }

    /// A limiter with a clock of its own.
    pub fn with_clock(limit: u32, clock: Clock) -> Self {
        Self::with_most_clients(limit, clock, MOST_CLIENTS)
    }

    fn with_most_clients(limit: u32, clock: Clock, most_clients: usize) -> Self {
        let shard = || Mutex::new(Clients::new(most_clients / N_SHARDS));
        let shards = std::iter::repeat_with(shard).take(N_SHARDS).collect();
        Self { limit, clock, hasher: RandomState::default(), shards }
    }

    /// How many requests a client is served in any 60 seconds.
    pub fn limit(&self) -> u32 {
        self.limit
    }

    fn decide(&self, client: ClientKey) -> Decision {
        let mut shard = self.shard(client);
        // Read behind the lock: no time in a window is then later than this one.
        let now = (self.clock)().as_nanos() as u64;
        let window = shard.window(client, now);
        while window.front().is_some_and(|time| is_past(*time, now)) {
            window.pop_front();
        }
        let is_served = window.len() < self.limit as usize;
        if is_served {
            window.push_back(now);
        }
        let reset = window.front().map_or(0, |oldest| {
            let left = (oldest + WINDOW.as_nanos() as u64).saturating_sub(now);
            left.div_ceil(Duration::from_secs(1).as_nanos() as u64)
        });
        Decision { limit: self.limit, is_served, remaining: self.limit - window.len() as u32, reset }
    }

    fn shard(&self, client: ClientKey) -> MutexGuard<'_, Clients> {
        let idx = self.hasher.hash_one(client) as usize % N_SHARDS;
        // Nothing that holds the lock can leave a table half changed.
        self.shards[idx].lock().unwrap_or_else(PoisonError::into_inner)
    }
}

pub(crate) fn is_past(time: u64, now: u64) -> bool {
    now.saturating_sub(time) >= WINDOW.as_nanos() as u64
}

/// What the limiter says to a request; nothing if the request does not count: only those to the API do, and not the
/// questions that browsers ask before them.
pub(crate) fn decide(limiter: &RateLimiter, request: &Request) -> Option<Decision> {
    let is_counted = request.uri().path().starts_with(COUNTED_PATHS) && request.method() != Method::OPTIONS;
    // The flood guard lets no request through without a client.
    let client = request.extensions().get().filter(|_| is_counted)?;
    Some(limiter.decide(*client))
}

impl Decision {
    /// Refuses with 429 what is above the limit.
    pub(crate) fn check(&self) -> Result<(), ApiError> {
        if self.is_served { Ok(()) } else { Err(ApiError::too_many_requests(self.reset)) }
    }

    /// Tells the client what is left.
    pub(crate) fn add_headers(&self, response: &mut Response) {
        let headers = response.headers_mut();
        headers.insert(LIMIT_HEADER, header_value(self.limit.into()));
        headers.insert(REMAINING_HEADER, header_value(self.remaining.into()));
        headers.insert(RESET_HEADER, header_value(self.reset));
    }
}

/// `HeaderValue::from` first makes room for the longest of numbers, which these are not.
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

    const MOST_CLIENTS_OF_TESTS: usize = 64 * N_SHARDS;

    /// A limiter, and its clock in milliseconds.
    fn limiter(limit: u32) -> (RateLimiter, Arc<AtomicU64>) {
        let time = Arc::new(AtomicU64::new(0));
        let clock = Arc::clone(&time);
        let clock = Box::new(move || Duration::from_millis(clock.load(Ordering::SeqCst)));
        (RateLimiter::with_most_clients(limit, clock, MOST_CLIENTS_OF_TESTS), time)
    }

    fn client(number: u32) -> ClientKey {
        ClientKey::V4(Ipv4Addr::from_bits(number))
    }

    proptest! {
        /// The rule itself, recomputed from the times of all served requests.
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
        for number in 0..4 * MOST_CLIENTS_OF_TESTS as u32 {
            assert!(limiter.decide(client(number)).is_served);
        }
        assert!((MOST_CLIENTS_OF_TESTS..=2 * MOST_CLIENTS_OF_TESTS).contains(&n_clients()), "{}", n_clients());
        for minute in 1..=2 {
            time.store(minute * 60_000, Ordering::SeqCst);
            for number in 0..MOST_CLIENTS_OF_TESTS as u32 / 2 {
                limiter.decide(client(number));
            }
        }
        assert_eq!(n_clients(), MOST_CLIENTS_OF_TESTS / 2);
    }
}
