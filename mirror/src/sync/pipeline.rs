/*!
The steps of a sync after the download: import, build, compare, publish.
*/

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use index_builder::commands::build::{BuildArguments, build};
use index_builder::commands::diff::{DiffFormat, Differences, compare};
use index_builder::commands::drop::drop_parts;
use index_builder::commands::import::{ImportArguments, import_with_bar};
use index_builder::commands::publish::{PublishArguments, publish};
use index_builder::commands::status::headers;
use index_builder::import::{catalogues, registry as importers};
use index_builder::progress::BuildBar;
use lexdex_core::corpus::{MAX_TEXT_KIB, Source};
use lexdex_core::model::Resource;
use lexdex_index::{Index, Manifest, current_build, index_directory};

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

/// Builds an index of the parts and the operator's files, and publishes it unless the gate refuses.
pub(crate) fn bring_up_to_date(
    config: &Config,
    to: &Publish,
    limits: &Limits,
    mut state: ImportedState,
    work: &SyncFolder,
) -> Result<Ending> {
    let current = current_build(&to.to)?;
    let inputs = BuildInputs::read(&config.folders)?;
    let is_changed = state.built != inputs
        || state.build.is_none()
        || state.build != current
        || Manifest::read(&index_directory(&to.to)?).is_err();
    if !is_changed {
        return Ok(Ending::NothingNew);
    }
    if inputs.is_empty() {
        bail!("there is nothing to publish: no source has brought a record yet");
    }
    let manifest = build_index(config, work, current.is_some().then(|| to.to.clone()))?;
    let build_id = manifest.build_id();
    if BuildInputs::read(&config.folders)? != inputs {
        bail!("a file of the corpus was changed while the sync ran, and nothing is published: run the sync again");
    }
    let ending = match &current {
        Some(current) if *current == build_id => Ending::NothingNew,
        None if manifest.counts.total() == 0 => {
            bail!("there is nothing to publish: no source has brought a record yet")
        }
        current => publish_if_accepted(config, to, limits, current.is_none(), work)?,
    };
    if !matches!(ending, Ending::Refused(_)) {
        state.built = inputs;
        state.build = Some(build_id);
        state.write(&config.folders.parts)?;
    }
    Ok(ending)
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
        skips: None,
    };
    let bars = BuildBar::new();
    let built = build(&arguments, &bars);
    bars.finish();
    let (manifest, _) = built.context("cannot build the index of the new corpus")?;
    Ok(manifest)
}

/// Publishes the new index if it differs from the published one by no more than the limits.
fn publish_if_accepted(
    config: &Config,
    to: &Publish,
    limits: &Limits,
    is_first: bool,
    work: &SyncFolder,
) -> Result<Ending> {
    let refused = config.folders.downloads.join(REFUSED_FILE);
    let differences = if is_first {
        None
    } else {
        match compare_with_published(to, work) {
            Ok(differences) => Some(differences),
            Err(_) if limits.without_comparison => None,
            Err(error) => {
                let reason =
                    "the published index cannot be compared: give --without-comparison if it is to be replaced";
                return Ok(Ending::Refused(vec![format!("{reason} ({error:#})")]));
            }
        }
    };
    if let Some(differences) = &differences {
        let (old, new) = (Index::open(&to.to)?, Index::open(&work.index())?);
        let counted = count_changes(&work.differences())?;
        let of_list = |list: &Resource| refusals(limits, *list, differences.for_resource(*list), &counted, &old, &new);
        let reasons: Vec<String> = Resource::ALL.iter().flat_map(of_list).collect();
        if !reasons.is_empty() {
            // The folder of downloads may be on another disk.
            fs::copy(work.differences(), &refused).with_context(|| format!("cannot write {}", refused.display()))?;
            return Ok(Ending::Refused(reasons));
        }
    }
    let arguments = PublishArguments { index: work.index(), to: to.to.clone(), keep: to.keep };
    let build = publish(&arguments)?.build_id;
    // The file of an earlier sync does not describe the index that is published now.
    match fs::remove_file(&refused) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            Err(error).with_context(|| format!("cannot remove {}", refused.display()))
        }
        _ => Ok(Ending::Published { build, differences }),
    }
}

/// Compares the new index with the published one, record by record, and writes the differences into the working folder.
fn compare_with_published(to: &Publish, work: &SyncFolder) -> Result<Differences> {
    let written = work.differences();
    let file = File::create(&written).with_context(|| format!("cannot write {}", written.display()))?;
    compare(&to.to, &work.index(), DiffFormat::Jsonl, file)
}
