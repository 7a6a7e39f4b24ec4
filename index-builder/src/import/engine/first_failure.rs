/*!
The first failure of a work that is not ended by it.
*/

use std::io;

/// Keeps the first of several failures, such as those of a full disk, until somebody asks whether all went well.
#[derive(Debug, Default)]
pub(crate) struct FirstFailure(Option<io::Error>);

impl FirstFailure {
    /// Keeps what failed, unless something failed before.
    pub(crate) fn note(&mut self, result: io::Result<()>) {
        if let Err(error) = result {
            self.0.get_or_insert(error);
        }
    }

    /// Fails with the first failure since it was asked last.
    pub(crate) fn check(&mut self) -> io::Result<()> {
        self.0.take().map_or(Ok(()), Err)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_failure_is_told_once() {
        let mut failure = FirstFailure::default();
        for result in [Ok(()), Err("the disk is full"), Ok(()), Err("the disk is gone")] {
            failure.note(result.map_err(io::Error::other));
        }
        assert_eq!(failure.check().unwrap_err().to_string(), "the disk is full");
        failure.check().unwrap();
    }
}
