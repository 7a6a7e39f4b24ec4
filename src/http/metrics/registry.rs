/*!
The counters of requests, refusals, bodies and cache look-ups.

Counting a request takes five atomic additions. All series are resolved when the process starts, so that requests need
no lock and no label look-up. Routes and statuses are closed sets, so that clients cannot add series.
*/

use std::array;
use std::time::{Duration, SystemTime};

use prometheus::core::Collector;
use prometheus::{Histogram, HistogramOpts, HistogramVec, IntCounter, IntCounterVec, Opts, Registry};

use crate::http::endpoints::{Route, TEMPLATES};
use crate::http::metrics::process;
use crate::http::metrics::scrape::Scrape;
use crate::http::protocol::content_coding::ContentCoding;

/// The route label of paths that match no route. The path itself would let clients add series.
pub(crate) const NO_ROUTE: &str = "(none)";

/// The route label of all paths of the explorer.
const EXPLORER: &str = "(explorer)";

/// The statuses of the service, the usual ones first.
const STATUSES: [u16; 20] = [
    200,
    304,
    400,
    404,
    405,
    429,
    202,
    204,
    308,
    403,
    408,
    410,
    412,
    413,
    414,
    415,
    431,
    CLIENT_CLOSED_REQUEST,
    500,
    503,
];

/// The status of requests that the client cancelled before a response. nginx uses the same number.
pub(crate) const CLIENT_CLOSED_REQUEST: u16 = 499;

/// The upper bounds of the histogram's buckets, in seconds.
const BUCKETS: [f64; 14] =
    [0.00005, 0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 10.0];

/// The metrics of one process.
pub(crate) struct Metrics {
    registry: Registry,
    start: SystemTime,
    /// Indexed like [`TEMPLATES`].
    routes: Box<[RouteMetrics]>,
    no_route: RouteMetrics,
    pub(crate) rate_limit_refusals: IntCounter,
    pub(crate) flood_guard_refusals: IntCounter,
    /// Exports refused at the limit for all clients.
    pub(crate) export_refusals_of_all: IntCounter,
    /// Exports refused at the limit for one client.
    pub(crate) export_refusals_of_client: IntCounter,
    /// Exports aborted by a server error.
    pub(crate) export_failures: IntCounter,
    bodies: [IntCounter; ContentCoding::ALL.len()],
    pub(crate) response_cache_hits: IntCounter,
    pub(crate) response_cache_misses: IntCounter,
    /// Queries refused at the limit for all clients.
    pub(crate) query_refusals_of_all: IntCounter,
    /// Queries refused at the limit for one client.
    pub(crate) query_refusals_of_client: IntCounter,
}

struct RouteMetrics {
    /// Indexed like [`STATUSES`]; the last one counts all other statuses.
    requests: [IntCounter; STATUSES.len() + 1],
    duration: Histogram,
}

impl Default for Metrics {
    fn default() -> Self {
        let registry = Registry::new();
        let requests = counters(
            &registry,
            "lexdex_http_requests_total",
            "HTTP requests by route and response status.",
            &["route", "status"],
        );
        let durations = durations(&registry);
        let refusals = counters(&registry, "lexdex_http_refusals_total", "Requests refused with 429.", &["by"]);
        let export_refusals = counters(&registry, "lexdex_export_refusals_total", "Exports refused with 503.", &["by"]);
        let query_refusals = counters(&registry, "lexdex_query_refusals_total", "Queries refused with 503.", &["by"]);
        let bodies = counters(
            &registry,
            "lexdex_http_bodies_total",
            "Successful response bodies under /api/v1/, by content coding.",
            &["coding"],
        );
        let route = |label| RouteMetrics::new(label, &requests, &durations);
        let counter = |name, help| counters(&registry, name, help, &[]).with_label_values::<&str>(&[]);
        Self {
            start: SystemTime::now(),
            routes: TEMPLATES
                .iter()
                .map(|(template, endpoint)| route(if endpoint.is_explorer() { EXPLORER } else { template }))
                .collect(),
            no_route: route(NO_ROUTE),
            rate_limit_refusals: refusals.with_label_values(&["rate_limit"]),
            flood_guard_refusals: refusals.with_label_values(&["flood_guard"]),
            export_refusals_of_all: export_refusals.with_label_values(&["all"]),
            export_refusals_of_client: export_refusals.with_label_values(&["client"]),
            export_failures: counter("lexdex_export_failures_total", "Exports aborted by a server error."),
            bodies: ContentCoding::ALL.map(|coding| bodies.with_label_values(&[coding.name()])),
            response_cache_hits: counter(
                "lexdex_response_cache_hits_total",
                "Responses served from the response cache.",
            ),
            response_cache_misses: counter("lexdex_response_cache_misses_total", "Response cache misses."),
            query_refusals_of_all: query_refusals.with_label_values(&["all"]),
            query_refusals_of_client: query_refusals.with_label_values(&["client"]),
            registry,
        }
    }
}

impl Metrics {
    /// Adds metrics that only some servers have.
    pub(crate) fn register<const N: usize>(&self, collectors: [Box<dyn Collector>; N]) {
        for collector in collectors {
            self.registry.register(collector).expect("each name is registered once");
        }
    }

    /// Counts a response to a request for this route.
    pub(crate) fn count_request(&self, route: Option<&Route>, status: u16, duration: Duration) {
        let route = route.map_or(&self.no_route, |route| &self.routes[route.position]);
        let status = STATUSES.iter().position(|known| *known == status).unwrap_or(STATUSES.len());
        route.requests[status].inc();
        route.duration.observe(duration.as_secs_f64());
    }

    /// Counts a body of a successful API response, other than an export, by its content coding.
    pub(crate) fn count_body(&self, coding: ContentCoding) {
        self.bodies[coding as usize].inc();
    }

    /// Starts a scrape with these metrics and the process metrics.
    pub(crate) fn scrape(&self) -> Scrape {
        let mut scrape = Scrape::new(self.registry.gather());
        process::add_to(&mut scrape, self.start);
        scrape
    }
}

impl RouteMetrics {
    fn new(label: &str, requests: &IntCounterVec, durations: &HistogramVec) -> Self {
        let requests = array::from_fn(|idx| match STATUSES.get(idx) {
            Some(status) => requests.with_label_values(&[label, &status.to_string()]),
            None => requests.with_label_values(&[label, "other"]),
        });
        Self { requests, duration: durations.with_label_values(&[label]) }
    }
}

fn counters(registry: &Registry, name: &str, help: &str, labels: &[&str]) -> IntCounterVec {
    let counters = IntCounterVec::new(Opts::new(name, help), labels).expect("the name and the labels are valid");
    registry.register(Box::new(counters.clone())).expect("each name is registered once");
    counters
}

fn durations(registry: &Registry) -> HistogramVec {
    let help = "Time from the request head to the response head, in seconds.";
    let options = HistogramOpts::new("lexdex_http_request_duration_seconds", help).buckets(BUCKETS.into());
    let durations = HistogramVec::new(options, &["route"]).expect("the buckets ascend");
    registry.register(Box::new(durations.clone())).expect("each name is registered once");
    durations
}
