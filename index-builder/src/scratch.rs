/*!
A directory of our own, for what is on its way to its place. A program holds a lock on it while it works, so that two
never share it, and a later one can tell what a killed one has left behind and removes it.
*/

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, Once, PoisonError};

use anyhow::{Context, Result, bail};

/// The exit code of a program that was interrupted.
const INTERRUPTED: i32 = 130;

/// An empty directory, removed with all it holds when dropped or when the program is interrupted.
pub(crate) struct Scratch {
    path: PathBuf,
    _lock: File,
}

impl Scratch {
    /// Makes the directory, or empties the one a killed program has left behind.
    pub(crate) fn claim(path: PathBuf) -> Result<Self> {
        let context = || format!("cannot make the directory {}", path.display());
        fs::create_dir_all(&path).with_context(context)?;
        let lock = lock(&path)?;
        empty(&path).with_context(context)?;
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
        // What cannot be removed now is removed by the next run.
        let _ = fs::remove_dir_all(&self.path);
        claimed().retain(|path| *path != self.path);
    }
}

/// The directories that this program has claimed: those that go when it is interrupted.
static CLAIMED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn claimed() -> std::sync::MutexGuard<'static, Vec<PathBuf>> {
    CLAIMED.lock().unwrap_or_else(PoisonError::into_inner)
}

fn remove_when_interrupted(path: &Path) {
    static HANDLER: Once = Once::new();
    claimed().push(path.to_owned());
    HANDLER.call_once(|| {
        // Without a handler the program still ends; the next run removes what it leaves.
        let _ = ctrlc::set_handler(|| {
            claimed().iter().for_each(|path| _ = fs::remove_dir_all(path));
            std::process::exit(INTERRUPTED);
        });
    });
}

fn lock(directory: &Path) -> Result<File> {
    let context = || format!("cannot lock {}", directory.display());
    let lock = File::open(directory).with_context(context)?;
    match lock.try_lock() {
        Ok(()) => Ok(lock),
        Err(TryLockError::WouldBlock) => {
            bail!("another index-builder works in {}: wait for it to end", directory.display())
        }
        Err(TryLockError::Error(error)) => Err(error).with_context(context),
    }
}

fn empty(directory: &Path) -> io::Result<()> {
    for entry in fs::read_dir(directory)? {
        let path = entry?.path();
        if fs::symlink_metadata(&path)?.is_dir() { fs::remove_dir_all(path)? } else { fs::remove_file(path)? }
    }
    Ok(())
}
