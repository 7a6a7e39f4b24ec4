/*!
The journal of a run: a line for each file that it has fetched. The lines move to `fetch.lock` at the end of the run or,
if it was killed, in the next one.
*/

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde::Serialize;

/// The journal of the current run.
#[derive(Debug)]
pub(crate) struct Journal {
    path: PathBuf,
    file: File,
}

impl Journal {
    /// Begins a journal in a folder of downloads. The lines of an earlier journal must be in the lock already.
    pub(crate) fn begin(downloads: &Path) -> Result<Self> {
        let path = path(downloads);
        let file = File::create(&path).with_context(|| format!("cannot make {}", path.display()))?;
        Ok(Self { path, file })
    }

    /// Adds a file that is at its final path.
    pub(crate) fn add(&mut self, file: &impl Serialize) -> Result<()> {
        let mut line = serde_json::to_vec(file)?;
        line.push(b'\n');
        self.write(&line).with_context(|| format!("cannot write {}", self.path.display()))
    }

    fn write(&mut self, line: &[u8]) -> io::Result<()> {
        self.file.write_all(line)?;
        self.file.sync_data()
    }
}

/// The path of the journal in a folder of downloads.
pub(crate) fn path(downloads: &Path) -> PathBuf {
    downloads.join("fetch.journal")
}

/// The complete lines of a journal. A killed run may leave an incomplete last line.
pub(crate) fn complete_lines(mut text: String) -> String {
    text.truncate(text.rfind('\n').map_or(0, |end| end + 1));
    text
}

/// Removes the journal, if there is one.
pub(crate) fn remove(downloads: &Path) -> Result<()> {
    let path = path(downloads);
    match fs::remove_file(&path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        removed => removed.with_context(|| format!("cannot remove {}", path.display())),
    }
}
