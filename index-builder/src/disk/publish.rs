/*!
Publishes a directory atomically: it is built beside its final path, synced, and moved there in one system call.

The directory beside `NAME` is `.NAME.building`. A builder locks it while it works, so that two builders never share it,
and a later builder recognizes and removes the directory of a killed one. An old index is exchanged with the new one and
then removed, under a lock of its own.
*/

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use lexdex_core::platform::{self, DirectoryLock};
use lexdex_index::MANIFEST_FILE;

use crate::disk::scratch::Scratch;

/// A directory to be published. It is removed if it is dropped before it is published.
pub(crate) struct PendingDirectory {
    place: PathBuf,
    building: Scratch,
    replace: bool,
}

impl PendingDirectory {
    /// Creates an empty directory beside `place`. Fails if `place` exists, unless it is an index and `replace` is set.
    pub(crate) fn begin(place: &Path, replace: bool) -> Result<Self> {
        // Drops trailing slashes and dots, which are not part of a file name.
        let place: PathBuf = place.components().collect();
        check_place(&place, replace)?;
        let building = Scratch::claim(beside(&place, ".building")?, "build")?;
        Ok(Self { place, building, replace })
    }

    /// A scratch directory beside the one to be filled, for files that are not to be published.
    pub(crate) fn scratch(&self) -> Result<Scratch> {
        Scratch::claim(beside(&self.place, ".merging")?, "build")
    }

    /// The directory to be filled.
    pub(crate) fn directory(&self) -> &Path {
        self.building.path()
    }

    /// Syncs the directory and moves it to its final path.
    pub(crate) fn publish(self) -> Result<()> {
        sync(self.directory()).with_context(|| format!("cannot sync {}", self.directory().display()))?;
        let is_taken = self.replace && exists(&self.place)?;
        // The old index stays locked until it is removed, so that no other builder mistakes it for a scratch directory.
        let _old = if is_taken { Some(lock_old(&self.place)?) } else { None };
        self.move_to_place(if is_taken { platform::exchange } else { platform::move_to_free_place })?;
        let parent = parent(&self.place);
        let synced = platform::sync_directory(parent).with_context(|| format!("cannot sync {}", parent.display()));
        // After an exchange the scratch directory is the old index, which is removed here.
        drop(self.building);
        synced
    }

    fn move_to_place(&self, move_to: fn(&Path, &Path) -> io::Result<()>) -> Result<()> {
        self.building.finish_with(|| {
            move_to(self.directory(), &self.place).with_context(|| {
                format!("cannot move the finished index to {}, which is unchanged", self.place.display())
            })
        })
    }
}

fn check_place(place: &Path, replace: bool) -> Result<()> {
    if !exists(place)? {
        return Ok(());
    }
    if !platform::CAN_EXCHANGE {
        bail!(
            "{} is already there, and this system cannot replace a directory that may be open: build to another --out, \
             and publish that with `index-builder publish`",
            place.display()
        );
    }
    if !replace {
        bail!("{} is already there: give --replace to replace it, or another --out", place.display());
    }
    let is_empty = fs::read_dir(place).with_context(|| format!("cannot read {}", place.display()))?.next().is_none();
    if is_empty {
        return Ok(());
    }
    let manifest = place.join(MANIFEST_FILE);
    if !exists(&manifest)? {
        bail!("{} is not an index: it has no {MANIFEST_FILE}, so it is not replaced", place.display());
    }
    if !is_of_an_index(&manifest)? {
        bail!(
            "{} is not an index: its {MANIFEST_FILE} is not that of an index, so it is not replaced",
            place.display()
        );
    }
    Ok(())
}

/// Whether a manifest has the fields that all schema versions have. Other programs use the same file name.
fn is_of_an_index(manifest: &Path) -> Result<bool> {
    let text = fs::read(manifest).with_context(|| format!("cannot read {}", manifest.display()))?;
    let manifest = serde_json::from_slice::<serde_json::Value>(&text);
    Ok(manifest.is_ok_and(|manifest| manifest["schema_version"].is_u64()))
}

fn exists(path: &Path) -> Result<bool> {
    match fs::symlink_metadata(path) {
        Ok(_) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error).with_context(|| format!("cannot read {}", path.display())),
    }
}

fn beside(place: &Path, ending: &str) -> Result<PathBuf> {
    let Some(name) = place.file_name() else {
        bail!("{} cannot be the name of a new directory", place.display());
    };
    let mut building = OsString::from(".");
    building.push(name);
    building.push(ending);
    Ok(place.with_file_name(building))
}

fn parent(place: &Path) -> &Path {
    place.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Locks an index that is to be replaced. A builder that holds the lock has mistaken it for a scratch directory, and
/// releases it as soon as it notices.
fn lock_old(place: &Path) -> Result<DirectoryLock> {
    DirectoryLock::wait_for(place).with_context(|| format!("cannot lock {}", place.display()))
}

/// Syncs everything below a directory, and the directory itself.
pub(crate) fn sync(directory: &Path) -> io::Result<()> {
    for entry in fs::read_dir(directory)? {
        let path = entry?.path();
        if path.is_dir() { sync(&path)? } else { platform::sync_file(&path)? }
    }
    platform::sync_directory(directory)
}
