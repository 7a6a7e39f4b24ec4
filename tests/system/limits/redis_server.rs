//! Redis and Valkey servers, each in its own directory.

use std::net::SocketAddr;
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use lexdex_tests::skip::is_there;
use redis::{Client, Connection, FromRedisValue};
use rustix::process::Signal;
use tempfile::TempDir;

use crate::system::support::port::Port;
use crate::system::support::server::{PATIENCE, Process};

const PROGRAMS: [&str; 2] =
    ["redis-server", concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/python/bin/valkey-server")];

/// A running server, killed on drop.
pub(crate) struct Redis {
    program: &'static str,
    directory: TempDir,
    port: Port,
    arguments: Vec<String>,
    process: Option<Process>,
}

impl Redis {
    /// Starts Redis without persistence, with these arguments; `None` if it is not installed.
    #[track_caller]
    pub(crate) fn start(arguments: &[&str]) -> Option<Self> {
        Self::start_program(PROGRAMS[0], arguments)
    }

    /// Redis, then Valkey, each if it is installed.
    #[track_caller]
    pub(crate) fn each_program() -> Vec<Self> {
        PROGRAMS.iter().filter_map(|program| Self::start_program(program, &[])).collect()
    }

    #[track_caller]
    fn start_program(program: &'static str, arguments: &[&str]) -> Option<Self> {
        is_there(program, &["--version"]).then(|| {
            let arguments = arguments.iter().map(|argument| (*argument).to_owned()).collect();
            let directory = tempfile::tempdir().unwrap();
            let mut redis = Self { program, directory, port: Port::reserve(), arguments, process: None };
            redis.start_again();
            redis
        })
    }

    /// Restarts the server, empty and at the same address.
    pub(crate) fn start_again(&mut self) {
        let directory = self.directory.path();
        let mut command = Command::new(self.program);
        command.args(["--bind", "127.0.0.1", "--save", "", "--dir"]).arg(directory);
        command.arg("--logfile").arg(directory.join("log"));
        if !self.arguments.iter().any(|argument| argument == "--port") {
            command.args(["--port", &self.port().to_string()]);
        }
        let (process, _) = Process::start(command.args(&self.arguments));
        self.process = Some(process);
        wait_for("the server listens", || std::net::TcpStream::connect(self.address()).is_ok());
    }

    pub(crate) fn kill(&mut self) {
        self.process = None;
    }

    pub(crate) fn send(&self, signal: Signal) {
        self.process.as_ref().unwrap().send(signal);
    }

    pub(crate) fn address(&self) -> SocketAddr {
        self.port.address
    }

    pub(crate) fn port(&self) -> u16 {
        self.port.address.port()
    }

    /// The URL of the server, without a login.
    pub(crate) fn url(&self) -> String {
        format!("redis://{}", self.address())
    }

    /// A connection without a login.
    pub(crate) fn connection(&self) -> Connection {
        Client::open(self.url()).unwrap().get_connection().unwrap()
    }

    /// Sends a command without a login, and returns the reply.
    #[track_caller]
    pub(crate) fn ask<T: FromRedisValue>(&self, command: &str) -> T {
        let mut words = command.split(' ');
        let mut command = redis::cmd(words.next().unwrap());
        words.for_each(|word| {
            command.arg(word);
        });
        command.query(&mut self.connection()).unwrap()
    }
}

/// Waits until a condition is true. `what` describes it.
#[track_caller]
pub(crate) fn wait_for(what: &str, is_so: impl Fn() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < PATIENCE, "waited in vain: {what}");
        thread::sleep(Duration::from_millis(5));
    }
}
