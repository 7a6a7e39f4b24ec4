//! Each default time limit of a connection takes effect. The connections are in memory: the paused clock advances to the
//! next timer once client and server both wait.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::routing::get;
use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream, duplex};
use tokio::time::{Instant, timeout};

use crate::http::transport::connection::serve;
use crate::http::transport::connection_service::ConnectionService;
use crate::http::transport::connections::Connections;
use crate::http::transport::stream::Stream;
use crate::http::transport::timeouts::Timeouts;

/// The size of the buffers between client and server: more than a request, and less than the body of `/long`.
const BUFFER_BYTES: usize = 1 << 10;

/// More than any limit.
const FOREVER: Duration = Duration::from_secs(3600);

/// Serves a connection with the default limits. Returns the client's end, and the time until the connection ends.
fn connect(connections: &Connections) -> (DuplexStream, impl Future<Output = Duration> + use<>) {
    let service = ConnectionService {
        service: Router::new().route("/", get("short")).route("/long", get("long".repeat(BUFFER_BYTES))),
        trusted_proxies: Arc::default(),
        peer: None,
        connections: connections.clone(),
    };
    let (client, server) = duplex(BUFFER_BYTES);
    let timeouts = Timeouts::default();
    let start = Instant::now();
    let connection = serve(Stream::new(server, &timeouts), service, connections.register(), timeouts);
    let connection = tokio::spawn(connection);
    let duration = async move {
        let _ = timeout(FOREVER, connection).await.expect("the connection has no time limit").unwrap();
        start.elapsed()
    };
    (client, duration)
}

/// Sends bytes, and returns the time until the connection ends. Nothing is read.
async fn duration_after(bytes: &[u8]) -> Duration {
    let (mut client, duration) = connect(&Connections::new(1));
    client.write_all(bytes).await.unwrap();
    duration.await
}

#[tokio::test(start_paused = true)]
async fn connection_without_a_request_is_closed_after_10_seconds() {
    assert_eq!(duration_after(b"").await, Duration::from_secs(10));
}

#[tokio::test(start_paused = true)]
async fn unfinished_head_is_cut_after_10_seconds() {
    assert_eq!(duration_after(b"GET / HTTP/1.1\r\nHost: lexdex\r\n").await, Duration::from_secs(10));
}

#[tokio::test(start_paused = true)]
async fn kept_alive_connection_is_closed_10_seconds_after_the_response() {
    assert_eq!(duration_after(b"GET / HTTP/1.1\r\nHost: lexdex\r\n\r\n").await, Duration::from_secs(10));
}

#[tokio::test(start_paused = true)]
async fn unread_response_is_cut_after_20_seconds() {
    assert_eq!(duration_after(b"GET /long HTTP/1.1\r\nHost: lexdex\r\n\r\n").await, Duration::from_secs(20));
}

/// After an idle interval the server sends GOAWAY, and after another it cuts the connection.
#[tokio::test(start_paused = true)]
async fn idle_h2_connection_is_cut_after_two_intervals_of_10_seconds() {
    const PREFACE_AND_SETTINGS: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0";
    assert_eq!(duration_after(PREFACE_AND_SETTINGS).await, Duration::from_secs(20));
}

#[tokio::test(start_paused = true)]
async fn closing_connection_lingers_for_2_seconds() {
    let (mut client, duration) = connect(&Connections::new(1));
    client.write_all(b"GET / HTTP/1.1\r\nHost: lexdex\r\nConnection: close\r\n\r\n").await.unwrap();
    let mut response = String::new();
    client.read_to_string(&mut response).await.unwrap();
    assert!(response.ends_with("\r\n\r\nshort"), "{response}");
    assert_eq!(duration.await, Duration::from_secs(2));
}

#[tokio::test(start_paused = true)]
async fn idle_connection_is_closed_500_milliseconds_after_the_shutdown_signal() {
    let connections = Connections::new(1);
    let (_client, duration) = connect(&connections);
    let ((), duration) = tokio::join!(connections.drain(), duration);
    assert_eq!(duration, Duration::from_millis(500));
}
