/*!
The working folder of a sync, `.PARTS.syncing` beside the folder of parts, with the new index.
*/

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use lexdex_core::platform::DirectoryLock;

/// A working folder that no other sync uses. It is removed with its content when it is dropped.
pub(crate) struct SyncFolder {
    path: PathBuf,
    _lock: DirectoryLock,
}

impl SyncFolder {
    /// Claims the folder, and removes everything that a killed sync has left in it.
    pub(crate) fn claim(parts: &Path) -> Result<Self> {
        let path = beside(parts)?;
        let lock = DirectoryLock::claim(&path).with_context(|| format!("cannot make the folder {}", path.display()))?;
        let Some(lock) = lock else { bail!("another sync works in {}: wait for it to end", path.display()) };
        empty(&path).with_context(|| format!("cannot empty the folder {}", path.display()))?;
        Ok(Self { path, _lock: lock })
    }

    pub(crate) fn index(&self) -> PathBuf {
        self.path.join("index")
    }

    /// The path of the list of differences.
    pub(crate) fn differences(&self) -> PathBuf {
        self.path.join("differences.jsonl")
    }
}

impl Drop for SyncFolder {
    fn drop(&mut self) {
        // The next sync removes files that cannot be removed now.
        let _ = fs::remove_dir_all(&self.path);
    }
}

fn beside(parts: &Path) -> Result<PathBuf> {
    let Some(name) = parts.file_name() else {
        bail!("{} cannot be the folder of parts: name another in mirror.toml, folders.parts", parts.display());
    };
    let mut beside = OsString::from(".");
    beside.push(name);
    beside.push(".syncing");
    Ok(parts.with_file_name(beside))
}

fn empty(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if fs::symlink_metadata(&path)?.is_dir() { fs::remove_dir_all(path)? } else { fs::remove_file(path)? }
    }
    Ok(())
}
