/*!
Removes published builds that no program has open: a reader holds a shared lock of the manifest.
*/

use std::fs::{self, File, TryLockError};
use std::io::ErrorKind;
use std::path::Path;

use anyhow::{Context, Result};
use lexdex_index::MANIFEST_FILE;

/// Removes a build that no program has open. Returns whether it was removed.
pub(crate) fn remove_if_unused(build: &Path) -> Result<bool> {
    let context = || format!("cannot remove {}", build.display());
    let path = build.join(MANIFEST_FILE);
    match File::open(&path) {
        Ok(manifest) => match manifest.try_lock() {
            // A later reader finds no manifest, and looks up the current build again.
            Ok(()) => fs::remove_file(&path).with_context(context)?,
            Err(TryLockError::WouldBlock) => return Ok(false),
            Err(TryLockError::Error(error)) => return Err(error).with_context(context),
        },
        // The removal of this build was interrupted.
        Err(error) if error.kind() == ErrorKind::NotFound => {}
        Err(error) => return Err(error).with_context(context),
    }
    fs::remove_dir_all(build).with_context(context)?;
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn build_without_readers_is_removed_even_after_interruption() {
        let folder = tempfile::tempdir().unwrap();
        let build = folder.path().join("build");
        fs::create_dir_all(build.join("cases")).unwrap();
        let manifest = build.join("manifest.json");
        fs::write(&manifest, "{}").unwrap();
        for _ in 0..2 {
            let reader = File::open(&manifest).unwrap();
            reader.lock_shared().unwrap();
            assert!(!remove_if_unused(&build).unwrap());
        }
        assert!(remove_if_unused(&build).unwrap());
        assert!(!build.exists());
        fs::create_dir_all(build.join("cases")).unwrap();
        assert!(remove_if_unused(&build).unwrap());
        assert!(!build.exists());
    }
}
