/*!
A connection of HTTP/2.

hyper limits neither the time for the head of an HTTP/2 request nor the time that a client keeps the windows of its
streams closed, and answers control frames without end. The limits are here: a connection without requests is closed,
one on which a chunk of a response waits for too long is cut, and so is one of too many control frames. A connection
that the client does not read at all is cut by the write timeout of its stream.
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

/// The maximum number of concurrent streams, the minimum that RFC 9113 recommends. Not all of them are served at once,
/// see [`Unsent`]. hyper bounds the streams that a client resets right after it has opened them.
const MAX_STREAMS: u32 = 100;

/// The maximum number of bytes of a stream that hyper buffers.
const SEND_BUFFER_BYTES: usize = 64 << 10;

/// The bytes of a request's body that a client may send before any of them are read.
const STREAM_WINDOW_BYTES: u32 = 8 << 10;

/// The bytes of all bodies of a connection that a client may send before any of them are read: enough for every stream,
/// so that requests that wait for a slot do not keep the bodies of others from coming.
const CONNECTION_WINDOW_BYTES: u32 = MAX_STREAMS * STREAM_WINDOW_BYTES;

/// Serves a connection to its end. One without a request for an idle interval accepts no more of them, and after
/// another such interval it is cut.
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

/// A service that makes a bounded number of responses at once, and watches how they are taken.
struct PacedService<S> {
    service: ConnectionService<S>,
    open_heads: OpenHeads,
    unsent: Arc<Unsent>,
    /// How long the rest of a body that was not read is discarded.
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
