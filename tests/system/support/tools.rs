//! Programs that the drills start: each ends with its drill, and its folder is temporary.

use std::fs::File;
use std::io;
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use crate::system::support::server::{PATIENCE, Process};

/// Starts a program, writes its standard error to a file, and waits until it accepts connections.
#[track_caller]
pub(crate) fn start(command: &mut Command, log: &Path, address: SocketAddr) -> Process {
    let (process, mut stderr) = Process::start(command);
    let mut log = File::create(log).unwrap();
    thread::spawn(move || io::copy(&mut stderr, &mut log));
    wait_until(&format!("{command:?}"), || TcpStream::connect(address).is_ok());
    process
}

/// Waits until a condition is true. `expected` describes it.
#[track_caller]
pub(crate) fn wait_until(expected: &str, mut is_so: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < PATIENCE, "still missing: {expected}");
        thread::sleep(Duration::from_millis(5));
    }
}
