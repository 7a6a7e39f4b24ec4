/*!
A connection of HTTP/1.1.
*/

use std::pin::pin;

use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};

use crate::http::service::HttpService;
use crate::http::transport::connection_service::{ConnectionService, MAX_HEAD_BYTES};
use crate::http::transport::connections::ShutdownSignal;
use crate::http::transport::stream::Stream;
use crate::http::transport::timeouts::Timeouts;

/// Serves a connection to its end.
pub(crate) async fn serve(
    stream: Stream,
    service: ConnectionService<impl HttpService>,
    mut shutdown: ShutdownSignal,
    timeouts: Timeouts,
) -> hyper::Result<()> {
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(timeouts.head)
        .max_buf_size(MAX_HEAD_BYTES as usize)
        // A client may close its side as soon as it has sent its requests, as `nc -N` does.
        .half_close(true)
        .serve_connection(TokioIo::new(stream), service);
    let mut connection = pin!(connection);
    tokio::select! {
        biased;
        ended = connection.as_mut() => ended,
        () = shutdown.after(timeouts.drain_delay) => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    }
}
