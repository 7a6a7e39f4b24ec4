//! A server that is asked to stop finishes what it has begun, takes on nothing new, and ends in time.

use std::fs::{self, OpenOptions};
use std::io::ErrorKind;
use std::iter;
use std::net::{SocketAddr, TcpStream};
use std::os::unix::fs::OpenOptionsExt;
use std::thread;
use std::time::{Duration, Instant};

use lexdex::http::Timeouts;
use rustix::fs::{CWD, FileType, Mode, OFlags, mknodat};
use rustix::process::Signal;

use crate::client::{Client, get};
use crate::index::IndexDirectory;
use crate::server::{PATIENCE, Server, Stopped};

/// What the end may take beside waiting for connections, which takes longer.
const SLACK: Duration = Duration::from_secs(9);

/// How long after the signal a request may come.
const LAST_CHANCE: Duration = Duration::from_millis(500);

/// Waits until the server takes no connections any more.
#[track_caller]
fn wait_until_refused(address: SocketAddr) {
    let start = Instant::now();
    while start.elapsed() < SLACK {
        match TcpStream::connect(address) {
            Err(error) if error.kind() == ErrorKind::ConnectionRefused => return,
            _ => thread::sleep(Duration::from_millis(5)),
        }
    }
    panic!("the server goes on taking connections");
}

#[test]
fn either_signal_ends_an_idle_server_at_once_with_exit_code_0() {
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
fn a_signal_right_after_the_address_is_told_is_heeded() {
    for _ in 0..10 {
        let stopped = Server::start(&[]).stop();
        assert_eq!(stopped.code, Some(0), "{stopped:?}");
    }
}

#[test]
fn a_request_whose_head_has_begun_is_answered_and_new_connections_are_refused() {
    let server = Server::start(&[]);
    let expected = get(server.address, "/api/v1/statutes?limit=100");
    let mut client = Client::connect(server.address);
    client.send("GET /api/v1/statutes?limit=100 HTTP/1.1\r\nHost: le");
    // The server has to have read it.
    thread::sleep(Duration::from_millis(200));
    server.send(Signal::TERM);
    wait_until_refused(server.address);
    client.send("xdex\r\n\r\n");
    let answer = client.answer();
    assert_eq!((answer.status, &answer.body), (200, &expected.body));
    client.wait_for_the_end();
    let Stopped { code, time, .. } = server.wait();
    assert_eq!(code, Some(0));
    assert!(time < SLACK, "{time:?}");
}

#[test]
fn a_request_on_an_idle_connection_right_after_the_signal_is_answered_as_the_last() {
    // A machine with much else to do may not let the test be quick enough.
    assert!((0..100).any(|_| is_quick_and_answered()), "no request was sent in time");
}

/// Whether the requests were sent in time, and then they were answered.
fn is_quick_and_answered() -> bool {
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
    if signalled.elapsed() > LAST_CHANCE {
        return false;
    }
    for client in [kept_alive, silent] {
        let answer = client.answer();
        assert_eq!((answer.status, answer.header("connection")), (200, Some("close")));
        client.wait_for_the_end();
    }
    let Stopped { code, time, .. } = server.wait();
    assert_eq!(code, Some(0));
    assert!(time < SLACK, "{time:?}");
    true
}

#[test]
fn an_answer_that_is_being_sent_is_sent_to_its_end() {
    let index = IndexDirectory::of_long_statutes(100, 100_000);
    let server = Server::start(&["--index", &index.argument()]);
    let mut client = Client::connect(server.address);
    client.send("GET /api/v1/statutes?limit=100 HTTP/1.1\r\nHost: lexdex\r\n\r\n");
    // Ten megabytes are more than the system keeps for a client that does not read.
    thread::sleep(Duration::from_millis(500));
    server.send(Signal::TERM);
    wait_until_refused(server.address);
    let records = client.answer().json()["data"].as_array().unwrap().len();
    assert_eq!(records, 100);
    let Stopped { code, time, .. } = server.wait();
    assert_eq!(code, Some(0));
    assert!(time < SLACK, "{time:?}");
}

#[test]
fn an_idle_kept_alive_connection_does_not_hold_up_the_end() {
    let server = Server::start(&[]);
    let mut client = Client::connect(server.address);
    assert_eq!(client.get("/healthz").status, 200);
    server.send(Signal::TERM);
    let Stopped { code, time, .. } = server.wait();
    assert_eq!(code, Some(0));
    assert!(time < SLACK, "{time:?}");
    client.wait_for_the_end();
}

#[test]
fn an_index_that_is_being_opened_does_not_hold_up_the_end() {
    let index = IndexDirectory::of_statutes(1);
    let server = Server::start(&["--index", &index.argument()]);
    // Who reads a pipe waits until the last writer has closed it.
    let manifest = index.path().join("manifest.json");
    fs::remove_file(&manifest).unwrap();
    mknodat(CWD, &manifest, FileType::Fifo, Mode::RUSR | Mode::WUSR, 0).unwrap();
    server.send(Signal::HUP);
    let mut open = OpenOptions::new();
    open.write(true).custom_flags(OFlags::NONBLOCK.bits() as i32);
    // It fails as long as nobody reads.
    let start = Instant::now();
    let _writer = iter::repeat_with(|| open.open(&manifest)).find(|opened| {
        assert!(start.elapsed() < PATIENCE, "the index is not opened");
        thread::sleep(Duration::from_millis(1));
        opened.is_ok()
    });
    let Stopped { code, time, .. } = server.stop();
    assert_eq!(code, Some(0));
    assert!(time < SLACK, "{time:?}");
}

#[test]
fn clients_that_do_not_finish_their_requests_hold_up_the_end_for_ten_seconds_at_most() {
    let server = Server::start(&[]);
    let _silent = Client::connect(server.address);
    let mut half = Client::connect(server.address);
    half.send("GET /healthz HT");
    let mut no_body = Client::connect(server.address);
    no_body.send("POST /healthz HTTP/1.1\r\nHost: lexdex\r\nContent-Length: 1000\r\n\r\n");
    assert_eq!(no_body.answer().status, 405);
    thread::sleep(Duration::from_millis(100));
    server.send(Signal::TERM);
    let Stopped { code, time, log } = server.wait();
    assert_eq!(code, Some(0), "{log:?}");
    assert!(time < Timeouts::default().shutdown + SLACK, "{time:?}");
}
