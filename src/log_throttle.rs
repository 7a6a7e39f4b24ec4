/*!
A limit on log lines that could otherwise fill the log.
*/

use std::time::{Duration, Instant};

/// The minimum time between two lines, unless another one is given.
const MIN_INTERVAL: Duration = Duration::from_secs(10);

/// Lets one line pass per interval.
#[derive(Debug)]
pub(crate) struct LogThrottle {
    min_interval: Duration,
    last_line: Option<Instant>,
}

impl LogThrottle {
    /// A throttle with this minimum time between two lines.
    pub(crate) fn every(min_interval: Duration) -> Self {
        Self { min_interval, last_line: None }
    }

    /// Returns whether a line may be logged now. If so, the caller must log it: the interval starts anew.
    pub(crate) fn allow(&mut self) -> bool {
        self.allow_at(Instant::now())
    }

    /// Returns whether a line may be logged at this time, as [`allow`](Self::allow) does.
    pub(crate) fn allow_at(&mut self, now: Instant) -> bool {
        let elapsed = self.last_line.map(|last_line| now.saturating_duration_since(last_line));
        let is_allowed = elapsed.is_none_or(|elapsed| elapsed >= self.min_interval);
        if is_allowed {
            self.last_line = Some(now);
        }
        is_allowed
    }
}

impl Default for LogThrottle {
    fn default() -> Self {
        Self::every(MIN_INTERVAL)
    }
}
