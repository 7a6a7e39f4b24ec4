/*!
The steps of a sync after the download: import, build, compare, publish.
*/

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use index_builder::commands::build::{BuildArguments, TopicOrigin, build};
use index_builder::commands::diff::{DiffFormat, Differences, compare};
use index_builder::commands::drop::drop_parts;
use index_builder::commands::import::{ImportArguments, import_with_bar};
use index_builder::commands::publish::{PublishArguments, add_build, publish};
use index_builder::commands::status::headers;
use index_builder::import::{catalogues, registry as importers};
use index_builder::progress::BuildBar;
use lexdex_core::corpus::{MAX_TEXT_KIB, Source, SummarySource};
use lexdex_core::model::Resource;
use lexdex_index::{BUILDS_FOLDER, Index, Manifest, current_build, index_directory};

use crate::config::{Config, Folders, Publish};
use crate::fetch::lock_file::LockFile;
use crate::publishers::publisher::Publisher;
use crate::sync::changes::{DueImport, SourceFiles, downloaded, placed};
use crate::sync::counted_changes::count_changes;
use crate::sync::ending::Ending;
use crate::sync::gate::{Limits, refusals};
use crate::sync::source_report::SourceReport;
use crate::sync::state::{BuildInputs, ImportedState};
use crate::sync::work_folder::SyncFolder;

/// The name of the file of refused differences, in the folder of downloads.
pub(crate) const REFUSED_FILE: &str = "refused.jsonl";

/// The name of the folder of import reports, in the folder of downloads. It has the last report of each source.
const REPORTS_FOLDER: &str = "reports";

/// The files of all sources, both downloaded and placed by the operator. `reports` gets the error of each folder that
/// cannot be read.
pub(crate) fn files_of_sources(
    config: &Config,
    publishers: &[Box<dyn Publisher>],
    lock: &LockFile,
    state: &ImportedState,
    reports: &mut Vec<SourceReport>,
) -> Result<Vec<SourceFiles>> {
    let known = |name: &str| state.sources.get(name);
    let Folders { downloads, corpus, .. } = &config.folders;
    let catalogues = catalogues::digest(&Source::Directory(corpus.clone()))?;
    let fetched = publishers.iter().map(|of| downloaded(&**of, lock, downloads, &catalogues, known(of.name())));
    let mut sources: Vec<SourceFiles> = fetched.collect();
    for of in &config.placed {
        match placed(of, &catalogues, known(&of.name)) {
            Ok(files) => sources.push(files),
            Err(error) => reports.push(SourceReport::from_error(&of.name, format!("{error:#}"))),
        }
    }
    Ok(sources)
}

/// Imports the files that changed into parts, and drops the parts of files and sources that are gone. `reports` gets a
/// report for each imported source.
pub(crate) fn import_changes(
    config: &Config,
    sources: &[SourceFiles],
    lock: &mut LockFile,
    state: &mut ImportedState,
    reports: &mut Vec<SourceReport>,
) -> Result<()> {
    let parts = &config.folders.parts;
    fs::create_dir_all(parts).with_context(|| format!("cannot make the folder {}", parts.display()))?;
    for source in sources.iter().filter(|source| source.is_changed) {
        let mut report = source
            .due
            .as_ref()
            .map_or_else(|| SourceReport::new(&source.name), |due| import_source(config, source, due));
        if !report.has_failed() {
            let before = state.sources.get(&source.name).cloned().unwrap_or_default();
            let made = before.parts.into_iter().chain(report.parts.iter().cloned());
            let kept = drop_gone(parts, source, made)?;
            let newest = before.newest.max(report.newest);
            state.sources.insert(source.name.clone(), source.imported(newest, kept));
            state.write(parts)?;
        }
        fetch_damaged_again(&config.folders, lock, state, &mut report)?;
        reports.push(report);
    }
    let is_configured = |name: &str| config.placed.iter().any(|placed| placed.name == name);
    let gone = state.sources.keys().filter(|name| !sources.iter().any(|source| source.name == **name));
    let gone: Vec<String> = gone.filter(|name| !is_configured(name)).cloned().collect();
    for name in gone {
        let source = state.sources.remove(&name).unwrap_or_default();
        drop_if_there(parts, source.parts)?;
        state.write(parts)?;
    }
    Ok(())
}

