/*!
Connections: accepts them, serves them, and ends them in good order.
*/

use std::convert::Infallible;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use tokio::net::{TcpListener, TcpStream};
use tokio_io_timeout::TimeoutStream;
use tower::ServiceExt;

use super::{ClientKey, TrustedProxies};

/// How long requests under way may take to finish once the server is told to stop.
pub const SHUTDOWN_TIME: Duration = Duration::from_secs(10);

/// How long a client may take to send the head of a request, and how long a connection may wait for the next one.
const HEADER_TIME: Duration = Duration::from_secs(10);

/// The most bytes of a request's head: a target of 8 KiB and generous headers. hyper answers 431 to more.
const MOST_HEAD_BYTES: usize = 64 << 10;

/// How long a client may leave an answer unread before its connection is cut.
const WRITE_TIME: Duration = Duration::from_secs(20);

/// How long to wait before accepting again when the system has no room for a connection.
const PAUSE: Duration = Duration::from_millis(50);

/// A server that listens.
pub struct Server {
    listener: TcpListener,
    service: Router,
    proxies: Arc<TrustedProxies>,
}

impl Server {
    /// Listens at an address such as `127.0.0.1:8080`; port 0 takes a free one.
    pub async fn bind(address: &str, service: Router, proxies: TrustedProxies) -> io::Result<Self> {
        Ok(Self { listener: TcpListener::bind(address).await?, service, proxies: Arc::new(proxies) })
    }

    /// Where the server listens.
    pub fn local_address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Serves until `stop` is ready, then stops accepting and lets the requests under way finish.
    pub async fn run_until(self, stop: impl Future<Output = ()>) {
        let Self { listener, service, proxies } = self;
        let connections = GracefulShutdown::new();
        let mut stop = pin!(stop);
        loop {
            tokio::select! {
                accepted = listener.accept() => match accepted {
                    Ok((stream, peer)) => serve(stream, peer.ip(), service.clone(), Arc::clone(&proxies), &connections),
                    Err(error) => {
                        tracing::warn!(%error, "cannot accept a connection");
                        tokio::time::sleep(PAUSE).await;
                    }
                },
                () = &mut stop => break,
            }
        }
        drop(listener);
        tracing::info!("stopping");
        if tokio::time::timeout(SHUTDOWN_TIME, connections.shutdown()).await.is_err() {
            tracing::warn!("some connections did not end in time and are cut");
        }
    }
}

/// A connection on which a write that makes no progress fails in the end.
fn with_write_timeout(stream: TcpStream) -> TimeoutStream<TcpStream> {
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(WRITE_TIME));
    stream
}

fn serve(
    stream: TcpStream,
    peer: IpAddr,
    service: Router,
    proxies: Arc<TrustedProxies>,
    connections: &GracefulShutdown,
) {
    // An answer is one write; waiting for more to send only delays it.
    if let Err(error) = stream.set_nodelay(true) {
        tracing::debug!(%error, "cannot set TCP_NODELAY");
    }
    let service = hyper::service::service_fn(move |mut request: hyper::Request<hyper::body::Incoming>| {
        let client = proxies.client(peer, request.headers());
        request.extensions_mut().insert(ClientKey::from(client));
        let service = service.clone();
        async move { service.oneshot(request.map(Body::new)).await.map_err(|never: Infallible| never) }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEADER_TIME)
        .max_buf_size(MOST_HEAD_BYTES)
        .serve_connection(TokioIo::new(Box::pin(with_write_timeout(stream))), service);
    let connection = connections.watch(connection);
    tokio::spawn(async move {
        if let Err(error) = connection.await {
            tracing::debug!(%error, "connection ended");
        }
    });
}
