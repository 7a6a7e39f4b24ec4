/*!
The rate limit is an exact sliding window: a client is served at most `limit` requests in any 60 seconds, and a request
within the limit is never refused. Refused requests do not count.

With a shared store, a request is served only if both the window of this replica and the store have room for it. The
local window decides first: it can refuse without the store, and it bounds the excess if the store loses its data. The
store decides while the response is built. The local window remembers a refusal by the store until it expires, which
saves calls and stays exact, because refused requests do not count. It counts a request only after the store has
decided.
*/

use std::hash::BuildHasher;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use axum::extract::Request;
use axum::http::{HeaderName, HeaderValue, Method};
use axum::response::Response;
use foldhash::quality::RandomState;

use crate::http::base_path::BasePath;
use crate::http::client::client_key::ClientKey;
use crate::http::endpoints;
use crate::http::limit_store::store::{LimitStore, LimitStoreOptions};
use crate::http::limit_store::window::StoreDecision;
use crate::http::middleware::sliding_window::{RequestLog, WINDOW, WindowTable};
use crate::http::protocol::api_error::ApiError;

/// The maximum number of clients in each of the two generations of a [`WindowTable`], over all shards. If more clients
/// send requests within 60 seconds, the longest idle ones are evicted and get a new quota early.
const MAX_CLIENTS: usize = 1 << 20;

/// The number of shards. Each has its own table and lock.
const N_SHARDS: usize = 64;

/// The prefix of the paths whose requests count, and the path whose POSTs count, both below the base path.
const COUNTED_PATHS: &str = "/api/v1/";
const COUNTED_POSTS: &str = "/mcp";

const LIMIT_HEADER: HeaderName = HeaderName::from_static("x-ratelimit-limit");
const REMAINING_HEADER: HeaderName = HeaderName::from_static("x-ratelimit-remaining");
const RESET_HEADER: HeaderName = HeaderName::from_static("x-ratelimit-reset");

/// The divisor of the allowed clock drift between a replica and the store: one thousandth, twice the maximum rate at
/// which NTP adjusts a clock. While the store is up, the local window and remembered refusals are shorter by this part,
/// so that a fast local clock never refuses a request that the store would serve.
const MAX_DRIFT: u64 = 1000;

/// The time added to the `Retry-After` of a local refusal. The store counts a request later than this replica, by up to
/// the time of a call, and its clock may drift. After this margin the store serves the client.
const MAX_DELAY: Duration = Duration::from_millis(200);

/// The `Retry-After` in seconds while requests are refused because the store is down.
const RETRY_SECS_WITHOUT_STORE: u64 = 1;

/// Returns the time since a fixed moment. Must be monotonic.
pub type Clock = Box<dyn Fn() -> Duration + Send + Sync>;

/// Limits the number of requests of each client.
pub struct RateLimiter {
    limit: u32,
    clock: Clock,
    hasher: RandomState,
    shards: Vec<Mutex<WindowTable>>,
    store: Option<LimitStore>,
}

/// The limiter's verdict on one request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// The request is served or refused.
    Decided(Decision),
    /// The local window has room for the request. The store must decide.
    Pending(UndecidedRequest),
    /// The store is down, and the settings refuse requests without it.
    Unavailable,
}

/// A request that the local window allows and the store has not decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct UndecidedRequest {
    client: ClientKey,
    /// The time of the local clock before the call of the store.
    time: u64,
}

