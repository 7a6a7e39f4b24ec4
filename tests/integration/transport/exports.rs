//! Exports to clients that do not read them.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

use lexdex::http::Timeouts;
use lexdex::index::Index;
use rustix::net::sockopt::set_socket_recv_buffer_size;

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
    let index = IndexDirectory::of_long_statutes(n_statutes, 100_000);
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
    set_socket_recv_buffer_size(&stream, 1 << 16).unwrap();
    stream.write_all(format!("GET {EXPORT} HTTP/1.1\r\nHost: lexdex\r\n\r\n").as_bytes()).unwrap();
    stream.read_exact(&mut [0; 100]).unwrap();
    stream
}

#[test]
fn unread_h1_exports_are_cut_after_the_write_timeout() {
    // Ten megabytes are more than the kernel buffers for a client that does not read.
    let server = start(100, Timeouts { write: STALL_TIMEOUT, ..Timeouts::default() });
    let start = Instant::now();
    let streams = [(); MAX_EXPORTS].map(|()| begin(server.address));
    assert_eq!(get(server.address, EXPORT).status, 503);
    wait_for_slot(server.address);
    assert!(start.elapsed() >= STALL_TIMEOUT, "{:?}", start.elapsed());
    drop(streams);
}

/// The client takes every chunk in time, and would need many seconds for the whole.
#[test]
fn export_below_the_minimum_rate_is_cut_although_the_client_reads_on() {
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

/// The type of an HTTP/2 HEADERS frame.
const HEADERS: u8 = 1;

/// An HTTP/2 frame.
fn frame(kind: u8, flags: u8, stream: u8, payload: &[u8]) -> Vec<u8> {
    let n_bytes = u8::try_from(payload.len()).unwrap();
    [&[0, 0, n_bytes, kind, flags, 0, 0, 0, stream], payload].concat()
}

/// The payload of the next HEADERS frame. Other frames are skipped.
fn next_response_head(stream: &mut TcpStream) -> Vec<u8> {
    loop {
        let mut head = [0; 9];
        stream.read_exact(&mut head).unwrap();
        let mut payload = vec![0; u32::from_be_bytes([0, head[0], head[1], head[2]]) as usize];
        stream.read_exact(&mut payload).unwrap();
        if head[3] == HEADERS {
            return payload;
        }
    }
}

/// The client opens no window for its exports, and keeps its connection active with pings.
#[test]
fn stalled_h2_export_is_cut_despite_pings() {
    const SETTINGS: u8 = 4;
    const PING: u8 = 6;
    const END: u8 = 1 | 4;
    // `:status: 200` in HPACK's static table.
    const STATUS_200: u8 = 0x88;
    // Three megabytes are more than hyper buffers for a stream whose window is exhausted.
    let server = start(30, Timeouts { take: STALL_TIMEOUT, ..Timeouts::default() });
    let start = Instant::now();
    let mut stream = TcpStream::connect(server.address).unwrap();
    stream.set_read_timeout(Some(SLACK)).unwrap();
    let mut bytes = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".to_vec();
    bytes.extend(frame(SETTINGS, 0, 0, &[]));
    for number in 0..MAX_EXPORTS as u8 {
        // `:method: GET`, `:scheme: http`, and the path and the authority as literals.
        let mut head = vec![0x82, 0x86, 0x04, EXPORT.len() as u8];
        head.extend_from_slice(EXPORT.as_bytes());
        head.extend_from_slice(b"\x01\x06lexdex");
        bytes.extend(frame(HEADERS, END, 2 * number + 1, &head));
    }
    stream.write_all(&bytes).unwrap();
    let mut pinging = stream.try_clone().unwrap();
    let pings = thread::spawn(move || {
        while pinging.write_all(&frame(PING, 0, 0, &[0; 8])).is_ok() {
            thread::sleep(Duration::from_millis(100));
        }
    });
    // A request before all exports have started could take the slot of one.
    assert_eq!([(); MAX_EXPORTS].map(|()| next_response_head(&mut stream)[0]), [STATUS_200; MAX_EXPORTS]);
    assert_eq!(get(server.address, EXPORT).status, 503);
    wait_for_slot(server.address);
    assert!(start.elapsed() >= STALL_TIMEOUT, "{:?}", start.elapsed());
    stream.shutdown(std::net::Shutdown::Both).unwrap();
    pings.join().unwrap();
}
