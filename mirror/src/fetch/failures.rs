/*!
Decides whether a source continues after a failed part. Parts are the files of the source, or their lists.
*/

use std::io;

use anyhow::Error;

use crate::fetch::retries::Unavailable;

/// The consecutive failures after which the rest of a source is left for the next run.
const MAX_FAILURES: usize = 5;

/// The same limit for a server that does not answer or is overloaded. It is lower because each such failure takes
/// minutes, and above 1 because a single failure may concern only one address.
const MAX_UNAVAILABLE: usize = 2;

/// The failures of a source since its last part that did not fail.
#[derive(Debug, Default)]
pub(crate) struct Failures {
    in_a_row: usize,
    unavailable: usize,
}

impl Failures {
    /// Counts a part that did not fail.
    pub(crate) fn succeed(&mut self) {
        *self = Self::default();
    }

    /// Counts a failure. Returns its message, and whether to skip the `n_left` parts that follow. `noun` is their name
    /// in the message.
    pub(crate) fn fail(&mut self, error: &Error, n_left: usize, noun: &str) -> (String, bool) {
        self.in_a_row += 1;
        let unavailable = error.downcast_ref::<Unavailable>();
        self.unavailable = if unavailable.is_some() { self.unavailable + 1 } else { 0 };
        let is_last = n_left > 0
            && (self.in_a_row == MAX_FAILURES
                || self.unavailable == MAX_UNAVAILABLE
                || unavailable.is_some_and(Unavailable::asks_to_wait)
                || is_of_disk(error));
        let rest = if is_last { format!("; {noun} after it that were not tried: {n_left}") } else { String::new() };
        (format!("{error:#}{rest}"), is_last)
    }
}

/// Whether an error comes from the disk, such as a full one, so that the next parts would fail too.
fn is_of_disk(error: &Error) -> bool {
    error.chain().any(|cause| cause.is::<io::Error>())
}
