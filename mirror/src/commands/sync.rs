/*!
`lexdex-mirror sync`: fetches, imports the files that changed, builds, and publishes.
*/

mod summary;

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::rc::Rc;

use anyhow::{Context, Result, bail};
use clap::Args;

use crate::clock;
use crate::commands::bars::FetchBars;
use crate::commands::sync::summary::{complaints, summary};
use crate::commands::tell_server::tell_server;
use crate::config::percent::Percent;
use crate::config::{Config, Publish};
use crate::fetch::lock_file::LockFile;
use crate::fetch::progress::FetchProgress;
use crate::publishers::publisher::Publisher;
use crate::publishers::registry;
use crate::refresh::fetch_all::{FetchOptions, fetch_all};
use crate::refresh::outcome::SourceOutcome;
use crate::status::mirror_status::Status;
use crate::sync::ending::{Ending, SyncOutcome};
use crate::sync::gate::Limits;
use crate::sync::hold::held_build;
use crate::sync::last_sync::{LastSync, SourceCheck};
use crate::sync::pipeline::{Publication, files_of_sources, import_changes};
use crate::sync::source_report::SourceReport;
use crate::sync::state::ImportedState;
use crate::sync::work_folder::SyncFolder;

/// The arguments of `sync`.
#[derive(Debug, Args)]
pub(crate) struct SyncArguments {
    /// Import the files that are already downloaded. Ask no publisher.
    #[arg(long)]
    pub(crate) no_fetch: bool,

    /// Exit with 0 instead of 10 if there is nothing new, for a scheduler that takes every other code for a failure.
    #[arg(long)]
    pub(crate) unchanged_ok: bool,

    /// Allow up to this part of each list to be removed [default: that of mirror.toml, or 1%].
    #[arg(long, value_name = "PERCENT")]
    pub(crate) max_removed: Option<Percent>,

    /// Allow up to this part of each list to change [default: that of mirror.toml, or 20%].
    #[arg(long, value_name = "PERCENT")]
    pub(crate) max_changed: Option<Percent>,

    /// Allow a list to lose all records of a jurisdiction.
    #[arg(long)]
    pub(crate) allow_fewer_jurisdictions: bool,

    /// Publish even if the published index cannot be read, such as after an upgrade to another schema version.
    #[arg(long)]
    pub(crate) without_comparison: bool,
}

/// Fails for a mirror whose syncs have written into the folder of the operator's corpus.
fn check_former_layout(config: &Config) -> Result<()> {
    let former = config.folders.corpus.join(".mirror.json");
    if former.exists() {
        bail!(
            "{} is of the former layout, in which syncs wrote into the corpus: move your own files out of {}, remove \
             that folder, and sync again",
            former.display(),
            config.folders.corpus.display()
        );
    }
    Ok(())
}

/// The end of a sync that did not fail.
#[derive(Debug)]
pub(crate) struct SyncEnd {
    pub(crate) outcome: SyncOutcome,
    /// Whether a source could not be fetched or imported, wholly or in part.
    pub(crate) has_failures: bool,
}

/// Runs a sync, notifies the server of a new index, records the outcome for `status`, and prints it.
pub(crate) fn sync(path: &Path, arguments: &SyncArguments) -> Result<SyncEnd> {
    let config = Config::read(path)?;
    let publish = config.publish(path)?;
    let publishers = registry::for_config(&config)?;
    check_former_layout(&config)?;
    let work = SyncFolder::claim(&config.folders.parts)?;
    let mut steps = Steps::default();
    let ending = run(&config, publish, &publishers, arguments, &work, &mut steps);
    // Also after an error: it may have come after the publication.
    let told = tell_server(&config, publish);
    let recorded = record(&config, &steps, &ending, told.as_ref().ok());
    // A closed standard output is not an error.
    let _ = io::stdout().write_all(summary(&steps.reports, &ending).as_bytes());
    let _ = io::stderr().write_all(complaints(&config, &steps.checks, &steps.reports, &ending).as_bytes());
    let outcome = ending?.outcome();
    // The exit code says what became of the published index, and these failures do not change that.
    for failure in [told.err(), recorded.err()].into_iter().flatten() {
        let _ = writeln!(io::stderr(), "warning: {failure:#}");
    }
    let has_failures =
        steps.checks.values().any(|check| check.error.is_some()) || steps.reports.iter().any(SourceReport::has_failed);
    Ok(SyncEnd { outcome, has_failures })
}

