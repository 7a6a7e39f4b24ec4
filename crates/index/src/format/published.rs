/*!
A folder of published indexes: an index directory `builds/<build id>` for each, and the file `current` with the id of
the build to serve. The file is replaced atomically, and a directory is removed only while no program has it open, so
that a reader always finds a complete index.

A reader holds a shared lock on the manifest of its build. The publisher removes a build only under the exclusive lock.
*/

use std::ffi::OsStr;
use std::fs::{self, File, TryLockError};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::format::layout::MANIFEST_FILE;
use crate::format::regular_file;

/// The file that names the current build.
pub const CURRENT_FILE: &str = "current";

/// The folder of the builds.
pub const BUILDS_FOLDER: &str = "builds";

/// Whether a name has the form of a build id: 64 hexadecimal digits in lower case.
pub fn is_build_id(name: &str) -> bool {
    name.len() == 64 && name.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

/// Reads the id of the current build in a folder of published indexes; `None` if nothing is published there.
pub fn current_build(folder: &Path) -> Result<Option<String>> {
    let path = folder.join(CURRENT_FILE);
    let text = match regular_file::read(&path) {
        Ok(text) => text,
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => return Ok(None),
        Err(error) => return Err(error).with_context(|| format!("cannot read {}", path.display())),
    };
    match str::from_utf8(&text).map(str::trim_ascii_end) {
        Ok(build) if is_build_id(build) => Ok(Some(build.to_owned())),
        _ => {
            bail!("{} does not name a build: publish an index there again with `index-builder publish`", path.display())
        }
    }
}

/// The index directory at a place: the current build of a folder of published indexes, otherwise the place itself.
pub fn index_directory(place: &Path) -> Result<PathBuf> {
    Ok(match current_build(place)? {
        Some(build) => place.join(BUILDS_FOLDER).join(build),
        None => place.to_owned(),
    })
}

/// An index directory. If it is a published build, no publisher removes it before this value is dropped.
pub struct HeldIndex {
    directory: PathBuf,
    _lock: Option<File>,
}

impl HeldIndex {
    /// Finds the index directory at a place: the current build of a folder of published indexes, otherwise the place
    /// itself. Locks a published build.
    pub fn find(place: &Path) -> Result<Self> {
        let mut directory = index_directory(place)?;
        while is_published(&directory) {
            match lock_for_reading(&directory) {
                Ok(lock) => return Ok(Self { directory, _lock: lock }),
                Err(error) => {
                    // A publisher may have replaced and removed the build since `current` was read.
                    let current = index_directory(place)?;
                    if current == directory {
                        return Err(error);
                    }
                    directory = current;
                }
            }
        }
        Ok(Self { directory, _lock: None })
    }

    /// The path of the directory.
    pub fn directory(&self) -> &Path {
        &self.directory
    }
}

/// Whether a directory is a build in a folder of published indexes, by its path.
fn is_published(directory: &Path) -> bool {
    let is_build = directory.file_name().and_then(OsStr::to_str).is_some_and(is_build_id);
    is_build && directory.parent().is_some_and(|parent| parent.ends_with(BUILDS_FOLDER))
}

/// Takes the shared lock on a build, until the file is closed. Fails if the build is being removed. Returns `None` on a
/// file system without locks.
fn lock_for_reading(build: &Path) -> Result<Option<File>> {
    let path = build.join(MANIFEST_FILE);
    let context = || format!("cannot read {}", path.display());
    let manifest = regular_file::open(&path).with_context(context)?;
    match manifest.try_lock_shared() {
        // A publisher may have removed the file before it was locked.
        Ok(()) => fs::metadata(&path).map(|_| Some(manifest)).with_context(context),
        Err(TryLockError::WouldBlock) => bail!("{} is being removed", build.display()),
        Err(TryLockError::Error(error)) => {
            tracing::warn!(%error, "cannot lock {}: a publisher may remove it while it is in use", path.display());
            Ok(None)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BUILD: &str = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";

    #[test]
    fn index_directory_is_the_place_or_the_build_in_current() {
        let place = tempfile::tempdir().unwrap();
        let place = place.path();
        assert_eq!(index_directory(place).unwrap(), place);
        assert_eq!(index_directory(&place.join("missing")).unwrap(), place.join("missing"));
        for line_end in ["", "\n", "\r\n"] {
            fs::write(place.join("current"), format!("{BUILD}{line_end}")).unwrap();
            assert_eq!(index_directory(place).unwrap(), place.join("builds").join(BUILD), "{line_end:?}");
        }
        for text in ["", "\n", "..", "../../etc", &BUILD[1..], &BUILD.to_uppercase(), "\u{e9}"] {
            fs::write(place.join("current"), text).unwrap();
            let error = index_directory(place).unwrap_err().to_string();
            assert!(error.contains("current does not name a build"), "{text:?}: {error}");
        }
    }

    #[test]
    fn published_build_is_locked_until_it_is_dropped() {
        let folder = tempfile::tempdir().unwrap();
        let build = folder.path().join("builds").join(BUILD);
        fs::create_dir_all(&build).unwrap();
        fs::write(build.join("manifest.json"), "{}").unwrap();
        fs::write(folder.path().join("current"), BUILD).unwrap();
        for place in [folder.path(), build.as_path()] {
            let held = HeldIndex::find(place).unwrap();
            assert_eq!(held.directory(), build);
            let publisher = File::open(build.join("manifest.json")).unwrap();
            assert!(matches!(publisher.try_lock(), Err(TryLockError::WouldBlock)), "{}", place.display());
            drop(held);
            publisher.try_lock().unwrap();
            let error = HeldIndex::find(place).err().unwrap().to_string();
            assert!(error.ends_with(" is being removed"), "{error}");
        }
        fs::remove_file(build.join("manifest.json")).unwrap();
        assert!(HeldIndex::find(folder.path()).is_err());
        assert!(HeldIndex::find(&folder.path().join("index")).is_ok());
    }
}
