/*!
The history of a published index: the changes of this publication and of those before.

A history is stored beside the builds, so the same corpus still gives the same index. It is complete before the build is
current, and is removed with the build. A history that cannot be read never prevents a publication: a new history
begins.
*/

mod compose;

mod rows;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result};
use lexdex_core::model::Resource;
use lexdex_core::platform;
use lexdex_index::{
    BUILDS_FOLDER, CHANGES_FOLDER, CURRENT_FILE, FileEntry, HISTORY_FILE, HistoryFile, ListCounts, MAX_BUILDS,
    Manifest, PublishedBuild, history_directory, is_build_id, records_file,
};

use crate::commands::pairs::ListRecords;
use crate::commands::publish::history::compose::{ComparedLists, ListWriter, Merged, write_list};
use crate::commands::publish::history::rows::{DamagedHistory, HistoryRows};
use crate::disk::publish::sync;

/// A publication whose history is to be written.
pub(super) struct HistoryPublication<'a> {
    /// The folder of published indexes, which already has the build.
    pub(super) folder: &'a Path,
    /// The build that was current so far.
    pub(super) previous: Option<&'a str>,
    pub(super) build: &'a str,
    /// A directory for unfinished files.
    pub(super) scratch: &'a Path,
}

/// The history before a publication.
struct Base {
    /// The builds of the history; the last one is the previous one.
    builds: Vec<PublishedBuild>,
    /// The directory of the history; `None` if it begins with the previous build.
    rows: Option<PathBuf>,
    /// The previous index.
    index: PathBuf,
    manifest: Manifest,
}

impl HistoryPublication<'_> {
    /// Writes the history, unless the build is current already and has one. Returns the reason if an earlier history is
    /// lost.
    pub(super) fn write(&self) -> Result<Option<String>> {
        let (base, mut lost) = if self.previous == Some(self.build) {
            match verified(&history_directory(self.folder, self.build), self.build) {
                Ok(Some(_)) => return Ok(None),
                Ok(None) => (None, None),
                Err(error) => (None, Some(format!("{error:#}"))),
            }
        } else {
            match self.base() {
                Ok((base, lost)) => (base, lost),
                Err(error) => (None, Some(format!("{error:#}"))),
            }
        };
        let directory = self.scratch.join("changes");
        if let Err(error) = self.compose(base.as_ref(), &directory) {
            // The files match their digests but not the previous index.
            let Some(base) = base.filter(|_| error.is::<DamagedHistory>()) else { return Err(error) };
            lost = Some(format!("{error:#}"));
            fs::remove_dir_all(&directory).with_context(|| format!("cannot remove {}", directory.display()))?;
            self.compose(Some(&base.without_history()), &directory)?;
        }
        self.move_to_place(&directory)?;
        Ok(lost)
    }

    /// The history before this publication, and the reason if it is lost. Fails if the previous index cannot be read.
    fn base(&self) -> Result<(Option<Base>, Option<String>)> {
        let Some(previous) = self.previous else { return Ok((None, None)) };
        let index = self.index(previous);
        let manifest = Manifest::read(&index)?;
        let new = Manifest::read(&self.index(self.build))?;
        for resource in Resource::ALL {
            let records = records_entry(&manifest, *resource);
            if records != records_entry(&new, *resource) {
                records.context("the previous index has no records")?.verify(&index)?;
            }
        }
        let directory = history_directory(self.folder, previous);
        let (rows, lost) = match verified(&directory, previous) {
            Ok(Some(file)) => (Some((file.builds, directory)), None),
            Ok(None) => (None, None),
            Err(error) => (None, Some(format!("{error:#}"))),
        };
        let (builds, rows) = match rows {
            Some((builds, directory)) => (builds, Some(directory)),
            None => (vec![PublishedBuild { build: previous.to_owned(), published: self.time_of_current() }], None),
        };
        Ok((Some(Base { builds, rows, index, manifest }), lost))
    }

    /// Fills a directory with the history.
    fn compose(&self, base: Option<&Base>, directory: &Path) -> Result<()> {
        fs::create_dir(directory).with_context(|| format!("cannot make the directory {}", directory.display()))?;
        let mut builds = base.map_or(Vec::new(), |base| base.builds.clone());
        let n_before = builds.len();
        // A clock that was set back does not change the order of the builds.
        let published = builds.last().map_or(0, |last| last.published).max(now());
        builds.push(PublishedBuild { build: self.build.to_owned(), published });
        let n_forgotten = builds.len().saturating_sub(MAX_BUILDS);
        builds.drain(..n_forgotten);
        let lists = Resource::ALL.iter().map(|resource| {
            let writer = ListWriter::create(directory, *resource, builds.len(), self.scratch)?;
            self.compose_list(*resource, base, (n_before, n_forgotten), writer)
        });
        let lists = lists.collect::<Result<Vec<ListCounts>>>()?;
        let file = HistoryFile::describe(directory, builds, lists)?;
        let path = directory.join(HISTORY_FILE);
        fs::write(&path, file.text()).with_context(|| format!("cannot write {}", path.display()))?;
        sync(directory).with_context(|| format!("cannot sync {}", directory.display()))
    }

    fn compose_list(
        &self,
        resource: Resource,
        base: Option<&Base>,
        (n_before, n_forgotten): (usize, usize),
        writer: ListWriter,
    ) -> Result<ListCounts> {
        let Some(base) = base else { return writer.finish() };
        let index = self.index(self.build);
        let is_same = records_entry(&base.manifest, resource) == records_entry(&Manifest::read(&index)?, resource);
        let records = |index: &Path| ListRecords::open(records_file(index, resource));
        let compared = if is_same {
            None
        } else {
            Some(ComparedLists::new(records(&base.index)?, records(&index)?, self.scratch)?)
        };
        let rows = base.rows.as_ref().map(|directory| HistoryRows::open(directory, resource)).transpose()?;
        write_list(Merged { rows, compared }, (n_before as u8, n_forgotten as u8), writer)
    }

    /// Moves the history to its final path. Replaces a history that an earlier publication of the same build has left,
    /// which is obsolete: the build is not current, and a server that has it open keeps its files.
    fn move_to_place(&self, directory: &Path) -> Result<()> {
        let place = history_directory(self.folder, self.build);
        let parent = self.folder.join(CHANGES_FOLDER);
        fs::create_dir_all(&parent)
            .and_then(|()| remove_if_there(&place))
            .and_then(|()| platform::move_to_free_place(directory, &place))
            .and_then(|()| platform::sync_directory(&parent))
            .with_context(|| format!("cannot move the history to {}", place.display()))
    }

    fn index(&self, build: &str) -> PathBuf {
        self.folder.join(BUILDS_FOLDER).join(build)
    }

    /// The time at which the previous build became current.
    fn time_of_current(&self) -> u64 {
        let modified = fs::metadata(self.folder.join(CURRENT_FILE)).and_then(|metadata| metadata.modified());
        seconds(modified.unwrap_or(UNIX_EPOCH)).min(now())
    }
}

