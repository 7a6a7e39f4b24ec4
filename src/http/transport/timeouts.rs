/*!
The time limits of connections.
*/

use std::time::Duration;

use crate::http::protocol::streamed_body::TakeLimits;

/// How long a server waits for its clients. The defaults are the values of the `lexdex` program; tests pass shorter
/// ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timeouts {
    /// The maximum time for the head of an HTTP/1.1 request, counted from the accept of the connection or the end of
    /// the previous response. It is also the keep-alive time, and the maximum time until a client's first bytes show
    /// which version of HTTP it speaks.
    pub head: Duration,
    /// The interval at which an HTTP/2 connection is checked. One without a request since the last check accepts no
    /// more of them, and after one more such interval it is closed.
    pub idle: Duration,
    /// The maximum time that a write to the socket makes no progress, because the client does not read.
    pub write: Duration,
    /// The maximum time for the body of a request, counted from when it is asked for. It is shorter than the time for a
    /// response, which includes it, so that a slow client gets a 408.
    pub body: Duration,
    /// The maximum time in which a client takes any 32 KiB of a response, or a chunk of a streamed body. A client that
    /// takes a byte now and then stays within `write`, and so does one whose HTTP/2 streams stand still.
    pub take: Duration,
    /// The time that the client may take for a streamed body as a whole, beyond that of the minimum rate.
    pub take_grace: Duration,
    /// The minimum rate at which the client takes a streamed body, in bytes per second. A client that takes each chunk
    /// at the last moment would otherwise hold the slot of an export for days.
    pub take_rate: u32,
    /// The maximum time that a response is made for a client of HTTP/1.1 that has closed its side: it may wait for the
    /// response, or be gone.
    pub half_closed: Duration,
    /// The maximum time, counted from the last byte sent, that a closing connection waits for the client to read. It is
    /// also the maximum time that the rest of a refused body is discarded over HTTP/2, before its stream is reset.
    pub linger: Duration,
    /// How long an idle connection stays open after the shutdown signal. A request that is already on its way is
    /// answered, and the response says that it is the last; closing at once would lose the request.
    pub drain_delay: Duration,
    /// The maximum time from the shutdown signal until the remaining connections are cut.
    pub shutdown: Duration,
}

impl Default for Timeouts {
    fn default() -> Self {
        Self {
            head: Duration::from_secs(10),
            idle: Duration::from_secs(10),
            write: Duration::from_secs(20),
            body: Duration::from_secs(8),
            // The slowest line that is still usable takes a chunk of 64 KiB in less.
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
    /// The limits of streamed bodies.
    pub(crate) fn take_limits(&self) -> TakeLimits {
        TakeLimits { chunk: self.take, grace: self.take_grace, bytes_per_second: self.take_rate }
    }
}
