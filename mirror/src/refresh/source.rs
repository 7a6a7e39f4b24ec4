/*!
The downloads of one source.
*/

use std::collections::BTreeSet;
use std::path::Path;

use anyhow::Result;
use indicatif::HumanBytes;

use crate::clock;
use crate::fetch::client::Client;
use crate::fetch::download::{Downloaded, Wanted, download};
use crate::fetch::journal::Journal;
use crate::fetch::lock_file::{LockFile, LockedFile};
use crate::fetch::part;
use crate::fetch::planned_file::{Plan, PlannedFile};
use crate::fetch::progress::Progress;
use crate::refresh::failures::Failures;
use crate::refresh::need::Need;
use crate::refresh::outcome::SourceOutcome;

/// The downloads of a run.
pub(crate) struct Run<'a> {
    pub(crate) client: &'a Client,
    pub(crate) downloads: &'a Path,
    pub(crate) lock: &'a mut LockFile,
    pub(crate) journal: Journal,
    pub(crate) progress: &'a dyn Progress,
}

impl Run<'_> {
    /// Downloads the files of a plan that are missing or have changed. The lock drops files of the source that are in no
    /// plan any more once all planned files are there. Fails only if the journal cannot be written or the folder cannot be read.
    pub(crate) fn fetch_source(&mut self, name: &str, plan: Plan) -> Result<SourceOutcome> {
        let mut outcome = SourceOutcome { name: name.to_owned(), plan, ..SourceOutcome::default() };
        let plan = outcome.plan.clone();
        let paths: BTreeSet<&str> = plan.files.iter().map(|file| file.path.as_str()).collect();
        part::remove_stale(self.downloads, name, |path| paths.contains(path))?;
        let mut failures = Failures::default();
        for (idx, file) in plan.files.iter().enumerate() {
            let error = match self.fetch_file(file, name, plan.release.as_deref(), &mut outcome)? {
                Ok(()) => {
                    failures.succeed();
                    continue;
                }
                Err(error) => error,
            };
            let (message, is_last) = failures.fail(&error, plan.files.len() - idx - 1);
            self.progress.note(&format!("{name}: {message}"));
            outcome.errors.push(message);
            if is_last {
                break;
            }
        }
        if outcome.errors.is_empty() {
            self.lock.retain(name, &paths);
        }
        Ok(outcome)
    }

    /// Downloads a file if that is needed. The inner error is of the file, the outer one of the journal.
    fn fetch_file(
        &mut self,
        file: &PlannedFile,
        source: &str,
        release: Option<&str>,
        outcome: &mut SourceOutcome,
    ) -> Result<Result<()>> {
        let known = self.lock.files.get(&file.path).cloned();
        let need = Need::of(file, known.as_ref(), self.downloads);
        let downloaded = if need == Need::Nothing {
            Ok(Downloaded::Unchanged)
        } else {
            self.download(file, known.as_ref().filter(|_| need == Need::Question))
        };
        let locked = match (downloaded, known) {
            (Err(error), _) => return Ok(Err(error)),
            (Ok(Downloaded::Unchanged), Some(known)) => {
                outcome.n_unchanged += 1;
                let version = file.version.clone().or_else(|| known.version.clone());
                LockedFile { release: release.map(str::to_owned), version, ..known }
            }
            // The server was not asked whether the file has changed.
            (Ok(Downloaded::Unchanged), None) => return Ok(Ok(())),
            (Ok(Downloaded::New { etag, last_modified, bytes, sha256 }), _) => {
                outcome.downloaded.push(file.path.clone());
                outcome.downloaded_bytes += bytes;
                LockedFile {
                    path: file.path.clone(),
                    source: source.to_owned(),
                    release: release.map(str::to_owned),
                    url: file.url.clone(),
                    etag,
                    last_modified,
                    version: file.version.clone(),
                    bytes,
                    sha256,
                    fetched: clock::now(),
                }
            }
        };
        if self.lock.files.get(&file.path) != Some(&locked) {
            self.journal.add(&locked)?;
            self.lock.files.insert(file.path.clone(), locked);
        }
        Ok(Ok(()))
    }

    fn download(&self, file: &PlannedFile, known: Option<&LockedFile>) -> Result<Downloaded> {
        let wanted = Wanted {
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

/// Downloads a file, and shows it.
pub(crate) fn download_with_progress(
    client: &Client,
    downloads: &Path,
    wanted: Wanted<'_>,
    progress: &dyn Progress,
) -> Result<Downloaded> {
    progress.begin(wanted.path, wanted.bytes);
    let downloaded = download(client, downloads, wanted, progress);
    let line = match &downloaded {
        Ok(Downloaded::New { bytes, .. }) => Some(format!("fetched {} ({})", wanted.path, HumanBytes(*bytes))),
        Ok(Downloaded::Unchanged) | Err(_) => None,
    };
    progress.end(line.as_deref());
    downloaded
}
