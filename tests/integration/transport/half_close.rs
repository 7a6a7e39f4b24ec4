//! Clients that close their side as soon as they have sent their requests, like `nc -N`.

use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};

use lexdex_index::Index;

use super::client::get;
use super::index::IndexDirectory;
use super::{SLACK, TIMEOUTS, TestServer};
use crate::integration::support::tiny_index;

/// Sends bytes, closes the sending side, and reads to the end.
fn answers_to(address: SocketAddr, bytes: impl AsRef<[u8]>) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(SLACK)).unwrap();
    stream.write_all(bytes.as_ref()).unwrap();
    stream.shutdown(Shutdown::Write).unwrap();
    let mut answers = String::new();
    stream.read_to_string(&mut answers).unwrap();
    answers
}

#[test]
fn half_closed_client_is_answered() {
    let server = TestServer::start(tiny_index(), 8, TIMEOUTS);
    let expected = get(server.address, "/api/v1/cases").body;
    for _ in 0..50 {
        let answer = answers_to(server.address, "GET /api/v1/cases HTTP/1.1\r\nHost: lexdex\r\n\r\n");
        assert!(answer.starts_with("HTTP/1.1 200 OK\r\n") && answer.ends_with(&expected), "{answer}");
    }
}

#[test]
fn half_closed_client_is_answered_all_its_pipelined_requests() {
    let server = TestServer::start(tiny_index(), 8, TIMEOUTS);
    let requests = "GET /api/v1/cases HTTP/1.1\r\nHost: lexdex\r\n\r\n".repeat(10);
    let answers = answers_to(server.address, requests);
    assert_eq!(answers.matches("HTTP/1.1 200 OK\r\n").count(), 10, "{answers}");
    assert!(answers.ends_with(&get(server.address, "/api/v1/cases").body), "{answers}");
}

#[test]
fn half_closed_client_receives_a_long_body_whole() {
    let index = IndexDirectory::with_long_statutes(100, 100_000);
    let server = TestServer::start(Index::open(&index.path()).unwrap().into(), 8, TIMEOUTS);
    let page = "/api/v1/statutes?limit=100";
    let answer = answers_to(server.address, format!("GET {page} HTTP/1.1\r\nHost: lexdex\r\n\r\n"));
    assert!(answer.ends_with(&get(server.address, page).body), "{} bytes", answer.len());
    let export = "GET /api/v1/statutes/export?format=ndjson HTTP/1.1\r\nHost: lexdex\r\n\r\n";
    let answer = answers_to(server.address, export);
    assert!(answer.len() > 10_000_000 && answer.ends_with("\r\n0\r\n\r\n"), "{} bytes", answer.len());
}

#[test]
fn half_closed_client_with_half_a_head_is_disconnected() {
    let server = TestServer::start(tiny_index(), 8, TIMEOUTS);
    assert_eq!(answers_to(server.address, "GET /api/v1/cases HTT"), "");
    assert_eq!(answers_to(server.address, ""), "");
}
