/*!
Serves one connection: answers requests until the client disconnects or exceeds a time limit, or the server shuts down.

The server speaks HTTP/1.1. hyper closes a connection that starts with the preface of HTTP/2.
*/

use std::pin::pin;

use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};

use crate::http::service::HttpService;
use crate::http::transport::connection_service::ConnectionService;
use crate::http::transport::connections::ShutdownSignal;
use crate::http::transport::exchange::ExchangeService;
use crate::http::transport::stream::ByteStream;
use crate::http::transport::timeouts::Timeouts;

/// The maximum size of a request head in bytes: a target of 8 KiB and generous headers. A larger head gets a 431.
const MAX_HEAD_BYTES: usize = 64 << 10;

/// Serves a connection to its end.
pub(crate) async fn serve(
    stream: ByteStream,
    service: ConnectionService<impl HttpService>,
    mut shutdown: ShutdownSignal,
    timeouts: Timeouts,
) -> hyper::Result<()> {
    let service = ExchangeService { service, exchange: stream.exchange() };
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(timeouts.head)
        .max_buf_size(MAX_HEAD_BYTES)
        .serve_connection(TokioIo::new(stream), service);
    let mut connection = pin!(connection);
    tokio::select! {
        // Bytes that have already arrived are served even if the delay is over.
        biased;
        ended = connection.as_mut() => ended,
        () = shutdown.after(timeouts.drain_delay) => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    }
}
