/*!
Enforces a minimum read rate on clients.

The write timeout covers only writes without any progress. A client that reads a byte from time to time could otherwise
take hours for a response of 100 KB.
*/

use std::io;
use std::task::Poll;
use std::time::Duration;

use tokio::time::Instant;

/// The number of bytes that the client must read within the time limit, unless it reads everything.
pub(crate) const MIN_BYTES: usize = 32 << 10;

/// The time at which the socket's buffer became full, and the number of bytes that it has accepted since then.
#[derive(Default)]
pub(crate) struct SlowReading {
    since: Option<Instant>,
    n_bytes: usize,
}

impl SlowReading {
    /// Records a write. Fails if the client has read less than the minimum within the time limit.
    pub(crate) fn record(&mut self, written: &Poll<io::Result<usize>>, timeout: Duration) -> io::Result<()> {
        match (written, self.since) {
            (Poll::Pending, None) => self.since = Some(Instant::now()),
            (Poll::Ready(Ok(n_bytes)), Some(since)) => {
                self.n_bytes += n_bytes;
                if self.n_bytes >= MIN_BYTES {
                    *self = Self::default();
                } else if since.elapsed() >= timeout {
                    return Err(io::ErrorKind::TimedOut.into());
                }
            }
            _ => {}
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use tokio::time::advance;

    use super::*;

    const TIMEOUT: Duration = Duration::from_secs(60);

    fn write(slow_reading: &mut SlowReading, n_bytes: usize) -> bool {
        slow_reading.record(&Poll::Ready(Ok(n_bytes)), TIMEOUT).is_ok()
    }

    #[tokio::test(start_paused = true)]
    async fn client_below_the_minimum_rate_within_the_time_fails() {
        let mut slow_reading = SlowReading::default();
        assert!(slow_reading.record(&Poll::Pending, TIMEOUT).is_ok());
        advance(TIMEOUT - Duration::from_millis(1)).await;
        assert!(write(&mut slow_reading, MIN_BYTES - 2));
        advance(Duration::from_millis(1)).await;
        assert!(!write(&mut slow_reading, 1));
        assert!(write(&mut slow_reading, 1), "the minimum is reached");
    }

    #[tokio::test(start_paused = true)]
    async fn time_counts_from_the_first_write_that_waits() {
        let mut slow_reading = SlowReading::default();
        assert!(write(&mut slow_reading, 1));
        advance(2 * TIMEOUT).await;
        assert!(write(&mut slow_reading, 1));
        assert!(slow_reading.record(&Poll::Pending, TIMEOUT).is_ok());
        advance(TIMEOUT).await;
        assert!(write(&mut slow_reading, MIN_BYTES));
        advance(TIMEOUT).await;
        assert!(write(&mut slow_reading, 1));
    }
}
