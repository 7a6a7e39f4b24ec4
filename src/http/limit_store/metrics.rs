/*!
The metrics of the store. A server without a store does not have them.
*/

use prometheus::core::Collector;
use prometheus::{Histogram, HistogramOpts, IntCounter, IntGauge};

/// The upper bounds of the histogram's buckets, in seconds. The last one is the timeout of a call.
const BUCKETS: [f64; 9] = [0.00005, 0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.05];

pub(crate) struct StoreMetrics {
    pub(crate) up: IntGauge,
    pub(crate) errors: IntCounter,
    pub(crate) duration: Histogram,
}

impl StoreMetrics {
    pub(crate) fn new() -> Self {
        let up = IntGauge::new("lexdex_limit_store_up", "1 if the store of the rate limit is in use, 0 if it is down.");
        let errors = IntCounter::new("lexdex_limit_store_errors_total", "Calls of the limit store that failed.");
        let help = "Time of a call of the limit store that was answered, in seconds.";
        let duration = HistogramOpts::new("lexdex_limit_store_duration_seconds", help).buckets(BUCKETS.into());
        Self {
            up: up.expect("the name is valid"),
            errors: errors.expect("the name is valid"),
            duration: Histogram::with_opts(duration).expect("the buckets ascend"),
        }
    }

    /// Returns the metrics for the registry of the process.
    pub(crate) fn collectors(&self) -> [Box<dyn Collector>; 3] {
        [Box::new(self.up.clone()), Box::new(self.errors.clone()), Box::new(self.duration.clone())]
    }
}
