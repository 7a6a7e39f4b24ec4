//! HTTP/2 connections on which the server has nothing to send.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

use axum::body::Body;
use axum::http::{Request, StatusCode};
use http_body_util::BodyExt;
use hyper::client::conn::http2::handshake;
use hyper_util::rt::{TokioExecutor, TokioIo};

use super::{SLACK, TIMEOUTS, TestServer};
use crate::integration::support::tiny_index;

const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

/// A SETTINGS frame without settings.
const SETTINGS: &[u8] = &[0, 0, 0, 4, 0, 0, 0, 0, 0];

/// Two idle intervals until the server sends GOAWAY, and two until it cuts the connection.
const MAX_SILENCE: Duration = Duration::from_millis(4 * TIMEOUTS.idle.as_millis() as u64);

/// The duration of a connection on which the client sends only these bytes.
fn duration_of(address: SocketAddr, bytes: &[u8]) -> Duration {
    // Starts before the connection, because the server's clock starts at some moment after it.
    let start = Instant::now();
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(MAX_SILENCE + 2 * SLACK)).unwrap();
    stream.write_all(bytes).unwrap();
    let _ = stream.read_to_end(&mut Vec::new());
    start.elapsed()
}

/// The duration of a connection on which the client gets one response and then sends no further request.
fn duration_of_well_behaved(address: SocketAddr) -> Duration {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let start = Instant::now();
        let stream = tokio::net::TcpStream::connect(address).await.unwrap();
        let (mut client, connection) = handshake(TokioExecutor::new(), TokioIo::new(stream)).await.unwrap();
        let connection = tokio::spawn(connection);
        let request = Request::get("http://lexdex/healthz").body(Body::empty()).unwrap();
        let response = client.send_request(request).await.unwrap();
        assert_eq!(response.status(), StatusCode::OK);
        response.into_body().collect().await.unwrap();
        connection.await.unwrap().unwrap();
        start.elapsed()
    })
}

#[test]
fn h2_connection_on_which_nothing_is_sent_is_closed() {
    let server = TestServer::start(tiny_index(), 8, TIMEOUTS);
    let address = server.address;
    // SETTINGS_INITIAL_WINDOW_SIZE = 0 closes the windows of all responses.
    let no_window = [0, 0, 6, 4, 0, 0, 0, 0, 0, 0, 4, 0, 0, 0, 0];
    // `:method: GET`, `:scheme: http`, `:path: /readyz`, and no more headers.
    let head = [0, 0, 11, 1, 5, 0, 0, 0, 1, 0x82, 0x86, 0x04, 7, b'/', b'r', b'e', b'a', b'd', b'y', b'z'];
    let mut half_a_head = head;
    half_a_head[4] = 1;
    let clients = [
        ("idle", [PREFACE, SETTINGS].concat()),
        ("half a preface", PREFACE[..20].to_vec()),
        ("half a head", [PREFACE, SETTINGS, &half_a_head].concat()),
        ("no window", [PREFACE, &no_window, &head].concat()),
    ];
    let well_behaved = thread::spawn(move || duration_of_well_behaved(address));
    let clients = clients.map(|(name, bytes)| (name, thread::spawn(move || duration_of(address, &bytes))));
    for (name, client) in clients.into_iter().chain([("well-behaved", well_behaved)]) {
        let duration = client.join().unwrap();
        assert!(duration >= TIMEOUTS.idle && duration < MAX_SILENCE + SLACK, "{name}: {duration:?}");
    }
}
