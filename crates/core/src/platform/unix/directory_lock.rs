/*!
Locks on directories.
*/

use std::fs::{self, File, TryLockError};
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

/// A lock on a directory. It is released when the program ends, even by a crash.
pub struct DirectoryLock(#[expect(dead_code, reason = "unlocked when it is closed")] File);

impl DirectoryLock {
    /// Creates a directory if it does not exist, and locks it. Returns `None` if another program holds the lock.
    pub fn claim(path: &Path) -> io::Result<Option<Self>> {
        loop {
            fs::create_dir_all(path)?;
            let directory = match File::open(path) {
                Ok(directory) => directory,
                // Another program has moved or removed the directory in between.
                Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
                Err(error) => return Err(error),
            };
            match directory.try_lock() {
                Ok(()) if is_at(&directory, path)? => return Ok(Some(Self(directory))),
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => return Ok(None),
                Err(TryLockError::Error(error)) => return Err(error),
            }
        }
    }

    /// Locks an existing directory. Waits while another program holds the lock.
    pub fn wait_for(path: &Path) -> io::Result<Self> {
        let directory = File::open(path)?;
        directory.lock()?;
        Ok(Self(directory))
    }
}

/// Returns whether an open directory is still at this path.
fn is_at(directory: &File, path: &Path) -> io::Result<bool> {
    let found = match fs::symlink_metadata(path) {
        Ok(found) => found,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
        Err(error) => return Err(error),
    };
    let directory = directory.metadata()?;
    Ok((directory.dev(), directory.ino()) == (found.dev(), found.ino()))
}
