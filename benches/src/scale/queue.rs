/*!
A queue for the cores of one replica. Requests arrive independently of each other (a Poisson process), and in the order
of arrival each takes the first free core.
*/

use fastrand::Rng;

use super::mix::Mix;

/// The seed of the random numbers. The same seed gives the same figures.
const SEED: u64 = 1789;

/// The times from arrival to response, and the mean wait for a core, in microseconds.
pub(crate) struct Latencies {
    pub(crate) p50: f64,
    pub(crate) p99: f64,
    pub(crate) p999: f64,
    pub(crate) mean_wait: f64,
}

/// Simulates this many requests at a utilization between 0 and 1.
pub(crate) fn simulate(mix: &Mix, n_cores: usize, utilization: f64, n_requests: usize) -> Latencies {
    let mut rng = Rng::with_seed(SEED);
    let mean_interval = mix.mean_micros() / (utilization * n_cores as f64);
    // The time at which each core becomes free.
    let mut free_at = vec![0.0_f64; n_cores];
    let mut now = 0.0;
    let mut total_wait = 0.0;
    let mut latencies = Vec::with_capacity(n_requests);
    for _ in 0..n_requests {
        now += -mean_interval * (1.0 - rng.f64()).ln();
        let service = mix.draw(&mut rng);
        let Some(core) = free_at.iter_mut().min_by(|a, b| a.total_cmp(b)) else { break };
        let start = core.max(now);
        *core = start + service;
        total_wait += start - now;
        latencies.push(start + service - now);
    }
    latencies.sort_unstable_by(f64::total_cmp);
    let percentile = |part: f64| latencies.get((latencies.len() as f64 * part) as usize).copied().unwrap_or(f64::NAN);
    Latencies {
        p50: percentile(0.5),
        p99: percentile(0.99),
        p999: percentile(0.999),
        mean_wait: total_wait / latencies.len() as f64,
    }
}
