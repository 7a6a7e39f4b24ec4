/*!
Ends the program on Ctrl-C or SIGTERM, after removing unfinished directories.
*/

use std::fs;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result};
use parking_lot::{Mutex, MutexGuard};

/// The exit code of an interrupted program.
const INTERRUPTED: i32 = 130;

/// The directories to remove when the program is interrupted.
static PENDING: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// The exit code with which the program ends when it is interrupted, even if no directory is pending. If it is `None`,
/// the handler ignores the signal unless a directory is pending.
static EXIT_CODE: Mutex<Option<i32>> = Mutex::new(None);

/// Locks the directories to remove. The program is not interrupted while the lock is held.
pub(crate) fn pending() -> MutexGuard<'static, Vec<PathBuf>> {
    PENDING.lock()
}

/// Makes the program end with this code when it is interrupted, at any time. It only waits for a step that makes a
/// finished index current. Without this call, the handler ignores the signal if there is nothing to remove.
pub fn exit_when_interrupted(code: i32) -> Result<()> {
    *EXIT_CODE.lock() = Some(code);
    install_handler()
}

/// Removes a directory when the program is interrupted.
pub(crate) fn remove_when_interrupted(path: &Path) -> Result<()> {
    pending().push(path.to_owned());
    install_handler()
}

/// Installs the signal handler, which removes the pending directories and ends the process.
fn install_handler() -> Result<()> {
    static HAS_HANDLER: Mutex<bool> = Mutex::new(false);
    let remove = || {
        // The lock is held until the process ends, so that no other thread finishes its work or reports the missing
        // files.
        let pending = pending();
        let code = *EXIT_CODE.lock();
        if !pending.is_empty() || code.is_some() {
            pending.iter().for_each(|path| remove_under_work(path));
            std::process::exit(code.unwrap_or(INTERRUPTED));
        }
    };
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
