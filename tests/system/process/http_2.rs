//! HTTP/2 with prior knowledge, without TLS, on the same port as HTTP/1.1.

use std::collections::BTreeMap;
use std::future::Future;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::thread;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, Method, Request, StatusCode, Version};
use http_body_util::BodyExt;
use hyper::client::conn::http2::{SendRequest, handshake};
use hyper_util::rt::{TokioExecutor, TokioIo};
use tokio::task::JoinHandle;

use crate::system::support::client;
use crate::system::support::server::Server;

const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

/// A SETTINGS frame without settings.
const SETTINGS: &[u8] = &[0, 0, 0, 4, 0, 0, 0, 0, 0];

fn run<T>(test: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(test)
}

/// A client, and the task that drives its connection.
async fn connect(address: SocketAddr) -> (SendRequest<Body>, JoinHandle<hyper::Result<()>>) {
    let stream = tokio::net::TcpStream::connect(address).await.unwrap();
    let (client, connection) = handshake(TokioExecutor::new(), TokioIo::new(stream)).await.unwrap();
    (client, tokio::spawn(connection))
}

fn request(target: &str) -> Request<Body> {
    Request::get(format!("http://lexdex{target}")).body(Body::empty()).unwrap()
}

async fn get(client: &SendRequest<Body>, target: &str) -> (StatusCode, HeaderMap, Bytes) {
    send(client, request(target)).await
}

async fn send(client: &SendRequest<Body>, request: Request<Body>) -> (StatusCode, HeaderMap, Bytes) {
    let response = client.clone().send_request(request).await.unwrap();
    assert_eq!(response.version(), Version::HTTP_2);
    let (head, body) = response.into_parts();
    (head.status, head.headers, body.collect().await.unwrap().to_bytes())
}

#[test]
fn h2_responses_equal_h1_responses() {
    let server = Server::start(&["--rate-limit", "0"]);
    let longest = |n_more: usize| format!("/api/v1/bills?{}", "&".repeat(8192 - "/api/v1/bills?".len() + n_more));
    let targets = [
        "/api/v1/statutes?jurisdiction=CA",
        "/api/v1/cases?court=scotus&limit=100&offset=3",
        "/api/v1/bills/",
        "/api/v1/jurisdictions",
        "/api/v1/bills?limit=0",
        "/healthz",
        "/readyz",
        "/nothing",
        &longest(0),
        &longest(1),
    ];
    run(async {
        let (client, _connection) = connect(server.address).await;
        for target in targets {
            let expected = client::get(server.address, target);
            let (status, headers, body) = get(&client, target).await;
            assert_eq!((status.as_u16(), &body[..]), (expected.status, expected.body.as_bytes()), "{target}");
            let known = |name: &str| !["date", "x-request-id"].contains(&name);
            let expected: BTreeMap<_, _> = expected.headers.into_iter().filter(|(name, _)| known(name)).collect();
            let text = |(name, value): (_, &axum::http::HeaderValue)| -> (String, String) {
                (axum::http::HeaderName::to_string(name), value.to_str().unwrap().to_owned())
            };
            let headers: BTreeMap<_, _> = headers.iter().map(text).filter(|(name, _)| known(name)).collect();
            assert_eq!(headers, expected, "{target}");
        }
    });
}

#[test]
fn h2_head_response_has_the_headers_of_get_and_no_body() {
    let server = Server::start(&["--rate-limit", "0"]);
    run(async {
        let (client, _connection) = connect(server.address).await;
        for target in ["/api/v1/cases?limit=3", "/nothing", "/docs", "/api/v1/bills/export?format=csv"] {
            let (expected_status, mut expected, _) = get(&client, target).await;
            let mut head = request(target);
            *head.method_mut() = Method::HEAD;
            let (status, mut headers, body) = send(&client, head).await;
            for own in ["date", "x-request-id"] {
                expected.remove(own);
                headers.remove(own);
            }
            assert_eq!((status, headers, &body[..]), (expected_status, expected, &b""[..]), "{target}");
        }
    });
}

