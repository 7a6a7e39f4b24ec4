//! The program under test: started with arguments, observed through its log, stopped by a signal.

use std::io::{BufRead, BufReader, Read};
use std::net::SocketAddr;
#[cfg(target_os = "linux")]
use std::path::PathBuf;
use std::process::{Child, ChildStderr, Command, Output, Stdio};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use lexdex_tests::program::program;
#[cfg(unix)]
use rustix::process::{Pid, Signal, kill_process};
#[cfg(target_os = "linux")]
use rustix::process::{Resource, Rlimit, getrlimit, prlimit};

use super::bundled_index::bundled_index;

/// The time that the program may take to start, to stop or to log a line before a test fails, even on a busy machine.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// A running server, killed on drop.
pub(crate) struct Server {
    pub(crate) address: SocketAddr,
    process: Process,
    log: Log,
}

/// A process, killed on drop, so that a failing test does not leave it behind.
pub(crate) struct Process(Child);

/// A server that has ended.
#[derive(Debug)]
pub(crate) struct Stopped {
    /// The exit code; `None` if a signal killed the process.
    #[cfg_attr(not(unix), allow(dead_code, reason = "the tests of signals need it"))]
    pub(crate) code: Option<i32>,
    /// The time since the signal.
    #[cfg_attr(not(target_os = "linux"), allow(dead_code, reason = "the tests of signals need it"))]
    pub(crate) time: Duration,
    /// All lines of its log.
    pub(crate) log: Vec<String>,
}

/// The program with these arguments and without settings from the environment of the test.
pub(crate) fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(program("lexdex"));
    for (name, _) in std::env::vars_os() {
        if name.to_string_lossy().starts_with("LEXDEX_") || name == "RUST_LOG" {
            command.env_remove(name);
        }
    }
    command.args(arguments).stdin(Stdio::null());
    command
}

/// The same as [`command`], with an index directory of the bundled corpus unless the arguments name an index.
pub(crate) fn indexed_command(arguments: &[&str]) -> Command {
    let mut command = command(arguments);
    if !arguments.contains(&"--index") {
        command.arg("--index").arg(bundled_index());
    }
    command
}

/// Runs the program until it ends by itself, and kills it if that takes too long.
pub(crate) fn run(mut command: Command) -> Output {
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let read = |mut stream: Box<dyn Read + Send>| {
        thread::spawn(move || {
            let mut bytes = Vec::new();
            stream.read_to_end(&mut bytes).map(|_| bytes).unwrap()
        })
    };
    let stdout = read(Box::new(child.stdout.take().unwrap()));
    let stderr = read(Box::new(child.stderr.take().unwrap()));
    let start = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        if start.elapsed() > PATIENCE {
            child.kill().unwrap();
        }
        thread::sleep(Duration::from_millis(1));
    };
    Output { status, stdout: stdout.join().unwrap(), stderr: stderr.join().unwrap() }
}

impl Server {
    /// Starts the program at a free port, with the bundled corpus unless the arguments name an index.
    pub(crate) fn start(arguments: &[&str]) -> Self {
        Self::spawn(indexed_command(&[&["--listen", "127.0.0.1:0"], arguments].concat()))
    }

    /// Starts the program, and waits until it logs its address.
    pub(crate) fn spawn(mut command: Command) -> Self {
        let (process, stderr) = Process::start(&mut command);
        let log = Log::new(stderr);
        let address = log.wait_for_line("serving ").as_deref().map(address_in);
        let address = address.unwrap_or_else(|| panic!("the server did not start: {:?}", log.lines()));
        Self { address, process, log }
    }

    #[cfg(unix)]
    pub(crate) fn send(&self, signal: Signal) {
        self.process.send(signal);
    }

    /// Sets the soft limit of open files of the process, and returns the previous one.
    #[cfg(target_os = "linux")]
    pub(crate) fn limit_files(&self, most: Option<u64>) -> Option<u64> {
        let limit = Rlimit { current: most, maximum: getrlimit(Resource::Nofile).maximum };
        prlimit(Some(Pid::from_child(&self.process.0)), Resource::Nofile, limit).unwrap().current
    }

