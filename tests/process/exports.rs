//! Exports to clients that take their time: a few are made at once, and none holds a place for ever.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

use rustix::net::sockopt::set_socket_recv_buffer_size;

use crate::client::get;
use crate::index::IndexDirectory;
use crate::server::Server;

/// How many exports are made at once.
const MOST: usize = 4;

const EXPORT: &str = "/api/v1/statutes/export?format=ndjson";

/// How long a client that takes nothing of an export may hold its place, and some time more.
const MOST_PATIENCE: Duration = Duration::from_secs(80);

/// An index whose export is longer than what the system keeps for a client that does not read.
fn large_index() -> IndexDirectory {
    IndexDirectory::of_long_statutes(300, 100_000)
}

/// Waits until there is room for another export, which must come in time.
#[track_caller]
fn wait_for_room(address: SocketAddr) {
    let start = Instant::now();
    // The headers alone would take no room.
    while get(address, &format!("{EXPORT}&q=nothing")).status == 429 {
        assert!(start.elapsed() < MOST_PATIENCE, "the exports hold their places");
        thread::sleep(Duration::from_millis(200));
    }
}

#[test]
fn who_does_not_read_an_export_loses_its_place() {
    let index = large_index();
    let server = Server::start(&["--index", &index.argument(), "--rate-limit", "0"]);
    let streams: Vec<TcpStream> = (0..MOST)
        .map(|_| {
            let mut stream = TcpStream::connect(server.address).unwrap();
            set_socket_recv_buffer_size(&stream, 1 << 16).unwrap();
            stream.write_all(format!("GET {EXPORT} HTTP/1.1\r\nHost: lexdex\r\n\r\n").as_bytes()).unwrap();
            stream.read_exact(&mut [0; 100]).unwrap();
            stream
        })
        .collect();
    assert_eq!(get(server.address, EXPORT).status, 429);
    wait_for_room(server.address);
    drop(streams);
}

/// Frames of HTTP/2: a head, which says how long, of which kind and of which stream it is, and what it holds.
fn frame(kind: u8, flags: u8, stream: u8, payload: &[u8]) -> Vec<u8> {
    let n_bytes = u8::try_from(payload.len()).unwrap();
    [&[0, 0, n_bytes, kind, flags, 0, 0, 0, stream], payload].concat()
}

/// A client of HTTP/2 that opens no window for the exports it asks for, and shows all the time that it is there.
#[test]
fn who_is_there_but_takes_nothing_of_an_export_loses_its_place_too() {
    const SETTINGS: u8 = 4;
    const PING: u8 = 6;
    const HEADERS: u8 = 1;
    const END: u8 = 1 | 4;
    let index = large_index();
    let server = Server::start(&["--index", &index.argument(), "--rate-limit", "0"]);
    let mut stream = TcpStream::connect(server.address).unwrap();
    let mut bytes = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".to_vec();
    bytes.extend(frame(SETTINGS, 0, 0, &[]));
    for number in 0..MOST as u8 {
        // GET, http, and the path and the authority as they are.
        let mut head = vec![0x82, 0x86, 0x04, EXPORT.len() as u8];
        head.extend_from_slice(EXPORT.as_bytes());
        head.extend_from_slice(b"\x01\x06lexdex");
        bytes.extend(frame(HEADERS, END, 2 * number + 1, &head));
    }
    stream.write_all(&bytes).unwrap();
    let mut pinging = stream.try_clone().unwrap();
    let pings = thread::spawn(move || {
        while pinging.write_all(&frame(PING, 0, 0, &[0; 8])).is_ok() {
            thread::sleep(Duration::from_secs(1));
        }
    });
    let start = Instant::now();
    while get(server.address, &format!("{EXPORT}&q=nothing")).status != 429 {
        assert!(start.elapsed() < MOST_PATIENCE, "the exports do not begin");
    }
    wait_for_room(server.address);
    stream.shutdown(std::net::Shutdown::Both).unwrap();
    pings.join().unwrap();
}