/// The limiter's decision on one request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Decision {
    limit: u32,
    is_served: bool,
    /// The number of further requests that would be served at this moment.
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
        Self { limit, clock, hasher: RandomState::default(), shards, store: None }
    }

    /// Creates a limiter that serves each client `limit` requests in any 60 seconds, in total over all replicas that
    /// share this store. Must be called within a tokio runtime.
    pub async fn with_store(limit: u32, store: LimitStoreOptions) -> Self {
        Self { store: Some(LimitStore::start(store, limit).await), ..Self::new(limit) }
    }

    /// Returns the store that is shared with other replicas, if any.
    pub(crate) fn store(&self) -> Option<&LimitStore> {
        self.store.as_ref()
    }

    /// Returns the number of requests that a client is served in any 60 seconds.
    pub fn limit(&self) -> u32 {
        self.limit
    }

    /// Decides on a request, and counts it if it is served without the store.
    pub(crate) fn decide(&self, client: ClientKey) -> Verdict {
        let delay = if self.store.is_some() { MAX_DELAY } else { Duration::ZERO };
        let mut shard = self.shard(client);
        // Read under the lock, so that no recorded time is later than this one.
        let now = self.now();
        let log = shard.log_mut(client, now);
        if let Some(time) = log.time_refused(now) {
            return Verdict::Decided(self.refusal(time, delay));
        }
        if !log.has_room(self.limit, now, self.window()) {
            return Verdict::Decided(self.refusal(log.time_to_expiry(now), delay));
        }
        match &self.store {
            Some(store) if store.is_up() => Verdict::Pending(UndecidedRequest { client, time: now }),
            Some(store) if store.is_closed_on_failure() => Verdict::Unavailable,
            _ => Verdict::Decided(self.record(log, now, now)),
        }
    }

    /// Asks the store to decide on a request. Until then the local window does not count the request, so that no other
    /// request is refused because of one that the store may refuse.
    pub(crate) async fn ask_store(self: Arc<Self>, request: UndecidedRequest) -> Verdict {
        let UndecidedRequest { client, time } = request;
        let Some(store) = &self.store else { return self.decide(client) };
        let found = store.record(client).await;
        let mut shard = self.shard(client);
        let now = self.now();
        let log = shard.log_mut(client, now);
        match found {
            Some(StoreDecision { is_served: false, reset_micros, .. }) => {
                let reset = reset_micros * 1000;
                // The store read its clock after `time`, so the refusal ends here no later than there.
                log.refuse_until(time + reset - reset / MAX_DRIFT);
                Verdict::Decided(self.refusal(reset, Duration::ZERO))
            }
            None if store.is_closed_on_failure() => Verdict::Unavailable,
            // A store that has lost its data allows more than the local window.
            _ if !log.has_room(self.limit, now, self.window()) => {
                Verdict::Decided(self.refusal(log.time_to_expiry(now), MAX_DELAY))
            }
            _ => {
                let own = self.record(log, time, now);
                let of_store = found.filter(|found| found.remaining <= own.remaining);
                Verdict::Decided(of_store.map_or(own, |StoreDecision { remaining, reset_micros, .. }| Decision {
                    remaining,
                    reset: seconds(reset_micros * 1000),
                    ..own
                }))
            }
        }
    }

    /// Returns the state of a client's window, as for a refused request, and counts nothing. With a shared store it is
    /// the state that this replica knows.
    pub(crate) fn state(&self, client: ClientKey) -> Decision {
        let delay = if self.store.is_some() { MAX_DELAY } else { Duration::ZERO };
        let mut shard = self.shard(client);
        let now = self.now();
        let log = shard.log_mut(client, now);
        if let Some(time) = log.time_refused(now) {
            return self.refusal(time, delay);
        }
        if !log.has_room(self.limit, now, self.window()) {
            return self.refusal(log.time_to_expiry(now), delay);
        }
        let remaining = self.limit - log.len() as u32;
        Decision { limit: self.limit, is_served: false, remaining, reset: seconds(log.time_to_expiry(now)) }
    }

    /// Records a served request at this time.
    fn record(&self, log: &mut RequestLog, time: u64, now: u64) -> Decision {
        log.record(time);
        let remaining = self.limit - log.len() as u32;
        Decision { limit: self.limit, is_served: true, remaining, reset: seconds(log.time_to_expiry(now)) }
    }

    /// Returns the length of the local window.
    fn window(&self) -> Duration {
        let is_shared = self.store.as_ref().is_some_and(LimitStore::is_up);
        if is_shared { WINDOW - WINDOW / MAX_DRIFT as u32 } else { WINDOW }
    }

    /// Creates a refusal. Its reset is the sum of `nanos` and `delay`, rounded up to whole seconds, from 1 to 60.
    fn refusal(&self, nanos: u64, delay: Duration) -> Decision {
        let reset = seconds(nanos + delay.as_nanos() as u64).clamp(1, WINDOW.as_secs());
        Decision { limit: self.limit, is_served: false, remaining: 0, reset }
    }

    fn now(&self) -> u64 {
        (self.clock)().as_nanos() as u64
    }

    fn shard(&self, client: ClientKey) -> MutexGuard<'_, WindowTable> {
        let idx = self.hasher.hash_one(client) as usize % N_SHARDS;
        // A panic under the lock cannot leave a table inconsistent.
        self.shards[idx].lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns whether a request counts. API requests, MCP messages and pages with records count, CORS preflights do not.
