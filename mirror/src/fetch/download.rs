/*!
The download of one file: requests, the unfinished part, and the checks.
*/

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::{Context, Error, Result, anyhow, bail};
use indicatif::HumanBytes;
use url::Url;

use crate::fetch::check::{Verified, verify};
use crate::fetch::client::FetchClient;
use crate::fetch::complete_file::CompleteFile;
use crate::fetch::lock_file::LockedFile;
use crate::fetch::part::{DownloadPart, PartState};
use crate::fetch::planned_file::ContentKind;
use crate::fetch::progress::FetchProgress;
use crate::fetch::response::FetchResponse;
use crate::fetch::retries::RequestFailure;

/// The growth of a file that a body of unannounced size may have over the one that it replaces.
const MAX_GROWTH: u64 = 4;

/// The size up to which any growth is possible, in bytes.
const SMALL_FILE: u64 = 64 << 20;

/// A failed attempt that brings this many bytes resets the count of attempts.
const GOOD_PROGRESS: u64 = 1 << 20;

#[derive(Clone, Copy, Debug)]
pub(crate) struct WantedFile<'a> {
    /// The path below the folder of downloads, with slashes.
    pub(crate) path: &'a str,
    pub(crate) url: &'a str,
    /// The kind of content to check; `None` for a file whose digest is checked.
    pub(crate) content: Option<ContentKind>,
    pub(crate) bytes: Option<u64>,
    pub(crate) sha256: Option<&'a str>,
    /// The mirror's file, if the server may answer that it has not changed.
    pub(crate) known: Option<&'a LockedFile>,
}

/// The result of an attempt.
enum DownloadAttempt {
    Unchanged,
    Complete,
}

/// Downloads a file to a part beside its final path, and checks it. Returns `None` if the server says that the file has
/// not changed.
pub(crate) fn download(
    client: &FetchClient,
    downloads: &Path,
    wanted: WantedFile<'_>,
    progress: &dyn FetchProgress,
) -> Result<Option<CompleteFile>> {
    let url = Url::parse(wanted.url).with_context(|| format!("{:?} is not an address", wanted.url))?;
    let target = downloads.join(wanted.path);
    let folder = target.parent().unwrap_or(downloads);
    fs::create_dir_all(folder).with_context(|| format!("cannot make the folder {}", folder.display()))?;

    let part = DownloadPart::open(&target, wanted.url);
    let max_bytes = fs::metadata(&target).ok().map(|old| old.len().saturating_mul(MAX_GROWTH).max(SMALL_FILE));
    let mut download = FileDownload { client, wanted, url, part, max_bytes, progress };
    match download.transfer()? {
        DownloadAttempt::Unchanged => Ok(None),
        DownloadAttempt::Complete => download.finish(target).map(Some),
    }
}

struct FileDownload<'a> {
    client: &'a FetchClient,
    wanted: WantedFile<'a>,
    url: Url,
    part: DownloadPart,
    /// The maximum size of a file of unannounced size; `None` for the first download of a file.
    max_bytes: Option<u64>,
    progress: &'a dyn FetchProgress,
}

