/*!
The record of the files that were imported, `.mirror.json` in the folder of parts.

It is written after the parts. If a sync is killed in between, the next one imports the same files into the same parts.
*/

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::Path;

use anyhow::{Context, Result};
use lexdex_core::model::Date;
use lexdex_index::BuildOptions;
use serde::{Deserialize, Serialize};

use crate::config::Folders;
use crate::disk::{Durability, files_below, replace};
use crate::sync::file_marks::FileMarks;

/// The name of the file. It is hidden, because it is no part.
const STATE_FILE: &str = ".mirror.json";

/// The files that were imported, and the last build of them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ImportedState {
    /// The sources by name.
    pub(crate) sources: BTreeMap<String, ImportedSource>,
    /// The parts and the operator's files that the published index was built from.
    pub(crate) built: BuildInputs,
    /// The id of that build.
    pub(crate) build: Option<String>,
    /// The digests of downloads that an import found damaged, and that were fetched again.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub(crate) refetched: BTreeSet<String>,
}

/// The inputs of an index: the size and time of each file by path, and what the program adds.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct BuildInputs {
    pub(crate) corpus: BTreeMap<String, FileMarks>,
    pub(crate) parts: BTreeMap<String, FileMarks>,
    /// The version of the summaries, the parallel citations and the weights of topics that the program adds.
    #[serde(default)]
    pub(crate) added: String,
}

impl BuildInputs {
    /// The present files, and what the program adds to their records.
    pub(crate) fn read(folders: &Folders) -> Result<Self> {
        let added = BuildOptions::bundled()?.added_version();
        Ok(Self { corpus: marks(&folders.corpus)?, parts: marks(&folders.parts)?, added })
    }

    /// Whether there is nothing to build.
    pub(crate) fn is_empty(&self) -> bool {
        self.corpus.is_empty() && self.parts.is_empty()
    }
}

/// The files of a source that were imported.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ImportedSource {
    /// The publisher's name of the release.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) release: Option<String>,
    /// The time of the last import, in UTC.
    pub(crate) imported: String,
    /// The format, the program's version and the catalogues. If it changes, all files are imported again.
    pub(crate) recipe: String,
    /// The date of the newest data.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) newest: Option<Date>,
    /// The parts that the imports have made.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub(crate) parts: BTreeSet<String>,
    /// The files by path.
    pub(crate) files: BTreeMap<String, ImportedFile>,
}

/// A file that was imported.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ImportedFile {
    /// The SHA-256 digest in hexadecimal digits.
    pub(crate) sha256: String,
    /// The size and time of a placed file, which is read again only if they differ. `None` for downloads, whose digests
    /// are in `fetch.lock`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) marks: Option<FileMarks>,
}

impl ImportedState {
    /// Reads the record of a folder of parts; an empty one if the mirror has imported nothing into it.
    pub(crate) fn read(parts: &Path) -> Result<Self> {
        let path = parts.join(STATE_FILE);
        let text = match fs::read(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Self::default()),
            Err(error) => return Err(error).with_context(|| format!("cannot read {}", path.display())),
        };
        serde_json::from_slice(&text).with_context(|| {
            format!("{} is damaged: remove it, and the next sync imports every file again", path.display())
        })
    }

    /// Writes the record into a folder of parts.
    pub(crate) fn write(&self, parts: &Path) -> Result<()> {
        replace(&parts.join(STATE_FILE), &serde_json::to_vec(self)?, Durability::Synced)
    }
}

/// The size and time of each file of a folder, by path, without hidden files.
fn marks(folder: &Path) -> Result<BTreeMap<String, FileMarks>> {
    let mut marks = BTreeMap::new();
    for path in visible_files(folder)? {
        marks.insert(path.clone(), FileMarks::from_path(&folder.join(path))?);
    }
    Ok(marks)
}

/// The files below a folder, without hidden files and folders, as sorted paths with slashes. Empty if the folder does
/// not exist.
pub(crate) fn visible_files(folder: &Path) -> Result<Vec<String>> {
    files_below(folder, |name| !name.as_encoded_bytes().starts_with(b"."))
}
