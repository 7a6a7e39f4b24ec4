/*!
The working folder of a pull, `.pulling` in the folder of published indexes. It has the downloads, the index that is
being assembled, and the last response of the store.
*/

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use lexdex_core::platform::DirectoryLock;
use serde::{Deserialize, Serialize};

/// A working folder that no other pull uses.
pub(crate) struct PullFolder {
    path: PathBuf,
    _lock: DirectoryLock,
}

/// The last response of a store, with the entity tag for the next conditional request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Remembered {
    /// The address of `latest`.
    pub(crate) url: String,
    /// Its entity tag.
    pub(crate) etag: String,
    /// The build that it named and that was published.
    pub(crate) build: String,
}

impl PullFolder {
    /// Claims the working folder of a folder of published indexes.
    pub(crate) fn claim(out: &Path) -> Result<Self> {
        let path = out.join(".pulling");
        let lock = DirectoryLock::claim(&path).with_context(|| format!("cannot make the folder {}", path.display()))?;
        let Some(lock) = lock else { bail!("another pull works in {}: wait for it to end", path.display()) };
        Ok(Self { path, _lock: lock })
    }

    /// An empty folder for the index.
    pub(crate) fn new_index(&self) -> Result<PathBuf> {
        let index = self.path.join("index");
        remove(&index)?;
        fs::create_dir(&index).with_context(|| format!("cannot make the folder {}", index.display()))?;
        Ok(index)
    }

    /// The folder of downloads, which an interrupted pull leaves for the next one.
    pub(crate) fn downloads(&self) -> Result<PathBuf> {
        let downloads = self.path.join("downloads");
        fs::create_dir_all(&downloads).with_context(|| format!("cannot make the folder {}", downloads.display()))?;
        Ok(downloads)
    }

    /// Removes the index and the downloads.
    pub(crate) fn clear(&self) -> Result<()> {
        ["index", "downloads"].iter().try_for_each(|name| remove(&self.path.join(name)))
    }

    /// The last response of the store with this address of `latest`.
    pub(crate) fn remembered(&self, url: &str) -> Option<Remembered> {
        let remembered: Remembered = serde_json::from_slice(&fs::read(self.answer()).ok()?).ok()?;
        (remembered.url == url).then_some(remembered)
    }

    /// Records the response of a store.
    pub(crate) fn remember(&self, remembered: &Remembered) -> Result<()> {
        let (path, new) = (self.answer(), self.path.join("latest.json.new"));
        fs::write(&new, serde_json::to_vec(remembered)?)
            .and_then(|()| fs::rename(&new, &path))
            .with_context(|| format!("cannot write {}", path.display()))
    }

    fn answer(&self) -> PathBuf {
        self.path.join("latest.json")
    }
}

fn remove(folder: &Path) -> Result<()> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        removed => removed.with_context(|| format!("cannot remove {}", folder.display())),
    }
}
