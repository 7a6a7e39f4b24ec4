/*!
The machines for a rate of requests, and their cost.
*/

use super::ScaleArguments;
use super::mix::Mix;

/// The hours and seconds of a month.
const HOURS: f64 = 730.0;
const SECONDS: f64 = HOURS * 3600.0;

/// The machines for a rate of requests, with enough replicas that one may be missing.
pub(crate) struct Plan {
    pub(crate) n_replicas: usize,
    /// The utilization of the cores, between 0 and 1.
    pub(crate) utilization: f64,
    pub(crate) utilization_with_one_missing: f64,
    /// The shards of the store, each with one core and one standby; 0 without a shared limit.
    pub(crate) n_shards: usize,
    pub(crate) megabits: f64,
    /// The cost for a month.
    pub(crate) dollars_of_cores: f64,
    pub(crate) dollars_of_traffic: f64,
}

impl Plan {
    /// The plan for this many requests a second.
    pub(crate) fn new(rate: f64, mix: &Mix, is_shared: bool, arguments: &ScaleArguments) -> Self {
        let busy_cores = rate * mix.mean_micros() / 1e6;
        let max_utilization = arguments.utilization / 100.0;
        let cores = arguments.cores as f64;
        let n_needed = (busy_cores / (cores * max_utilization)).ceil().max(1.0);
        let n_replicas = n_needed + 1.0;
        let n_shards = if is_shared { (rate / (arguments.store_rate * max_utilization)).ceil() } else { 0.0 };
        Self {
            n_replicas: n_replicas as usize,
            utilization: busy_cores / (n_replicas * cores),
            utilization_with_one_missing: busy_cores / (n_needed * cores),
            n_shards: n_shards as usize,
            megabits: rate * arguments.response_bytes * 8.0 / 1e6,
            dollars_of_cores: (n_replicas * cores + 2.0 * n_shards) * HOURS * arguments.core_hour,
            dollars_of_traffic: rate * arguments.response_bytes * SECONDS / 1e9 * arguments.gigabyte,
        }
    }
}
