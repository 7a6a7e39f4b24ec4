/*!
The limits on the time of a request to a store.
*/

use std::time::Duration;

/// The limits on the time of a request, and the waits before the next attempts at it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RequestTimes {
    /// The time until a connection is established.
    pub(crate) connect: Duration,
    /// The time without a byte after which a transfer counts as stalled.
    pub(crate) stall: Duration,
    /// The time from the end of a request to the last byte of the response's head.
    pub(crate) head: Duration,
    /// The minimum rate of a body, averaged over each window.
    pub(crate) min_bytes_per_sec: u64,
    /// The time over which the rate is measured.
    pub(crate) window: Duration,
    /// Half of the wait after the first failure; each wait is twice the previous one.
    pub(crate) pause: Duration,
    /// The sum of the waits for one request. If a store asks for more, the request fails.
    pub(crate) max_waits: Duration,
}

impl RequestTimes {
    /// The limits for every store.
    pub(crate) const USUAL: Self = Self {
        connect: Duration::from_secs(10),
        stall: Duration::from_secs(30),
        head: Duration::from_secs(60),
        min_bytes_per_sec: 4096,
        window: Duration::from_secs(60),
        pause: Duration::from_millis(250),
        max_waits: Duration::from_secs(300),
    };
}
