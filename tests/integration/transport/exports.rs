//! Exports to clients that do not read them.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

use lexdex::http::Timeouts;
use lexdex_index::Index;
use socket2::SockRef;

use super::client::get;
use super::index::IndexDirectory;
use super::{SLACK, TestServer};

/// The maximum number of exports of one client that run at once.
const MAX_EXPORTS: usize = 2;

const EXPORT: &str = "/api/v1/statutes/export?format=ndjson";

/// Long enough for all exports of a test to stall at once.
const STALL_TIMEOUT: Duration = Duration::from_secs(2);

/// Serves an index whose export has this many tenths of a megabyte.
fn start(n_statutes: usize, timeouts: Timeouts) -> TestServer {
    let index = IndexDirectory::with_long_statutes(n_statutes, 100_000);
    TestServer::start(Index::open(&index.path()).unwrap().into(), 16, timeouts)
}

/// Waits until another export may run. Its status is 503 until then.
#[track_caller]
fn wait_for_slot(address: SocketAddr) {
    let start = Instant::now();
    while get(address, &format!("{EXPORT}&q=nothing")).status == 503 {
        assert!(start.elapsed() < STALL_TIMEOUT + SLACK, "the exports keep their slots");
        thread::sleep(Duration::from_millis(20));
    }
}

/// Starts an export and reads its beginning.
fn begin(address: SocketAddr) -> TcpStream {
    let mut stream = TcpStream::connect(address).unwrap();
    SockRef::from(&stream).set_recv_buffer_size(1 << 16).unwrap();
    stream.write_all(format!("GET {EXPORT} HTTP/1.1\r\nHost: lexdex\r\n\r\n").as_bytes()).unwrap();
    stream.read_exact(&mut [0; 100]).unwrap();
    stream
}

#[test]
fn unread_exports_are_cut_after_the_write_timeout() {
    // Ten megabytes are more than the kernel buffers for a client that does not read.
    let server = start(100, Timeouts { write: STALL_TIMEOUT, ..Timeouts::default() });
    let start = Instant::now();
    let streams = [(); MAX_EXPORTS].map(|()| begin(server.address));
    assert_eq!(get(server.address, EXPORT).status, 503);
    wait_for_slot(server.address);
    assert!(start.elapsed() >= STALL_TIMEOUT, "{:?}", start.elapsed());
    drop(streams);
}

/// The client reads every chunk in time, but would need many seconds for the whole export.
#[test]
fn export_below_the_minimum_rate_is_cut() {
    const GRACE: Duration = Duration::from_millis(500);
    let timeouts = Timeouts { take_grace: GRACE, take_rate: 1 << 30, ..Timeouts::default() };
    let server = start(100, timeouts);
    let start = Instant::now();
    let mut stream = begin(server.address);
    let mut n_bytes = 0;
    while let Ok(n_read @ 1..) = stream.read(&mut [0; 10_000]) {
        n_bytes += n_read;
        thread::sleep(Duration::from_millis(10));
    }
    assert!((1..10_000_000).contains(&n_bytes), "{n_bytes}");
    assert!(start.elapsed() >= GRACE, "{:?}", start.elapsed());
    assert_eq!(get(server.address, &format!("{EXPORT}&q=nothing")).status, 200);
}
