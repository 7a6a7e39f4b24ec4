/*!
Serves one connection: detects the HTTP version, and answers requests until the client disconnects or exceeds a time
limit, or the server shuts down.

HTTP/1.1 and HTTP/2 share a port. An HTTP/2 client starts with the connection preface ("prior knowledge"). Upgrades from
HTTP/1.1 are not supported, because RFC 9113 deprecates them.

`hyper_util::server::conn::auto` does not fit: its detection has no time limit, and it does not expose the version, on
which the limits and the draining of a connection depend.
*/

use std::error::Error;

use tokio::time::timeout;

use crate::http::service::HttpService;
use crate::http::transport::connection_service::ConnectionService;
use crate::http::transport::connections::ShutdownSignal;
use crate::http::transport::stream::Stream;
use crate::http::transport::timeouts::Timeouts;
use crate::http::transport::{http_1, http_2};

/// Serves a connection to its end.
pub(crate) async fn serve(
    mut stream: Stream,
    service: ConnectionService<impl HttpService>,
    mut shutdown: ShutdownSignal,
    timeouts: Timeouts,
) -> Result<(), Box<dyn Error + Send + Sync>> {
    let is_http_2 = tokio::select! {
        // Bytes that have already arrived are served even if the delay is over.
        biased;
        is_http_2 = timeout(timeouts.head, stream.is_http_2()) => is_http_2??,
        () = shutdown.after(timeouts.drain_delay) => return Ok(()),
    };
    if is_http_2 {
        http_2::serve(stream, service, shutdown, timeouts).await?;
    } else {
        http_1::serve(stream, service, shutdown, timeouts).await?;
    }
    Ok(())
}
