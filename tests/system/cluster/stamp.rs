//! Requests with the times that their clients measured.

use std::time::{Duration, Instant};

/// A time since the start of a drill.
pub(crate) type Moment = Duration;

/// The time after a client gave up a request in which a limiter may still count it. For example, a command may wait in
/// the queue of a stopped store.
const MAX_LATENESS: Duration = Duration::from_secs(10);

/// One request. The limiter decided on it at an unknown moment from `sent` to `received`.
#[derive(Clone, Debug)]
pub(crate) struct Stamp {
    pub(crate) client: usize,
    /// The index of the replica that responded, if it is known.
    pub(crate) replica: Option<usize>,
    pub(crate) sent: Moment,
    pub(crate) received: Moment,
    pub(crate) outcome: Outcome,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    Served {
        /// The `X-RateLimit-Remaining` of the response.
        remaining: usize,
    },
    /// Refused with 429 and a `Retry-After` of this many seconds.
    Refused { retry_after: u64 },
    /// Refused with 503. The store may have counted it.
    Unavailable,
    /// No response, for this reason. The limiter may have counted it.
    Lost(String),
}

impl Stamp {
    pub(crate) fn is_served(&self) -> bool {
        matches!(self.outcome, Outcome::Served { .. })
    }

    /// The latest moment at which a limiter may have counted the request; `None` if it cannot have.
    pub(crate) fn last_counted(&self) -> Option<Moment> {
        match self.outcome {
            Outcome::Served { .. } => Some(self.received),
            Outcome::Refused { .. } => None,
            Outcome::Unavailable | Outcome::Lost(_) => Some(self.received + MAX_LATENESS),
        }
    }
}

/// The clock of a drill.
#[derive(Clone, Copy)]
pub(crate) struct Clock(Instant);

impl Clock {
    pub(crate) fn start() -> Self {
        Self(Instant::now())
    }

    pub(crate) fn now(self) -> Moment {
        self.0.elapsed()
    }
}
