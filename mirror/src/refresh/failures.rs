/*!
Decides whether the files of a source after one that has failed are tried.
*/

use std::io;

use anyhow::Error;

use crate::fetch::retries::Unavailable;

/// The failures in a row after which the rest of a source is left for the next run.
const MAX_FAILURES_IN_A_ROW: usize = 5;

/// The failures of a source since its last file that did not fail.
#[derive(Debug, Default)]
pub(crate) struct Failures {
    in_a_row: usize,
}

impl Failures {
    /// Counts a file that did not fail.
    pub(crate) fn succeed(&mut self) {
        self.in_a_row = 0;
    }

    /// Counts a failure. Returns its message, and whether the files after it, `n_left` of them, are not to be tried.
    pub(crate) fn fail(&mut self, error: &Error, n_left: usize) -> (String, bool) {
        self.in_a_row += 1;
        let is_last = n_left > 0 && (self.in_a_row == MAX_FAILURES_IN_A_ROW || concerns_others(error));
        let rest = if is_last { format!("; files after it that were not tried: {n_left}") } else { String::new() };
        (format!("{error:#}{rest}"), is_last)
    }
}

/// Whether an error of a file would be one of the next files, too: the server does not answer, or the disk is full.
fn concerns_others(error: &Error) -> bool {
    error.chain().any(|cause| cause.is::<Unavailable>() || cause.is::<io::Error>())
}
