/*!
The attempts at one request to a store.
*/

use std::time::Duration;

use anyhow::{Result, bail};

use crate::fetch::retries::{RequestFailure, Retries};
use crate::object_store::times::RequestTimes;

/// The maximum number of attempts. The waits between them are 0.5, 1, 2, 4 and 8 seconds, or as long as the store asks.
const MAX_ATTEMPTS: u32 = 6;

/// The failed attempts at a request, and the time that is left for waits between attempts.
#[derive(Debug)]
pub(crate) struct Attempts {
    retries: Retries,
    max_waits: Duration,
    left: Duration,
}

impl Attempts {
    pub(crate) fn new(times: RequestTimes) -> Self {
        let max_waits = times.max_waits;
        Self { retries: Retries::new(MAX_ATTEMPTS, times.pause), max_waits, left: max_waits }
    }

    /// Resets the count of failures, after an attempt that brought a good part of the response.
    pub(crate) fn reset(&mut self) {
        self.retries.reset();
        self.left = self.max_waits;
    }

    /// The wait before the next attempt and the reason for it. Fails after the last attempt, after a failure that is
    /// final, and if the store asks for waits of more than five minutes in all.
    pub(crate) fn wait_after(&mut self, failure: RequestFailure) -> Result<(Duration, String)> {
        let (wait, reason) = self.retries.wait_after(failure)?;
        match self.left.checked_sub(wait) {
            Some(left) => self.left = left,
            None => bail!("{reason}, and asks to wait {} s: run again after that", wait.as_secs_f64().ceil()),
        }
        Ok((wait, reason))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_for_a_store_take_at_most_five_minutes_in_all() {
        let busy =
            |secs| RequestFailure::Passing { reason: "busy".to_owned(), retry_after: Some(Duration::from_secs(secs)) };
        let mut attempts = Attempts::new(RequestTimes::USUAL);
        assert_eq!(attempts.wait_after(busy(300)).unwrap().0.as_secs(), 300);
        let error = attempts.wait_after(busy(1)).unwrap_err().to_string();
        assert_eq!(error, "busy, and asks to wait 1 s: run again after that");
        attempts.reset();
        assert_eq!(attempts.wait_after(busy(120)).unwrap().0.as_secs(), 120);
        let error = Attempts::new(RequestTimes::USUAL).wait_after(busy(3600)).unwrap_err().to_string();
        assert_eq!(error, "busy, and asks to wait 3600 s: run again after that");
    }
}
