/*!
Limits log lines that could otherwise flood the log.
*/

use std::time::{Duration, Instant};

/// The default minimum time between two lines.
const MIN_INTERVAL: Duration = Duration::from_secs(10);

/// Allows one line per interval.
#[derive(Debug)]
pub(crate) struct LogThrottle {
    min_interval: Duration,
    last_line: Option<Instant>,
}

impl LogThrottle {
    /// Creates a throttle with this minimum time between two lines.
    pub(crate) fn every(min_interval: Duration) -> Self {
        Self { min_interval, last_line: None }
    }

    /// Returns whether a line may be logged now. If so, the caller must log it, because a new interval has started.
    pub(crate) fn allow(&mut self) -> bool {
        self.allow_at(Instant::now())
    }

    /// The same as [`allow`](Self::allow), for a given time.
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
