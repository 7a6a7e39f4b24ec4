/*!
Keeps the first error of work that continues after errors.
*/

use std::io;

/// The first of several errors, such as those of a full disk.
#[derive(Debug, Default)]
pub(super) struct FirstFailure(Option<io::Error>);

impl FirstFailure {
    /// Keeps an error, unless there is an earlier one.
    pub(super) fn record(&mut self, result: io::Result<()>) {
        if let Err(error) = result {
            self.0.get_or_insert(error);
        }
    }

    /// Returns the first error since the last call.
    pub(super) fn check(&mut self) -> io::Result<()> {
        self.0.take().map_or(Ok(()), Err)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_failure_is_returned_once() {
        let mut failure = FirstFailure::default();
        for result in [Ok(()), Err("the disk is full"), Ok(()), Err("the disk is gone")] {
            failure.record(result.map_err(io::Error::other));
        }
        assert_eq!(failure.check().unwrap_err().to_string(), "the disk is full");
        failure.check().unwrap();
    }
}