    /// The directory of the process in `/proc`.
    #[cfg(target_os = "linux")]
    pub(crate) fn proc(&self) -> PathBuf {
        self.process.proc()
    }

    /// Whether a log line contains this text. Waits for it.
    #[cfg(unix)]
    pub(crate) fn logs(&self, text: &str) -> bool {
        self.log.wait_for_line(text).is_some()
    }

    /// The admin address, from the log.
    pub(crate) fn admin_address(&self) -> SocketAddr {
        let line = self.log.wait_for_line("serving /livez, /readyz and /metrics at ");
        address_in(&line.unwrap_or_else(|| panic!("the admin address is not in the log: {:?}", self.log.lines())))
    }

    /// Waits for the end, after a signal has been sent.
    pub(crate) fn wait(mut self) -> Stopped {
        let start = Instant::now();
        let code = self.process.wait();
        let time = start.elapsed();
        self.log.join();
        Stopped { code, time, log: self.log.lines() }
    }

    /// Stops the program by SIGTERM. Windows cannot send a signal to a single program, so the program is killed there.
    pub(crate) fn stop(mut self) -> Stopped {
        self.process.stop();
        self.wait()
    }
}

impl Process {
    /// Starts a program. The caller reads its log.
    pub(crate) fn start(command: &mut Command) -> (Self, ChildStderr) {
        let mut process = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        let stderr = process.stderr.take().unwrap();
        (Self(process), stderr)
    }

    /// The directory of the process in `/proc`.
    #[cfg(target_os = "linux")]
    pub(crate) fn proc(&self) -> PathBuf {
        PathBuf::from(format!("/proc/{}", self.0.id()))
    }

    #[cfg(unix)]
    pub(crate) fn send(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.0), signal).unwrap();
    }

    #[cfg(unix)]
    fn stop(&mut self) {
        self.send(Signal::TERM);
    }

    #[cfg(not(unix))]
    fn stop(&mut self) {
        self.0.kill().unwrap();
    }

    /// Waits for the end with a time limit, and returns the exit code.
    #[track_caller]
    pub(crate) fn wait(&mut self) -> Option<i32> {
        let start = Instant::now();
        loop {
            match self.0.try_wait().unwrap() {
                Some(status) => return status.code(),
                None if start.elapsed() > PATIENCE => panic!("the server does not end"),
                None => thread::sleep(Duration::from_millis(1)),
            }
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The address in a log line.
pub(crate) fn address_in(line: &str) -> SocketAddr {
    let (_, address) = line.split_once("http://").unwrap();
    // A base path and the end of a JSON line may follow.
    let address = address.split(['/', '"']).next().unwrap();
    address.trim_end().parse().unwrap()
}

/// The standard error of the program, read as it is written.
struct Log {
    lines: Arc<Mutex<Vec<String>>>,
    reader: Option<JoinHandle<()>>,
}

impl Log {
    fn new(stderr: ChildStderr) -> Self {
        let lines = Arc::new(Mutex::new(Vec::new()));
        let read = Arc::clone(&lines);
        let reader = thread::spawn(move || {
            for line in BufReader::new(stderr).lines() {
                read.lock().unwrap().push(line.unwrap());
            }
        });
        Self { lines, reader: Some(reader) }
    }

    fn lines(&self) -> Vec<String> {
        self.lines.lock().unwrap().clone()
    }

    /// The first line that contains this text; `None` if the log ends or the time is over.
    fn wait_for_line(&self, text: &str) -> Option<String> {
        let start = Instant::now();
        loop {
            let is_over = self.reader.as_ref().is_none_or(JoinHandle::is_finished) || start.elapsed() > PATIENCE;
            let line = self.lines().into_iter().find(|line| line.contains(text));
            if line.is_some() || is_over {
                return line;
            }
            thread::sleep(Duration::from_millis(1));
        }
    }

    fn join(&mut self) {
        if let Some(reader) = self.reader.take() {
            reader.join().unwrap();
        }
    }
}