impl Base {
    /// The previous build without its history.
    fn without_history(mut self) -> Self {
        self.builds.drain(..self.builds.len().saturating_sub(1));
        Self { rows: None, ..self }
    }
}

/// Removes the histories of builds that no longer exist.
pub(super) fn remove_superfluous(folder: &Path) -> Result<()> {
    let histories = folder.join(CHANGES_FOLDER);
    let context = || format!("cannot read {}", histories.display());
    for entry in fs::read_dir(&histories).with_context(context)? {
        let entry = entry.with_context(context)?;
        // Other names are not histories.
        let build = entry.file_name().to_str().filter(|name| is_build_id(name)).map(str::to_owned);
        if build.is_some_and(|build| !folder.join(BUILDS_FOLDER).join(build).exists()) {
            remove_if_there(&entry.path()).with_context(|| format!("cannot remove {}", entry.path().display()))?;
        }
    }
    Ok(())
}

/// Reads the history of a build and checks every byte of it. `None` if the build has no history.
fn verified(directory: &Path, build: &str) -> Result<Option<HistoryFile>> {
    let file = HistoryFile::read(directory, build)?;
    if let Some(file) = &file {
        file.verify(directory)?;
    }
    Ok(file)
}

fn records_entry(manifest: &Manifest, resource: Resource) -> Option<&FileEntry> {
    let path = records_file(Path::new(""), resource);
    manifest.files.iter().find(|file| Path::new(&file.path) == path)
}

fn remove_if_there(directory: &Path) -> io::Result<()> {
    match fs::remove_dir_all(directory) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        removed => removed,
    }
}

fn now() -> u64 {
    seconds(SystemTime::now())
}

fn seconds(time: SystemTime) -> u64 {
    time.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}
