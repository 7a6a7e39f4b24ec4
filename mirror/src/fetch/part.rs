/*!
An unfinished download: `NAME.part` and, beside it, `NAME.part.json` with the validators of its content.

A later attempt or run continues it only if the server can compare a strong validator. Only bytes that were synced
count, so that a power failure costs at most those since the last sync.
*/

use std::fs::{self, File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};

use crate::disk::{Durability, files_below, replace};
use crate::fetch::planned_file::{PART, PART_STATE, unfinished};
use crate::fetch::response::FetchResponse;

/// The number of bytes after which a download is synced.
const SYNC_BYTES: u64 = 4 << 20;

/// The content of `NAME.part.json`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct PartState {
    url: String,
    pub(crate) etag: Option<String>,
    pub(crate) last_modified: Option<String>,
    /// The strong validator, without which a later request cannot continue the part.
    if_range: Option<String>,
    /// The size of the whole file, if the server states it.
    pub(crate) total: Option<u64>,
    /// The number of bytes of the part that are synced.
    synced: u64,
}

/// An unfinished download.
#[derive(Debug)]
pub(crate) struct DownloadPart {
    path: PathBuf,
    state_path: PathBuf,
    url: String,
    open: Option<(File, PartState)>,
    len: u64,
}

impl DownloadPart {
    /// Opens the unfinished download of `url` to `target`. It is empty unless there is one that a server can continue.
    pub(crate) fn open(target: &Path, url: &str) -> Self {
        let beside = |end: &str| {
            let mut path = target.as_os_str().to_owned();
            path.push(end);
            PathBuf::from(path)
        };
        let (path, state_path) = (beside(PART), beside(PART_STATE));
        let mut part = Self { path, state_path, url: url.to_owned(), open: None, len: 0 };
        // A part that cannot be read is fetched again.
        if let Some((file, state, len)) = part.resumable() {
            part.open = Some((file, state));
            part.len = len;
        }
        part
    }

    /// The part on the disk, cut to its synced bytes, if it is of this address and has a validator. A complete part
    /// loses its last byte, because a request cannot have a range of 0 bytes.
    fn resumable(&self) -> Option<(File, PartState, u64)> {
        let state: PartState = serde_json::from_slice(&fs::read(&self.state_path).ok()?).ok()?;
        if state.url != self.url || state.if_range.is_none() {
            return None;
        }
        let mut file = OpenOptions::new().write(true).open(&self.path).ok()?;
        let end = state.total.map_or(u64::MAX, |total| total.saturating_sub(1));
        let len = state.synced.min(file.metadata().ok()?.len()).min(end);
        file.set_len(len).ok()?;
        file.seek(SeekFrom::Start(len)).ok()?;
        (len > 0).then_some((file, state, len))
    }

    /// The number of bytes that the part has.
    pub(crate) fn len(&self) -> u64 {
        self.len
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// The validators of the content.
    pub(crate) fn state(&self) -> Option<&PartState> {
        self.open.as_ref().map(|(_, state)| state)
    }

    /// The validator with which the rest can be requested, if there is a part to continue.
    pub(crate) fn validator(&self) -> Option<&str> {
        self.state().filter(|_| self.len > 0)?.if_range.as_deref()
    }

    /// Whether a response with status 206 continues the part, with the same content.
    pub(crate) fn fits(&self, response: &FetchResponse<'_>) -> bool {
        let (Some(state), Some(range)) = (self.state(), response.content_range()) else { return false };
        let is_same = |now: Option<&str>, then: &Option<String>| now.is_none() || now == then.as_deref();
        range.start == self.len
            && (state.total.is_none() || range.total.is_none() || state.total == range.total)
            && is_same(response.etag(), &state.etag)
            && is_same(response.last_modified(), &state.last_modified)
    }

    /// Starts again with the content of a response.
    pub(crate) fn begin(&mut self, response: &FetchResponse<'_>) -> Result<()> {
        self.discard()?;
        let owned = |value: Option<&str>| value.map(str::to_owned);
        let state = PartState {
            url: self.url.clone(),
            etag: owned(response.etag()),
            last_modified: owned(response.last_modified()),
            if_range: owned(response.strong_validator()),
            total: response.content_length(),
            synced: 0,
        };
        // Saved before the first byte, so that bytes are never stored with the validators of other content.
        self.save(&state)?;
        let file = File::create(&self.path).with_context(|| format!("cannot make {}", self.path.display()))?;
        self.open = Some((file, state));
        Ok(())
    }

    /// Adds bytes.
    pub(crate) fn write(&mut self, bytes: &[u8]) -> Result<()> {
        let Some((file, state)) = &mut self.open else { return Ok(()) };
        file.write_all(bytes).with_context(|| format!("cannot write {}", self.path.display()))?;
        self.len += bytes.len() as u64;
        if self.len - state.synced >= SYNC_BYTES { self.sync() } else { Ok(()) }
    }

    /// Syncs the part, so that a later attempt can continue at its end.
    pub(crate) fn sync(&mut self) -> Result<()> {
        let Some((file, state)) = &mut self.open else { return Ok(()) };
        file.sync_data().with_context(|| format!("cannot sync {}", self.path.display()))?;
        state.synced = self.len;
        let state = state.clone();
        self.save(&state)
    }

    fn save(&self, state: &PartState) -> Result<()> {
        replace(&self.state_path, &serde_json::to_vec(state)?, Durability::Lax)
    }

    /// Removes the part.
    pub(crate) fn discard(&mut self) -> Result<()> {
        self.open = None;
        self.len = 0;
        remove(&self.path)?;
        remove(&self.state_path)
    }

    /// Syncs the part, and moves it to the path of the file. The caller syncs the folder.
    pub(crate) fn publish(&mut self, target: &Path) -> Result<()> {
        // Windows cannot move an open file.
        if let Some((file, _)) = self.open.take() {
            file.sync_data().with_context(|| format!("cannot sync {}", self.path.display()))?;
        }
        fs::rename(&self.path, target)
            .with_context(|| format!("cannot move {} to {}", self.path.display(), target.display()))?;
        remove(&self.state_path)
    }
}

/// Removes the files of unfinished downloads in the folder of a source if the file is no longer wanted, such as one of
/// a replaced release, or is complete already after a killed run.
pub(crate) fn remove_stale(downloads: &Path, source: &str, is_wanted: impl Fn(&str) -> bool) -> Result<()> {
    // A name that is not Unicode is not of this program.
    for path in files_below(&downloads.join(source), |name| name.to_str().is_some())? {
        let path = format!("{source}/{path}");
        let Some(of) = unfinished(&path) else { continue };
        if !is_wanted(of) || !downloads.join(format!("{of}{PART}")).exists() {
            remove(&downloads.join(&path))?;
        }
    }
    Ok(())
}

fn remove(path: &Path) -> Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        removed => removed.with_context(|| format!("cannot remove {}", path.display())),
    }
}
