/*!
What the system says of the process, under the names that Prometheus has for it. What cannot be read is left out.
*/

use std::fs;
use std::time::{SystemTime, UNIX_EPOCH};

use rustix::param::{clock_ticks_per_second, page_size};
use rustix::process::{Resource, getrlimit};

use super::exposition::Exposition;

/// Writes all of it down. The start is the program's own word: the system's may lie out of reach, in `/proc/stat`.
pub(crate) fn expose(text: &mut Exposition, start: SystemTime) {
    if let Some(Usage { cpu_seconds, resident_bytes }) = Usage::read() {
        text.counter("process_cpu_seconds_total", "Time on processors, in the program and in the system for it.")
            .sample(&[], cpu_seconds);
        text.gauge("process_resident_memory_bytes", "Memory in use, pages of the index that were read among it.")
            .sample(&[], resident_bytes);
    }
    if let Ok(open) = fs::read_dir("/proc/self/fd") {
        text.gauge("process_open_fds", "Open files and connections.").sample(&[], open.count());
    }
    if let Some(most) = getrlimit(Resource::Nofile).current {
        text.gauge("process_max_fds", "The most of them that the system allows.").sample(&[], most);
    }
    text.gauge("process_start_time_seconds", "When the program was started, since 1970.")
        .sample(&[], start.duration_since(UNIX_EPOCH).unwrap_or_default().as_secs_f64());
}

struct Usage {
    cpu_seconds: f64,
    resident_bytes: u64,
}

impl Usage {
    fn read() -> Option<Self> {
        Self::parse(&fs::read_to_string("/proc/self/stat").ok()?)
    }

    /// Reads the line that `proc_pid_stat(5)` describes.
    fn parse(line: &str) -> Option<Self> {
        // The second field is the name of the program, which may have anything in it, in parentheses.
        let (_, behind_name) = line.rsplit_once(')')?;
        let fields: Vec<&str> = behind_name.split_ascii_whitespace().collect();
        let number = |field: usize| fields.get(field - 3)?.parse::<u64>().ok();
        let (user, system, resident_pages) = (number(14)?, number(15)?, number(24)?);
        Some(Self {
            cpu_seconds: (user + system) as f64 / clock_ticks_per_second() as f64,
            resident_bytes: resident_pages * page_size() as u64,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_figures_are_those_of_the_system_s_line() {
        let line =
            "7 (a) b ) S 1 7 7 0 -1 4194560 900 0 2 0 150 50 0 0 20 0 3 0 123456 99999 25 18446744073709551615\n";
        let Usage { cpu_seconds, resident_bytes } = Usage::parse(line).unwrap();
        assert_eq!(cpu_seconds, 200.0 / clock_ticks_per_second() as f64);
        assert_eq!(resident_bytes, 25 * page_size() as u64);
        assert!(Usage::read().is_some());
        assert!(["", "7 (a", "7 (a) S 1"].into_iter().all(|line| Usage::parse(line).is_none()));
    }
}
