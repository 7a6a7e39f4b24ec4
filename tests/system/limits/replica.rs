//! Replicas of lexdex behind a trusted proxy, which names the client of each request.

use crate::system::limits::redis_server::wait_for;
use crate::system::support::client::{Client, Response, get};
use crate::system::support::server::Server;

pub(crate) const SECRET: &str = "a secret of the replicas";

/// A running replica, with an admin address.
pub(crate) struct Replica(pub(crate) Server);

impl Replica {
    /// Starts a replica with a store at this URL and further arguments.
    pub(crate) fn start(url: &str, limit: u32, arguments: &[&str]) -> Self {
        let limit = limit.to_string();
        let store = ["--limit-store", url, "--limit-store-secret", SECRET, "--rate-limit", &limit];
        let proxy = ["--trusted-proxy", "127.0.0.1", "--admin-listen", "127.0.0.1:0"];
        Self(Server::start(&[&store[..], &proxy, arguments].concat()))
    }

    /// Sends a request as a client with this address.
    pub(crate) fn ask(&self, client: &str) -> Response {
        let mut connection = Client::connect(self.0.address);
        connection.send(format!(
            "GET /api/v1/jurisdictions HTTP/1.1\r\nHost: lexdex\r\nX-Forwarded-For: {client}\r\nConnection: close\r\n\r\n"
        ));
        connection.response()
    }

    /// Sends `n_requests` requests, and returns the statuses.
    pub(crate) fn statuses(&self, client: &str, n_requests: usize) -> Vec<u16> {
        (0..n_requests).map(|_| self.ask(client).status).collect()
    }

    /// The value of a metric.
    #[track_caller]
    pub(crate) fn metric(&self, name: &str) -> f64 {
        let metrics = get(self.0.admin_address(), "/metrics").body;
        let value = metrics.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        value.unwrap_or_else(|| panic!("{name} is not in {metrics}")).parse().unwrap()
    }

    /// Waits until the replica finds the store up, or down.
    #[track_caller]
    pub(crate) fn wait_until_up(&self, is_up: bool) {
        wait_for("the state of the store changes", || {
            self.metric("lexdex_limit_store_up") == f64::from(u8::from(is_up))
        });
    }

    /// The lines of the log that name the store, once the replica has been stopped.
    pub(crate) fn store_lines(self) -> Vec<String> {
        self.0.stop().log.into_iter().filter(|line| line.contains("the limit store")).collect()
    }
}
