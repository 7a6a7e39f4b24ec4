//! A lexdex server in the test's own process, which serves a folder of published indexes and watches it.

use std::net::TcpListener;
use std::path::Path;
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use lexdex::http::{
    CurrentSnapshot, Server, ServerOptions, ServiceOptions, SnapshotOptions, Timeouts, TrustedProxies, service,
};
use lexdex::index::Index;
use lexdex::platform;
use lexdex::refresh::IndexWatcher;
use serde_json::Value;
use tokio::sync::oneshot;

/// A server that ends when it is dropped.
pub(crate) struct Served {
    address: String,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Served {
    pub(crate) fn start(published: &Path) -> Self {
        // A free port. Another program may take it before the server does.
        let address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().to_string();
        let (stop, stopped) = oneshot::channel();
        let (started, is_started) = oneshot::channel();
        let (of_server, published) = (address.clone(), published.to_owned());
        let thread = thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
            runtime.block_on(async move {
                let watcher = IndexWatcher::new(&published);
                let options = SnapshotOptions { cache_bytes: 1 << 20, ..SnapshotOptions::default() };
                let index = Arc::new(Index::open(&published).unwrap());
                let current = Arc::new(CurrentSnapshot::new(index, options));
                let service = service(Arc::clone(&current), ServiceOptions::default());
                let options = ServerOptions {
                    trusted_proxies: TrustedProxies::new(Vec::new()),
                    max_connections: 16,
                    timeouts: Timeouts::default(),
                };
                let server = Server::bind(&of_server, service, options).await.unwrap();
                let hangups = platform::hangups().unwrap();
                tokio::spawn(watcher.watch(current, hangups, Some(Duration::from_millis(50))));
                started.send(()).unwrap();
                server.run_until(async { drop(stopped.await) }).await;
            });
        });
        is_started.blocking_recv().unwrap();
        Self { address, stop: Some(stop), thread: Some(thread) }
    }

    /// The body of the response to a request. Asserts that the status is 200.
    pub(crate) fn get(&self, path: &str) -> Value {
        let mut response = ureq::get(format!("http://{}{path}", self.address)).call().unwrap();
        serde_json::from_str(&response.body_mut().read_to_string().unwrap()).unwrap()
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        drop(self.stop.take());
        self.thread.take().unwrap().join().unwrap();
    }
}
