//! The peak memory of a process of a test.

use std::fs;
use std::process::{Child, ExitStatus};
use std::thread;
use std::time::Duration;

/// Waits for the end of a process. Returns its status and its peak memory in bytes.
pub(crate) fn wait(mut child: Child) -> (ExitStatus, u64) {
    let mut peak = 0;
    loop {
        peak = peak.max(peak_bytes(child.id()).unwrap_or_default());
        match child.try_wait().unwrap() {
            Some(status) => return (status, peak),
            None => thread::sleep(Duration::from_millis(5)),
        }
    }
}

/// The peak memory of a process, while it runs.
fn peak_bytes(pid: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(1024 * peak.trim().trim_end_matches(" kB").parse::<u64>().ok()?)
}
