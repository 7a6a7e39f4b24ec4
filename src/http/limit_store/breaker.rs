/*!
The circuit breaker. After several failures in a row, requests stop waiting for the store until a probe succeeds.
*/

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use tokio::sync::Notify;

use crate::http::limit_store::error::StoreError;

/// The number of consecutive failures that open the breaker.
const MAX_FAILURES: u32 = 5;

/// The breaker of one connection. A connection is replaced once its breaker opens.
#[derive(Default)]
pub(crate) struct Breaker {
    n_failures: AtomicU32,
    /// The failure that opened the breaker.
    cause: OnceLock<StoreError>,
    opened: Notify,
}

impl Breaker {
    pub(crate) fn is_open(&self) -> bool {
        self.cause.get().is_some()
    }

    /// Returns whether the last call failed.
    pub(crate) fn has_failed(&self) -> bool {
        self.n_failures.load(Ordering::Relaxed) > 0
    }

    /// Records a successful call.
    pub(crate) fn succeed(&self) {
        // Avoids a write to shared memory in the usual case of no failure.
        if self.has_failed() {
            self.n_failures.store(0, Ordering::Relaxed);
        }
    }

    /// Records a failed call. `is_final` opens the breaker at once.
    pub(crate) fn fail(&self, error: StoreError, is_final: bool) {
        let n_failures = self.n_failures.fetch_add(1, Ordering::Relaxed) + 1;
        if (is_final || n_failures >= MAX_FAILURES) && self.cause.set(error).is_ok() {
            self.opened.notify_one();
        }
    }

    /// Waits until the breaker is open. Only one task may wait.
    pub(crate) async fn wait(&self) {
        self.opened.notified().await;
    }

    /// Returns the failure that opened the breaker.
    pub(crate) fn cause(&self) -> Option<&StoreError> {
        self.cause.get()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failures_in_a_row_open_it_and_a_success_resets_the_count() {
        let breaker = Breaker::default();
        for _ in 0..3 {
            for _ in 1..MAX_FAILURES {
                breaker.fail(StoreError::Timeout, false);
            }
            assert!(!breaker.is_open());
            breaker.succeed();
        }
        for _ in 0..MAX_FAILURES {
            assert!(!breaker.is_open());
            breaker.fail(StoreError::Timeout, false);
        }
        assert!(breaker.is_open());
        breaker.succeed();
        assert!(breaker.is_open());
    }

    #[tokio::test]
    async fn final_failure_opens_it_at_once_and_wakes_the_one_who_waits() {
        let breaker = Breaker::default();
        breaker.fail(StoreError::Unexpected("the connection is lost"), true);
        breaker.fail(StoreError::Timeout, true);
        breaker.wait().await;
        assert_eq!(breaker.cause().unwrap().to_string(), "the connection is lost");
    }
}
