/*!
`index-builder publish`: adds an index to a folder of published indexes, and makes it the one that is served.

Each step leaves the folder complete: the index is put into a scratch directory, checked, moved to its final path, and
only then named by the file `current`. Builds beyond those to keep are removed last. If the folder has the build already
and it is damaged, it is replaced, unless a server has it open.

Files are linked where the file system allows it, and copied elsewhere: no program writes to a file of a finished index.
Each build has a manifest of its own, because readers lock it.
*/

mod history;

use std::fs;
use std::io::{self, Write};
use std::num::NonZero;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::Args;
use lexdex_core::platform::{self, FileVersion};
use lexdex_index::{
    BUILDS_FOLDER, CURRENT_FILE, FileEntry, HeldIndex, Index, MANIFEST_FILE, Manifest, current_build, is_build_id,
};

use crate::commands::publish::history::HistoryPublication;
use crate::disk::publish::sync;
use crate::disk::scratch::Scratch;
use crate::disk::unused::remove_if_unused;

/// The arguments of `publish`.
#[derive(Debug, Args)]
pub struct PublishArguments {
    /// The index directory, made by `index-builder build`. It is not changed.
    #[arg(value_name = "INDEX")]
    pub index: PathBuf,

    /// The folder of published indexes. It is created if it does not exist.
    #[arg(long, value_name = "DIR")]
    pub to: PathBuf,

    /// The number of builds to keep, the published one included. Builds that a server has open are kept in addition.
    #[arg(long, value_name = "BUILDS", default_value = "2")]
    pub keep: NonZero<usize>,
}

/// The result of a publication.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Published {
    /// The id of the published build, which is now the current one.
    pub build_id: String,
    /// The ids of the builds beyond those to keep that stay because a server has them open, the newest first.
    pub kept_open: Vec<String>,
    /// The reason why the history starts again, if an earlier one could not be continued.
    pub lost_history: Option<String>,
}

/// Publishes an index, and prints a summary.
pub(crate) fn run(arguments: &PublishArguments) -> Result<()> {
    summarize(&arguments.to, &publish(arguments)?);
    Ok(())
}

/// Publishes an index with its history, and removes the builds beyond those to keep.
///
/// Fails before anything is changed if the index is damaged or the folder is not one of published indexes. If only the
/// removal of an old build fails, the error says that the index is published.
pub fn publish(arguments: &PublishArguments) -> Result<Published> {
    let folder = PublishedFolder { path: &arguments.to };
    folder.check()?;
    let held = HeldIndex::find(&arguments.index)?;
    let index = held.directory();
    let build_id = check(index)?.build_id();
    let scratch = Scratch::claim(folder.path.join(".publishing"), "publish")?;
    let previous = current_build(folder.path)?;
    folder.add(index, &build_id, &scratch)?;
    let publication = HistoryPublication {
        folder: folder.path,
        previous: previous.as_deref(),
        build: &build_id,
        scratch: scratch.path(),
    };
    let lost_history = publication.write().context("cannot write the history of the index")?;
    folder.point_to(&build_id, &scratch)?;
    let kept_open = folder
        .remove_superfluous(&[Some(build_id.clone()), previous].map(Option::unwrap_or_default), arguments.keep)
        .with_context(|| format!("build {build_id} is published, but an old build is left"))?;
    Ok(Published { build_id, kept_open, lost_history })
}

/// Adds an index to the folder of published indexes, to be published later. Returns the id of the build.
///
/// The current build stays. Builds beyond those to keep are removed, but neither the current nor the new one.
pub fn add_build(arguments: &PublishArguments) -> Result<String> {
    let folder = PublishedFolder { path: &arguments.to };
    folder.check()?;
    let build_id = check(&arguments.index)?.build_id();
    let scratch = Scratch::claim(folder.path.join(".publishing"), "publish")?;
    folder.add(&arguments.index, &build_id, &scratch)?;
    let first: Vec<String> = current_build(folder.path)?.into_iter().chain([build_id.clone()]).collect();
    let keep = arguments.keep.max(NonZero::new(first.len()).unwrap_or(arguments.keep));
    folder.remove_superfluous(&first, keep)?;
    Ok(build_id)
}

/// Checks every byte of an index, and that it can be opened.
fn check(index: &Path) -> Result<Manifest> {
    let manifest = Manifest::read(index)?;
    manifest.verify(index)?;
    Index::open(index)?;
    Ok(manifest)
}

/// Prints a summary. A closed standard output is not an error, because the index is published.
fn summarize(folder: &Path, Published { build_id, kept_open, lost_history }: &Published) {
    let folder = folder.display();
    let mut stdout = io::stdout();
    let _ = writeln!(stdout, "{folder}: build {build_id} is current\nserve it with: lexdex --index {folder}");
    for build in kept_open {
        let _ = writeln!(stdout, "build {build} is kept, because a server has it open");
    }
    if let Some(reason) = lost_history {
        let _ = writeln!(stdout, "the history of changes starts again: {reason}");
    }
}

/// A folder of published indexes.
struct PublishedFolder<'p> {
    path: &'p Path,
}