/// The steps of a sync's outcome that stay known if a later step fails.
#[derive(Default)]
struct Steps {
    /// The check of each source that was contacted, by name.
    checks: BTreeMap<String, SourceCheck>,
    /// The reports of the imports.
    reports: Vec<SourceReport>,
}

fn run(
    config: &Config,
    publish: &Publish,
    publishers: &[Box<dyn Publisher>],
    arguments: &SyncArguments,
    work: &SyncFolder,
    steps: &mut Steps,
) -> Result<Ending> {
    if !arguments.no_fetch {
        steps.checks = fetch(config, publishers)?;
    }
    let before = ImportedState::read(&config.folders.parts)?;
    let mut lock = LockFile::read(&config.folders.downloads)?;
    let sources = files_of_sources(config, publishers, &lock, &before, &mut steps.reports)?;
    let mut state = before.clone();
    import_changes(config, &sources, &mut lock, &mut state, &mut steps.reports)?;
    let limits = Limits {
        max_removed: arguments.max_removed.unwrap_or(config.gate.max_removed),
        max_changed: arguments.max_changed.unwrap_or(config.gate.max_changed),
        allow_fewer_jurisdictions: arguments.allow_fewer_jurisdictions,
        without_comparison: arguments.without_comparison,
    };
    let held = held_build(&config.folders.downloads)?;
    let ending = Publication { config, to: publish, limits: &limits, held, work }.bring_up_to_date(state)?;
    if !matches!(ending, Ending::Refused(_)) {
        remove_superseded(config, publishers, &lock, &before)?;
    }
    Ok(ending)
}

/// Fetches all sources, and returns the check of each.
fn fetch(config: &Config, publishers: &[Box<dyn Publisher>]) -> Result<BTreeMap<String, SourceCheck>> {
    if publishers.is_empty() {
        return Ok(BTreeMap::new());
    }
    let progress: Rc<dyn FetchProgress> = Rc::new(FetchBars::new());
    let outcome = fetch_all(config, publishers, &FetchOptions::default(), &progress)?;
    // A closed standard output is not an error.
    let _ = write!(io::stdout(), "{outcome}");
    let check = |source: SourceOutcome| {
        let error = (!source.errors.is_empty()).then(|| source.errors.join("; "));
        let checked = error.is_none().then(clock::now);
        (source.name, SourceCheck { checked, error })
    };
    Ok(outcome.sources.into_iter().map(check).collect())
}

/// Removes downloads that were imported and are no longer wanted, such as those of older releases. A source without any
/// file in the lock keeps its downloads, because the lock may be lost.
fn remove_superseded(
    config: &Config,
    publishers: &[Box<dyn Publisher>],
    lock: &LockFile,
    imported: &ImportedState,
) -> Result<()> {
    for publisher in publishers {
        let name = publisher.name();
        let wanted = lock.for_source(name);
        let Some(source) = imported.sources.get(name).filter(|_| !wanted.is_empty()) else { continue };
        for path in source.files.keys().filter(|path| !wanted.contains_key(*path)) {
            let path = config.folders.downloads.join(path);
            match fs::remove_file(&path) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => {
                    return Err(error).with_context(|| format!("cannot remove {}", path.display()));
                }
                _ => {}
            }
        }
    }
    Ok(())
}

/// Records the outcome of a sync beside the downloads, and in the textfile. `told` is the build of which the server was
/// last notified.
fn record(config: &Config, steps: &Steps, ending: &Result<Ending>, told: Option<&Option<String>>) -> Result<()> {
    let mut last = LastSync::new(&config.folders.downloads, &steps.checks, &steps.reports, ending)?;
    if let Some(told) = told {
        last.told.clone_from(told);
    }
    last.write(&config.folders.downloads)?;
    match config.publish.as_ref().and_then(|publish| publish.textfile.as_ref()) {
        Some(textfile) => Status::read(config)?.write_textfile(textfile),
        None => Ok(()),
    }
}
