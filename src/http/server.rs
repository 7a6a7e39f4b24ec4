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

/// A server that listens.
pub struct Server {
    listener: Listener,
    service: Router,
    proxies: Arc<TrustedProxies>,
}

impl Server {
    /// Listens at an address such as `127.0.0.1:8080`, where port 0 takes a free one, or `unix:/run/lexdex.sock`.
    pub async fn bind(address: &str, service: Router, proxies: TrustedProxies) -> io::Result<Self> {
        Ok(Self { listener: Listener::bind(address).await?, service, proxies: Arc::new(proxies) })
    }

    /// Where the server listens, such as `http://127.0.0.1:8080`.
    pub fn place(&self) -> io::Result<String> {
        self.listener.place()
    }

    /// Serves until `stop` is ready, then stops accepting and lets the requests under way finish.
    pub async fn run_until(self, stop: impl Future<Output = ()>) {
        let Self { listener, service, proxies } = self;
        let (stopping, told) = watch::channel(());
        let mut stop = pin!(stop);
        loop {
            tokio::select! {
                accepted = listener.accept() => match accepted {
                    Ok((stream, peer)) => {
                        let requests = Requests { service: service.clone(), proxies: Arc::clone(&proxies), peer };
                        let ended = connection::serve(stream, requests, told.clone());
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
        drop((listener, told));
        tracing::info!("stopping");
        stopping.send_replace(());
        if tokio::time::timeout(SHUTDOWN_TIME, stopping.closed()).await.is_err() {
            tracing::warn!("some connections did not end in time and are cut");
        }
    }
}
