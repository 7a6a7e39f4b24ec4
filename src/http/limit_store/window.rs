/*!
Runs the script that counts a client's requests in the store.
*/

use redis::{Cmd, ErrorKind, Script, ServerErrorKind};

use crate::http::limit_store::connection::Connection;
use crate::http::limit_store::error::StoreError;

const SCRIPT: &str = include_str!("window.lua");

/// The length of the window in microseconds.
const WINDOW_MICROS: u64 = 60_000_000;

/// The limit for probes. A window never has so many, so every probe is counted, which tests that the server accepts
/// writes.
const PROBE_LIMIT: u32 = 1_000_000;

/// The script with the limit that applies to every client.
pub(crate) struct StoreWindow {
    digest: String,
    limit: u32,
}

/// The store's decision on one request. The store has counted the request if it is served.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct StoreDecision {
    pub(crate) is_served: bool,
    /// The number of further requests that would be served at this moment.
    pub(crate) remaining: u32,
    /// Microseconds until the oldest request leaves the window, or, after a refusal, until a request would be served.
    pub(crate) reset_micros: u64,
}

impl StoreWindow {
    pub(crate) fn new(limit: u32) -> Self {
        Self { digest: Script::new(SCRIPT).get_hash().to_owned(), limit }
    }

    /// Counts a request of the client with this key if it is within the limit.
    pub(crate) async fn record(&self, connection: &Connection, key: &str) -> Result<StoreDecision, StoreError> {
        self.record_within(self.limit, connection, key).await
    }

    /// Counts a request, regardless of the limit.
    pub(crate) async fn probe(&self, connection: &Connection, key: &str) -> Result<StoreDecision, StoreError> {
        self.record_within(PROBE_LIMIT, connection, key).await
    }

    async fn record_within(&self, limit: u32, connection: &Connection, key: &str) -> Result<StoreDecision, StoreError> {
        let reply = match connection.query(&command("EVALSHA", &self.digest, key, limit)).await {
            // A restarted store, or another node of a cluster, does not have the script yet. EVAL also stores it there.
            // This takes a second round trip within the timeout of the call. The probe after each connection stores the
            // script in advance, so that requests rarely need this.
            Err(StoreError::Redis(error)) if error.kind() == ErrorKind::Server(ServerErrorKind::NoScript) => {
                connection.query(&command("EVAL", SCRIPT, key, limit)).await?
            }
            reply => reply?,
        };
        let (is_served, remaining, reset): (i64, i64, i64) = reply;
        Ok(StoreDecision {
            is_served: is_served == 1,
            remaining: remaining.clamp(0, limit.into()) as u32,
            reset_micros: reset.clamp(0, WINDOW_MICROS as i64) as u64,
        })
    }
}

fn command(name: &str, script: &str, key: &str, limit: u32) -> Cmd {
    let mut command = Cmd::with_capacity(6, script.len() + key.len() + 32);
    command.arg(name).arg(script).arg(1).arg(key).arg(limit).arg(WINDOW_MICROS);
    command
}
