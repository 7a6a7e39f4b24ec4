/*!
Connections: accepts them, serves them, and ends them in good order.
*/

use std::io;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use tokio::sync::watch;

use super::TrustedProxies;
use super::connection::{self, Requests};
use super::listener::Listener;

/// How long requests under way may take to finish once the server is told to stop.
pub const SHUTDOWN_TIME: Duration = Duration::from_secs(10);

/// How long to wait before accepting again when the system has no room for a connection.
const PAUSE: Duration = Duration::from_millis(50);

/// The connections of a server. Each holds a receiver until it has ended.
#[derive(Clone, Default)]
pub struct Connections(Arc<watch::Sender<()>>);

impl Connections {
    /// How many are open.
    pub(super) fn n_open(&self) -> usize {
        self.0.receiver_count()
    }

    /// Has each of them end as soon as it has nothing under way, and waits for that.
    async fn end(&self) {
        self.0.send_replace(());
        self.0.closed().await;
    }
}

/// A server that listens.
pub struct Server {
    listener: Listener,
    service: Router,
    proxies: Arc<TrustedProxies>,
    connections: Connections,
}

impl Server {
    /// Listens at an address such as `127.0.0.1:8080`, where port 0 takes a free one, or `unix:/run/lexdex.sock`.
    pub async fn bind(address: &str, service: Router, proxies: TrustedProxies) -> io::Result<Self> {
        let listener = Listener::bind(address).await?;
        Ok(Self { listener, service, proxies: Arc::new(proxies), connections: Connections::default() })
    }

    /// Where the server listens, such as `http://127.0.0.1:8080`.
    pub fn place(&self) -> io::Result<String> {
        self.listener.place()
    }

    /// The connections that the server has.
    pub fn connections(&self) -> Connections {
        self.connections.clone()
    }

    /// Serves until `stop` is ready, then stops accepting and lets the requests under way finish.
    pub async fn run_until(self, stop: impl Future<Output = ()>) {
        let Self { listener, service, proxies, connections } = self;
        let mut stop = pin!(stop);
        loop {
            tokio::select! {
                accepted = listener.accept() => match accepted {
                    Ok((stream, peer)) => {
                        let requests = Requests { service: service.clone(), proxies: Arc::clone(&proxies), peer };
                        let ended = connection::serve(stream, requests, connections.0.subscribe());
                        tokio::spawn(async move {
                            if let Err(error) = ended.await {
                                tracing::debug!(%error, "connection ended");
                            }
                        });
                    }
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
        if tokio::time::timeout(SHUTDOWN_TIME, connections.end()).await.is_err() {
            tracing::warn!("some connections did not end in time and are cut");
        }
    }
}
