/*!
The server: accepts connections up to its capacity, serves each on its own task, and drains them at shutdown.
*/

use std::io;
use std::iter;
use std::net::IpAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::sync::OwnedSemaphorePermit;
use tokio::time::{sleep, timeout};

use crate::http::client::trusted_proxies::TrustedProxies;
use crate::http::service::HttpService;
use crate::http::transport::connection;
use crate::http::transport::connection_service::ConnectionService;
use crate::http::transport::connections::Connections;
use crate::http::transport::listener::Listener;
use crate::http::transport::stream::ByteStream;
use crate::http::transport::timeouts::Timeouts;
use crate::log_throttle::LogThrottle;

/// The pause after a failed accept, for instance when the process has no free file descriptor.
const ACCEPT_RETRY_INTERVAL: Duration = Duration::from_millis(50);

/// The maximum time for which connections are still accepted from the kernel's queue after the shutdown signal.
const BACKLOG_TIMEOUT: Duration = Duration::from_millis(200);

/// The options of a server.
pub struct ServerOptions {
    /// The proxies whose forwarding headers are trusted.
    pub trusted_proxies: TrustedProxies,
    /// The maximum number of open connections. Further clients wait in the kernel's queue.
    pub max_connections: usize,
    /// The time limits of connections.
    pub timeouts: Timeouts,
}

/// A bound server.
pub struct Server<S> {
    listener: Listener,
    spawner: ConnectionSpawner<S>,
}

impl<S: HttpService> Server<S> {
    /// Listens at an address such as `127.0.0.1:8080` or `unix:/run/lexdex.sock`. Port 0 selects a free port.
    pub async fn bind(address: &str, service: S, options: ServerOptions) -> io::Result<Self> {
        let ServerOptions { trusted_proxies, max_connections, timeouts } = options;
        let spawner = ConnectionSpawner {
            service,
            trusted_proxies: Arc::new(trusted_proxies),
            connections: Connections::new(max_connections),
            timeouts,
        };
        Ok(Self { listener: Listener::bind(address).await?, spawner })
    }

    /// Returns the URL of the server, such as `http://127.0.0.1:8080`, or `unix:` and the path of its socket.
    pub fn url(&self) -> io::Result<String> {
        self.listener.url()
    }

    /// Returns the open connections of the server.
    pub fn connections(&self) -> Connections {
        self.spawner.connections.clone()
    }

    /// Serves until `shutdown` completes. Then stops accepting, and waits for the requests in progress, up to the
    /// shutdown timeout.
    pub async fn run_until(self, shutdown: impl Future<Output = ()>) {
        let Self { listener, spawner } = self;
        spawner.accept_until(&listener, shutdown).await;
        spawner.accept_backlog(listener);
        tracing::info!("stopping");
        spawner.drain().await;
    }
}

/// An accepted connection.
struct Accepted {
    stream: ByteStream,
    peer: Option<IpAddr>,
    /// Released when the connection has ended.
    permit: OwnedSemaphorePermit,
}

/// Accepts connections and spawns a task for each.
struct ConnectionSpawner<S> {
    service: S,
    trusted_proxies: Arc<TrustedProxies>,
    connections: Connections,
    timeouts: Timeouts,
}

impl<S: HttpService> ConnectionSpawner<S> {
    async fn accept_until(&self, listener: &Listener, shutdown: impl Future<Output = ()>) {
        let mut shutdown = pin!(shutdown);
        let (mut full_log, mut failure_log) = (LogThrottle::default(), LogThrottle::default());
        loop {
            if self.connections.is_full() && full_log.allow() {
                let capacity = self.connections.capacity();
                tracing::warn!(capacity, "connection limit reached: new connections queue in the kernel");
            }
            let accepted = tokio::select! {
                accepted = self.accept(listener) => accepted,
                () = &mut shutdown => return,
            };
            match accepted {
                Ok(accepted) => self.spawn(accepted),
                Err(error) => {
                    if failure_log.allow() {
                        tracing::warn!(%error, "cannot accept a connection");
                    }
                    sleep(ACCEPT_RETRY_INTERVAL).await;
                }
            }
        }
    }

