/*!
`fetch.lock`: the files that the mirror has, as they were fetched.

A line of JSON for each file, in the order of their paths. During a run the fetched files are added to a journal beside
it, so that a killed run loses only the file that it was fetching; see `fetch::journal`.
*/

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use serde::{Deserialize, Serialize};

use crate::disk::{Durability, replace};
use crate::fetch::journal;
use crate::fetch::planned_file::check_path;

/// The name of the file in the folder of downloads.
pub const LOCK_FILE: &str = "fetch.lock";

/// A file as it was fetched.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LockedFile {
    /// The path below the folder of downloads, with slashes.
    pub path: String,
    /// The name of the source.
    pub source: String,
    /// The publisher's name of the release.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub release: Option<String>,
    /// The address.
    pub url: String,
    /// The `ETag` of the response.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub etag: Option<String>,
    /// The `Last-Modified` of the response.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_modified: Option<String>,
    /// The publisher's version of this content.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// The size.
    pub bytes: u64,
    /// The SHA-256 digest in hexadecimal digits.
    pub sha256: String,
    /// The time at which the file was fetched, in UTC: `2026-11-23T17:00:00Z`.
    pub fetched: String,
}

/// The files that the mirror has, by path.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LockFile {
    /// The files by path.
    pub files: BTreeMap<String, LockedFile>,
}

impl LockFile {
    /// Reads the lock of a folder of downloads; an empty one if the folder has none. Errors name the file and the line.
    pub fn read(downloads: &Path) -> Result<Self> {
        let mut lock = Self::default();
        for (path, text) in [
            (downloads.join(LOCK_FILE), read_if_exists(&downloads.join(LOCK_FILE))?),
            (journal::path(downloads), journal::complete_lines(read_if_exists(&journal::path(downloads))?)),
        ] {
            for (idx, line) in text.lines().enumerate() {
                let file = parse_line(line).with_context(|| {
                    format!(
                        "line {} of {} is wrong: restore the file, or remove it to fetch everything again",
                        idx + 1,
                        path.display()
                    )
                })?;
                lock.files.insert(file.path.clone(), file);
            }
        }
        Ok(lock)
    }

    /// Writes the lock in one step, and removes the journal, whose files the lock now has.
    pub fn write(&self, downloads: &Path) -> Result<()> {
        let mut lines = Vec::new();
        for file in self.files.values() {
            serde_json::to_writer(&mut lines, file)?;
            lines.push(b'\n');
        }
        replace(&downloads.join(LOCK_FILE), &lines, Durability::Synced)?;
        journal::remove(downloads)
    }

    /// The files of a source.
    pub fn for_source(&self, source: &str) -> BTreeMap<String, LockedFile> {
        let files = self.files.iter().filter(|(_, file)| file.source == source);
        files.map(|(path, file)| (path.clone(), file.clone())).collect()
    }

    /// Drops the files of a source that are not among these paths.
    pub fn retain(&mut self, source: &str, paths: &BTreeSet<&str>) {
        self.files.retain(|path, file| file.source != source || paths.contains(path.as_str()));
    }
}

impl LockedFile {
    /// The path of the file.
    pub fn place(&self, downloads: &Path) -> PathBuf {
        downloads.join(&self.path)
    }

    /// Whether a file of this size is at that path.
    pub fn is_present(&self, downloads: &Path) -> bool {
        fs::metadata(self.place(downloads)).is_ok_and(|found| found.is_file() && found.len() == self.bytes)
    }
}

fn parse_line(line: &str) -> Result<LockedFile> {
    let file: LockedFile = serde_json::from_str(line)?;
    check_path(&file.path, &file.source)?;
    if file.sha256.len() != 64 || !file.sha256.bytes().all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f')) {
        bail!("sha256 is not 64 hexadecimal digits in lower case");
    }
    Ok(file)
}

fn read_if_exists(path: &Path) -> Result<String> {
    match fs::read_to_string(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(String::new()),
        text => text.with_context(|| format!("cannot read {}", path.display())),
    }
}
