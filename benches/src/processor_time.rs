//! The processor time of this thread.

use std::time::Duration;

use anyhow::Result;
use rustix::time::{ClockId, clock_gettime};

/// Returns the processor time of this thread for some work, in microseconds.
pub(crate) fn processor_time(work: impl FnOnce() -> Result<()>) -> Result<f64> {
    let now = || {
        let time = clock_gettime(ClockId::ThreadCPUTime);
        Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
    };
    let start = now();
    work()?;
    Ok((now() - start).as_secs_f64() * 1e6)
}

/// The processor times of some requests, in microseconds.
#[derive(Default)]
pub(crate) struct Times(Vec<f64>);

impl Times {
    /// The heads of the columns of [`Self::cells`].
    pub(crate) const COLUMNS: &str = "mean, µs | median, µs | 99 %, µs | slowest, µs |";

    /// Measures one request.
    pub(crate) fn measure(&mut self, request: impl FnOnce() -> Result<()>) -> Result<()> {
        self.0.push(processor_time(request)?);
        Ok(())
    }

    /// Returns the median. Panics if no request was measured.
    pub(crate) fn median(&self) -> f64 {
        let mut times = self.0.clone();
        times.sort_by(f64::total_cmp);
        times[times.len() / 2]
    }

    /// Formats the cells of the columns. Panics if no request was measured.
    pub(crate) fn cells(mut self) -> String {
        self.0.sort_by(f64::total_cmp);
        let n_times = self.0.len();
        let mean = self.0.iter().sum::<f64>() / n_times as f64;
        let [median, most, slowest] = [n_times / 2, n_times * 99 / 100, n_times - 1].map(|idx| self.0[idx]);
        format!("{mean:.0} | {median:.0} | {most:.0} | {slowest:.0} |")
    }
}
