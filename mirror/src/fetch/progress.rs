/*!
The interface to a display of the progress of downloads.
*/

/// A display of the progress of downloads.
pub trait FetchProgress {
    /// Shows a line of text, such as the reason of a wait.
    fn note(&self, line: &str);

    /// Begins a run of `n_files` files. `bytes` is the sum of the known sizes.
    fn begin_run(&self, n_files: u64, bytes: u64) {
        let _ = (n_files, bytes);
    }

    /// Ends the run: removes the display of its progress.
    fn end_run(&self) {}

    /// Begins a file of this many bytes, if they are known.
    fn begin(&self, path: &str, bytes: Option<u64>);

    /// Shows how many bytes of the current file are on the disk. `bytes` is its size, if known.
    fn advance(&self, position: u64, bytes: Option<u64>);

    /// Ends the current file. A file that was fetched has a line for a log.
    fn end(&self, line: Option<&str>);
}

/// Shows nothing.
#[derive(Clone, Copy, Debug)]
pub struct Silent;

impl FetchProgress for Silent {
    fn note(&self, _: &str) {}

    fn begin(&self, _: &str, _: Option<u64>) {}

    fn advance(&self, _: u64, _: Option<u64>) {}

    fn end(&self, _: Option<&str>) {}
}