impl FileDownload<'_> {
    /// Attempts the transfer until it is complete or no attempt is left.
    fn transfer(&mut self) -> Result<DownloadAttempt> {
        let mut retries = self.client.retries();
        let mut farthest = self.part.len();
        loop {
            let failure = match self.attempt() {
                Ok(transfer) => return Ok(transfer),
                Err(failure) => failure,
            };
            if self.part.len() >= farthest + GOOD_PROGRESS {
                retries.reset();
            }
            farthest = farthest.max(self.part.len());
            self.client.wait_after(failure, &mut retries)?;
        }
    }

    /// Sends a request for the file or for the rest of it, and adds the response to the part.
    fn attempt(&mut self) -> Result<DownloadAttempt, RequestFailure> {
        let validator = self.part.validator().map(str::to_owned);
        let range = format!("bytes={}-", self.part.len());
        let known = self.wanted.known.filter(|_| validator.is_none());
        let headers: Vec<(&str, &str)> = match (&validator, known) {
            (Some(validator), _) => vec![("range", &range), ("if-range", validator)],
            (None, Some(known)) => condition(known).into_iter().collect(),
            (None, None) => Vec::new(),
        };
        let response = self.client.get(&self.url, &headers)?;
        match response.status() {
            304 if known.is_some() => return Ok(DownloadAttempt::Unchanged),
            200 => self.part.begin(&response)?,
            206 if self.part.fits(&response) => {}
            // The server cannot continue the part, so the whole file is requested. This does not count as a failure.
            206 | 416 if validator.is_some() => {
                drop(response);
                self.part.discard()?;
                return self.attempt();
            }
            status => return Err(RequestFailure::Final(anyhow!("{} answered {status} to a plain request", self.url))),
        }
        self.receive(response)
    }

    fn receive(&mut self, mut response: FetchResponse<'_>) -> Result<DownloadAttempt, RequestFailure> {
        let total = response.content_length().map(|rest| self.part.len() + rest);
        self.check_size(total.or(self.part.state().and_then(|state| state.total)))?;
        self.progress.advance(self.part.len(), total);
        let mut buffer = vec![0; 1 << 16];
        loop {
            let n_read = match response.read(&mut buffer) {
                Ok(0) => break,
                Ok(n_read) => n_read,
                Err(error) => {
                    self.part.sync()?;
                    return Err(self.client.failure(&self.url, error.into()));
                }
            };
            self.part.write(&buffer[..n_read])?;
            self.progress.advance(self.part.len(), total);
            if self.wanted.bytes.is_some_and(|bytes| self.part.len() > bytes) {
                self.check_size(Some(self.part.len()))?;
            }
            if total.is_none() && self.max_bytes.is_some_and(|max| self.part.len() > max) {
                self.part.discard()?;
                return Err(RequestFailure::Final(anyhow!(
                    "{} sent more than {MAX_GROWTH} times the bytes of the file before it, and no size: if that is \
                     right, remove the old file and run again",
                    self.url
                )));
            }
        }
        Ok(DownloadAttempt::Complete)
    }

    /// Fails if the size differs from the one that the publisher states.
    fn check_size(&mut self, bytes: Option<u64>) -> Result<()> {
        match (self.wanted.bytes, bytes) {
            (Some(stated), Some(found)) if stated != found => {
                self.part.discard()?;
                bail!("{} has {found} bytes, and not the {stated} that the publisher states", self.url)
            }
            _ => Ok(()),
        }
    }

    /// Checks the complete part. Removes it if the check fails.
    fn finish(mut self, target: PathBuf) -> Result<CompleteFile> {
        let Some(state) = self.part.state().cloned() else { bail!("{} has no content", self.url) };
        match self.check(&state, &target) {
            Ok(Verified { bytes, sha256 }) => {
                let PartState { etag, last_modified, .. } = state;
                Ok(CompleteFile { part: self.part, target, etag, last_modified, bytes, sha256 })
            }
            Err(error) => {
                self.part.discard()?;
                Err(error)
            }
        }
    }

    fn check(&mut self, state: &PartState, target: &Path) -> Result<Verified> {
        let url = &self.url;
        let verified = verify(self.part.path(), self.wanted.content)
            .map_err(|error| error.context(format!("{url} is not usable")))?;
        let found = verified.bytes;
        for (stated, by) in [(self.wanted.bytes, "the publisher states"), (state.total, "the server announced")] {
            if let Some(stated) = stated.filter(|stated| *stated != found) {
                bail!("{url} has {found} bytes, and not the {stated} that {by}");
            }
        }
        if let Some(stated) = self.wanted.sha256.filter(|stated| !stated.eq_ignore_ascii_case(&verified.sha256)) {
            bail!("{url} has the SHA-256 digest {}, and not {stated}", verified.sha256);
        }
        if self.wanted.bytes.is_none() && self.wanted.sha256.is_none() {
            check_growth(found, target).map_err(|error: Error| anyhow!("{url} {error}"))?;
        }
        Ok(verified)
    }
}

/// Fails if a new file is smaller than half of the one that it is to replace.
fn check_growth(bytes: u64, target: &Path) -> Result<()> {
    match fs::metadata(target) {
        Ok(old) if bytes < old.len() / 2 => bail!(
            "has {}, less than half of the {} of {}: if that is right, remove the old file and run again",
            HumanBytes(bytes),
            HumanBytes(old.len()),
            target.display()
        ),
        _ => Ok(()),
    }
}

/// The header of a conditional request for a file that the mirror has.
fn condition(known: &LockedFile) -> Option<(&str, &str)> {
    let etag = known.etag.as_deref().map(|etag| ("if-none-match", etag));
    etag.or_else(|| known.last_modified.as_deref().map(|date| ("if-modified-since", date)))
}
