/*!
The time limits of connections.
*/

use std::time::Duration;

use crate::http::protocol::streamed_body::TakeLimits;

/// The time limits that a server applies to its clients. The defaults are those of the `lexdex` program; tests use
/// shorter ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timeouts {
    /// The maximum time for the head of a request, counted from the accept of the connection or the end of the previous
    /// response. It is also the keep-alive time.
    pub head: Duration,
    /// The maximum time for which a write to the socket makes no progress because the client does not read.
    pub write: Duration,
    /// The maximum time for the body of a request, counted from its first read. It is shorter than the time for a
    /// response, which includes it, so that a slow client gets a 408.
    pub body: Duration,
    /// The maximum time that a client may take to read any 32 KiB of a response, or a chunk of a streamed body. `write`
    /// does not cover a client that reads a byte from time to time.
    pub take: Duration,
    /// The maximum time for a whole streamed body beyond the time that it takes at the minimum rate.
    pub take_grace: Duration,
    /// The minimum rate at which a client must read a streamed body, in bytes per second. A client that reads each
    /// chunk just in time could otherwise occupy an export slot for days.
    pub take_rate: u32,
    /// The maximum time for which a response is prepared for a client that has closed its sending side: the client may
    /// wait for the response, or may have left.
    pub half_closed: Duration,
    /// The maximum time, counted from the last byte sent, for which a closing connection waits for the client to read.
    pub linger: Duration,
    /// The time for which an idle connection stays open after the shutdown signal. A request that is already in transit
    /// is then answered, with a response that closes the connection; closing at once would lose it.
    pub drain_delay: Duration,
    /// The maximum time from the shutdown signal until the remaining connections are aborted.
    pub shutdown: Duration,
}

impl Default for Timeouts {
    fn default() -> Self {
        Self {
            head: Duration::from_secs(10),
            write: Duration::from_secs(20),
            body: Duration::from_secs(8),
            // Even the slowest usable line transfers a chunk of 64 KiB in less time.
            take: Duration::from_secs(60),
            take_grace: Duration::from_secs(10),
            take_rate: 64 << 10,
            half_closed: Duration::from_secs(2),
            linger: Duration::from_secs(2),
            drain_delay: Duration::from_millis(500),
            shutdown: Duration::from_secs(10),
        }
    }
}

impl Timeouts {
    /// Returns the limits for streamed bodies.
    pub(crate) fn take_limits(&self) -> TakeLimits {
        TakeLimits { chunk: self.take, grace: self.take_grace, bytes_per_second: self.take_rate }
    }
}
