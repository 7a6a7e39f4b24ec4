/*!
The downloads of one source.
*/

use std::collections::BTreeSet;
use std::mem;
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
use crate::refresh::batch::DownloadedBatch;
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
    /// read or synced.
    pub(crate) fn fetch_source(&mut self, name: &str, plan: SourcePlan) -> Result<SourceOutcome> {
        let mut outcome = SourceOutcome { name: name.to_owned(), ..SourceOutcome::default() };
        plan.failures.iter().for_each(|failure| self.note_error(failure.clone(), &mut outcome));
        let paths: BTreeSet<&str> = plan.files.iter().map(|file| file.path.as_str()).collect();
        part::remove_stale(self.downloads, name, |path| paths.contains(path))?;
        let mut failures = Failures::default();
        let mut batch = DownloadedBatch::default();
        for (idx, file) in plan.files.iter().enumerate() {
            let mut fetched = self.fetch_file(file, name, plan.release.as_deref(), &mut batch, &mut outcome);
            if batch.is_due() {
                fetched = fetched.and(self.publish(mem::take(&mut batch), &mut outcome)?);
            }
            let Err(error) = fetched else {
                failures.succeed();
                continue;
            };
            let (message, is_last) = failures.fail(&error, plan.files.len() - idx - 1, "files");
            self.note_error(message, &mut outcome);
            if is_last {
                break;
            }
        }
        if let Err(error) = self.publish(batch, &mut outcome)? {
            self.note_error(format!("{error:#}"), &mut outcome);
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

    /// Downloads a file if that is needed, and adds it to the batch.
    fn fetch_file(
        &self,
        file: &PlannedFile,
        source: &str,
        release: Option<&str>,
        batch: &mut DownloadedBatch,
        outcome: &mut SourceOutcome,
    ) -> Result<()> {
        let known = self.lock.files.get(&file.path);
        let downloaded = match Need::from_planned(file, known, self.downloads) {
            Need::Nothing => None,
            Need::Question => self.download(file, known)?,
            Need::Download => self.download(file, None)?,
        };
        match (downloaded, known) {
            (None, Some(known)) => {
                outcome.n_unchanged += 1;
                let version = file.version.clone().or_else(|| known.version.clone());
                let locked = LockedFile { release: release.map(str::to_owned), version, ..known.clone() };
                if locked != *known {
                    batch.add_unchanged(locked);
                }
            }
            // The file needed no request.
            (None, None) => {}
            (Some(complete), _) => {
                let locked = LockedFile {
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
                batch.add(complete, locked);
            }
        }
        Ok(())
    }

    /// Moves the files of a batch to their final paths, and adds them to the lock. The inner error is that of a file.
    fn publish(&mut self, batch: DownloadedBatch, outcome: &mut SourceOutcome) -> Result<Result<()>> {
        let (moved, unchanged) = batch.publish(&mut self.journal)?;
        let mut published = Ok(());
        for (line, result) in moved {
            match result {
                Ok(()) => {
                    outcome.downloaded.push(line.path.clone());
                    outcome.downloaded_bytes += line.bytes;
                    self.lock.files.insert(line.path.clone(), line);
                }
                Err(error) => published = published.and(Err(error)),
            }
        }
        self.lock.files.extend(unchanged.into_iter().map(|line| (line.path.clone(), line)));
        Ok(published)
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
