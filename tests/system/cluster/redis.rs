//! Redis servers: a single one, and a master with a replica under three Sentinels.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Duration;

use lexdex_tests::tool::run;
use rustix::process::Signal;
use tempfile::TempDir;

use crate::system::support::port::Port;
use crate::system::support::server::Process;
use crate::system::support::tools::{start, wait_until};

/// The name of the master at the Sentinels.
const MASTER: &str = "lexdex";

/// The folders in which distributions install libfaketime.
const FAKETIME_FOLDERS: [&str; 3] =
    ["/usr/lib/x86_64-linux-gnu/faketime", "/usr/lib/aarch64-linux-gnu/faketime", "/usr/lib/faketime"];

/// A Redis server without persistence.
pub(crate) struct Redis {
    directory: TempDir,
    port: Port,
    /// Additional options.
    options: Vec<String>,
    has_fake_clock: bool,
    process: Option<Process>,
}

impl Redis {
    pub(crate) fn start() -> Self {
        Self::start_with(&[], false)
    }

    /// Starts a server whose clock [`Redis::step_clock`] steps.
    pub(crate) fn start_with_fake_clock() -> Self {
        Self::start_with(&[], true)
    }

    fn start_with(options: &[&str], has_fake_clock: bool) -> Self {
        let options = options.iter().map(|option| (*option).to_owned()).collect();
        let directory = tempfile::tempdir().unwrap();
        let mut redis = Self { directory, port: Port::reserve(), options, has_fake_clock, process: None };
        if has_fake_clock {
            redis.step_clock(0);
        }
        redis.restart();
        redis
    }

    /// Starts the server, which is empty.
    pub(crate) fn restart(&mut self) {
        let port = self.port.address.port().to_string();
        let mut command = Command::new("redis-server");
        command.args(["--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--port", &port]);
        command.arg("--dir").arg(self.directory.path()).args(&self.options);
        command.arg("--logfile").arg(self.directory.path().join("redis.log"));
        if self.has_fake_clock {
            // With Debian's allocator for Redis, a clock call before libfaketime is ready never returns, so libc's is
            // preloaded. The monotonic clock is not faked, as when the system's clock is set.
            let libraries = format!("{} libc.so.6", faketime().unwrap().display());
            command.env("LD_PRELOAD", libraries).env("FAKETIME_TIMESTAMP_FILE", self.offset_file());
            command.envs([("FAKETIME_NO_CACHE", "1"), ("FAKETIME_DONT_FAKE_MONOTONIC", "1")]);
        }
        self.process = Some(start(&mut command, &self.directory.path().join("stderr.log"), self.port.address));
    }

    /// Ends the server by SIGKILL.
    pub(crate) fn kill(&mut self) {
        self.process = None;
    }

    /// Stops the process, which keeps its connections.
    pub(crate) fn pause(&self) {
        self.process.as_ref().unwrap().send(Signal::STOP);
    }

    /// Lets the process continue.
    pub(crate) fn resume(&self) {
        self.process.as_ref().unwrap().send(Signal::CONT);
    }

    /// Sets the clock of the server to this many seconds after the real time.
    pub(crate) fn step_clock(&self, seconds: i32) {
        // Replaced in one step, because Redis may read it at any moment.
        let new = self.directory.path().join("offset.new");
        fs::write(&new, format!("{seconds:+}\n")).unwrap();
        fs::rename(new, self.offset_file()).unwrap();
    }

    fn offset_file(&self) -> PathBuf {
        self.directory.path().join("offset")
    }

    /// Runs a command in the server, and returns its reply.
    #[track_caller]
    pub(crate) fn command(&self, arguments: &[&str]) -> String {
        command(&self.port, arguments)
    }

    /// The seconds since 1970 by the server's clock.
    pub(crate) fn time(&self) -> i64 {
        self.command(&["TIME"]).lines().next().unwrap().parse().unwrap()
    }

    /// The value of `--limit-store`.
    pub(crate) fn url(&self) -> String {
        format!("redis://{}", self.port.address)
    }
}

/// A master, its replica, and three Sentinels that watch them.
pub(crate) struct Sentinels {
    _directory: TempDir,
    ports: [Port; 3],
    _processes: [Process; 3],
    /// The two servers. The first is the master at the start.
    pub(crate) servers: [Redis; 2],
}

