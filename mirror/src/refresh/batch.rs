/*!
The files of a source that were downloaded and are not in the lock yet. They are moved to their final paths together,
because each move waits for the disk.
*/

use std::time::{Duration, Instant};

use anyhow::Result;

use crate::fetch::complete_file::{CompleteFile, publish};
use crate::fetch::journal::Journal;
use crate::fetch::lock_file::LockedFile;

/// The number of files at which a batch is moved.
const MAX_FILES: usize = 128;

/// The size in bytes at which a batch is moved.
const MAX_BYTES: u64 = 16 << 20;

/// The age at which a batch is moved after the next download. Files that a killed run has not moved are fetched again.
const MAX_WAIT: Duration = Duration::from_secs(1);

/// Files that were downloaded and wait to be moved.
#[derive(Debug, Default)]
pub(crate) struct DownloadedBatch {
    files: Vec<CompleteFile>,
    /// The lines of the lock for these files, in their order.
    lines: Vec<LockedFile>,
    /// The lines of files whose content has not changed, but whose version or validators have.
    unchanged: Vec<LockedFile>,
    /// The time at which the first file was added.
    start: Option<Instant>,
}

/// The line of a file, and whether it was moved to its final path.
pub(crate) type Moved = (LockedFile, Result<()>);

impl DownloadedBatch {
    /// Adds a file that was downloaded.
    pub(crate) fn add(&mut self, file: CompleteFile, line: LockedFile) {
        self.start.get_or_insert_with(Instant::now);
        self.files.push(file);
        self.lines.push(line);
    }

    /// Adds the line of a file that is at its final path already.
    pub(crate) fn add_unchanged(&mut self, line: LockedFile) {
        self.unchanged.push(line);
    }

    /// Returns whether the files should be moved now.
    pub(crate) fn is_due(&self) -> bool {
        self.files.len() >= MAX_FILES
            || self.start.is_some_and(|start| start.elapsed() >= MAX_WAIT)
            || self.files.iter().map(|file| file.bytes).sum::<u64>() >= MAX_BYTES
    }

    /// Moves the files to their final paths, and then adds them and the unchanged ones to the journal. Returns the
    /// result for each moved file, and the unchanged ones.
    pub(crate) fn publish(mut self, journal: &mut Journal) -> Result<(Vec<Moved>, Vec<LockedFile>)> {
        let results = publish(&mut self.files)?;
        let moved: Vec<Moved> = self.lines.into_iter().zip(results).collect();
        let in_place = moved.iter().filter(|(_, result)| result.is_ok()).map(|(line, _)| line);
        journal.add(in_place.chain(&self.unchanged))?;
        Ok((moved, self.unchanged))
    }
}