    /// Accepts the next connection once there is capacity. At capacity, new connections stay in the kernel's queue
    /// instead of being refused, because idle connections close within seconds.
    async fn accept(&self, listener: &Listener) -> io::Result<Accepted> {
        let permit = self.connections.permit().await;
        let (stream, peer) = listener.accept(&self.timeouts).await?;
        Ok(Accepted { stream, peer, permit })
    }

    /// Accepts the connections in the kernel's queue, whose clients may already have sent a request, and closes the
    /// listener.
    fn accept_backlog(&self, listener: Listener) {
        let backlog = match listener.into_backlog(self.timeouts) {
            Ok(backlog) => backlog,
            Err(error) => return tracing::warn!(%error, "cannot accept the queued connections"),
        };
        let deadline = Instant::now() + BACKLOG_TIMEOUT;
        let permit = || if Instant::now() < deadline { self.connections.try_permit() } else { None };
        for (permit, (stream, peer)) in iter::from_fn(permit).zip(backlog) {
            self.spawn(Accepted { stream, peer, permit });
        }
    }

    /// Waits until all connections have ended, up to the shutdown timeout.
    async fn drain(&self) {
        if timeout(self.timeouts.shutdown, self.connections.drain()).await.is_err() {
            tracing::warn!("shutdown timeout reached: closing the remaining connections");
        }
    }

    fn spawn(&self, Accepted { stream, peer, permit }: Accepted) {
        let service = ConnectionService {
            service: self.service.clone(),
            trusted_proxies: Arc::clone(&self.trusted_proxies),
            peer,
            connections: self.connections.clone(),
        };
        let ended = connection::serve(stream, service, self.connections.register(), self.timeouts);
        tokio::spawn(async move {
            if let Err(error) = ended.await {
                tracing::debug!(%error, "connection ended");
            }
            drop(permit);
        });
    }
}

#[cfg(test)]
mod tests {
    use std::future::ready;
    use std::io::{Read, Write};
    use std::net::TcpStream;

    use axum::Router;
    use axum::routing::get;
    use tokio::io::{AsyncWriteExt, duplex};
    use tokio::runtime;
    use tokio::time;

    use super::*;

    /// The connection is in memory, so the paused clock advances when both client and server wait.
    #[tokio::test(start_paused = true)]
    async fn unread_response_delays_the_shutdown_by_10_seconds_at_most() {
        const BUFFER_BYTES: usize = 1 << 10;
        let timeouts = Timeouts::default();
        let spawner = ConnectionSpawner {
            service: Router::new().route("/", get("long".repeat(BUFFER_BYTES))),
            trusted_proxies: Arc::default(),
            connections: Connections::new(1),
            timeouts,
        };
        let (mut client, server) = duplex(BUFFER_BYTES);
        let permit = spawner.connections.permit().await;
        spawner.spawn(Accepted { stream: ByteStream::new(server, &timeouts), peer: None, permit });
        client.write_all(b"GET / HTTP/1.1\r\nHost: lexdex\r\n\r\n").await.unwrap();
        let start = time::Instant::now();
        spawner.drain().await;
        assert_eq!(start.elapsed(), Duration::from_secs(10));
        assert_eq!(spawner.connections.n_open(), 1);
    }

    #[test]
    fn backlog_is_served_at_shutdown_up_to_the_capacity() {
        let runtime = runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let service = Router::new().route("/", get(|| async { "here" }));
        let options = ServerOptions {
            trusted_proxies: TrustedProxies::default(),
            max_connections: 2,
            timeouts: Timeouts::default(),
        };
        // The runtime is not running while the clients connect, so it has not seen them.
        let server = runtime.block_on(Server::bind("127.0.0.1:0", service, options)).unwrap();
        let url = server.url().unwrap();
        let clients = [(); 3].map(|()| {
            let mut client = TcpStream::connect(url.strip_prefix("http://").unwrap()).unwrap();
            client.write_all(b"GET / HTTP/1.1\r\nHost: lexdex\r\n\r\n").unwrap();
            client
        });
        runtime.block_on(server.run_until(ready(())));
        let is_answered = clients.map(|mut client| {
            let mut answer = String::new();
            client.read_to_string(&mut answer).is_ok_and(|_| answer.ends_with("\r\n\r\nhere"))
        });
        // The third connection exceeds the capacity.
        assert_eq!(is_answered, [true, true, false]);
    }
}
