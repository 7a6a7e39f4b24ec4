/*!
The least pace of a body. A server that sends a byte now and then is never stalled, and would never end.
*/

use std::io;
use std::time::Duration;

/// The bytes that a body brings in each window at least.
pub(crate) const MIN_BYTES: u64 = 256 << 10;

/// The pace of a body that is being read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pace {
    window: Duration,
    waited: Duration,
    bytes: u64,
}

impl Pace {
    pub(crate) fn new(window: Duration) -> Self {
        Self { window, waited: Duration::ZERO, bytes: 0 }
    }

    /// Counts bytes and the time that was waited for them. Fails at the end of a window with too few.
    pub(crate) fn count(&mut self, bytes: usize, waited: Duration) -> io::Result<()> {
        self.bytes += bytes as u64;
        self.waited += waited;
        if self.waited < self.window {
            return Ok(());
        }
        if self.bytes < MIN_BYTES {
            let message = format!("{} bytes came in {:.0} s", self.bytes, self.waited.as_secs_f64());
            return Err(io::Error::new(io::ErrorKind::TimedOut, message));
        }
        *self = Self::new(self.window);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn body_brings_256_kib_in_each_window_or_fails_and_slow_reading_counts_for_nothing() {
        let mut pace = Pace::new(Duration::from_secs(60));
        let mut count = |bytes: u64, secs| pace.count(bytes as usize, Duration::from_secs(secs));
        for _ in 0..3 {
            assert!(count(MIN_BYTES - 1, 59).is_ok());
            assert!(count(1, 1).is_ok());
        }
        assert!(count(1, 59).is_ok());
        assert!(count(MIN_BYTES - 1, 0).is_ok());
        assert!(count(0, 1).is_ok());
        assert!(count(MIN_BYTES - 1, 59).is_ok());
        assert_eq!(count(0, 1).unwrap_err().to_string(), "262143 bytes came in 60 s");
    }
}
