/*!
Serves HTTP/1.1 connections.
*/

use std::pin::pin;

use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};

use crate::http::service::HttpService;
use crate::http::transport::connection_service::{ConnectionService, MAX_HEAD_BYTES};
use crate::http::transport::connections::ShutdownSignal;
use crate::http::transport::exchange::{Exchange, ExchangeService};
use crate::http::transport::stream::Stream;
use crate::http::transport::timeouts::Timeouts;

/// Serves a connection to its end.
pub(crate) async fn serve(
    mut stream: Stream,
    service: ConnectionService<impl HttpService>,
    mut shutdown: ShutdownSignal,
    timeouts: Timeouts,
) -> hyper::Result<()> {
    let exchange = Exchange::default();
    stream.follow(exchange.clone());
    let service = ExchangeService { service, exchange };
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(timeouts.head)
        .max_buf_size(MAX_HEAD_BYTES as usize)
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