impl Sentinels {
    pub(crate) fn start() -> Self {
        let master = Redis::start();
        let port_of_master = master.port.address.port().to_string();
        let replica = Redis::start_with(&["--replicaof", "127.0.0.1", &port_of_master], false);
        wait_until("the replica's link", || {
            replica.command(&["INFO", "replication"]).contains("master_link_status:up")
        });
        let directory = tempfile::tempdir().unwrap();
        let ports = [(); 3].map(|()| Port::reserve());
        let processes = ports.each_ref().map(|port| {
            let port_of_sentinel = port.address.port();
            let folder = directory.path().join(port_of_sentinel.to_string());
            fs::create_dir(&folder).unwrap();
            let configuration = format!(
                "port {port_of_sentinel}\nbind 127.0.0.1\ndir {folder}\nlogfile {folder}/sentinel.log\n\
                 sentinel monitor {MASTER} 127.0.0.1 {port_of_master} 2\n\
                 sentinel down-after-milliseconds {MASTER} 2000\nsentinel failover-timeout {MASTER} 5000\n",
                folder = folder.display(),
            );
            let file = folder.join("sentinel.conf");
            fs::write(&file, configuration).unwrap();
            start(Command::new("redis-server").arg(file).arg("--sentinel"), &folder.join("stderr.log"), port.address)
        });
        wait_until("three Sentinels that know of each other and of the replica", || {
            ports.iter().all(|port| {
                let facts = command(port, &["SENTINEL", "MASTER", MASTER]);
                let facts: Vec<&str> = facts.lines().collect();
                let fact = |name| facts.iter().position(|line| *line == name).map(|idx| facts[idx + 1]);
                fact("num-other-sentinels") == Some("2") && fact("num-slaves") == Some("1")
            })
        });
        Self { _directory: directory, ports, _processes: processes, servers: [master, replica] }
    }

    /// Kills the master, and waits until the Sentinels agree on the other server. Returns the time that took.
    pub(crate) fn fail_over(&mut self) -> Duration {
        let start = std::time::Instant::now();
        self.servers[0].kill();
        let port = self.servers[1].port.address.port().to_string();
        wait_until("a failover", || {
            let agreed = |sentinel: &Port| {
                command(sentinel, &["SENTINEL", "GET-MASTER-ADDR-BY-NAME", MASTER]).lines().nth(1) == Some(&port)
            };
            self.ports.iter().all(agreed)
        });
        start.elapsed()
    }

    /// The value of `--limit-store`.
    pub(crate) fn url(&self) -> String {
        let addresses = self.ports.each_ref().map(|port| port.address.to_string()).join(",");
        format!("redis-sentinel://{addresses}?master={MASTER}")
    }
}

fn command(port: &Port, arguments: &[&str]) -> String {
    run(Command::new("redis-cli").args(["-p", &port.address.port().to_string()]).args(arguments).stderr(Stdio::null()))
}

/// The library that fakes clocks, if it is installed.
pub(crate) fn faketime() -> Option<PathBuf> {
    FAKETIME_FOLDERS.iter().map(|folder| PathBuf::from(folder).join("libfaketime.so.1")).find(|path| path.exists())
}

#[test]
fn clock_of_a_running_redis_can_be_stepped_in_both_directions() {
    if !crate::system::cluster::can_run() || !crate::system::cluster::can_fake_clocks() {
        return;
    }
    let redis = Redis::start_with_fake_clock();
    let unix_time = || std::time::UNIX_EPOCH.elapsed().unwrap().as_secs() as i64;
    redis.command(&["SET", "key", "value", "PX", "60000"]);
    for seconds in [0, 30, -30, 3600] {
        redis.step_clock(seconds);
        // Redis updates its clock once in a tick.
        wait_until(&format!("a clock {seconds} s ahead"), || {
            (redis.time() - unix_time() - i64::from(seconds)).abs() <= 2
        });
    }
    assert_eq!(redis.command(&["GET", "key"]), "\n", "an hour has passed by the clock of the server");
}

#[test]
fn sentinels_agree_on_the_replica_of_a_killed_master() {
    if !crate::system::cluster::can_run() {
        return;
    }
    let mut sentinels = Sentinels::start();
    sentinels.servers[0].command(&["SET", "key", "value"]);
    let replica = &sentinels.servers[1];
    wait_until("a replicated key", || replica.command(&["GET", "key"]) == "value\n");
    sentinels.fail_over();
    let master = &sentinels.servers[1];
    wait_until("a master that is written to", || master.command(&["SET", "key", "another"]) == "OK\n");
}
