//! Shutdown by a signal: requests in progress are finished, new connections are refused, and the program ends in time.

use std::fs::{self, File};
use std::io::ErrorKind;
use std::net::{SocketAddr, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

use lexdex::http::Timeouts;
use rustix::process::Signal;
use sha2::{Digest, Sha256};

use crate::system::support::client::{Client, get};
use crate::system::support::index::IndexDirectory;
use crate::system::support::server::{PATIENCE, Server, Stopped};

/// The time that the program may take to end. It is less than the shutdown timeout, after which connections are cut.
const SLACK: Duration = Duration::from_secs(9);

/// Waits until the server refuses connections.
#[track_caller]
fn wait_until_refused(address: SocketAddr) {
    let start = Instant::now();
    while start.elapsed() < SLACK {
        match TcpStream::connect(address) {
            Err(error) if error.kind() == ErrorKind::ConnectionRefused => return,
            _ => thread::sleep(Duration::from_millis(5)),
        }
    }
    panic!("the server still accepts connections");
}

#[test]
fn sigterm_and_sigint_stop_an_idle_server_with_exit_code_0() {
    for signal in [Signal::TERM, Signal::INT] {
        let server = Server::start(&[]);
        get(server.address, "/healthz");
        server.send(signal);
        let Stopped { code, time, log } = server.wait();
        assert_eq!(code, Some(0), "{log:?}");
        assert!(time < SLACK, "{time:?}");
        assert!(log.last().unwrap().ends_with(" INFO stopping"), "{log:?}");
    }
}

#[test]
fn signal_right_after_the_start_stops_the_server() {
    for _ in 0..10 {
        let stopped = Server::start(&[]).stop();
        assert_eq!(stopped.code, Some(0), "{stopped:?}");
    }
}

#[test]
fn half_a_head_at_the_signal_is_answered() {
    let server = Server::start(&[]);
    let expected = get(server.address, "/api/v1/statutes?limit=100");
    let mut client = Client::connect(server.address);
    client.send("GET /api/v1/statutes?limit=100 HTTP/1.1\r\nHost: le");
    // Gives the server time to read it.
    thread::sleep(Duration::from_millis(200));
    server.send(Signal::TERM);
    wait_until_refused(server.address);
    client.send("xdex\r\n\r\n");
    let response = client.response();
    assert_eq!((response.status, &response.body), (200, &expected.body));
    client.wait_for_the_end();
    let Stopped { code, time, .. } = server.wait();
    assert_eq!(code, Some(0));
    assert!(time < SLACK, "{time:?}");
}

#[test]
fn request_right_after_the_signal_gets_the_last_response() {
    // On a busy machine the test may be too slow to send its requests in time.
    assert!((0..100).any(|_| are_sent_in_time_and_answered()), "no request was sent in time");
}

/// Whether the requests were sent within the drain delay. If so, both must be answered.
fn are_sent_in_time_and_answered() -> bool {
    let server = Server::start(&[]);
    let mut clients = [(); 3].map(|()| Client::connect(server.address));
    let [kept_alive, silent, _] = &mut clients;
    assert_eq!(kept_alive.get("/healthz").header("connection"), None);
    let signalled = Instant::now();
    server.send(Signal::TERM);
    wait_until_refused(server.address);
    for client in [&mut *kept_alive, &mut *silent] {
        let _ = client.try_send("GET /api/v1/cases HTTP/1.1\r\nHost: lexdex\r\n\r\n");
    }
    if signalled.elapsed() > Timeouts::default().drain_delay {
        return false;
    }
    for client in [kept_alive, silent] {
        let response = client.response();
        assert_eq!((response.status, response.header("connection")), (200, Some("close")));
        client.wait_for_the_end();
    }
    let Stopped { code, time, .. } = server.wait();
    assert_eq!(code, Some(0));
    assert!(time < SLACK, "{time:?}");
    true
}

#[test]
fn response_in_progress_at_the_signal_is_sent_whole() {
    let index = IndexDirectory::with_long_statutes(100, 100_000);
    let server = Server::start(&["--index", &index.argument()]);
    let mut client = Client::connect(server.address);
    client.send("GET /api/v1/statutes?limit=100 HTTP/1.1\r\nHost: lexdex\r\n\r\n");
    // Ten megabytes are more than the kernel buffers for a client that does not read.
    thread::sleep(Duration::from_millis(500));
    server.send(Signal::TERM);
    wait_until_refused(server.address);
    let records = client.response().json()["data"].as_array().unwrap().len();
    assert_eq!(records, 100);
    let Stopped { code, time, .. } = server.wait();
    assert_eq!(code, Some(0));
    assert!(time < SLACK, "{time:?}");
}

/// Also shows that the program uses the default timeouts.
#[test]
fn idle_connection_delays_the_end_by_the_drain_delay_only() {
    let server = Server::start(&[]);
    let mut client = Client::connect(server.address);
    assert_eq!(client.get("/healthz").status, 200);
    let start = Instant::now();
    server.send(Signal::TERM);
    assert_eq!(server.wait().code, Some(0));
    let time = start.elapsed();
    assert!(time >= Timeouts::default().drain_delay && time < SLACK, "{time:?}");
    client.wait_for_the_end();
}

/// Shows too that the program uses the default timeouts. Its exit code is 0 although a connection is cut.
#[test]
fn unread_response_delays_the_end_by_the_timeout_only() {
    let index = IndexDirectory::with_long_statutes(100, 100_000);
    let server = Server::start(&["--index", &index.argument()]);
    let mut client = Client::connect(server.address);
    client.send("GET /api/v1/statutes?limit=100 HTTP/1.1\r\nHost: lexdex\r\n\r\n");
    // Ten megabytes are more than the kernel buffers for a client that does not read.
    thread::sleep(Duration::from_millis(500));
    let Stopped { code, time, log } = server.stop();
    assert_eq!(code, Some(0), "{log:?}");
    let timeout = Timeouts::default().shutdown;
    assert!(time >= timeout && time < timeout + SLACK, "{time:?}");
    assert!(
        log.last().unwrap().ends_with(" WARN shutdown timeout reached: closing the remaining connections"),
        "{log:?}"
    );
}

/// Makes an index list a long file many times, so that checking it takes minutes.
fn make_slow_to_open(index: &IndexDirectory) {
    const N_BYTES: usize = 16 << 20;
    File::create(index.path().join("long")).unwrap().set_len(N_BYTES as u64).unwrap();
    let digest: String = Sha256::digest(vec![0; N_BYTES]).iter().map(|byte| format!("{byte:02x}")).collect();
    let entry = format!(r#"{{"path":"long","bytes":{N_BYTES},"sha256":"{digest}"}},"#);
    index.edit_manifest("\"files\": [", &format!("\"files\": [{}", entry.repeat(10_000)));
}

/// Whether the server has a thread that opens an index.
fn is_refreshing(server: &Server) -> bool {
    let names = fs::read_dir(server.proc().join("task")).unwrap().map(|task| task.unwrap().path().join("comm"));
    names.filter_map(|name| fs::read_to_string(name).ok()).any(|name| name.trim_end() == "refresh")
}

#[test]
fn index_being_opened_does_not_delay_the_end() {
    let index = IndexDirectory::with_statutes(1);
    let server = Server::start(&["--index", &index.argument()]);
    make_slow_to_open(&index);
    server.send(Signal::HUP);
    let start = Instant::now();
    while !is_refreshing(&server) {
        assert!(start.elapsed() < PATIENCE, "the index is not opened");
        thread::sleep(Duration::from_millis(1));
    }
    let Stopped { code, time, log } = server.stop();
    assert_eq!(code, Some(0));
    assert!(time < SLACK, "{time:?}");
    assert!(!log.iter().any(|line| line.contains("the index was not swapped")), "{log:?}");
}
