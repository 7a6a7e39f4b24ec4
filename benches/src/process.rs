/*!
Starts servers as child processes pinned to a core, and reads their CPU time and memory.
*/

use std::ffi::OsStr;
use std::fs;
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use rustix::process::{Pid, Signal, kill_process};

use crate::load;

/// The core of the servers. The load runs on another one.
pub(crate) const SERVER_CORE: usize = 0;
pub(crate) const LOAD_CORE: usize = 1;

/// The log output of a server.
#[derive(Clone, Copy)]
pub(crate) enum LogMode {
    /// Warnings only, on standard error.
    Warnings,
    /// A line for each request, discarded.
    Requests,
}

/// A running server.
pub(crate) struct ServerProcess {
    child: Child,
    pub(crate) address: SocketAddr,
    /// The address of the server's metrics, if it has them.
    pub(crate) admin: Option<SocketAddr>,
    /// The time from the start of the process to the first connection.
    pub(crate) start_time: Duration,
}

impl ServerProcess {
    /// Starts a program with `--listen` and these arguments, and waits until it accepts connections.
    pub(crate) fn start(program: &Path, arguments: &[&str], port: u16, log: LogMode) -> Result<Self> {
        let address = SocketAddr::from(([127, 0, 0, 1], port));
        let (level, stderr) = match log {
            LogMode::Warnings => ("warn", Stdio::inherit()),
            LogMode::Requests => ("info", Stdio::null()),
        };
        let mut command = pinned(SERVER_CORE, program);
        command.args(arguments).args(["--listen", &address.to_string()]).env("RUST_LOG", level).stderr(stderr);
        Self::spawn(&mut command, address)
    }

    /// Starts a server, and waits until it accepts connections at its address.
    pub(crate) fn spawn(command: &mut Command, address: SocketAddr) -> Result<Self> {
        let start = Instant::now();
        let child = command.stdin(Stdio::null()).spawn().with_context(|| format!("cannot start {command:?}"))?;
        let mut process = Self { child, address, admin: None, start_time: Duration::ZERO };
        while TcpStream::connect(address).is_err() {
            if let Some(status) = process.child.try_wait()? {
                bail!("{command:?} ended with {status}");
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        process.start_time = start.elapsed();
        Ok(process)
    }

    /// Makes the server look for another index, with SIGHUP.
    pub(crate) fn hang_up(&self) -> Result<()> {
        kill_process(Pid::from_child(&self.child), Signal::HUP).context("cannot send SIGHUP")
    }

    /// Returns the user and system CPU time used so far, in seconds.
    pub(crate) fn cpu_seconds(&self) -> Result<f64> {
        Ok(Usage::read(self.child.id())?.cpu_seconds)
    }

    /// Returns the hits and the misses of the response cache so far, if the server has metrics.
    pub(crate) fn cache_lookups(&self) -> Result<Option<[u64; 2]>> {
        let Some(admin) = self.admin else { return Ok(None) };
        let metrics = load::body(admin, "/metrics")?;
        let value = |name: &str| -> Result<u64> {
            let value = metrics.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
            Ok(value.with_context(|| format!("the server has no metric {name}"))?.parse()?)
        };
        let n_hits = value("lexdex_response_cache_hits_total")?;
        Ok(Some([n_hits, value("lexdex_response_cache_misses_total")?]))
    }

    /// Returns a size in `/proc/PID/status`, such as `RssAnon`, in bytes.
    pub(crate) fn memory(&self, name: &str) -> Result<u64> {
        memory_of(self.child.id(), name)
    }
}

/// Returns a command that runs a program on one core.
pub(crate) fn pinned(core: usize, program: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new("taskset");
    command.args(["-c", &core.to_string()]).arg(program);
    command
}

/// The parent and the CPU time of a process, from `/proc/PID/stat`.
struct Usage {
    parent: u32,
    cpu_seconds: f64,
}

impl Usage {
    fn read(process_id: u32) -> Result<Self> {
        const TICKS_PER_SECOND: f64 = 100.0;
        let stat = fs::read_to_string(format!("/proc/{process_id}/stat"))?;
        let (_, after_name) = stat.rsplit_once(')').context("no process name")?;
        let fields: Vec<&str> = after_name.split_whitespace().collect();
        let ticks = fields[11].parse::<f64>()? + fields[12].parse::<f64>()?;
        Ok(Self { parent: fields[1].parse()?, cpu_seconds: ticks / TICKS_PER_SECOND })
    }
}

/// Returns the user and system CPU time of processes and their children, in seconds.
pub(crate) fn cpu_seconds_of(process_ids: &[u32]) -> Result<f64> {
    let mut seconds = 0.0;
    for entry in fs::read_dir("/proc")? {
        let Ok(process_id) = entry?.file_name().to_string_lossy().parse() else { continue };
        // Unrelated processes may have ended meanwhile.
        let Ok(usage) = Usage::read(process_id) else { continue };
        if process_ids.contains(&process_id) || process_ids.contains(&usage.parent) {
            seconds += usage.cpu_seconds;
        }
    }
    Ok(seconds)
}

/// Returns a size in `/proc/PID/status`, in bytes.
pub(crate) fn memory_of(process_id: u32, name: &str) -> Result<u64> {
    let status = fs::read_to_string(format!("/proc/{process_id}/status"))?;
    let line = status.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':')).context("no such line")?;
    Ok(line.trim().trim_end_matches(" kB").parse::<u64>()? * 1024)
}

impl Drop for ServerProcess {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Pins the current thread, which generates the load, to its core.
pub(crate) fn pin_load() -> Result<()> {
    let mut cores = rustix::thread::CpuSet::new();
    cores.set(LOAD_CORE);
    rustix::thread::sched_setaffinity(None, &cores).context("cannot pin the load to a core")
}