#[test]
fn h2_streams_are_served_concurrently_and_share_one_rate_limit() {
    let server = Server::start(&["--rate-limit", "150"]);
    run(async {
        let (client, _connection) = connect(server.address).await;
        let requests: Vec<_> = (0..200)
            .map(|number| {
                let client = client.clone();
                let target = format!("/api/v1/statutes?limit=1&offset={number}");
                tokio::spawn(async move { get(&client, &target).await.0 })
            })
            .collect();
        let mut n_served = 0;
        for request in requests {
            let status = request.await.unwrap();
            assert!([StatusCode::OK, StatusCode::TOO_MANY_REQUESTS].contains(&status), "{status}");
            n_served += usize::from(status == StatusCode::OK);
        }
        assert_eq!(n_served, 150);
    });
}

#[test]
fn h2_head_over_the_limit_is_refused_and_the_next_is_read() {
    let server = Server::start(&[]);
    run(async {
        let (client, _connection) = connect(server.address).await;
        let mut large = request("/healthz");
        for number in 0..8 {
            let name: axum::http::HeaderName = format!("x-{number}").parse().unwrap();
            large.headers_mut().insert(name, "x".repeat(10_000).parse().unwrap());
        }
        match client.clone().send_request(large).await {
            Ok(response) => assert_eq!(response.status(), StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE),
            // The client may have received the server's limit and enforce it itself.
            Err(error) => assert!(error.is_user(), "{error:?}"),
        }
        assert_eq!(get(&client, "/healthz").await.0, StatusCode::OK);
    });
}

#[test]
fn h2_preface_in_pieces_is_detected() {
    let server = Server::start(&[]);
    let mut stream = TcpStream::connect(server.address).unwrap();
    stream.set_nodelay(true).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(5))).unwrap();
    for byte in PREFACE.iter().chain(SETTINGS) {
        stream.write_all(&[*byte]).unwrap();
        thread::sleep(Duration::from_millis(2));
    }
    let mut frame = [0; 9];
    stream.read_exact(&mut frame).unwrap();
    assert_eq!(frame[3], SETTINGS[3], "the server answers with its settings: {frame:?}");
}

#[test]
fn h2_garbage_does_not_harm_the_server() {
    let server = Server::start(&[]);
    for garbage in [b"GET / HTTP/1.1\r\n\r\n".repeat(100), vec![0xff; 100_000], vec![0; 100_000]] {
        let mut stream = TcpStream::connect(server.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(5))).unwrap();
        stream.write_all(PREFACE).unwrap();
        let _ = stream.write_all(&garbage);
        let _ = stream.read_to_end(&mut Vec::new());
        assert_eq!(client::get(server.address, "/healthz").status, 200);
    }
    let log = server.stop().log;
    assert!(log.iter().all(|line| !line.contains("ERROR") && !line.contains("panicked")), "{log:?}");
}

#[cfg(unix)]
#[test]
fn h2_response_in_progress_at_the_signal_is_sent_whole_and_idle_connection_closes() {
    use lexdex::http::Timeouts;
    use rustix::process::Signal;

    use crate::system::support::index::IndexDirectory;

    let index = IndexDirectory::of_long_statutes(100, 100_000);
    let server = Server::start(&["--index", &index.argument()]);
    let address = server.address;
    let (stopped, n_bytes) = run(async {
        let (_idle, idle_connection) = connect(address).await;
        let (client, _connection) = connect(address).await;
        let response = client.clone().send_request(request("/api/v1/statutes?limit=100")).await.unwrap();
        server.send(Signal::TERM);
        idle_connection.await.unwrap().unwrap();
        tokio::time::sleep(Duration::from_millis(500)).await;
        let n_bytes = response.into_body().collect().await.unwrap().to_bytes().len();
        (tokio::task::spawn_blocking(|| server.wait()).await.unwrap(), n_bytes)
    });
    assert!(n_bytes > 10_000_000, "{n_bytes}");
    assert_eq!(stopped.code, Some(0), "{stopped:?}");
    assert!(stopped.time < Timeouts::default().shutdown, "{stopped:?}");
}
