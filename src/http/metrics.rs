/*!
What is counted of the requests, for an operator to look at: see [`crate::http::admin`].

Counting a request is three additions to numbers that lie at places known by its route and its status: no lock, and no
labels to look up. Routes and statuses are closed sets, so that no client can make new series. The crates for this have
locks within, or look labels up, and the official one writes a format that not everything reads which scrapes; so we
count ourselves, and [`exposition`] writes it down.
*/

pub(crate) mod exposition;

pub(crate) mod process;

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime};

use crate::http::endpoints::{Route, TEMPLATES};
use crate::http::protocol::content_coding::ContentCoding;
use exposition::Exposition;

/// What is told in place of a path that no route has: a client may have put anything into it.
pub(crate) const NO_ROUTE: &str = "(none)";

/// What is told in place of the paths of the explorer, which are many.
const EXPLORER: &str = "(explorer)";

/// The statuses that the service answers with.
const STATUSES: [u16; 10] = [200, 304, 400, 404, 405, 429, 204, 414, 500, 503];

/// How long an answer takes at the most that is counted in each bucket, in microseconds; longer ones come behind.
const BUCKETS: [u64; 14] =
    [50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 250_000, 1_000_000, 10_000_000];

/// A number that only grows.
#[derive(Default)]
pub(crate) struct Counter(AtomicU64);

impl Counter {
    pub(crate) fn add(&self, number: u64) {
        self.0.fetch_add(number, Ordering::Relaxed);
    }

    pub(crate) fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// The numbers of one process.
pub(crate) struct Metrics {
    /// When the process began to count.
    pub(crate) start: SystemTime,
    /// In the order of the routes.
    routes: Box<[RouteMetrics]>,
    explorer: RouteMetrics,
    no_route: RouteMetrics,
    pub(crate) rate_limit_refusals: Counter,
    pub(crate) flood_guard_refusals: Counter,
    bodies: [Counter; ContentCoding::ALL.len()],
    pub(crate) page_cache_hits: Counter,
    pub(crate) page_cache_misses: Counter,
}

struct RouteMetrics {
    path: &'static str,
    /// In the order of the statuses; at the end, of any other.
    requests: [Counter; STATUSES.len() + 1],
    /// In the order of the buckets; at the end, of what took longer.
    durations: [Counter; BUCKETS.len() + 1],
    nanoseconds: Counter,
}

impl Default for Metrics {
    fn default() -> Self {
        // The explorer's are the last.
        let templates = TEMPLATES.iter().filter(|(_, endpoint)| !endpoint.is_explorer());
        Self {
            start: SystemTime::now(),
            routes: templates.map(|(path, _)| RouteMetrics::new(path)).collect(),
            explorer: RouteMetrics::new(EXPLORER),
            no_route: RouteMetrics::new(NO_ROUTE),
            rate_limit_refusals: Counter::default(),
            flood_guard_refusals: Counter::default(),
            bodies: Default::default(),
            page_cache_hits: Counter::default(),
            page_cache_misses: Counter::default(),
        }
    }
}

impl Metrics {
    /// Counts an answer to a request for this route.
    pub(crate) fn count_request(&self, route: Option<&Route>, status: u16, duration: Duration) {
        let route = match route {
            Some(route) if route.endpoint.is_explorer() => &self.explorer,
            Some(route) => &self.routes[route.position],
            None => &self.no_route,
        };
        let status = STATUSES.iter().position(|known| *known == status).unwrap_or(STATUSES.len());
        route.requests[status].add(1);
        let microseconds = duration.as_micros() as u64;
        let bucket = BUCKETS.iter().position(|most| microseconds <= *most).unwrap_or(BUCKETS.len());
        route.durations[bucket].add(1);
        route.nanoseconds.add(duration.as_nanos() as u64);
    }

    fn all_routes(&self) -> impl Iterator<Item = &RouteMetrics> {
        self.routes.iter().chain([&self.explorer, &self.no_route])
    }

    /// Counts a page or a catalogue that is sent in a coding.
    pub(crate) fn count_body(&self, coding: ContentCoding) {
        self.bodies[coding as usize].add(1);
    }

    /// Writes all of it down.
    pub(crate) fn expose(&self, text: &mut Exposition) {
        let mut requests = text.counter("lexdex_http_requests_total", "Requests answered.");
        for route in self.all_routes() {
            for (status, n_requests) in STATUSES.iter().map(u16::to_string).zip(&route.requests) {
                requests.sample(&[("route", route.path), ("status", &status)], n_requests.get());
            }
            let [.., n_others] = &route.requests;
            requests.sample(&[("route", route.path), ("status", "other")], n_others.get());
        }
        let help = "Time from the head of a request to that of its answer.";
        let mut durations = text.histogram("lexdex_http_request_duration_seconds", help);
        for route in self.all_routes() {
            let buckets = BUCKETS.iter().map(|most| *most as f64 / 1e6).zip(route.durations.iter().map(Counter::get));
            let [.., n_longer] = &route.durations;
            let sum = route.nanoseconds.get() as f64 / 1e9;
            durations.buckets(&[("route", route.path)], buckets, n_longer.get(), sum);
        }
        text.counter("lexdex_http_refusals_total", "Requests refused with 429.")
            .sample(&[("by", "rate_limit")], self.rate_limit_refusals.get())
            .sample(&[("by", "flood_guard")], self.flood_guard_refusals.get());
        let mut bodies = text.counter("lexdex_http_bodies_total", "Bodies of successes under /api/v1/.");
        for coding in ContentCoding::ALL {
            bodies.sample(&[("coding", coding.name())], self.bodies[coding as usize].get());
        }
        text.counter("lexdex_page_cache_hits_total", "Pages found in the cache.")
            .sample(&[], self.page_cache_hits.get());
        text.counter("lexdex_page_cache_misses_total", "Pages looked for in the cache and made.")
            .sample(&[], self.page_cache_misses.get());
    }
}

impl RouteMetrics {
    fn new(path: &'static str) -> Self {
        Self { path, requests: Default::default(), durations: Default::default(), nanoseconds: Counter::default() }
    }
}
