/*!
Reads the figures of the process from `/proc`.

The collector of the `prometheus` crate does not fit: it rounds processor time down to whole seconds, adds unused
metrics, and needs the crate `procfs`.
*/

use std::fs;

use rustix::param::{clock_ticks_per_second, page_size};
use rustix::process::{Resource, getrlimit};

use crate::platform::process_figures::ProcessFigures;

pub(in crate::platform) fn process_figures() -> ProcessFigures {
    let usage = ProcessUsage::read();
    ProcessFigures {
        cpu_seconds: usage.as_ref().map(|usage| usage.cpu_seconds),
        resident_bytes: usage.as_ref().map(|usage| usage.resident_bytes),
        n_open_files: fs::read_dir("/proc/self/fd").ok().map(|open| open.count() as u64),
        max_open_files: getrlimit(Resource::Nofile).current,
    }
}

/// The figures of this process in `/proc/self/stat`.
struct ProcessUsage {
    cpu_seconds: f64,
    resident_bytes: u64,
}

impl ProcessUsage {
    fn read() -> Option<Self> {
        Self::parse(&fs::read_to_string("/proc/self/stat").ok()?)
    }

    /// Parses a line in the format of `proc_pid_stat(5)`.
    fn parse(line: &str) -> Option<Self> {
        // The second field is the program's name in parentheses; the name itself may contain parentheses and spaces.
        let (_, after_name) = line.rsplit_once(')')?;
        let fields: Vec<&str> = after_name.split_ascii_whitespace().collect();
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
    fn stat_line_yields_processor_time_and_resident_memory() {
        let line =
            "7 (a) b ) S 1 7 7 0 -1 4194560 900 0 2 0 150 50 0 0 20 0 3 0 123456 99999 25 18446744073709551615\n";
        let ProcessUsage { cpu_seconds, resident_bytes } = ProcessUsage::parse(line).unwrap();
        assert_eq!(cpu_seconds, 200.0 / clock_ticks_per_second() as f64);
        assert_eq!(resident_bytes, 25 * page_size() as u64);
        assert!(ProcessUsage::read().is_some());
        assert!(["", "7 (a", "7 (a) S 1"].into_iter().all(|line| ProcessUsage::parse(line).is_none()));
    }
}
