/*!
A directory of our own, for what is on its way to its place. A program holds a lock on it while it works, so that two
never share it, and a later one can tell what a killed one has left behind and removes it.
*/

use std::fs::{self, File, TryLockError};
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, Once, PoisonError};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, bail};

/// The exit code of a program that was interrupted.
pub(crate) const INTERRUPTED: i32 = 130;

/// An empty directory, removed with all it holds when dropped or when the program is interrupted.
pub(crate) struct Scratch {
    path: PathBuf,
    _lock: File,
}

impl Scratch {
    /// Makes the directory, or empties the one a killed program has left behind.
    pub(crate) fn claim(path: PathBuf, work: &str) -> Result<Self> {
        let lock = make_and_lock(&path, work)?;
        empty(&path).with_context(|| format!("cannot empty the directory {}", path.display()))?;
        remove_when_interrupted(&path);
        Ok(Self { path, _lock: lock })
    }

    /// Where the directory is.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // An interruption that has begun keeps the lock to the end of the process.
        let mut claimed = claimed();
        // What cannot be removed now is removed by the next run.
        let _ = fs::remove_dir_all(&self.path);
        claimed.retain(|path| *path != self.path);
    }
}

/// The directories that this program has claimed: those that go when it is interrupted.
static CLAIMED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn claimed() -> MutexGuard<'static, Vec<PathBuf>> {
    CLAIMED.lock().unwrap_or_else(PoisonError::into_inner)
}

fn remove_when_interrupted(path: &Path) {
    static HANDLER: Once = Once::new();
    claimed().push(path.to_owned());
    HANDLER.call_once(|| {
        // Without a handler the program still ends; the next run removes what it leaves.
        let _ = ctrlc::set_handler(|| {
            let claimed = claimed();
            claimed.iter().for_each(|path| remove_under_work(path));
            std::process::exit(INTERRUPTED);
        });
    });
}

/// Makes a directory if it is not there, and locks it for some work: a `build`, an `import`.
pub(crate) fn make_and_lock(directory: &Path, work: &str) -> Result<File> {
    let context = || format!("cannot make the directory {}", directory.display());
    loop {
        fs::create_dir_all(directory).with_context(context)?;
        let opened = match File::open(directory) {
            Ok(opened) => opened,
            // Another program has just moved it to its place, or removed it.
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            Err(error) => return Err(error).with_context(context),
        };
        match opened.try_lock() {
            Ok(()) if is_at(&opened, directory).with_context(context)? => return Ok(opened),
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                bail!("another {work} works in {}: wait for it to end", directory.display())
            }
            Err(TryLockError::Error(error)) => {
                return Err(error).with_context(|| format!("cannot lock {}", directory.display()));
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

/// Removes all that a directory holds.
pub(crate) fn empty(directory: &Path) -> io::Result<()> {
    for entry in fs::read_dir(directory)? {
        let path = entry?.path();
        if fs::symlink_metadata(&path)?.is_dir() { fs::remove_dir_all(path)? } else { fs::remove_file(path)? }
    }
    Ok(())
}

/// Removes a directory in which other threads may still make files.
pub(crate) fn remove_under_work(directory: &Path) {
    const MOST_TRIES: u32 = 1000;
    for _ in 0..MOST_TRIES {
        let _ = fs::remove_dir_all(directory);
        if fs::symlink_metadata(directory).is_err() {
            break;
        }
        thread::sleep(Duration::from_millis(1));
    }
}
