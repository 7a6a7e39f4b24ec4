/*!
A folder of published indexes: an index directory `builds/<build id>` for each, and the file `current` with the id of
the build to serve. The file is replaced atomically, and a directory is removed only while no program has it open, so
that a reader always finds a complete index.

A reader holds a shared lock on the manifest of its build. The publisher removes a build only under the exclusive lock.
*/

use std::fs::{File, TryLockError};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::index::format::layout::MANIFEST_FILE;
use crate::index::format::regular_file;

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

/// Takes the shared lock on a build, until the file is closed. Fails if the build is being removed. Returns `None` on a
/// file system without locks.
pub(crate) fn lock_for_reading(build: &Path) -> Result<Option<File>> {
    let path = build.join(MANIFEST_FILE);
    let manifest = regular_file::open(&path).with_context(|| format!("cannot read {}", path.display()))?;
    match manifest.try_lock_shared() {
        Ok(()) => Ok(Some(manifest)),
        Err(TryLockError::WouldBlock) => bail!("{} is being removed", build.display()),
        Err(TryLockError::Error(error)) => {
            tracing::warn!(%error, "cannot lock {}: a publisher may remove it while it is served", path.display());
            Ok(None)
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    const BUILD: &str = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";

    #[test]
    fn index_directory_is_the_place_or_the_build_that_its_current_file_names() {
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
}
