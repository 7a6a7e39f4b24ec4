/*!
Replaces a file in one step, and lists and measures the files below a folder.
*/

use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use lexdex_core::platform;

/// Whether a file must survive a power failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Durability {
    /// After a power failure, the file may be missing or have its old content.
    Lax,
    /// The new content is on the disk when the replacement returns.
    Synced,
}

/// Replaces a file in one step: readers see the old content or the new. The new content is first written to `NAME.new`
/// beside it.
pub(crate) fn replace(path: &Path, content: &[u8], durability: Durability) -> Result<()> {
    let mut new = path.as_os_str().to_owned();
    new.push(".new");
    let new = PathBuf::from(new);
    let is_synced = durability == Durability::Synced;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    fs::write(&new, content)
        .and_then(|()| if is_synced { platform::sync_file(&new) } else { Ok(()) })
        .and_then(|()| fs::rename(&new, path))
        .and_then(|()| if is_synced { platform::sync_directory(folder) } else { Ok(()) })
        .with_context(|| format!("cannot write {}", path.display()))
}

/// The files below a folder, as sorted paths with slashes. `is_wanted` filters the names of files and folders. Empty if
/// the folder does not exist. Links are followed. Fails if a wanted name is not UTF-8.
pub(crate) fn files_below(folder: &Path, is_wanted: impl Fn(&OsStr) -> bool) -> Result<Vec<String>> {
    let mut files = Vec::new();
    let mut folders = vec![String::new()];
    while let Some(inner) = folders.pop() {
        let path = folder.join(&inner);
        let context = || format!("cannot read {}", path.display());
        let entries = match fs::read_dir(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound && inner.is_empty() => break,
            entries => entries.with_context(context)?,
        };
        for entry in entries {
            let entry = entry.with_context(context)?;
            let name = entry.file_name();
            if !is_wanted(&name) {
                continue;
            }
            let name = name
                .to_str()
                .with_context(|| format!("{} has a name that is not UTF-8: rename it", entry.path().display()))?;
            let inner = if inner.is_empty() { name.to_owned() } else { format!("{inner}/{name}") };
            // A broken link counts as a file, so that reading it gives an error.
            let is_folder = fs::metadata(entry.path()).is_ok_and(|metadata| metadata.is_dir());
            if is_folder { folders.push(inner) } else { files.push(inner) }
        }
    }
    files.sort();
    Ok(files)
}

/// The sum of the sizes of the files below a folder in bytes; 0 if the folder does not exist.
pub(crate) fn size_below(folder: &Path) -> Result<u64> {
    let files = files_below(folder, |_| true)?;
    // A sync may have removed a file since.
    Ok(files.iter().filter_map(|file| fs::metadata(folder.join(file)).ok()).map(|metadata| metadata.len()).sum())
}
