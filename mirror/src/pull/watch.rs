/*!
Pulls at intervals, and continues after every error.
*/

use std::thread;
use std::time::Duration;

use anyhow::Result;

use crate::pull::pull_build::{Pull, Pulled};

/// The longest wait after errors, unless the interval is longer.
const MAX_BACKOFF: Duration = Duration::from_secs(300);

/// The errors of a watch. An error is logged once, and again only after another error or a success.
#[derive(Debug, Default)]
struct Errors {
    last: Option<String>,
    n_in_a_row: u32,
}

/// Pulls at intervals, until the program is ended. `log` gets a line for each build, and one for each new error.
pub(crate) fn watch(
    pull: &Pull<'_>,
    interval: Duration,
    log: &dyn Fn(&str),
    describe: &dyn Fn(&Pulled) -> String,
) -> ! {
    let mut errors = Errors::default();
    loop {
        let pulled = pull.pull();
        if let Ok(Some(pulled)) = &pulled {
            log(&describe(pulled));
        }
        if let Some(line) = errors.line(&pulled) {
            log(&line);
        }
        thread::sleep(errors.wait(interval));
    }
}

impl Errors {
    /// The line for the log after a pull, if there is one.
    fn line<T>(&mut self, end: &Result<T>) -> Option<String> {
        let Err(error) = end else {
            self.n_in_a_row = 0;
            return self.last.take().map(|_| "the store can be pulled from again".to_owned());
        };
        self.n_in_a_row += 1;
        let error = format!("{error:#}");
        let is_new = self.last.as_ref() != Some(&error);
        let line = is_new.then(|| format!("error: {error}; this is tried again, and the served build stays"));
        self.last = Some(error);
        line
    }

    /// The wait before the next pull: doubled with each error.
    fn wait(&self, interval: Duration) -> Duration {
        interval.saturating_mul(1 << self.n_in_a_row.min(16)).min(MAX_BACKOFF.max(interval))
    }
}

#[cfg(test)]
mod tests {
    use anyhow::anyhow;

    use super::*;

    #[test]
    fn error_is_logged_once_and_again_after_a_change() {
        let mut errors = Errors::default();
        let failed = |text: &'static str| Err::<(), _>(anyhow!(text));
        let error = |text: &str| Some(format!("error: {text}; this is tried again, and the served build stays"));
        assert_eq!(errors.line(&Ok(())), None);
        assert_eq!(errors.line(&failed("a")), error("a"));
        assert_eq!(errors.line(&failed("a")), None);
        assert_eq!(errors.line(&failed("b")), error("b"));
        assert_eq!(errors.line(&Ok(())).as_deref(), Some("the store can be pulled from again"));
        assert_eq!(errors.line(&Ok(())), None);
        assert_eq!(errors.line(&failed("b")), error("b"));
    }

    #[test]
    fn waits_double_after_errors_up_to_five_minutes() {
        let mut errors = Errors::default();
        let mut waits = vec![errors.wait(Duration::from_secs(60)).as_secs()];
        for _ in 0..3 {
            errors.line(&Err::<(), _>(anyhow!("a")));
            waits.push(errors.wait(Duration::from_secs(60)).as_secs());
        }
        assert_eq!(waits, [60, 120, 240, 300]);
        assert_eq!(errors.wait(Duration::from_secs(900)).as_secs(), 900);
    }
}
