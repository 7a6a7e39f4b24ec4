/*!
A scratch directory for unfinished files. A program locks it while it works, so that two programs never share it, and a
later program recognizes and removes the files of a killed one.
*/

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use lexdex::platform::DirectoryLock;
use parking_lot::{Mutex, MutexGuard};

/// The exit code of an interrupted program.
const INTERRUPTED: i32 = 130;

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

/// The directories to remove when the program is interrupted.
static PENDING: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn pending() -> MutexGuard<'static, Vec<PathBuf>> {
    PENDING.lock()
}

/// Installs the signal handler, which removes the pending directories and ends the process. Without a pending directory
/// the process ends by itself.
fn remove_when_interrupted(path: &Path) -> Result<()> {
    static HAS_HANDLER: Mutex<bool> = Mutex::new(false);
    let remove = || {
        // Locked until the process ends, so that no other thread finishes its work or reports the missing files.
        let pending = pending();
        if !pending.is_empty() {
            pending.iter().for_each(|path| remove_under_work(path));
            std::process::exit(INTERRUPTED);
        }
    };
    pending().push(path.to_owned());
    let mut has_handler = HAS_HANDLER.lock();
    if !*has_handler {
        ctrlc::set_handler(remove).context("cannot handle signals")?;
        *has_handler = true;
    }
    Ok(())
}

/// Removes a directory in which other threads may still create files.
fn remove_under_work(directory: &Path) {
    const MAX_ATTEMPTS: u32 = 1000;
    for _ in 0..MAX_ATTEMPTS {
        let _ = fs::remove_dir_all(directory);
        if fs::symlink_metadata(directory).is_err() {
            break;
        }
        thread::sleep(Duration::from_millis(1));
    }
}

fn empty(directory: &Path) -> io::Result<()> {
    for entry in fs::read_dir(directory)? {
        let path = entry?.path();
        if fs::symlink_metadata(&path)?.is_dir() { fs::remove_dir_all(path)? } else { fs::remove_file(path)? }
    }
    Ok(())
}
