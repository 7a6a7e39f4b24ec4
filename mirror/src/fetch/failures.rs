/*!
Decides whether the parts of a source after one that has failed are tried: its files, or the lists of them.
*/

use std::io;

use anyhow::Error;

use crate::fetch::retries::Unavailable;

/// The failures in a row after which the rest of a source is left for the next run.
const MAX_FAILURES: usize = 5;

/// The failures in a row of a server that does not answer or is overloaded. One of them may be of one address alone, and
/// each takes minutes.
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

    /// Counts a failure. Returns its message, and whether the parts after it, `n_left` of them, are not to be tried.
    /// `noun` names the parts.
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

/// Whether an error is one of the disk, such as a full one, which the next parts would have, too.
fn is_of_disk(error: &Error) -> bool {
    error.chain().any(|cause| cause.is::<io::Error>())
}
