/*!
The progress of a run of several files.
*/

/// The files and bytes of a run that are done, and those to come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct RunProgress {
    n_files: u64,
    n_done: u64,
    /// The bytes of all files, as far as they are known.
    bytes: u64,
    /// The bytes of the files that are done.
    done: u64,
    /// The bytes of the current file that are on the disk.
    position: u64,
    /// The share of the current file in `bytes`.
    counted: u64,
}

impl RunProgress {
    /// A run of `n_files` files. `bytes` is the sum of the known sizes.
    pub(super) fn new(n_files: u64, bytes: u64) -> Self {
        Self { n_files, n_done: 0, bytes, done: 0, position: 0, counted: 0 }
    }

    /// Begins a file of this many bytes, if they are known.
    pub(super) fn begin(&mut self, bytes: Option<u64>) {
        (self.position, self.counted) = (0, bytes.unwrap_or(0));
    }

    /// Takes the position in the current file, and its size once it is known.
    pub(super) fn advance(&mut self, position: u64, bytes: Option<u64>) {
        self.position = position;
        let size = bytes.unwrap_or(position).max(position);
        self.bytes = self.bytes.saturating_sub(self.counted) + size;
        self.counted = size;
    }

    /// Ends the current file. If it was unchanged or failed, the bytes that did not come are taken off the sum.
    pub(super) fn end(&mut self) {
        self.bytes = self.bytes.saturating_sub(self.counted) + self.position;
        self.done += self.position;
        self.n_done += 1;
        (self.position, self.counted) = (0, 0);
    }

    /// The position in the run: `file 3 of 57`.
    pub(super) fn files(&self) -> String {
        format!("file {} of {}", (self.n_done + 1).min(self.n_files), self.n_files)
    }

    /// The bytes that are on the disk.
    pub(super) fn position(&self) -> u64 {
        self.done + self.position
    }

    /// The bytes of all files, as far as they are known.
    pub(super) fn total(&self) -> u64 {
        self.bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(run: &RunProgress) -> (String, u64, u64) {
        (run.files(), run.position(), run.total())
    }

    #[test]
    fn sizes_are_summed_up_as_they_become_known() {
        let mut run = RunProgress::new(3, 100);
        assert_eq!(shown(&run), ("file 1 of 3".to_owned(), 0, 100));
        // A file of the known size.
        run.begin(Some(100));
        run.advance(40, Some(100));
        assert_eq!(shown(&run), ("file 1 of 3".to_owned(), 40, 100));
        run.advance(100, Some(100));
        run.end();
        // A file whose size comes with the response.
        run.begin(None);
        run.advance(0, Some(50));
        assert_eq!(shown(&run), ("file 2 of 3".to_owned(), 100, 150));
        run.advance(50, Some(50));
        run.end();
        // A file whose size is never known.
        run.begin(None);
        run.advance(7, None);
        run.advance(9, None);
        assert_eq!(shown(&run), ("file 3 of 3".to_owned(), 159, 159));
        run.end();
        assert_eq!(shown(&run), ("file 3 of 3".to_owned(), 159, 159));
    }

    #[test]
    fn failed_file_is_taken_off_the_sum() {
        let mut run = RunProgress::new(2, 100);
        run.begin(Some(60));
        run.advance(10, Some(60));
        run.end();
        assert_eq!(shown(&run), ("file 2 of 2".to_owned(), 10, 50));
    }
}
