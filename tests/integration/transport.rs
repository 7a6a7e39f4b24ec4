/*!
Connections over a real socket, with the short time limits of [`TIMEOUTS`].
*/

use std::net::SocketAddr;
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use lexdex::http::{
    Connections, CurrentSnapshot, Server, ServerOptions, ServiceOptions, SnapshotOptions, Timeouts, TrustedProxies,
    service,
};
use lexdex_index::Index;
use tokio::sync::oneshot;

#[path = "../system/support/client.rs"]
#[expect(dead_code, reason = "the tests of the process need more of it")]
mod client;
#[path = "../system/support/index.rs"]
#[expect(dead_code, reason = "the tests of the process need more of it")]
mod index;

mod bodies;
mod capacity;
mod exports;
mod half_close;
mod shutdown;
mod slow_clients;

/// Long enough for a client on a busy machine to be in time, short enough for a test to wait for.
const TIMEOUTS: Timeouts = Timeouts {
    head: Duration::from_millis(700),
    write: Duration::from_millis(700),
    body: Duration::from_millis(700),
    take: Duration::from_millis(700),
    take_grace: Duration::from_secs(10),
    take_rate: 64 << 10,
    half_closed: Duration::from_millis(500),
    linger: Duration::from_millis(500),
    drain_delay: Duration::from_millis(200),
    shutdown: Duration::from_millis(700),
};

/// The tolerance for a busy machine.
const SLACK: Duration = Duration::from_secs(9);

/// A server on its own runtime in this process. Dropping it shuts it down.
struct TestServer {
    address: SocketAddr,
    connections: Connections,
    shutdown: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl TestServer {
    /// Serves an index without a rate limit.
    fn start(index: Arc<Index>, max_connections: usize, timeouts: Timeouts) -> Self {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
        let options = ServerOptions { trusted_proxies: TrustedProxies::default(), max_connections, timeouts };
        let server = runtime.block_on(async {
            let current = Arc::new(CurrentSnapshot::new(index, SnapshotOptions::default()));
            let service = service(current, ServiceOptions { timeouts, ..ServiceOptions::default() });
            Server::bind("127.0.0.1:0", service, options).await.unwrap()
        });
        let address = server.url().unwrap().strip_prefix("http://").unwrap().parse().unwrap();
        let connections = server.connections();
        let (shutdown, is_shutdown) = oneshot::channel();
        let thread = thread::spawn(move || {
            runtime.block_on(server.run_until(async { is_shutdown.await.unwrap_or_default() }));
            runtime.shutdown_background();
        });
        Self { address, connections, shutdown: Some(shutdown), thread: Some(thread) }
    }

    /// Shuts the server down, and returns how long that took.
    fn stop(mut self) -> Duration {
        let start = Instant::now();
        self.shutdown.take().unwrap().send(()).unwrap();
        self.thread.take().unwrap().join().unwrap();
        start.elapsed()
    }
}
