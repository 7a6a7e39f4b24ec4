/*!
The downloads of one source.
*/

use std::collections::BTreeSet;
use std::path::Path;

use anyhow::Result;
use indicatif::HumanBytes;

use crate::clock;
use crate::fetch::client::FetchClient;
use crate::fetch::complete_file::CompleteFile;
use crate::fetch::download::{WantedFile, download};
use crate::fetch::failures::Failures;
use crate::fetch::journal::Journal;
use crate::fetch::lock_file::{LockFile, LockedFile};
use crate::fetch::part;
use crate::fetch::planned_file::{PlannedFile, SourcePlan};
use crate::fetch::progress::FetchProgress;
use crate::refresh::need::Need;
use crate::refresh::outcome::SourceOutcome;

/// The downloads of a run.
pub(crate) struct SourceRun<'a> {
    pub(crate) client: &'a FetchClient,
    pub(crate) downloads: &'a Path,
    pub(crate) lock: &'a mut LockFile,
    pub(crate) journal: Journal,
    pub(crate) progress: &'a dyn FetchProgress,
}

impl SourceRun<'_> {
    /// Downloads the files of a plan that are missing or have changed. If nothing failed, drops the files of the source
    /// that are no longer in the plan from the lock. Fails only if the journal cannot be written or a folder cannot be
    /// read.
    pub(crate) fn fetch_source(&mut self, name: &str, plan: SourcePlan) -> Result<SourceOutcome> {
        let mut outcome = SourceOutcome { name: name.to_owned(), ..SourceOutcome::default() };
        plan.failures.iter().for_each(|failure| self.note_error(failure.clone(), &mut outcome));
        let paths: BTreeSet<&str> = plan.files.iter().map(|file| file.path.as_str()).collect();
        part::remove_stale(self.downloads, name, |path| paths.contains(path))?;
        let mut failures = Failures::default();
        for (idx, file) in plan.files.iter().enumerate() {
            let error = match self.fetch_file(file, name, plan.release.as_deref(), &mut outcome) {
                Ok(line) => {
                    failures.succeed();
                    self.add_line(line)?;
                    continue;
                }
                Err(error) => error,
            };
            let (message, is_last) = failures.fail(&error, plan.files.len() - idx - 1, "files");
            self.note_error(message, &mut outcome);
            if is_last {
                break;
            }
        }
        if outcome.errors.is_empty() {
            self.lock.retain(name, &paths);
        }
        outcome.plan = plan;
        Ok(outcome)
    }

    fn note_error(&self, message: String, outcome: &mut SourceOutcome) {
        self.progress.note(&format!("{}: {message}", outcome.name));
        outcome.errors.push(message);
    }

    /// Downloads a file if that is needed. Returns its new line of the lock, if the line changes.
    fn fetch_file(
        &self,
        file: &PlannedFile,
        source: &str,
        release: Option<&str>,
        outcome: &mut SourceOutcome,
    ) -> Result<Option<LockedFile>> {
        let known = self.lock.files.get(&file.path);
        let downloaded = match Need::from_planned(file, known, self.downloads) {
            Need::Nothing => None,
            Need::Question => self.download(file, known)?,
            Need::Download => self.download(file, None)?,
        };
        let Some(complete) = downloaded else {
            let Some(known) = known else { return Ok(None) };
            outcome.n_unchanged += 1;
            let version = file.version.clone().or_else(|| known.version.clone());
            let line = LockedFile { release: release.map(str::to_owned), version, ..known.clone() };
            return Ok(Some(line).filter(|line| line != known));
        };
        let line = LockedFile {
            path: file.path.clone(),
            source: source.to_owned(),
            release: release.map(str::to_owned),
            url: file.url.clone(),
            etag: complete.etag.clone(),
            last_modified: complete.last_modified.clone(),
            version: file.version.clone(),
            bytes: complete.bytes,
            sha256: complete.sha256.clone(),
            fetched: clock::now(),
        };
        complete.publish()?;
        outcome.downloaded.push(line.path.clone());
        outcome.downloaded_bytes += line.bytes;
        Ok(Some(line))
    }

    /// Adds a line to the journal and the lock.
    fn add_line(&mut self, line: Option<LockedFile>) -> Result<()> {
        let Some(line) = line else { return Ok(()) };
        self.journal.add(&line)?;
        self.lock.files.insert(line.path.clone(), line);
        Ok(())
    }

    fn download(&self, file: &PlannedFile, known: Option<&LockedFile>) -> Result<Option<CompleteFile>> {
        let wanted = WantedFile {
            path: &file.path,
            url: &file.url,
            content: Some(file.content),
            bytes: file.bytes,
            sha256: file.sha256.as_deref(),
            known,
        };
        download_with_progress(self.client, self.downloads, wanted, self.progress)
    }
}

/// Downloads a file, and shows the progress.
pub(crate) fn download_with_progress(
    client: &FetchClient,
    downloads: &Path,
    wanted: WantedFile<'_>,
    progress: &dyn FetchProgress,
) -> Result<Option<CompleteFile>> {
    progress.begin(wanted.path, wanted.bytes);
    let downloaded = download(client, downloads, wanted, progress);
    let line = match &downloaded {
        Ok(Some(file)) => Some(format!("fetched {} ({})", wanted.path, HumanBytes(file.bytes))),
        Ok(None) | Err(_) => None,
    };
    progress.end(line.as_deref());
    downloaded
}