/// Forgets the versions of downloads in which an import has found damage, so that the next sync fetches them again. A
/// download that comes again with the same bytes stays.
fn fetch_damaged_again(
    folders: &Folders,
    lock: &mut LockFile,
    state: &mut ImportedState,
    report: &mut SourceReport,
) -> Result<()> {
    let is_damaged = |path: &str| report.damaged.contains(&folders.downloads.join(path));
    let mut forgotten = Vec::new();
    for file in lock.files.values_mut().filter(|file| is_damaged(&file.path)) {
        if state.refetched.insert(file.sha256.clone()) {
            (file.version, file.etag, file.last_modified) = (None, None, None);
            forgotten.push(file.path.clone());
        }
    }
    if forgotten.is_empty() {
        return Ok(());
    }
    lock.write(&folders.downloads)?;
    state.write(&folders.parts)?;
    report.error = Some(format!("{} is damaged: the next sync fetches it again", forgotten.join(", ")));
    Ok(())
}

/// Drops the parts of a source of which it has no input any more. Returns the others.
fn drop_gone(folder: &Path, source: &SourceFiles, made: impl Iterator<Item = String>) -> Result<BTreeSet<String>> {
    let headers = headers(folder)?;
    let (mut kept, mut gone) = (BTreeSet::new(), BTreeSet::new());
    for name in made {
        let Some(header) = headers.iter().find(|header| header.name == name) else { continue };
        let is_placed = source.due.as_ref().is_some_and(|due| due.part.is_some());
        let is_kept = is_placed || header.inputs.iter().any(|input| source.has_input(input));
        if is_kept {
            kept.insert(name)
        } else {
            gone.insert(name)
        };
    }
    drop_if_there(folder, gone)?;
    Ok(kept)
}

/// Drops parts. A part that is not there was dropped by an interrupted sync.
fn drop_if_there(folder: &Path, names: BTreeSet<String>) -> Result<()> {
    let known: BTreeSet<String> = headers(folder)?.into_iter().map(|header| header.name).collect();
    let names: Vec<String> = names.into_iter().filter(|name| known.contains(name)).collect();
    if names.is_empty() { Ok(()) } else { drop_parts(folder, &names) }
}

/// The publication of a sync.
pub(crate) struct Publication<'a> {
    pub(crate) config: &'a Config,
    pub(crate) to: &'a Publish,
    pub(crate) limits: &'a Limits,
    /// The id of the build that is held: the new one then waits in the folder of builds.
    pub(crate) held: Option<String>,
    pub(crate) work: &'a SyncFolder,
}

impl Publication<'_> {
    /// Builds an index of the parts and the operator's files, and publishes it unless the gate refuses.
    pub(crate) fn bring_up_to_date(&self, mut state: ImportedState) -> Result<Ending> {
        let folders = &self.config.folders;
        let current = current_build(&self.to.to)?;
        let newest = match &self.held {
            Some(_) => state.build.clone().filter(|build| build_directory(self.to, build).is_dir()),
            None => current.clone(),
        };
        let inputs = BuildInputs::read(folders)?;
        let is_changed = state.built != inputs
            || state.build.is_none()
            || state.build != newest
            || Manifest::read(&index_directory(&self.to.to)?).is_err();
        if !is_changed {
            return Ok(self.unchanged());
        }
        if inputs.is_empty() {
            bail!("there is nothing to publish: no source has brought a record yet");
        }
        let manifest = build_index(self.config, self.work, current.is_some().then(|| self.to.to.clone()))?;
        let build_id = manifest.build_id();
        if BuildInputs::read(folders)? != inputs {
            bail!("a file of the corpus was changed while the sync ran, and nothing is published: run the sync again");
        }
        let is_known = |known: &Option<String>| known.as_ref() == Some(&build_id);
        let ending = if is_known(&current) || is_known(&newest) {
            self.unchanged()
        } else if current.is_none() && manifest.counts.total() == 0 {
            bail!("there is nothing to publish: no source has brought a record yet")
        } else {
            self.publish_if_accepted(current.is_none())?
        };
        if !matches!(ending, Ending::Refused(_)) {
            state.built = inputs;
            state.build = Some(build_id);
            state.write(&folders.parts)?;
        }
        Ok(ending)
    }

    fn unchanged(&self) -> Ending {
        self.held.clone().map_or(Ending::NothingNew, |build| Ending::Held { build, newest: None })
    }

    /// Publishes the new index if it differs from the published one by no more than the limits. While a build is held,
    /// the new one is only added to the folder of builds.
    fn publish_if_accepted(&self, is_first: bool) -> Result<Ending> {
        let refused = self.config.folders.downloads.join(REFUSED_FILE);
        let differences = if is_first {
            None
        } else {
            match compare_with_published(self.to, self.work) {
                Ok(differences) => Some(differences),
                Err(_) if self.limits.without_comparison => None,
                Err(error) => {
                    let reason =
                        "the published index cannot be compared: give --without-comparison if it is to be replaced";
                    return Ok(Ending::Refused(vec![format!("{reason} ({error:#})")]));
                }
            }
        };
        if let Some(differences) = &differences {
            let reasons = self.refusals(differences)?;
            if !reasons.is_empty() {
                // The folder of downloads may be on another disk.
                let written = fs::copy(self.work.differences(), &refused);
                written.with_context(|| format!("cannot write {}", refused.display()))?;
                return Ok(Ending::Refused(reasons));
            }
        }
        let arguments = PublishArguments { index: self.work.index(), to: self.to.to.clone(), keep: self.to.keep };
        let ending = match self.held.clone() {
            Some(build) => Ending::Held { build, newest: Some(add_build(&arguments)?) },
            None => Ending::Published { build: publish(&arguments)?.build_id, differences },
        };
        // The file of an earlier sync does not describe the newest index.
        match fs::remove_file(&refused) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(error).with_context(|| format!("cannot remove {}", refused.display()))
            }
            _ => Ok(ending),
        }
    }

    /// The reasons of the gate to refuse the new index; empty if it accepts.
    fn refusals(&self, differences: &Differences) -> Result<Vec<String>> {
        let (old, new) = (Index::open(&self.to.to)?, Index::open(&self.work.index())?);
        let counted = count_changes(&self.work.differences())?;
        let for_list =
            |list: &Resource| refusals(self.limits, *list, differences.for_resource(*list), &counted, &old, &new);
        Ok(Resource::ALL.iter().flat_map(for_list).collect())
    }
}

