/*!
Runs a program to its end on some of the cores, and measures its time and memory.
*/

use std::fs;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};

/// The cores that a program may use.
#[derive(Clone, Copy)]
pub(super) enum Cores {
    One,
    Two,
}

/// The resources that a program used.
pub(super) struct Usage {
    pub(super) wall_seconds: f64,
    /// User and system CPU time.
    pub(super) cpu_seconds: f64,
    /// The peak of resident memory, in bytes.
    pub(super) memory: u64,
}

/// Runs a program to its end.
pub(super) fn run(command: &Command, cores: Cores) -> Result<Usage> {
    const POLL_INTERVAL: Duration = Duration::from_millis(2);
    let cores = match cores {
        Cores::One => "0",
        Cores::Two => "0,1",
    };
    let mut pinned = Command::new("taskset");
    pinned.args(["-c", cores]).arg(command.get_program()).args(command.get_args());
    let cpu_before = cpu_of_children()?;
    let start = Instant::now();
    let mut child = pinned.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn()?;
    let mut memory = 0;
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break status;
        }
        memory = memory.max(peak_memory(child.id()).unwrap_or_default());
        thread::sleep(POLL_INTERVAL);
    };
    let wall_seconds = start.elapsed().as_secs_f64();
    ensure!(status.success(), "{command:?} ended with {status}");
    Ok(Usage { wall_seconds, cpu_seconds: cpu_of_children()? - cpu_before, memory })
}

/// Returns the CPU time of all child processes that have ended, in seconds.
fn cpu_of_children() -> Result<f64> {
    const TICKS_PER_SECOND: f64 = 100.0;
    let stat = fs::read_to_string("/proc/self/stat")?;
    let (_, after_name) = stat.rsplit_once(')').context("no process name")?;
    let fields: Vec<&str> = after_name.split_whitespace().collect();
    Ok((fields[13].parse::<f64>()? + fields[14].parse::<f64>()?) / TICKS_PER_SECOND)
}

/// Returns the peak of resident memory so far, in bytes, or `None` once the process has ended.
fn peak_memory(process: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().trim_end_matches(" kB").parse::<u64>().ok()? * 1024)
}
