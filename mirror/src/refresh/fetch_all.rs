/*!
A run of downloads from all sources.
*/

use std::collections::BTreeMap;
use std::path::Path;
use std::rc::Rc;

use anyhow::{Context, Result, bail};
use lexdex_core::platform::DirectoryLock;

use crate::config::Config;
use crate::fetch::client::FetchClient;
use crate::fetch::journal::{self, Journal};
use crate::fetch::lock_file::{LockFile, LockedFile};
use crate::fetch::progress::FetchProgress;
use crate::publishers::publisher::Publisher;
use crate::refresh::locked::fetch_locked;
use crate::refresh::outcome::{FetchOutcome, SourceOutcome};
use crate::refresh::plans::Plans;
use crate::refresh::source::SourceRun;

/// The extent of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FetchOptions {
    /// The names of the sources; all of them if it is empty.
    pub sources: Vec<String>,
    /// Whether to get exactly the files of `fetch.lock`.
    pub locked: bool,
}

/// Plans every source, and downloads nothing.
pub fn plan_all(
    config: &Config,
    publishers: &[Box<dyn Publisher>],
    options: &FetchOptions,
    progress: &Rc<dyn FetchProgress>,
) -> Result<Plans> {
    let downloads = &config.folders.downloads;
    let lock = LockFile::read(downloads)?;
    make_plans(&client(config, progress)?, config, publishers, options, &lock)
}

/// Plans every source, and downloads the files that are missing or have changed. An error of a source is in the outcome
/// and does not stop the others. Fails for errors that concern all of them, such as a lock that cannot be written.
///
/// Only one run may work in a folder of downloads. A run that is killed at any moment leaves every file either old or
/// new, and the next run continues the unfinished download.
pub fn fetch_all(
    config: &Config,
    publishers: &[Box<dyn Publisher>],
    options: &FetchOptions,
    progress: &Rc<dyn FetchProgress>,
) -> Result<FetchOutcome> {
    let downloads = &config.folders.downloads;
    let client = client(config, progress)?;
    let _claim = claim(downloads)?;
    let mut lock = LockFile::read(downloads)?;
    if options.locked {
        return fetch_all_locked(&client, downloads, &lock, options, &**progress);
    }
    if journal::path(downloads).exists() {
        // An earlier run was killed, and left a journal.
        lock.write(downloads)?;
    }
    let plans = make_plans(&client, config, publishers, options, &lock)?;
    progress.note(plans.to_string().trim_end());
    let (n_files, bytes) = plans.sum();
    progress.begin_run(n_files, bytes);
    let before = lock.clone();
    let journal = Journal::begin(downloads)?;
    let mut run = SourceRun { client: &client, downloads, lock: &mut lock, journal, progress: &**progress };
    let sources: Result<Vec<_>> = plans
        .sources
        .into_iter()
        .map(|(name, plan)| match plan {
            Ok(plan) => run.fetch_source(&name, plan),
            Err(error) => {
                let errors = vec![format!("{error:#}")];
                Ok(SourceOutcome { name, errors, ..SourceOutcome::default() })
            }
        })
        .collect();
    progress.end_run();
    if lock == before {
        journal::remove(downloads)?
    } else {
        lock.write(downloads)?
    }
    Ok(FetchOutcome { sources: sources? })
}

fn fetch_all_locked(
    client: &FetchClient,
    downloads: &Path,
    lock: &LockFile,
    options: &FetchOptions,
    progress: &dyn FetchProgress,
) -> Result<FetchOutcome> {
    let mut sources: BTreeMap<&str, Vec<&LockedFile>> = BTreeMap::new();
    for file in lock.files.values() {
        sources.entry(&file.source).or_default().push(file);
    }
    if sources.is_empty() {
        bail!("there is no fetch.lock in {}: run without --locked first", downloads.display());
    }
    check_names(options, &sources.keys().copied().collect::<Vec<_>>())?;
    let is_wanted = |name: &str| options.sources.is_empty() || options.sources.iter().any(|wanted| wanted == name);
    let wanted = sources.into_iter().filter(|(name, _)| is_wanted(name));
    let outcomes = wanted.map(|(name, files)| fetch_locked(client, downloads, name, &files, progress));
    Ok(FetchOutcome { sources: outcomes.collect() })
}

fn make_plans(
    client: &FetchClient,
    config: &Config,
    publishers: &[Box<dyn Publisher>],
    options: &FetchOptions,
    lock: &LockFile,
) -> Result<Plans> {
    let names: Vec<&str> = publishers.iter().map(|publisher| publisher.name()).collect();
    if names.is_empty() {
        bail!("the configuration names no publisher: add a table such as [us-code]");
    }
    check_names(options, &names)?;
    let is_wanted = |name: &str| options.sources.is_empty() || options.sources.iter().any(|wanted| wanted == name);
    let wanted: Vec<&dyn Publisher> =
        publishers.iter().map(|publisher| &**publisher).filter(|publisher| is_wanted(publisher.name())).collect();
    Ok(Plans::make(client, &wanted, lock, &config.folders.downloads, config.politeness.pause()))
}

/// Fails if the options ask for a source that is not in `names`.
fn check_names(options: &FetchOptions, names: &[&str]) -> Result<()> {
    match options.sources.iter().find(|wanted| !names.contains(&wanted.as_str())) {
        Some(unknown) => bail!("there is no source {unknown:?}: the sources are {}", names.join(", ")),
        None => Ok(()),
    }
}

fn client(config: &Config, progress: &Rc<dyn FetchProgress>) -> Result<FetchClient> {
    let progress = Rc::clone(progress);
    Ok(FetchClient::new(&config.contact, &config.politeness)?.with_notice(move |line| progress.note(line)))
}

fn claim(downloads: &Path) -> Result<DirectoryLock> {
    let claimed =
        DirectoryLock::claim(downloads).with_context(|| format!("cannot make the folder {}", downloads.display()))?;
    claimed.with_context(|| format!("another run works in {}: wait for it to end", downloads.display()))
}
