/*!
Locks on directories. The lock is a file beside the directory, because an open file in it would prevent moving the
directory.
*/

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io;
use std::os::windows::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

/// A lock on a directory. It is released when the program ends, even by a crash.
pub struct DirectoryLock(#[expect(dead_code, reason = "unlocked when it is closed")] File);

impl DirectoryLock {
    /// Creates a directory if it does not exist, and locks it. Returns `None` if another program holds the lock.
    pub fn claim(path: &Path) -> io::Result<Option<Self>> {
        /// `FILE_FLAG_DELETE_ON_CLOSE`
        const DELETE_ON_CLOSE: u32 = 0x0400_0000;
        /// `ERROR_SHARING_VIOLATION`
        const IS_OPEN: i32 = 32;
        fs::create_dir_all(path)?;
        // Without a slash at the end, which would put the lock into the directory.
        let mut lock = path.components().collect::<PathBuf>().into_os_string();
        lock.push(OsString::from(".lock"));
        // Share mode 0 keeps other programs from opening the file until it is closed.
        let file = OpenOptions::new().write(true).create(true).share_mode(0).custom_flags(DELETE_ON_CLOSE).open(&lock);
        match file {
            Ok(file) => {
                // The previous holder of the lock may have moved the directory.
                fs::create_dir_all(path)?;
                Ok(Some(Self(file)))
            }
            Err(error) if error.raw_os_error() == Some(IS_OPEN) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Locks an existing directory. Waits while another program holds the lock.
    pub fn wait_for(path: &Path) -> io::Result<Self> {
        const PAUSE: Duration = Duration::from_millis(10);
        loop {
            if let Some(lock) = Self::claim(path)? {
                return Ok(lock);
            }
            thread::sleep(PAUSE);
        }
    }
}
