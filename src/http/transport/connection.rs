/*!
One connection: finds out which HTTP the client speaks, and serves it until the client goes, is too slow, or the
server stops.

HTTP/1.1 and HTTP/2 share a port. A client says by its first bytes that it speaks HTTP/2 ("prior knowledge"); there is
no upgrade from the one to the other, which RFC 9113 has given up.
*/

use std::convert::Infallible;
use std::error::Error;
use std::net::IpAddr;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use axum::body::Body;
use axum::extract::Request;
use axum::http::{HeaderValue, Version, header};
use axum::response::Response;
use hyper::body::Incoming;
use hyper::server::conn::{http1, http2};
use hyper::service::Service;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use tokio::sync::watch;
use tokio::time::{sleep, timeout};
use tower::util::MapResponse;

use crate::http::client::client_key::ClientKey;
use crate::http::client::trusted_proxies::TrustedProxies;
use crate::http::service::HttpService;
use crate::http::transport::server::Connections;
use crate::http::transport::stream::Stream;

/// How long a client may take to send the head of a request, and how long a connection may wait for the next one.
const HEADER_TIME: Duration = Duration::from_secs(10);

/// The most bytes of a request's head: a target of 8 KiB and generous headers. More is answered with 431.
const MOST_HEAD_BYTES: u32 = 64 << 10;

/// How many requests of an HTTP/2 connection may be under way at once: what RFC 9113 recommends at least. hyper bounds
/// those that a client takes back as soon as it has sent them.
const MOST_STREAMS: u32 = 100;

/// How long a connection that is idle when the server is to stop may go on: a client that is about to send, or has just
/// sent, is answered, and told that this was the last answer. Closed at once, it would lose what it sends.
const LAST_CHANCE: Duration = Duration::from_millis(500);

/// Whether the server is to stop. As long as one is held, a connection has not ended.
pub(crate) type Stop = watch::Receiver<bool>;

/// What answers the requests of a connection.
#[derive(Clone)]
pub(crate) struct Requests<S> {
    pub(crate) service: S,
    pub(crate) proxies: Arc<TrustedProxies>,
    /// Whom the connection is from: nobody with an address, if it came over a Unix socket.
    pub(crate) peer: Option<IpAddr>,
    /// Those of which the connection is one.
    pub(crate) connections: Connections,
}

impl<S: HttpService> Service<Request<Incoming>> for Requests<S> {
    type Response = Response;
    type Error = Infallible;
    type Future = <MapResponse<S, fn(Response) -> Response> as tower::Service<Request>>::Future;

    fn call(&self, mut request: Request<Incoming>) -> Self::Future {
        let is_last = self.connections.are_ending() && request.version() < Version::HTTP_2;
        let mark: fn(Response) -> Response = if is_last { mark_as_last } else { |response| response };
        let client = self.proxies.client(self.peer, request.headers());
        request.extensions_mut().insert(ClientKey::from(client));
        // Ours are always ready.
        tower::Service::call(&mut MapResponse::new(self.service.clone(), mark), request.map(Body::new))
    }
}

/// Has the connection end behind an answer, and tells the client so. HTTP/2 has other means.
fn mark_as_last(mut response: Response) -> Response {
    response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
    response
}

/// Ready when an idle connection is to end.
async fn last_chance(stop: &mut Stop) {
    // An error says that nobody is there any more who could stop the server, or wait for the connection.
    let _ = stop.wait_for(|is_ending| *is_ending).await;
    sleep(LAST_CHANCE).await;
}

/// Serves a connection to its end.
pub(crate) async fn serve(
    mut stream: Stream,
    requests: Requests<impl HttpService>,
    mut stop: Stop,
) -> Result<(), Box<dyn Error + Send + Sync>> {
    let is_http_2 = tokio::select! {
        // What has been sent is served.
        biased;
        is_http_2 = timeout(HEADER_TIME, stream.is_http_2()) => is_http_2??,
        () = last_chance(&mut stop) => return Ok(()),
    };
    if is_http_2 {
        serve_http_2(stream, requests, stop).await?;
    } else {
        serve_http_1(stream, requests, stop).await?;
    }
    Ok(())
}

async fn serve_http_1(stream: Stream, requests: Requests<impl HttpService>, mut stop: Stop) -> hyper::Result<()> {
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEADER_TIME)
        .max_buf_size(MOST_HEAD_BYTES as usize)
        .serve_connection(TokioIo::new(stream), requests);
    let mut connection = pin!(connection);
    tokio::select! {
        biased;
        ended = connection.as_mut() => ended,
        () = last_chance(&mut stop) => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    }
}

/// hyper has no time for the head of a request by HTTP/2, nor for a client that opens no window for its answers. In
/// either case nothing is sent. After one span in which nothing was, the connection takes no more requests, which ends
/// an idle one; after one more it is cut. A request under way is answered within a span, if only with an error.
async fn serve_http_2(stream: Stream, requests: Requests<impl HttpService>, mut stop: Stop) -> hyper::Result<()> {
    let has_sent = stream.has_sent();
    let connection = http2::Builder::new(TokioExecutor::new())
        .timer(TokioTimer::new())
        .max_header_list_size(MOST_HEAD_BYTES)
        .max_concurrent_streams(MOST_STREAMS)
        .serve_connection(TokioIo::new(stream), requests);
    let mut connection = pin!(connection);
    let mut is_ending = false;
    loop {
        tokio::select! {
            biased;
            ended = connection.as_mut() => return ended,
            _ = stop.wait_for(|is_ending| *is_ending), if !is_ending => {}
            () = sleep(HEADER_TIME) => {
                if has_sent.swap(false, Ordering::Relaxed) {
                    continue;
                }
                if is_ending {
                    return Ok(());
                }
            }
        }
        connection.as_mut().graceful_shutdown();
        is_ending = true;
    }
}
