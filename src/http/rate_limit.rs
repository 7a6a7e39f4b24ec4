/*!
The rate limit: in no 60 seconds is a client served more requests than the limit, and none within it is refused.

A client's window holds the times of its served requests of the last 60 seconds, at most as many as the limit. A
request is served if the window has room once the times that are 60 seconds old have left it. Refused requests
are not counted.
*/

use std::collections::VecDeque;
use std::hash::{BuildHasher, RandomState};
use std::num::NonZeroUsize;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use axum::extract::Request;
use axum::http::{HeaderName, HeaderValue, Method};
use axum::response::{IntoResponse, Response};
use lru::LruCache;

use super::{ApiError, ClientKey};

/// The span in which requests are counted.
const WINDOW: Duration = Duration::from_secs(60);

/// The most clients remembered. With more within 60 seconds, the one that has been silent the longest is forgotten,
/// and may then be served a new quota early.
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
    shards: Vec<Mutex<LruCache<ClientKey, Window>>>,
}

/// The times of a client's served requests, oldest first, in nanoseconds of the clock.
type Window = VecDeque<u64>;

/// What the limiter says to a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Decision {
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
        let clients_per_shard = NonZeroUsize::new(most_clients / N_SHARDS).unwrap_or(NonZeroUsize::MIN);
        // Without a capacity at first: an unused table holds no memory.
        let shard = || {
            let mut shard = LruCache::unbounded();
            shard.resize(clients_per_shard);
            Mutex::new(shard)
        };
        let shards = std::iter::repeat_with(shard).take(N_SHARDS).collect();
        Self { limit, clock, hasher: RandomState::new(), shards }
    }

    /// How many requests a client is served in any 60 seconds.
    pub fn limit(&self) -> u32 {
        self.limit
    }

    fn decide(&self, client: ClientKey) -> Decision {
        let mut shard = self.shard(client);
        // Read behind the lock: no time in a window is then later than this one.
        let now = (self.clock)().as_nanos() as u64;
        forget_silent_clients(&mut shard, now);
        let window = shard.get_or_insert_mut(client, Window::new);
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
        Decision { is_served, remaining: self.limit - window.len() as u32, reset }
    }

    fn shard(&self, client: ClientKey) -> MutexGuard<'_, LruCache<ClientKey, Window>> {
        let idx = self.hasher.hash_one(client) as usize % N_SHARDS;
        // Nothing that holds the lock can leave a table half changed.
        self.shards[idx].lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn is_past(time: u64, now: u64) -> bool {
    now.saturating_sub(time) >= WINDOW.as_nanos() as u64
}

/// Drops clients that have not been served for the length of the window, a few with each request.
fn forget_silent_clients(shard: &mut LruCache<ClientKey, Window>, now: u64) {
    const MOST_AT_ONCE: usize = 4;
    for _ in 0..MOST_AT_ONCE {
        match shard.peek_lru() {
            Some((_, window)) if window.back().is_none_or(|newest| is_past(*newest, now)) => shard.pop_lru(),
            _ => break,
        };
    }
}

/// Whether a request counts: those to the API, but for the questions that browsers ask before them.
pub(super) fn is_counted(request: &Request) -> bool {
    request.uri().path().starts_with(COUNTED_PATHS) && request.method() != Method::OPTIONS
}

/// Answers a counted request: with `answer` if it is within the limit, with 429 if it is above.
pub(super) async fn count(
    limiter: &RateLimiter,
    client: ClientKey,
    answer: impl Future<Output = Response>,
) -> Response {
    let decision = limiter.decide(client);
    let mut response =
        if decision.is_served { answer.await } else { ApiError::too_many_requests(decision.reset).into_response() };
    let headers = response.headers_mut();
    headers.insert(LIMIT_HEADER, HeaderValue::from(limiter.limit));
    headers.insert(REMAINING_HEADER, HeaderValue::from(decision.remaining));
    headers.insert(RESET_HEADER, HeaderValue::from(decision.reset));
    response
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
        fn served_are_exactly_those_within_the_limit(
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
    fn threads_that_ask_at_once_are_served_the_limit_together() {
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
    fn silent_clients_are_forgotten_and_their_number_is_bounded() {
        let (limiter, time) = limiter(100);
        let n_clients = || limiter.shards.iter().map(|shard| shard.lock().unwrap().len()).sum::<usize>();
        for number in 0..4 * MOST_CLIENTS_OF_TESTS as u32 {
            assert!(limiter.decide(client(number)).is_served);
        }
        assert_eq!(n_clients(), MOST_CLIENTS_OF_TESTS);
        time.store(60_000, Ordering::SeqCst);
        for number in 0..MOST_CLIENTS_OF_TESTS as u32 / 2 {
            limiter.decide(client(number));
        }
        assert!(n_clients() <= MOST_CLIENTS_OF_TESTS / 2, "{}", n_clients());
    }
}