/// The directory of a build in the folder of published indexes.
pub(crate) fn build_directory(to: &Publish, build: &str) -> PathBuf {
    to.to.join(BUILDS_FOLDER).join(build)
}

/// Imports what is due of a source.
fn import_source(config: &Config, source: &SourceFiles, due: &DueImport) -> SourceReport {
    let mut report = SourceReport::new(&source.name);
    let _ = writeln!(io::stderr(), "importing {}", source.name);
    let imported = reports_folder(config).and_then(|folder| {
        import_with_bar(&import_arguments(config, source, due, folder.join(format!("{}.json", source.name)))?)
    });
    match imported {
        Ok(imported) => report.add(&imported),
        Err(error) => report.error = Some(format!("cannot import: {error:#}")),
    }
    report
}

/// The folder of import reports. It is created if it does not exist.
fn reports_folder(config: &Config) -> Result<PathBuf> {
    let folder = config.folders.downloads.join(REPORTS_FOLDER);
    fs::create_dir_all(&folder).with_context(|| format!("cannot make the folder {}", folder.display()))?;
    Ok(folder)
}

fn import_arguments(
    config: &Config,
    source: &SourceFiles,
    due: &DueImport,
    report: PathBuf,
) -> Result<ImportArguments> {
    let format = importers::find(&source.format)
        .with_context(|| format!("{} is not a format: `index-builder import --help` lists them", source.format))?;
    Ok(ImportArguments {
        format,
        inputs: due.inputs.clone(),
        corpus: config.folders.corpus.clone(),
        parts: Some(config.folders.parts.clone()),
        part: due.part.clone(),
        // The publisher's newest release counts, even if it is an older one again.
        older: true,
        as_of: due.as_of,
        source: None,
        text_kib: MAX_TEXT_KIB,
        mapping: due.mapping.clone(),
        strict: false,
        // `status` reports the age instead.
        max_age_months: 0,
        report: Some(report),
        skips: None,
    })
}

/// Builds the index. Lists without changes are linked from the published index, if there is one.
fn build_index(config: &Config, work: &SyncFolder, previous: Option<PathBuf>) -> Result<Manifest> {
    let arguments = BuildArguments {
        corpus: Some(config.folders.corpus.clone()),
        parts: Some(config.folders.parts.clone()),
        out: work.index(),
        replace: false,
        text_kib: MAX_TEXT_KIB,
        text_positions: false,
        previous,
        summaries: SummarySource::Bundled,
        topics: TopicOrigin::Inferred,
        skips: None,
    };
    let bars = BuildBar::new();
    let built = build(&arguments, &bars);
    bars.finish();
    Ok(built.context("cannot build the index of the new corpus")?.manifest)
}

/// Compares the new index with the published one, record by record, and writes the differences into the working folder.
fn compare_with_published(to: &Publish, work: &SyncFolder) -> Result<Differences> {
    let written = work.differences();
    let file = File::create(&written).with_context(|| format!("cannot write {}", written.display()))?;
    compare(&to.to, &work.index(), DiffFormat::Jsonl, file)
}
