/*!
Failed requests: which of them are tried again, how often, and after how long.
*/

use std::fmt;
use std::io;
use std::time::{Duration, SystemTime};

use anyhow::{Error, anyhow};

use crate::fetch::rate_floor::TooSlow;

/// The longest wait that a server may ask for.
const MAX_RETRY_AFTER: Duration = Duration::from_secs(3600);

/// The longest wait if the server does not ask for one.
const MAX_BACKOFF: Duration = Duration::from_secs(300);

/// A request that failed.
#[derive(Debug)]
pub(crate) enum RequestFailure {
    /// A later attempt may succeed.
    Passing {
        /// The reason, with the address.
        reason: String,
        /// The wait that the server asks for.
        retry_after: Option<Duration>,
    },
    /// A later attempt would also fail.
    Final(Error),
}

impl RequestFailure {
    /// A passing failure without a wait that the server asks for.
    pub(crate) fn passing(reason: String) -> Self {
        Self::Passing { reason, retry_after: None }
    }

    /// The failure of a request or of reading its response.
    pub(crate) fn from_request(url: &str, error: ureq::Error, stall: Duration) -> Self {
        use ureq::Error as E;
        let reason = match error {
            E::Timeout(ureq::Timeout::Global) => {
                format!("the request to {url} took longer than the maximum time")
            }
            E::Timeout(ureq::Timeout::RecvResponse) => {
                format!("{url} sent no complete response head in {} s", stall.as_secs_f64())
            }
            E::Timeout(_) => format!("{url} sent nothing for {} s", stall.as_secs_f64()),
            E::Io(error) if error.get_ref().is_some_and(|cause| cause.is::<TooSlow>()) => format!("{url} sent {error}"),
            E::Io(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
                format!("the connection to {url} ended in the middle of a response")
            }
            E::Io(_) | E::HostNotFound | E::ConnectionFailed | E::ConnectProxyFailed(_) | E::Protocol(_) => {
                format!("the connection to {url} failed: {error}")
            }
            error => return Self::Final(anyhow!("cannot send a request to {url}: {error}")),
        };
        Self::passing(reason)
    }
}

impl<E: Into<Error>> From<E> for RequestFailure {
    fn from(error: E) -> Self {
        Self::Final(error.into())
    }
}

/// The error after the last attempt: the server is down or overloaded, or fails for one address.
#[derive(Debug)]
pub(crate) struct Unavailable {
    reason: String,
    asks_to_wait: bool,
}

impl Unavailable {
    /// Whether the server asks for a wait that is too long for a run.
    pub(crate) fn asks_to_wait(&self) -> bool {
        self.asks_to_wait
    }
}

impl fmt::Display for Unavailable {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.reason)
    }
}

impl std::error::Error for Unavailable {}

/// The attempts at one request.
#[derive(Debug)]
pub(crate) struct Retries {
    max_attempts: u32,
    /// Half of the wait after the first failure; each wait is twice the previous one.
    pause: Duration,
    n_failed: u32,
}

impl Retries {
    pub(crate) fn new(max_attempts: u32, pause: Duration) -> Self {
        Self { max_attempts, pause, n_failed: 0 }
    }

    /// Resets the count of failures, after an attempt that brought a good part of the response.
    pub(crate) fn reset(&mut self) {
        self.n_failed = 0;
    }

    /// The wait before the next attempt and the reason for it. Fails after the last attempt, after a failure that is
    /// final, and if the server asks for a wait of more than an hour.
    pub(crate) fn wait_after(&mut self, failure: RequestFailure) -> Result<(Duration, String), Error> {
        let (reason, retry_after) = match failure {
            RequestFailure::Passing { reason, retry_after } => (reason, retry_after),
            RequestFailure::Final(error) => return Err(error),
        };
        self.n_failed += 1;
        if let Some(wait) = retry_after.filter(|wait| *wait > MAX_RETRY_AFTER) {
            let minutes = wait.as_secs().div_ceil(60);
            let reason = format!("{reason}, and asks to wait {minutes} minutes: run again after that");
            return Err(Unavailable { reason, asks_to_wait: true }.into());
        }
        if self.n_failed >= self.max_attempts {
            let reason = format!("{reason} (attempt {} of {})", self.n_failed, self.max_attempts);
            return Err(Unavailable { reason, asks_to_wait: false }.into());
        }
        let backoff = self.pause.saturating_mul(1 << self.n_failed.min(16)).min(MAX_BACKOFF);
        Ok((retry_after.map_or(backoff, |wait| wait.max(backoff)), reason))
    }
}

/// Reads a `Retry-After`: seconds or a date. `None` if it is neither.
pub(crate) fn parse_retry_after(value: &str, now: SystemTime) -> Option<Duration> {
    if let Ok(seconds) = value.parse() {
        return Some(Duration::from_secs(seconds));
    }
    let date = httpdate::parse_http_date(value).ok()?;
    Some(date.duration_since(now).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn failed(retry_after: Option<u64>) -> RequestFailure {
        RequestFailure::Passing {
            reason: "/a answered 503".to_owned(),
            retry_after: retry_after.map(Duration::from_secs),
        }
    }

    #[test]
    fn waits_double_up_to_five_minutes() {
        let mut retries = Retries::new(12, Duration::from_secs(1));
        let waits: Vec<u64> = (0..11).map(|_| retries.wait_after(failed(None)).unwrap().0.as_secs()).collect();
        assert_eq!(waits, [2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300]);
        let error = retries.wait_after(failed(None)).unwrap_err();
        assert_eq!(error.to_string(), "/a answered 503 (attempt 12 of 12)");
        assert!(error.is::<Unavailable>());
    }

    #[test]
    fn server_that_asks_for_more_than_an_hour_is_not_waited_for() {
        let mut retries = Retries::new(5, Duration::from_secs(1));
        assert_eq!(retries.wait_after(failed(Some(3600))).unwrap().0.as_secs(), 3600);
        let error = retries.wait_after(failed(Some(3601))).unwrap_err();
        assert_eq!(error.to_string(), "/a answered 503, and asks to wait 61 minutes: run again after that");
    }

    #[test]
    fn requested_wait_shorter_than_the_backoff_is_ignored() {
        let mut retries = Retries::new(5, Duration::from_secs(1));
        assert_eq!(retries.wait_after(failed(Some(0))).unwrap().0.as_secs(), 2);
    }

    #[test]
    fn retry_after_is_seconds_or_a_date() {
        let now = SystemTime::UNIX_EPOCH + Duration::from_secs(784_111_700);
        let seconds = |value| parse_retry_after(value, now).map(|wait| wait.as_secs());
        assert_eq!(seconds("120"), Some(120));
        assert_eq!(seconds("Sun, 06 Nov 1994 08:49:37 GMT"), Some(77));
        assert_eq!(seconds("Sun, 06 Nov 1994 08:00:00 GMT"), Some(0));
        assert_eq!(seconds("soon"), None);
    }
}
