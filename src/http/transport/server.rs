/*!
Connections: accepts them, serves them, and ends them in good order.
*/

use std::io;
use std::iter;
use std::net::IpAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::time::timeout;

use crate::http::client::trusted_proxies::TrustedProxies;
use crate::http::service::HttpService;
use crate::http::transport::connection::{self, Requests};
use crate::http::transport::listener::Listener;
use crate::http::transport::stream::Stream;

/// How long requests under way may take to finish once the server is told to stop.
pub const SHUTDOWN_TIME: Duration = Duration::from_secs(10);

/// How long to wait before accepting again when the system has no room for a connection.
const PAUSE: Duration = Duration::from_millis(50);

/// How long to go on accepting at most when the server is told to stop.
const ACCEPT_TIME: Duration = Duration::from_millis(200);

/// How long to say nothing more of what may happen many times a second.
const SILENCE: Duration = Duration::from_secs(10);

/// The connections of a server, of which there may be so many at once.
#[derive(Clone)]
pub struct Connections {
    /// Tells each of them, which holds a receiver until it has ended.
    is_ending: Arc<watch::Sender<bool>>,
    room: Arc<Semaphore>,
    most: usize,
}

/// A connection that was accepted.
struct Accepted {
    stream: Stream,
    peer: Option<IpAddr>,
    /// What another one waits for.
    room: OwnedSemaphorePermit,
}

impl Connections {
    /// None yet, and never more than so many.
    pub fn new(most: usize) -> Self {
        Self { is_ending: Arc::default(), room: Arc::new(Semaphore::new(most)), most }
    }

    /// How many are open.
    pub(crate) fn n_open(&self) -> usize {
        self.is_ending.receiver_count()
    }

    /// How many may be open.
    pub(crate) fn most(&self) -> usize {
        self.most
    }

    /// Whether each of them is to end as soon as it has nothing under way.
    pub(crate) fn are_ending(&self) -> bool {
        *self.is_ending.borrow()
    }

    fn are_full(&self) -> bool {
        self.room.available_permits() == 0
    }

    /// Accepts the next connection once there is room for it. Until then the system keeps it, which is better than to
    /// close it: each that is open ends within seconds if it has nothing to do, and whoever waits is served then.
    async fn accept(&self, listener: &Listener) -> io::Result<Accepted> {
        let room = Arc::clone(&self.room).acquire_owned().await.expect("the semaphore is never closed");
        let (stream, peer) = listener.accept().await?;
        Ok(Accepted { stream, peer, room })
    }

    /// What another one needs, if it is there.
    fn room_for_one(&self) -> Option<OwnedSemaphorePermit> {
        Arc::clone(&self.room).try_acquire_owned().ok()
    }

    /// Has each of them end as soon as it has nothing under way, and waits for that.
    async fn end(&self) {
        self.is_ending.send_replace(true);
        self.is_ending.closed().await;
    }
}

/// A server that listens.
pub struct Server<S> {
    listener: Listener,
    service: S,
    proxies: Arc<TrustedProxies>,
    connections: Connections,
}

impl<S: HttpService> Server<S> {
    /// Listens at an address such as `127.0.0.1:8080`, where port 0 takes a free one, or `unix:/run/lexdex.sock`.
    pub async fn bind(address: &str, service: S, proxies: TrustedProxies, most_connections: usize) -> io::Result<Self> {
        let listener = Listener::bind(address).await?;
        Ok(Self { listener, service, proxies: Arc::new(proxies), connections: Connections::new(most_connections) })
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
        let serve = |Accepted { stream, peer, room }| {
            let (service, proxies) = (service.clone(), Arc::clone(&proxies));
            let requests = Requests { service, proxies, peer, connections: connections.clone() };
            let ended = connection::serve(stream, requests, connections.is_ending.subscribe());
            tokio::spawn(async move {
                if let Err(error) = ended.await {
                    tracing::debug!(%error, "connection ended");
                }
                drop(room);
            });
        };
        let mut stop = pin!(stop);
        let (mut fullness, mut failures) = (Seldom::default(), Seldom::default());
        loop {
            if connections.are_full() && fullness.is_due() {
                tracing::warn!(most = connections.most(), "no more connections may be open: others wait for an end");
            }
            let accepted = tokio::select! {
                accepted = connections.accept(&listener) => accepted,
                () = &mut stop => break,
            };
            match accepted {
                Ok(accepted) => serve(accepted),
                Err(error) => {
                    if failures.is_due() {
                        tracing::warn!(%error, "cannot accept a connection");
                    }
                    tokio::time::sleep(PAUSE).await;
                }
            }
        }
        // Who has connected by now has been let in by the system, and may have sent a request: until nobody waits.
        let end_of_accepting = Instant::now() + ACCEPT_TIME;
        let room = || if Instant::now() < end_of_accepting { connections.room_for_one() } else { None };
        match listener.into_waiting() {
            Ok(waiting) => {
                for (room, (stream, peer)) in iter::from_fn(room).zip(waiting) {
                    serve(Accepted { stream, peer, room });
                }
            }
            Err(error) => tracing::warn!(%error, "cannot accept those that wait"),
        }
        tracing::info!("stopping");
        if timeout(SHUTDOWN_TIME, connections.end()).await.is_err() {
            tracing::warn!("some connections did not end in time and are cut");
        }
    }
}

/// When something was told last that may happen so often that the log would be full of it.
#[derive(Default)]
struct Seldom(Option<Instant>);

impl Seldom {
    /// Whether it is time to tell it, which is then taken to be done.
    fn is_due(&mut self) -> bool {
        let is_due = self.0.is_none_or(|told| told.elapsed() >= SILENCE);
        if is_due {
            self.0 = Some(Instant::now());
        }
        is_due
    }
}

#[cfg(test)]
mod tests {
    use std::future::ready;
    use std::io::{Read, Write};
    use std::net::TcpStream;

    use axum::Router;
    use axum::routing::get;
    use tokio::runtime;

    use super::*;

    #[test]
    fn whoever_was_let_in_before_the_end_is_answered_though_the_runtime_does_not_know_of_it() {
        let runtime = runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let service = Router::new().route("/", get(|| async { "here" }));
        let server = runtime.block_on(Server::bind("127.0.0.1:0", service, TrustedProxies::default(), 2)).unwrap();
        let place = server.place().unwrap();
        let clients = [(); 3].map(|()| {
            let mut client = TcpStream::connect(place.strip_prefix("http://").unwrap()).unwrap();
            client.write_all(b"GET / HTTP/1.1\r\nHost: lexdex\r\n\r\n").unwrap();
            client
        });
        runtime.block_on(server.run_until(ready(())));
        let is_answered = clients.map(|mut client| {
            let mut answer = String::new();
            client.read_to_string(&mut answer).is_ok_and(|_| answer.ends_with("\r\n\r\nhere"))
        });
        // There is no room for the third.
        assert_eq!(is_answered, [true, true, false]);
    }
}