impl PublishedFolder<'_> {
    /// Fails if the folder is an index, or if its file `current` does not name a build.
    fn check(&self) -> Result<()> {
        if self.path.join(MANIFEST_FILE).exists() {
            bail!("{} is an index itself: give --to a folder for published indexes", self.path.display());
        }
        current_build(self.path).map(drop)
    }

    fn builds_folder(&self) -> PathBuf {
        self.path.join(BUILDS_FOLDER)
    }

    /// Adds an index to the folder, unless the folder has that build undamaged.
    fn add(&self, index: &Path, build: &str, scratch: &Scratch) -> Result<()> {
        let place = self.builds_folder().join(build);
        if check(&place).is_ok_and(|manifest| manifest.build_id() == build) {
            return Ok(());
        }
        let added = scratch.path().join(build);
        self.fill(&added, index).with_context(|| format!("cannot copy {} to {}", index.display(), added.display()))?;
        check(&added)?;
        sync(&added).with_context(|| format!("cannot sync {}", added.display()))?;
        let builds = self.builds_folder();
        fs::create_dir_all(&builds).with_context(|| format!("cannot make the directory {}", builds.display()))?;
        // The build is damaged, or the rest of one whose removal was interrupted.
        if place.exists() && !remove_if_unused(&place)? {
            bail!("{} is damaged, and a server has it open: end that server, and publish again", place.display());
        }
        platform::move_to_free_place(&added, &place)
            .and_then(|()| platform::sync_directory(&builds))
            .with_context(|| format!("cannot move the index to {}", place.display()))
    }

    /// Fills a directory with links to the files of an index, or with copies. Prefers links to equal files of the
    /// current build, so that builds share them even if the index is on another file system.
    fn fill(&self, directory: &Path, index: &Path) -> Result<()> {
        let manifest = Manifest::read(index)?;
        let current = self.current()?;
        fs::create_dir_all(directory)?;
        for file in &manifest.files {
            let to = directory.join(&file.path);
            if let Some(folder) = to.parent() {
                fs::create_dir_all(folder)?;
            }
            let of_current = current.as_ref().filter(|current| current.has(file, index));
            let from = of_current.map_or(index, |current| &current.directory).join(&file.path);
            platform::link_or_copy(&from, &to).with_context(|| format!("cannot write {}", to.display()))?;
        }
        // The manifest is copied last, because a directory without it is not an index, and never linked, because its
        // lock marks this build as open.
        let to = directory.join(MANIFEST_FILE);
        fs::copy(index.join(MANIFEST_FILE), &to).with_context(|| format!("cannot write {}", to.display()))?;
        Ok(())
    }

    /// The current build; `None` before the first publication, or if this program cannot read the build.
    fn current(&self) -> Result<Option<CurrentBuild>> {
        let build = current_build(self.path)?;
        Ok(build.and_then(|build| {
            let directory = self.builds_folder().join(build);
            Manifest::read(&directory).ok().map(|manifest| CurrentBuild { directory, manifest })
        }))
    }

    /// Replaces the file that names the current build.
    fn point_to(&self, build: &str, scratch: &Scratch) -> Result<()> {
        let current = self.path.join(CURRENT_FILE);
        let written = scratch.path().join(CURRENT_FILE);
        scratch.finish_with(|| {
            fs::write(&written, format!("{build}\n"))
                .and_then(|()| platform::sync_file(&written))
                .and_then(|()| fs::rename(&written, &current))
                .and_then(|()| platform::sync_directory(self.path))
                .with_context(|| format!("cannot replace {}, which is unchanged", current.display()))
        })
    }

    /// The ids of all builds: those in `first`, then the others, the newest first.
    fn builds(&self, first: &[String]) -> Result<Vec<String>> {
        let folder = self.builds_folder();
        let context = || format!("cannot read {}", folder.display());
        let mut builds = Vec::new();
        for entry in fs::read_dir(&folder).with_context(context)? {
            let entry = entry.with_context(context)?;
            // Other names are not builds.
            if let Some(build) = entry.file_name().to_str().filter(|name| is_build_id(name)) {
                let added = entry.metadata().and_then(|metadata| metadata.modified()).with_context(context)?;
                builds.push((added, build.to_owned()));
            }
        }
        builds.sort();
        let mut builds: Vec<String> = builds.into_iter().rev().map(|(_, build)| build).collect();
        builds.sort_by_key(|build| first.iter().position(|named| named == build).unwrap_or(first.len()));
        Ok(builds)
    }

    /// Removes the builds beyond those to keep, in the order of [`Self::builds`]. Returns those that a program has open,
    /// which stay.
    fn remove_superfluous(&self, first: &[String], keep: NonZero<usize>) -> Result<Vec<String>> {
        let mut kept_open = Vec::new();
        for build in self.builds(first)?.into_iter().skip(keep.get()) {
            if !remove_if_unused(&self.builds_folder().join(&build))? {
                kept_open.push(build);
            }
        }
        history::remove_superfluous(self.path)?;
        Ok(kept_open)
    }
}

/// The current build before the publication.
struct CurrentBuild {
    directory: PathBuf,
    manifest: Manifest,
}

impl CurrentBuild {
    /// Whether the build has this file of an index, undamaged.
    fn has(&self, file: &FileEntry, index: &Path) -> bool {
        let version = |directory: &Path| FileVersion::at(&directory.join(&file.path)).ok();
        // The file of the index has been checked, and may be the same file.
        self.manifest.files.contains(file)
            && (version(&self.directory) == version(index) || file.verify(&self.directory).is_ok())
    }
}
