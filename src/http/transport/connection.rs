/*!
One connection: detects the client's version of HTTP, and serves it until the client leaves, exceeds a time limit, or
the server shuts down.

HTTP/1.1 and HTTP/2 share a port. A client of HTTP/2 starts with its preface ("prior knowledge"). There is no upgrade
from HTTP/1.1, which RFC 9113 deprecates.

`hyper_util::server::conn::auto` does not fit: its detection has no time limit, and it does not reveal the version, by
which the limits and the draining of a connection differ.
*/

use std::convert::Infallible;
use std::error::Error;
use std::net::IpAddr;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use axum::body::Body;
use axum::extract::Request;
use axum::http::{HeaderValue, Version, header};
use axum::response::Response;
use hyper::body::Incoming;
use hyper::server::conn::{http1, http2};
use hyper::service::Service;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use tokio::time::{sleep, timeout};
use tower::util::MapResponse;

use crate::http::client::client_key::ClientKey;
use crate::http::client::trusted_proxies::TrustedProxies;
use crate::http::service::HttpService;
use crate::http::transport::connections::{Connections, ShutdownSignal};
use crate::http::transport::stream::Stream;
use crate::http::transport::timeouts::Timeouts;

/// The maximum size of a request head in bytes: a target of 8 KiB and generous headers. A larger head gets a 431.
const MAX_HEAD_BYTES: u32 = 64 << 10;

/// The maximum number of concurrent streams of an HTTP/2 connection, the minimum that RFC 9113 recommends. hyper bounds
/// the streams that a client resets right after it has opened them.
const MAX_STREAMS: u32 = 100;

/// The service for the requests of one connection.
#[derive(Clone)]
pub(crate) struct ConnectionService<S> {
    pub(crate) service: S,
    pub(crate) trusted_proxies: Arc<TrustedProxies>,
    /// The address of the peer; `None` over a Unix socket.
    pub(crate) peer: Option<IpAddr>,
    /// The set that the connection belongs to.
    pub(crate) connections: Connections,
}

impl<S: HttpService> Service<Request<Incoming>> for ConnectionService<S> {
    type Response = Response;
    type Error = Infallible;
    type Future = <MapResponse<S, fn(Response) -> Response> as tower::Service<Request>>::Future;

    /// Attaches the client's key to the request. While the server drains, the response closes an HTTP/1.1 connection.
    fn call(&self, mut request: Request<Incoming>) -> Self::Future {
        let is_last = self.connections.is_draining() && request.version() < Version::HTTP_2;
        let finish: fn(Response) -> Response = if is_last { close_after } else { |response| response };
        let client = self.trusted_proxies.client(self.peer, request.headers());
        request.extensions_mut().insert(ClientKey::from(client));
        // An `HttpService` is always ready.
        tower::Service::call(&mut MapResponse::new(self.service.clone(), finish), request.map(Body::new))
    }
}

/// Adds `Connection: close`, which hyper obeys too. HTTP/2 sends GOAWAY instead.
fn close_after(mut response: Response) -> Response {
    response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
    response
}

/// Completes when an idle connection is to close: some time after the shutdown signal, see [`Timeouts::drain_delay`].
async fn drain_delay(shutdown: &mut ShutdownSignal, timeouts: &Timeouts) {
    shutdown.received().await;
    sleep(timeouts.drain_delay).await;
}

/// Serves a connection to its end.
pub(crate) async fn serve(
    mut stream: Stream,
    service: ConnectionService<impl HttpService>,
    mut shutdown: ShutdownSignal,
    timeouts: Timeouts,
) -> Result<(), Box<dyn Error + Send + Sync>> {
    let is_http_2 = tokio::select! {
        // Bytes that have arrived are served even if the delay is over.
        biased;
        is_http_2 = timeout(timeouts.head, stream.is_http_2()) => is_http_2??,
        () = drain_delay(&mut shutdown, &timeouts) => return Ok(()),
    };
    if is_http_2 {
        serve_http_2(stream, service, shutdown, timeouts).await?;
    } else {
        serve_http_1(stream, service, shutdown, timeouts).await?;
    }
    Ok(())
}

async fn serve_http_1(
    stream: Stream,
    service: ConnectionService<impl HttpService>,
    mut shutdown: ShutdownSignal,
    timeouts: Timeouts,
) -> hyper::Result<()> {
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(timeouts.head)
        .max_buf_size(MAX_HEAD_BYTES as usize)
        .serve_connection(TokioIo::new(stream), service);
    let mut connection = pin!(connection);
    tokio::select! {
        biased;
        ended = connection.as_mut() => ended,
        () = drain_delay(&mut shutdown, &timeouts) => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    }
}

/// hyper limits neither the time for the head of an HTTP/2 request nor the time that a client keeps the windows of its
/// streams closed. In both cases nothing is sent. After one idle interval without a sent byte the connection accepts no
/// more requests, which closes an idle one; after another it is cut. A request under way is answered within an interval,
/// if only by the handler timeout.
async fn serve_http_2(
    stream: Stream,
    service: ConnectionService<impl HttpService>,
    mut shutdown: ShutdownSignal,
    timeouts: Timeouts,
) -> hyper::Result<()> {
    let has_sent = stream.has_sent();
    let connection = http2::Builder::new(TokioExecutor::new())
        .timer(TokioTimer::new())
        .max_header_list_size(MAX_HEAD_BYTES)
        .max_concurrent_streams(MAX_STREAMS)
        .serve_connection(TokioIo::new(stream), service);
    let mut connection = pin!(connection);
    let mut is_closing = false;
    loop {
        tokio::select! {
            biased;
            ended = connection.as_mut() => return ended,
            () = shutdown.received(), if !is_closing => {}
            () = sleep(timeouts.idle) => {
                if has_sent.swap(false, Ordering::Relaxed) {
                    continue;
                }
                if is_closing {
                    return Ok(());
                }
            }
        }
        connection.as_mut().graceful_shutdown();
        is_closing = true;
    }
}
