//! Tests that each default time limit of a connection takes effect. The connections are in memory, so the paused clock
//! advances to the next timer when both client and server wait.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::{Path as UrlPath, Request};
use axum::routing::{get, post};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, DuplexStream, duplex};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{Instant, sleep, timeout};

use crate::http::protocol::api_error::ApiError;
use crate::http::protocol::request_body::{self, MediaType};
use crate::http::transport::connection::serve;
use crate::http::transport::connection_service::ConnectionService;
use crate::http::transport::connections::Connections;
use crate::http::transport::stream::ByteStream;
use crate::http::transport::timeouts::Timeouts;

/// The size of the buffers between client and server in bytes: larger than a request, and smaller than the body of
/// `/long`.
const BUFFER_BYTES: usize = 1 << 10;

/// Longer than any limit.
const FOREVER: Duration = Duration::from_secs(3600);

/// Serves a connection. Returns the time until it ends. `/after/2000` answers after 2000 milliseconds, and `/body`
/// answers with the length of the request body.
fn serve_one<S: AsyncRead + AsyncWrite + Send + 'static>(
    socket: S,
    connections: &Connections,
    timeouts: Timeouts,
) -> impl Future<Output = Duration> + use<S> {
    let after = async |UrlPath(milliseconds): UrlPath<u64>| sleep(Duration::from_millis(milliseconds)).await;
    let body = async move |request: Request| -> Result<String, ApiError> {
        let (head, body) = request.into_parts();
        let body = request_body::read(&head, body, &[MediaType::PlainText], timeouts.body).await?;
        Ok(body.text.len().to_string())
    };
    let router = Router::new().route("/", get("short")).route("/long", get("long".repeat(BUFFER_BYTES)));
    let service = ConnectionService {
        service: router.route("/after/{milliseconds}", get(after)).route("/body", post(body)),
        trusted_proxies: Arc::default(),
        peer: None,
        connections: connections.clone(),
    };
    let start = Instant::now();
    let connection = tokio::spawn(serve(ByteStream::new(socket, &timeouts), service, connections.register(), timeouts));
    async move {
        let _ = timeout(FOREVER, connection).await.expect("the connection has no time limit").unwrap();
        start.elapsed()
    }
}

/// Serves a connection with the default limits. Returns the client's end, and the time until the connection ends.
pub(super) fn connect(connections: &Connections) -> (DuplexStream, impl Future<Output = Duration> + use<>) {
    let (client, server) = duplex(BUFFER_BYTES);
    (client, serve_one(server, connections, Timeouts::default()))
}

/// Sends bytes and reads nothing. Returns the time until the connection ends.
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
async fn kept_alive_connection_closes_10_seconds_after_a_response() {
    assert_eq!(duration_after(b"GET / HTTP/1.1\r\nHost: lexdex\r\n\r\n").await, Duration::from_secs(10));
}

#[tokio::test(start_paused = true)]
async fn connection_with_the_preface_of_http_2_ends_at_once() {
    assert_eq!(duration_after(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n").await, Duration::ZERO);
}

#[tokio::test(start_paused = true)]
async fn unread_response_is_cut_after_20_seconds() {
    assert_eq!(duration_after(b"GET /long HTTP/1.1\r\nHost: lexdex\r\n\r\n").await, Duration::from_secs(20));
}

#[tokio::test(start_paused = true)]
async fn slowly_read_response_is_cut_after_60_seconds() {
    let (mut client, duration) = connect(&Connections::new(1));
    client.write_all(b"GET /long HTTP/1.1\r\nHost: lexdex\r\n\r\n").await.unwrap();
    let reader = tokio::spawn(async move {
        while client.read(&mut [0; 10]).await.unwrap() > 0 {
            sleep(Duration::from_secs(1)).await;
        }
    });
    let duration = duration.await;
    assert!((60..=62).contains(&duration.as_secs()), "{duration:?}");
    reader.await.unwrap();
}

/// Sends a request that is answered after a delay, and closes the client's side. Returns the response and the time
/// until the connection ends.
async fn half_closed_response_after(milliseconds: u64) -> (String, Duration) {
    let (mut client, duration) = connect(&Connections::new(1));
    let request = format!("GET /after/{milliseconds} HTTP/1.1\r\nHost: lexdex\r\n\r\n");
    client.write_all(request.as_bytes()).await.unwrap();
    client.shutdown().await.unwrap();
    let mut response = String::new();
    client.read_to_string(&mut response).await.unwrap();
    (response, duration.await)
}

#[tokio::test(start_paused = true)]
async fn half_closed_client_is_answered_within_2_seconds() {
    let (response, duration) = half_closed_response_after(1_999).await;
    assert!(response.starts_with("HTTP/1.1 200 OK\r\n"), "{response}");
    assert_eq!(duration, Duration::from_millis(1_999));
    let (response, duration) = half_closed_response_after(2_001).await;
    assert_eq!((response.as_str(), duration), ("", Duration::from_secs(2)));
}

#[tokio::test(start_paused = true)]
async fn closed_connection_without_a_request_ends_at_once() {
    let (mut client, duration) = connect(&Connections::new(1));
    client.write_all(b"GET / HTTP/1.1\r\nHost: lexdex\r\n\r\n").await.unwrap();
    assert_ne!(client.read(&mut [0; BUFFER_BYTES]).await.unwrap(), 0);
    drop(client);
    assert_eq!(duration.await, Duration::ZERO);
}

#[tokio::test]
async fn reset_connection_ends_while_its_response_is_made() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let mut client = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
    let (server, _) = listener.accept().await.unwrap();
    let timeouts = Timeouts { half_closed: FOREVER, ..Timeouts::default() };
    let duration = serve_one(server, &Connections::new(1), timeouts);
    client.write_all(b"GET /after/60000 HTTP/1.1\r\nHost: lexdex\r\n\r\n").await.unwrap();
    sleep(Duration::from_millis(50)).await;
    // Closes the connection with a reset instead of an end of stream.
    client.set_zero_linger().unwrap();
    drop(client);
    assert!(duration.await < Duration::from_secs(50));
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
async fn idle_connection_closes_500_ms_after_the_shutdown_signal() {
    let connections = Connections::new(1);
    let (_client, duration) = connect(&connections);
    let ((), duration) = tokio::join!(connections.drain(), duration);
    assert_eq!(duration, Duration::from_millis(500));
}