pub(crate) fn is_counted(base_path: &BasePath, request: &Request) -> bool {
    let Some(path) = base_path.strip(request.uri().path()) else { return false };
    match *request.method() {
        Method::OPTIONS => false,
        Method::POST if path.strip_suffix('/').unwrap_or(path) == COUNTED_POSTS => true,
        _ if path.starts_with(COUNTED_PATHS) => true,
        Method::GET | Method::HEAD => {
            endpoints::route(path).is_some_and(|route| route.endpoint.holds_records(request.uri()))
        }
        _ => false,
    }
}

impl Decision {
    /// Returns the seconds after which the window has room again; 0 if it has room now.
    pub(crate) fn wait(&self) -> u64 {
        if self.remaining == 0 { self.reset } else { 0 }
    }
}

impl Verdict {
    /// Returns a 429 if the request exceeds the limit, and a 503 if the limit cannot be checked.
    pub(crate) fn check(&self) -> Result<(), ApiError> {
        match self {
            Self::Decided(decision) if !decision.is_served => Err(ApiError::too_many_requests(decision.reset)),
            Self::Decided(_) | Self::Pending(_) => Ok(()),
            Self::Unavailable => {
                Err(ApiError::no_capacity("the rate limit cannot be checked now", RETRY_SECS_WITHOUT_STORE))
            }
        }
    }

    /// Returns whether the request exceeds the limit.
    pub(crate) fn is_refusal(&self) -> bool {
        matches!(self, Self::Decided(Decision { is_served: false, .. }))
    }

    /// Adds the `X-RateLimit-*` headers to the response, if the limiter has decided on the request.
    pub(crate) fn add_headers(&self, response: &mut Response) {
        let Self::Decided(decision) = self else { return };
        let headers = response.headers_mut();
        headers.insert(LIMIT_HEADER, header_value(decision.limit.into()));
        headers.insert(REMAINING_HEADER, header_value(decision.remaining.into()));
        headers.insert(RESET_HEADER, header_value(decision.reset));
    }
}

/// Converts nanoseconds to seconds, rounded up.
fn seconds(nanos: u64) -> u64 {
    nanos.div_ceil(Duration::from_secs(1).as_nanos() as u64)
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

    /// Creates a limiter, and its clock in milliseconds.
    fn limiter(limit: u32) -> (RateLimiter, Arc<AtomicU64>) {
        let time = Arc::new(AtomicU64::new(0));
        let clock = Arc::clone(&time);
        let clock = Box::new(move || Duration::from_millis(clock.load(Ordering::SeqCst)));
        (RateLimiter::with_max_clients(limit, clock, MAX_TEST_CLIENTS), time)
    }

    fn client(number: u32) -> ClientKey {
        ClientKey::V4(Ipv4Addr::from_bits(number))
    }

    /// Returns the decision of a limiter without a store.
    fn decide(limiter: &RateLimiter, number: u32) -> Decision {
        match limiter.decide(client(number)) {
            Verdict::Decided(decision) => decision,
            verdict => panic!("{verdict:?}"),
        }
    }

    proptest! {
        /// Compares each decision with one recomputed from the times of all served requests.
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
                let decision = decide(&limiter, number);
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
        let ask = || (0..LIMIT).filter(|_| decide(&limiter, 1).is_served).count();
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
            assert!(decide(&limiter, number).is_served);
        }
        assert!((MAX_TEST_CLIENTS..=2 * MAX_TEST_CLIENTS).contains(&n_clients()), "{}", n_clients());
        for minute in 1..=2 {
            time.store(minute * 60_000, Ordering::SeqCst);
            for number in 0..MAX_TEST_CLIENTS as u32 / 2 {
                decide(&limiter, number);
            }
        }
        assert_eq!(n_clients(), MAX_TEST_CLIENTS / 2);
    }
}
