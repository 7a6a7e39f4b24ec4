//! Many clients at once: idle connections, slow clients, a million addresses.

use std::io::{self, ErrorKind, Write};
use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use lexdex_tests::tool::ROOT;
use tempfile::TempDir;

use crate::system::drills::soak::build;
use crate::system::drills::wire::{Metrics, Wire, raise_file_limit, report};
use crate::system::support::server::Server;

const N_IDLE: usize = 10_000;
const N_SLOW: usize = 200;
const N_THREADS: usize = 8;
const N_QUEUED: usize = 100;
const N_ADDRESSES: u32 = 1_000_000;

/// The number of pipelined requests on a connection, where only the total matters.
const N_PIPELINED: u32 = 500;

/// A server of the bundled corpus from an index directory, because an index built in memory would add to the server's
/// memory.
fn start(arguments: &[&str]) -> (Server, SocketAddr, TempDir) {
    let directory = tempfile::tempdir().unwrap();
    let index = directory.path().join("index");
    build(&Path::new(ROOT).join("corpus"), &index);
    let index = ["--admin-listen", "127.0.0.1:0", "--index", index.to_str().unwrap()];
    let server = Server::start(&[index.as_slice(), arguments].concat());
    let admin = server.admin_address();
    (server, admin, directory)
}

/// The median and the maximum latency of a hundred requests, each on a connection of its own.
fn latencies(address: SocketAddr) -> String {
    let mut latencies: Vec<Duration> = (0..100)
        .map(|_| {
            let start = Instant::now();
            let response = Wire::connect(address).unwrap().get("/api/v1/cases?limit=20", "Connection: close\r\n");
            assert_eq!(response.unwrap().status, 200);
            start.elapsed()
        })
        .collect();
    latencies.sort();
    format!("half within {:.1?}, all within {:.1?}", latencies[50], latencies[99])
}

#[test]
#[ignore = "a drill: it needs 10,100 open files, twice"]
fn ten_thousand_idle_connections() {
    raise_file_limit();
    for (what, start_of_head) in
        [("silent", ""), ("with half a head", "GET /api/v1/cases HTTP/1.1\r\nHost: lexdex\r\nX-Half: ")]
    {
        let (server, admin, _index) = start(&["--rate-limit", "0"]);
        report(format!("before, a request: {}", latencies(server.address)));
        let before = Metrics::new(admin);
        let opened = Instant::now();
        let address = server.address;
        let idle: Vec<_> =
            (0..N_THREADS).map(|_| thread::spawn(move || open(address, N_IDLE / N_THREADS, start_of_head))).collect();
        let idle: Vec<Wire> = idle.into_iter().flat_map(|opened| opened.join().unwrap()).collect();
        let during = Metrics::new(admin);
        let n_open = during.n("lexdex_http_connections");
        let kib = during.resident_kib().saturating_sub(before.resident_kib());
        report(format!("{what}: {n_open} open after {:.1?}, {kib} KiB more resident", opened.elapsed()));
        report(format!("meanwhile, a request: {}", latencies(server.address)));
        let n_open = Metrics::new(admin).n("lexdex_http_connections");
        report(format!("still {n_open} open after {:.1?}", opened.elapsed()));
        while Metrics::new(admin).n("lexdex_http_connections") > 0 {
            thread::sleep(Duration::from_millis(100));
        }
        let after = Metrics::new(admin);
        let (kib, files) = (after.resident_kib(), after.n("process_open_fds"));
        report(format!("all ended after {:.1?}: {kib} KiB resident, {files} files", opened.elapsed()));
        drop(idle);
        assert_eq!(server.stop().code, Some(0));
    }
}

/// Opens connections, and sends the start of a head on each.
fn open(address: SocketAddr, n_connections: usize, start_of_head: &str) -> Vec<Wire> {
    let mut opened = Vec::new();
    while opened.len() < n_connections {
        let mut wire = Wire::connect(address).unwrap();
        wire.stream().write_all(start_of_head.as_bytes()).unwrap();
        opened.push(wire);
        // The kernel's queue is short. A response shows that the server has accepted all earlier connections.
        if opened.len() % N_QUEUED == 0 {
            assert_eq!(Wire::connect(address).unwrap().get("/healthz", "").unwrap().status, 200);
        }
    }
    opened
}

