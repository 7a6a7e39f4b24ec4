//! Tests of request bodies: the connection continues correctly after a body, and no byte of a body is
//! read as a request. The connections are in memory, as in the tests of time limits.

use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream};
use tokio::time::{Instant, sleep};

use crate::http::protocol::request_body::MAX_BODY_BYTES;
use crate::http::transport::connections::Connections;
use crate::http::transport::timeout_tests::connect;

/// A request inside a body, which must not be answered.
const SMUGGLED: &str = "GET /after/0 HTTP/1.1\r\nHost: lexdex\r\n\r\n";

const CONTINUE: &str = "HTTP/1.1 100 Continue\r\n\r\n";

fn open() -> DuplexStream {
    connect(&Connections::new(1)).0
}

/// Returns the head of a POST of plain text.
fn head(fields: &str) -> String {
    format!("POST /body HTTP/1.1\r\nHost: lexdex\r\nContent-Type: text/plain\r\n{fields}\r\n")
}

fn with_length(n_bytes: usize) -> String {
    head(&format!("Content-Length: {n_bytes}\r\n"))
}

/// Returns a POST with a chunked body.
fn chunked(body: &str) -> String {
    let chunks = body
        .as_bytes()
        .chunks(1000)
        .map(|chunk| format!("{:x}\r\n{}\r\n", chunk.len(), str::from_utf8(chunk).unwrap()));
    format!("{}{}0\r\n\r\n", head("Transfer-Encoding: chunked\r\n"), chunks.collect::<String>())
}

/// Sends bytes and returns everything received until the connection ends. The client's side stays open.
async fn all_responses(bytes: String) -> String {
    let (mut received, mut sent) = tokio::io::split(open());
    let sending = tokio::spawn(async move {
        let _ = sent.write_all(bytes.as_bytes()).await;
        sent
    });
    let mut responses = String::new();
    received.read_to_string(&mut responses).await.unwrap();
    drop(sending.await.unwrap());
    responses
}

/// Returns the status of each response, and whether it announces the end of the connection.
fn statuses(responses: &str) -> Vec<(u16, bool)> {
    let heads = responses.split("HTTP/1.1 ").skip(1);
    heads.map(|head| (head[..3].parse().unwrap(), head.contains("connection: close"))).collect()
}

#[tokio::test(start_paused = true)]
async fn connection_goes_on_after_a_body_that_was_read() {
    let body = "x".repeat(MAX_BODY_BYTES);
    let requests = [with_length(body.len()) + &body, chunked(&body), with_length(0), SMUGGLED.to_owned()];
    let responses = all_responses(requests.concat()).await;
    assert_eq!(statuses(&responses), [(200, false); 4]);
    assert_eq!(responses.matches("\r\n\r\n65536").count(), 2, "{responses}");
}

#[tokio::test(start_paused = true)]
async fn connection_ends_after_a_refused_body() {
    let long = SMUGGLED.repeat(2 * MAX_BODY_BYTES / SMUGGLED.len());
    let html = |fields: &str| head(fields).replace("text/plain", "text/html");
    let other_path = |request: String| request.replace("/body", "/nothing");
    for (requests, status) in [
        (with_length(long.len()) + &long, 413),
        (chunked(&long), 413),
        (html(&format!("Content-Length: {}\r\n", long.len())) + &long, 415),
        (html(&format!("Content-Length: {}\r\n", SMUGGLED.len())) + SMUGGLED + SMUGGLED, 415),
        (other_path(with_length(long.len())) + &long, 404),
        (with_length(long.len()).replace("POST", "GET") + &long, 405),
        (head("Transfer-Encoding: chunked\r\n") + "zz\r\n" + SMUGGLED, 400),
        // The length of a chunked body is ignored, and the connection is closed.
        (head("Transfer-Encoding: chunked\r\nContent-Length: 5\r\n") + "0\r\n\r\n" + SMUGGLED, 200),
    ] {
        let responses = all_responses(requests).await;
        assert_eq!(statuses(&responses), [(status, true)], "{responses}");
    }
}

#[tokio::test(start_paused = true)]
async fn announced_length_above_the_maximum_is_413_at_once() {
    for n_bytes in [MAX_BODY_BYTES + 1, usize::MAX >> 1] {
        let start = Instant::now();
        let responses = all_responses(with_length(n_bytes)).await;
        assert_eq!(statuses(&responses), [(413, true)]);
        // The connection lingers, so that the client can read the response.
        assert!(start.elapsed() <= Duration::from_secs(2));
    }
}

#[tokio::test(start_paused = true)]
async fn expect_100_continue_is_granted_only_for_a_body_that_is_read() {
    let mut client = open();
    client.write_all(head("Content-Length: 4\r\nExpect: 100-continue\r\n").as_bytes()).await.unwrap();
    let mut interim = [0; CONTINUE.len()];
    client.read_exact(&mut interim).await.unwrap();
    assert_eq!(str::from_utf8(&interim), Ok(CONTINUE));
    client.write_all(b"text").await.unwrap();
    let mut response = [0; 1000];
    let n_bytes = client.read(&mut response).await.unwrap();
    assert_eq!(statuses(str::from_utf8(&response[..n_bytes]).unwrap()), [(200, false)]);

    let refused = head("Content-Length: 65537\r\nExpect: 100-continue\r\n");
    assert_eq!(statuses(&all_responses(refused).await), [(413, true)]);
}

#[tokio::test(start_paused = true)]
async fn body_that_does_not_come_within_8_seconds_is_408() {
    for dripped in ["", "x"] {
        let (mut received, mut sent) = tokio::io::split(open());
        let start = Instant::now();
        sent.write_all(with_length(1000).as_bytes()).await.unwrap();
        let dripping = tokio::spawn(async move {
            while sent.write_all(dripped.as_bytes()).await.is_ok() && start.elapsed() < Duration::from_secs(20) {
                sleep(Duration::from_millis(100)).await;
            }
        });
        let mut response = [0; 1000];
        let n_bytes = received.read(&mut response).await.unwrap();
        assert_eq!(statuses(str::from_utf8(&response[..n_bytes]).unwrap()), [(408, true)]);
        assert_eq!(start.elapsed().as_secs(), 8);
        dripping.abort();
    }
}

#[tokio::test(start_paused = true)]
async fn body_that_its_client_breaks_off_is_400() {
    let (mut client, duration) = connect(&Connections::new(1));
    client.write_all((with_length(10) + "half").as_bytes()).await.unwrap();
    client.shutdown().await.unwrap();
    let mut response = String::new();
    client.read_to_string(&mut response).await.unwrap();
    assert_eq!(statuses(&response), [(400, true)], "{response}");
    assert_eq!(duration.await, Duration::from_secs(2));
}
