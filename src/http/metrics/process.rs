/*!
Adds the process metrics to a scrape, under the standard names of Prometheus. Metrics that the operating system does not
provide are left out.
*/

use std::time::{SystemTime, UNIX_EPOCH};

use lexdex_core::blocking;
use lexdex_core::platform::{self, ProcessFigures};

use crate::http::metrics::scrape::Scrape;

/// Adds the process metrics to a scrape. `start` is passed in, because not every system provides the start time.
pub(crate) fn add_to(scrape: &mut Scrape, start: SystemTime) {
    blocking::mark("reading /proc");
    let ProcessFigures { cpu_seconds, resident_bytes, n_open_files, max_open_files } = platform::process_figures();
    if let Some(cpu_seconds) = cpu_seconds {
        scrape.counter("process_cpu_seconds_total", "User and system CPU time in seconds.", cpu_seconds);
    }
    if let Some(resident_bytes) = resident_bytes {
        scrape.gauge(
            "process_resident_memory_bytes",
            "Resident memory in bytes, including mapped index pages.",
            resident_bytes as f64,
        );
    }
    if let Some(n_open_files) = n_open_files {
        scrape.gauge("process_open_fds", "Open file descriptors.", n_open_files as f64);
    }
    if let Some(max_open_files) = max_open_files {
        scrape.gauge("process_max_fds", "Maximum number of open file descriptors.", max_open_files as f64);
    }
    let start = start.duration_since(UNIX_EPOCH).unwrap_or_default().as_secs_f64();
    scrape.gauge("process_start_time_seconds", "Start time of the process, in seconds since the Unix epoch.", start);
}