/// The time for which the server keeps the connection of a slow client.
fn time_to_cut(address: SocketAddr, is_slow: fn(&mut Wire)) -> Duration {
    let mut wire = Wire::connect(address).unwrap();
    let start = Instant::now();
    is_slow(&mut wire);
    start.elapsed()
}

/// Sends a head slowly, byte by byte.
fn drip(wire: &mut Wire) {
    let mut sent = wire.send("/api/v1/cases", "X-Slow: x");
    while sent.is_ok() {
        thread::sleep(Duration::from_millis(200));
        sent = wire.stream().write_all(b"x");
    }
}

/// Requests much more than the kernel buffers, and reads nothing.
fn leave_unread(wire: &mut Wire) {
    wire.stream().set_write_timeout(Some(Duration::from_millis(500))).unwrap();
    // Many requests per write, so that sending them costs the machine little.
    let requests = b"GET /api/v1/cases?limit=100 HTTP/1.1\r\nHost: lexdex\r\n\r\n".repeat(1000);
    while wire.stream().write_all(&requests).is_ok() {}
    while is_open(wire.stream().write(b"x")) {
        thread::sleep(Duration::from_millis(200));
    }
}

/// Whether a connection is open, judged by the result of a write.
fn is_open(written: io::Result<usize>) -> bool {
    written.map_or_else(|error| matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut), |n| n > 0)
}

#[test]
#[ignore = "a drill: it takes half a minute"]
fn slow_clients_are_cut_while_others_are_served() {
    let (server, admin, _index) = start(&["--rate-limit", "0"]);
    let address = server.address;
    for (what, is_slow) in [("slow heads", drip as fn(&mut Wire)), ("slow readers", leave_unread)] {
        let before = Metrics::new(admin).resident_kib();
        let slow: Vec<_> = (0..N_SLOW).map(|_| thread::spawn(move || time_to_cut(address, is_slow))).collect();
        thread::sleep(Duration::from_secs(5));
        let kib = Metrics::new(admin).resident_kib().saturating_sub(before);
        report(format!("{what}: meanwhile, a request: {}; {kib} KiB more resident", latencies(address)));
        let times: Vec<Duration> = slow.into_iter().map(|slow| slow.join().unwrap()).collect();
        let (least, most) = (times.iter().min().unwrap(), times.iter().max().unwrap());
        report(format!("{what}: {N_SLOW} cut after {least:.1?} to {most:.1?}"));
    }
}

#[test]
#[ignore = "a drill: it sends a million requests, which takes minutes without optimization"]
fn a_million_addresses() {
    let (server, admin, _index) = start(&["--trusted-proxy", "127.0.0.1"]);
    let mut wire = Wire::connect(server.address).unwrap();
    let before = Metrics::new(admin).resident_kib();
    let start = Instant::now();
    for first in (0..N_ADDRESSES).step_by(N_PIPELINED as usize) {
        for number in first..first + N_PIPELINED {
            let address = Ipv4Addr::from(number.wrapping_mul(2_654_435_761));
            // A 400 counts against the limit and is cheap.
            wire.send("/api/v1/cases?limit=0", &format!("X-Forwarded-For: {address}\r\n")).unwrap();
        }
        for _ in 0..N_PIPELINED {
            assert_eq!(wire.response().unwrap().status, 400);
        }
        if first % 200_000 == 0 {
            let kib = Metrics::new(admin).resident_kib();
            report(format!("{first:7} addresses, {:6.1?}: {kib} KiB resident ({before} before)", start.elapsed()));
        }
    }
    let kib = Metrics::new(admin).resident_kib();
    report(format!("{N_ADDRESSES} addresses, {:.1?}: {kib} KiB resident ({before} before)", start.elapsed()));
    report(format!("then, a request: {}", latencies(server.address)));
    assert_eq!(server.stop().code, Some(0));
}
