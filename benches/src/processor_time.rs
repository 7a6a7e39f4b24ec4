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
