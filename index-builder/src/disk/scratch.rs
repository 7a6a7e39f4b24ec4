/*!
A scratch directory for unfinished files. A program locks it while it works, so that two programs never share it, and a
later program recognizes and removes the files of a killed one.
*/

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use lexdex_core::platform::DirectoryLock;

use crate::interruption::{pending, remove_when_interrupted};

/// A directory that is removed with its content when it is dropped or the program is interrupted.
pub(crate) struct Scratch {
    path: PathBuf,
    _lock: DirectoryLock,
}

impl Scratch {
    /// Creates and locks the directory, or empties the one that a killed program has left. `work` names the command in
    /// the error message if another program has locked the directory.
    pub(crate) fn claim(path: PathBuf, work: &str) -> Result<Self> {
        let lock =
            DirectoryLock::claim(&path).with_context(|| format!("cannot make the directory {}", path.display()))?;
        let Some(lock) = lock else { bail!("another {work} works in {}: wait for it to end", path.display()) };
        empty(&path).with_context(|| format!("cannot empty the directory {}", path.display()))?;
        remove_when_interrupted(&path)?;
        Ok(Self { path, _lock: lock })
    }

    /// The path of the directory.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Runs the step that completes the work. An interruption before the step removes the directory. An interruption
    /// during or after the step waits for its end and removes nothing.
    pub(crate) fn finish_with(&self, step: impl FnOnce() -> Result<()>) -> Result<()> {
        let mut pending = pending();
        step()?;
        pending.retain(|path| *path != self.path);
        Ok(())
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // The signal handler holds this lock until the process ends.
        let mut pending = pending();
        pending.retain(|path| *path != self.path);
        // The next run removes files that cannot be removed now.
        let _ = fs::remove_dir_all(&self.path);
    }
}

fn empty(directory: &Path) -> io::Result<()> {
    for entry in fs::read_dir(directory)? {
        let path = entry?.path();
        if fs::symlink_metadata(&path)?.is_dir() { fs::remove_dir_all(path)? } else { fs::remove_file(path)? }
    }
    Ok(())
}
