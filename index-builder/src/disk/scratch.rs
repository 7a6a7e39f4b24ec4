/*!
A directory of our own, for what is on its way to its place. A program holds a lock on it while it works, so that two
never share it, and a later one can tell what a killed one has left behind and removes it.
*/

use std::fs::{self, File, TryLockError};
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use parking_lot::{Mutex, MutexGuard};

/// The exit code of a program that was interrupted.
const INTERRUPTED: i32 = 130;

/// An empty directory, removed with all it holds when dropped or when the program is interrupted.
pub(crate) struct Scratch {
    path: PathBuf,
    _lock: File,
}

impl Scratch {
    /// Makes the directory for some work, a `build` or an `import`, or empties the one a killed program has left
    /// behind.
    pub(crate) fn claim(path: PathBuf, work: &str) -> Result<Self> {
        let lock = make_and_lock(&path, work)?;
        empty(&path).with_context(|| format!("cannot empty the directory {}", path.display()))?;
        undo_when_interrupted(&path)?;
        Ok(Self { path, _lock: lock })
    }

    /// Where the directory is.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Does the one step that makes the work final. An interruption comes before it and undoes everything, or after
    /// it and undoes nothing.
    pub(crate) fn finish_with(&self, step: impl FnOnce() -> Result<()>) -> Result<()> {
        let mut undone = undone();
        step()?;
        undone.retain(|path| *path != self.path);
        Ok(())
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // An interruption that has begun keeps the lock to the end of the process.
        let mut undone = undone();
        undone.retain(|path| *path != self.path);
        // What cannot be removed now is removed by the next run.
        let _ = fs::remove_dir_all(&self.path);
    }
}

/// The directories that are removed when the program is interrupted.
static UNDONE: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn undone() -> MutexGuard<'static, Vec<PathBuf>> {
    UNDONE.lock()
}

/// Removes what is half done and ends the process when it is asked to stop. With nothing half done the process ends
/// by itself.
fn undo_when_interrupted(path: &Path) -> Result<()> {
    static HAS_HANDLER: Mutex<bool> = Mutex::new(false);
    let undo = || {
        // Kept, so that the program neither finishes nor tells of the files that it misses from now on.
        let undone = undone();
        if !undone.is_empty() {
            undone.iter().for_each(|path| remove_under_work(path));
            std::process::exit(INTERRUPTED);
        }
    };
    undone().push(path.to_owned());
    let mut has_handler = HAS_HANDLER.lock();
    if !*has_handler {
        ctrlc::set_handler(undo).context("cannot handle signals")?;
        *has_handler = true;
    }
    Ok(())
}

/// Removes a directory in which other threads may still make files.
fn remove_under_work(directory: &Path) {
    const MOST_TRIES: u32 = 1000;
    for _ in 0..MOST_TRIES {
        let _ = fs::remove_dir_all(directory);
        if fs::symlink_metadata(directory).is_err() {
            break;
        }
        thread::sleep(Duration::from_millis(1));
    }
}

/// Makes the directory if it is not there, and locks it.
fn make_and_lock(path: &Path, work: &str) -> Result<File> {
    let context = || format!("cannot make the directory {}", path.display());
    loop {
        fs::create_dir_all(path).with_context(context)?;
        let directory = match File::open(path) {
            Ok(directory) => directory,
            // Another program has just moved it to its place, or removed it.
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            Err(error) => return Err(error).with_context(context),
        };
        match directory.try_lock() {
            Ok(()) if is_at(&directory, path).with_context(context)? => return Ok(directory),
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                bail!("another {work} works in {}: wait for it to end", path.display())
            }
            Err(TryLockError::Error(error)) => {
                return Err(error).with_context(|| format!("cannot lock {}", path.display()));
            }
        }
    }
}

/// Whether an open directory is still the one of this path.
fn is_at(directory: &File, path: &Path) -> io::Result<bool> {
    let found = match fs::symlink_metadata(path) {
        Ok(found) => found,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
        Err(error) => return Err(error),
    };
    let directory = directory.metadata()?;
    Ok((directory.dev(), directory.ino()) == (found.dev(), found.ino()))
}

fn empty(directory: &Path) -> io::Result<()> {
    for entry in fs::read_dir(directory)? {
        let path = entry?.path();
        if fs::symlink_metadata(&path)?.is_dir() { fs::remove_dir_all(path)? } else { fs::remove_file(path)? }
    }
    Ok(())
}
