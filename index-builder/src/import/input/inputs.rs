/*!
The inputs named on the command line.
*/

use std::fs::{self, DirEntry, File};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use anyhow::{Context, Result, bail};
use jiff::Timestamp;
use jiff::tz::TimeZone;
use lexdex_core::model::Date;

use crate::import::input::compression::{self, FileKind};
use crate::import::input::location;

/// The inputs, in the order of the command line.
pub(crate) struct Inputs {
    inputs: Vec<Input>,
}

pub(crate) enum Input {
    /// A file or a folder.
    Path(PathBuf),
    /// A file in memory.
    Memory { name: String, bytes: Arc<[u8]> },
}

impl Inputs {
    /// Checks that each path can be read and is not an archive of an unsupported type.
    pub(crate) fn check(paths: &[PathBuf]) -> Result<Self> {
        paths.iter().try_for_each(|path| check(path))?;
        Ok(Self { inputs: paths.iter().cloned().map(Input::Path).collect() })
    }

    /// Inputs that are files in memory, each with its name.
    pub(crate) fn in_memory(files: &[(&str, &[u8])]) -> Self {
        let inputs =
            files.iter().map(|(name, bytes)| Input::Memory { name: (*name).to_owned(), bytes: (*bytes).into() });
        Self { inputs: inputs.collect() }
    }

    /// The inputs, in the order of the command line.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Input> {
        self.inputs.iter()
    }

    /// The locations of the inputs, as those of their files begin.
    pub(crate) fn locations(&self) -> Vec<String> {
        let location = |input: &Input| match input {
            Input::Path(path) => location::from_path(path),
            Input::Memory { name, .. } => name.clone(),
        };
        self.inputs.iter().map(location).collect()
    }

    /// The day of the newest change of an input, in UTC. `None` for inputs in memory, and if a time cannot be read.
    pub(crate) fn newest_change(&self) -> Option<Date> {
        let newest = self.inputs.iter().filter_map(|input| match input {
            Input::Path(path) => newest_change(path),
            Input::Memory { .. } => None,
        });
        let day = Timestamp::try_from(newest.max()?).ok()?.to_zoned(TimeZone::UTC).date();
        // Publishers and machines east of Greenwich are a day ahead.
        Date::from_civil(day.tomorrow().ok()?)
    }

    /// The stored size of all inputs in bytes, for the progress bar.
    pub(crate) fn n_bytes(&self) -> u64 {
        let sizes = self.inputs.iter().map(|input| match input {
            Input::Path(path) => n_bytes(path),
            Input::Memory { bytes, .. } => bytes.len() as u64,
        });
        sizes.sum()
    }
}

/// The time of the newest change of a file or of those in a folder.
fn newest_change(path: &Path) -> Option<SystemTime> {
    let metadata = fs::metadata(path).ok()?;
    if !metadata.is_dir() {
        return metadata.modified().ok();
    }
    let entries = fs::read_dir(path).ok()?;
    entries.filter_map(|entry| newest_change(&entry.ok()?.path())).max()
}

fn check(path: &Path) -> Result<()> {
    let context = || format!("cannot read {}", path.display());
    let metadata = fs::metadata(path).with_context(context)?;
    if metadata.is_dir() {
        fs::read_dir(path).with_context(context)?;
        return Ok(());
    }
    if !metadata.is_file() {
        bail!("{} is neither a file nor a folder", path.display());
    }
    let head = compression::head(&mut File::open(path).with_context(context)?).with_context(context)?;
    let name = path.to_string_lossy();
    match FileKind::from_head(&head) {
        FileKind::Unknown(kind) => {
            bail!("{name} is {kind} archive, which is not read: unpack it, or make a zip or tar of it")
        }
        FileKind::Plain if compression::has_archive_name(&name) => {
            bail!("{name} is not the archive that its name says: is the download complete?")
        }
        _ => Ok(()),
    }
}

/// The size of a file, or of all files below a folder. Files that cannot be read count as zero bytes here; the walk
/// reports them.
fn n_bytes(path: &Path) -> u64 {
    let Ok(metadata) = fs::metadata(path) else { return 0 };
    if !metadata.is_dir() {
        return metadata.len();
    }
    fs::read_dir(path).into_iter().flatten().flatten().map(|entry| n_bytes_of_entry(&entry)).sum()
}

fn n_bytes_of_entry(entry: &DirEntry) -> u64 {
    match entry.file_type() {
        Ok(kind) if kind.is_dir() => n_bytes(&entry.path()),
        Ok(kind) if !kind.is_symlink() => entry.metadata().map_or(0, |metadata| metadata.len()),
        _ => 0,
    }
}
