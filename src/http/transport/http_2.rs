/*!
Serves HTTP/2 connections.

hyper has no time limit for the head of an HTTP/2 request or for closed stream windows, and no limit on control frames.
This module adds them: it closes a connection without requests, and aborts one with a response chunk that waits too long
or with too many control frames. The write timeout of its stream aborts a connection that the client does not read.
*/

use std::convert::Infallible;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::time::Duration;

use axum::extract::Request;
use axum::http::Response;
use axum::response::IntoResponse;
use hyper::body::Incoming;
use hyper::server::conn::http2;
use hyper::service::Service;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use tokio::time::sleep;

use crate::http::service::HttpService;
use crate::http::transport::connection_service::{ConnectionService, MAX_HEAD_BYTES};
use crate::http::transport::connections::ShutdownSignal;
use crate::http::transport::lingering_body::LingeringBody;
use crate::http::transport::open_heads::OpenHeads;
use crate::http::transport::paced_body::PacedBody;
use crate::http::transport::stream::Stream;
use crate::http::transport::timeouts::Timeouts;
use crate::http::transport::unsent::Unsent;

/// The maximum number of concurrent streams: the smallest that RFC 9113 recommends. [`Unsent`] bounds how many of them
/// are served at once. hyper bounds the number of streams that a client opens and immediately resets.
const MAX_STREAMS: u32 = 100;

/// The maximum number of bytes that hyper buffers for a stream.
const SEND_BUFFER_BYTES: usize = 64 << 10;

/// The number of bytes that a client may send of a request body before they are read.
const STREAM_WINDOW_BYTES: u32 = 8 << 10;

/// The same for all bodies of a connection. It suffices for every stream, so that requests that wait for a slot do not
/// block the bodies of others.
const CONNECTION_WINDOW_BYTES: u32 = MAX_STREAMS * STREAM_WINDOW_BYTES;

/// Serves a connection to its end. After one idle interval without a request the connection accepts no further
/// requests, and after a second one it is aborted.
pub(crate) async fn serve(
    mut stream: Stream,
    service: ConnectionService<impl HttpService>,
    mut shutdown: ShutdownSignal,
    timeouts: Timeouts,
) -> hyper::Result<()> {
    stream.limit_control_frames();
    let unsent = Arc::new(Unsent::new());
    let open_heads = OpenHeads::new();
    let service = PacedService { service, open_heads, unsent: Arc::clone(&unsent), linger: timeouts.linger };
    let connection = http2::Builder::new(TokioExecutor::new())
        .timer(TokioTimer::new())
        .max_header_list_size(MAX_HEAD_BYTES)
        .max_concurrent_streams(MAX_STREAMS)
        .max_send_buf_size(SEND_BUFFER_BYTES)
        .initial_stream_window_size(STREAM_WINDOW_BYTES)
        .initial_connection_window_size(CONNECTION_WINDOW_BYTES)
        .serve_connection(TokioIo::new(stream), service);
    let mut connection = pin!(connection);
    let mut is_closing = false;
    loop {
        tokio::select! {
            biased;
            ended = connection.as_mut() => return ended,
            () = shutdown.received(), if !is_closing => {}
            () = sleep(timeouts.idle) => {
                let is_idle = unsent.was_idle();
                if unsent.is_stalled(timeouts.take) || is_idle && is_closing {
                    return Ok(());
                }
                if !is_idle {
                    continue;
                }
            }
        }
        connection.as_mut().graceful_shutdown();
        is_closing = true;
    }
}

/// A service that bounds the number and the bytes of concurrent responses, and tracks how fast the client reads them.
struct PacedService<S> {
    service: ConnectionService<S>,
    open_heads: OpenHeads,
    unsent: Arc<Unsent>,
    /// The maximum time for which the unread rest of a request body is discarded.
    linger: Duration,
}

impl<S: HttpService> Service<Request<Incoming>> for PacedService<S> {
    type Response = Response<PacedBody>;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Self::Response, Infallible>> + Send>>;

    fn call(&self, request: Request<Incoming>) -> Self::Future {
        let (service, unsent, linger) = (self.service.clone(), Arc::clone(&self.unsent), self.linger);
        let request = request.map(|body| LingeringBody::new(body, linger));
        let admitted = self.open_heads.admit(request);
        Box::pin(async move {
            let slot = unsent.slot().await;
            let Ok(response) = match admitted {
                Ok((request, _permit)) => service.call(request).await,
                Err(refusal) => Ok(refusal.into_response()),
            };
            Ok(response.map(|body| PacedBody::new(body, slot)))
        })
    }
}
