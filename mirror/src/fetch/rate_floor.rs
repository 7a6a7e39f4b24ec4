/*!
The minimum rate of a response. Without it, a server that sends a byte from time to time could hold a download forever.
*/

use std::fmt;
use std::io;
use std::time::Duration;

/// The error of a response that is too slow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TooSlow {
    min_bytes_per_sec: u64,
    period: Duration,
}

impl fmt::Display for TooSlow {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { min_bytes_per_sec, period } = self;
        write!(formatter, "less than {min_bytes_per_sec} bytes a second for {} s", period.as_secs_f64())
    }
}

impl std::error::Error for TooSlow {}

/// Measures the rate of a response over periods of waiting for the server. Time spent on the disk does not count.
#[derive(Clone, Debug)]
pub(crate) struct RateFloor {
    min_bytes_per_sec: u64,
    period: Duration,
    waited: Duration,
    bytes: u64,
}

impl RateFloor {
    /// A minimum rate, averaged over each period.
    pub(crate) fn new(min_bytes_per_sec: u64, period: Duration) -> Self {
        Self { min_bytes_per_sec, period, waited: Duration::ZERO, bytes: 0 }
    }

    /// Adds bytes that came after a wait. Fails at the end of a period that brought too few.
    pub(crate) fn add(&mut self, n_bytes: usize, waited: Duration) -> io::Result<()> {
        self.bytes += n_bytes as u64;
        self.waited += waited;
        if self.waited < self.period {
            return Ok(());
        }
        let rate = self.bytes as f64 / self.waited.as_secs_f64();
        if rate < self.min_bytes_per_sec as f64 {
            let Self { min_bytes_per_sec, period, .. } = *self;
            return Err(io::Error::other(TooSlow { min_bytes_per_sec, period }));
        }
        (self.waited, self.bytes) = (Duration::ZERO, 0);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether each read keeps a rate of 100 bytes a second over 10 s. A read is a wait in seconds and the bytes after
    /// it.
    fn keep(reads: &[(u64, usize)]) -> Vec<bool> {
        let mut floor = RateFloor::new(100, Duration::from_secs(10));
        reads.iter().map(|(waited, n_bytes)| floor.add(*n_bytes, Duration::from_secs(*waited)).is_ok()).collect()
    }

    #[test]
    fn rate_is_the_average_of_each_period() {
        assert_eq!(keep(&[(9, 0), (1, 1000), (9, 0), (1, 1000)]), [true; 4]);
        assert_eq!(keep(&[(9, 0), (1, 999)]), [true, false]);
        // The first period has enough bytes for two periods, but the second fails without any.
        assert_eq!(keep(&[(10, 2000), (9, 0), (1, 1)]), [true, true, false]);
        // A wait that is longer than the period needs the bytes of its whole duration.
        assert_eq!(keep(&[(20, 1999)]), [false]);
        assert_eq!(keep(&[(20, 2000)]), [true]);
    }
}
