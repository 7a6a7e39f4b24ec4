//! Clients that are slow to send or to read.

use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::thread;
use std::time::{Duration, Instant};

use lexdex_index::Index;

use super::client::{Client, get};
use super::index::IndexDirectory;
use super::{SLACK, TIMEOUTS, TestServer};
use crate::integration::support::tiny_index;

#[test]
fn client_that_does_not_read_is_cut_after_the_write_timeout() {
    let index = IndexDirectory::with_long_statutes(100, 100_000);
    let server = TestServer::start(Index::open(&index.path()).unwrap().into(), 8, TIMEOUTS);
    let mut stream = TcpStream::connect(server.address).unwrap();
    stream.set_write_timeout(Some(Duration::from_millis(100))).unwrap();
    let request = b"GET /api/v1/statutes?limit=100 HTTP/1.1\r\nHost: lexdex\r\n\r\n".repeat(1000);
    let start = Instant::now();
    // Writes until the connection accepts no more bytes.
    while stream.write_all(&request).is_ok() {}
    while server.connections.n_open() > 0 {
        assert!(start.elapsed() < TIMEOUTS.write + SLACK, "the connection stays open");
        thread::sleep(Duration::from_millis(10));
    }
    assert!(start.elapsed() >= TIMEOUTS.write, "{:?}", start.elapsed());
    // The client can still read the bytes in the kernel's buffers; then the connection ends.
    let end = stream.read_to_end(&mut Vec::new());
    let is_cut = end.as_ref().map_or_else(|error| error.kind() == ErrorKind::ConnectionReset, |_| true);
    assert!(is_cut, "{end:?}");
}

#[test]
fn client_without_a_complete_head_is_cut_after_the_head_timeout() {
    let server = TestServer::start(tiny_index(), 8, TIMEOUTS);
    let address = server.address;
    // All clocks start before the connection: the server's starts at some moment after it.
    let dripping = thread::spawn(move || {
        let start = Instant::now();
        let mut client = Client::connect(address);
        client.send("GET /healthz HTTP/1.1\r\nHost: lexdex\r\nX-Slow: ");
        while client.try_send("x").is_ok() && start.elapsed() < TIMEOUTS.head + SLACK {
            thread::sleep(Duration::from_millis(20));
        }
        start.elapsed()
    });
    let silent = thread::spawn(move || {
        let start = Instant::now();
        Client::connect(address).wait_for_the_end();
        start.elapsed()
    });
    let kept_alive = thread::spawn(move || {
        let start = Instant::now();
        let mut client = Client::connect(address);
        assert_eq!(client.get("/healthz").status, 200);
        client.wait_for_the_end();
        start.elapsed()
    });
    for (client, time) in [
        ("dripping", dripping.join().unwrap()),
        ("silent", silent.join().unwrap()),
        ("kept alive", kept_alive.join().unwrap()),
    ] {
        let is_in_time = time >= TIMEOUTS.head && time < TIMEOUTS.head + SLACK;
        assert!(is_in_time, "{client}: {time:?}");
    }
    assert_eq!(get(address, "/healthz").status, 200);
}
