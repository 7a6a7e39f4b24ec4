/*!
The steps of a sync after the download: import, build, compare, publish.
*/

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::{Context, Result, anyhow, bail};
use index_builder::commands::build::{BuildArguments, build};
use index_builder::commands::diff::{DiffFormat, Differences, compare};
use index_builder::commands::import::{ImportArguments, import_with_bar};
use index_builder::commands::publish::{PublishArguments, publish};
use index_builder::import::registry as importers;
use index_builder::progress::BuildBar;
use lexdex_core::corpus::MAX_TEXT_KIB;
use lexdex_core::model::Resource;
use lexdex_index::{Index, Manifest, current_build, index_directory};

use crate::config::{Config, Publish};
use crate::fetch::lock_file::LockFile;
use crate::publishers::publisher::Publisher;
use crate::sync::changes::{DueImport, SourceFiles, downloaded, placed};
use crate::sync::counted_changes::count_changes;
use crate::sync::ending::Ending;
use crate::sync::file_marks::FileMarks;
use crate::sync::gate::{Limits, refusals};
use crate::sync::source_report::SourceReport;
use crate::sync::state::{ImportedState, marks_of_corpus};
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
) -> Vec<SourceFiles> {
    let known = |name: &str| state.sources.get(name);
    let downloads = &config.folders.downloads;
    let fetched = publishers.iter().map(|of| downloaded(&**of, lock, downloads, known(of.name())));
    let mut sources: Vec<SourceFiles> = fetched.collect();
    for of in &config.placed {
        match placed(of, known(&of.name)) {
            Ok(files) => sources.push(files),
            Err(error) => reports.push(SourceReport::from_error(&of.name, format!("{error:#}"))),
        }
    }
    sources
}

/// Imports the due files, builds an index, and publishes it unless the gate refuses. `reports` gets a report for each
/// imported source. The corpus changes only if the new index is published or equals the published one.
pub(crate) fn bring_up_to_date(
    config: &Config,
    to: &Publish,
    limits: &Limits,
    sources: &[SourceFiles],
    mut state: ImportedState,
    work: &mut SyncFolder,
    reports: &mut Vec<SourceReport>,
) -> Result<Ending> {
    let current = current_build(&to.to)?;
    let marks = marks_of_corpus(&config.folders.corpus)?;
    let is_changed = sources.iter().any(|source| !source.imports.is_empty())
        || state.corpus != marks
        || state.build.is_none()
        || state.build != current
        || Manifest::read(&index_directory(&to.to)?).is_err();
    if !is_changed {
        return Ok(Ending::NothingNew);
    }
    work.copy_corpus()?;
    for source in sources.iter().filter(|source| !source.imports.is_empty()) {
        let report = import_source(config, source, work);
        if !report.has_failed() {
            let known = state.sources.get(&source.name).and_then(|known| known.newest);
            state.sources.insert(source.name.clone(), source.imported(known.max(report.newest)));
        }
        reports.push(report);
    }
    if marks_of_corpus(&work.corpus())?.is_empty() {
        bail!("there is nothing to publish: no source has brought a record yet");
    }
    let manifest = build_index(work, current.is_some().then(|| to.to.clone()))?;
    let build_id = manifest.build_id();
    check_unchanged(config, &marks)?;
    let ending = match &current {
        Some(current) if *current == build_id => Ending::NothingNew,
        None if manifest.counts.total() == 0 => {
            bail!("there is nothing to publish: no source has brought a record yet")
        }
        current => publish_if_accepted(config, to, limits, current.is_none(), work)?,
    };
    if !matches!(ending, Ending::Refused(_)) {
        check_unchanged(config, &marks)?;
        state.corpus = marks_of_corpus(&work.corpus())?;
        state.build = Some(build_id);
        state.write(&work.corpus())?;
        work.exchange_corpus()?;
    }
    Ok(ending)
}

/// Fails if a file of the corpus has changed since the copy was made, because replacing the corpus would lose that
/// change.
fn check_unchanged(config: &Config, marks: &BTreeMap<String, FileMarks>) -> Result<()> {
    let corpus = &config.folders.corpus;
    if marks_of_corpus(corpus)? != *marks {
        bail!("{} was changed while the sync ran, and stays as it is: run the sync again", corpus.display());
    }
    Ok(())
}

/// Imports the due files of a source into the copy of the corpus. After an error the copy keeps the imports before it.
fn import_source(config: &Config, source: &SourceFiles, work: &SyncFolder) -> SourceReport {
    let mut report = SourceReport::new(&source.name);
    for (idx, due) in source.imports.iter().enumerate() {
        let _ = writeln!(io::stderr(), "importing {}", source.name);
        let imported = reports_folder(config).and_then(|folder| {
            // A source has more than one import if it has snapshots and single records.
            let name = if idx == 0 { source.name.clone() } else { format!("{}-{}", source.name, idx + 1) };
            import_with_bar(&import_arguments(source, due, folder.join(format!("{name}.json")), work)?)
        });
        match imported {
            Ok(of_step) => report.add(&of_step),
            Err(error) => {
                report.error = Some(work.in_corpus(&format!("cannot import: {error:#}")));
                break;
            }
        }
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
    source: &SourceFiles,
    due: &DueImport,
    report: PathBuf,
    work: &SyncFolder,
) -> Result<ImportArguments> {
    let format = importers::find(&source.format)
        .with_context(|| format!("{} is not a format: `index-builder import --help` lists them", source.format))?;
    Ok(ImportArguments {
        format,
        inputs: due.inputs.clone(),
        corpus: work.corpus(),
        source: None,
        text_kib: MAX_TEXT_KIB,
        snapshot: due.snapshot,
        mapping: due.mapping.clone(),
        strict: false,
        // `status` reports the age instead.
        max_age_months: 0,
        report: Some(report),
        skips: None,
    })
}

/// Builds the index of the copy. Lists without changes are linked from the published index, if there is one.
fn build_index(work: &SyncFolder, previous: Option<PathBuf>) -> Result<Manifest> {
    let arguments = BuildArguments {
        corpus: Some(work.corpus()),
        out: work.index(),
        replace: false,
        text_kib: MAX_TEXT_KIB,
        text_positions: false,
        previous,
    };
    let bars = BuildBar::new();
    let manifest = build(&arguments, &bars);
    bars.finish();
    // Errors name the file in the corpus, because the copy is removed when the sync ends.
    manifest
        .map_err(|error| anyhow!(work.in_corpus(&format!("{error:#}"))))
        .context("cannot build the index of the new corpus")
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
