/*!
A limit on log lines that could otherwise fill the log.
*/

use std::time::{Duration, Instant};

/// The minimum time between two lines.
const MIN_INTERVAL: Duration = Duration::from_secs(10);

/// Lets one line pass per interval.
#[derive(Default)]
pub(crate) struct LogThrottle {
    last_line: Option<Instant>,
}

impl LogThrottle {
    /// Returns whether a line may be logged now. If so, the caller must log it: the interval starts anew.
    pub(crate) fn allow(&mut self) -> bool {
        let is_allowed = self.last_line.is_none_or(|last_line| last_line.elapsed() >= MIN_INTERVAL);
        if is_allowed {
            self.last_line = Some(Instant::now());
        }
        is_allowed
    }
}
