/*!
The record of the files that were imported into a corpus, `.mirror.json` in the corpus itself.

It is exchanged together with the corpus, so that the two never disagree.
*/

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;

use anyhow::{Context, Result};
use lexdex_core::model::Date;
use serde::{Deserialize, Serialize};

use crate::disk::{Durability, files_below, replace};
use crate::sync::file_marks::FileMarks;

/// The name of the file. It is hidden, so that it may be in a corpus.
const STATE_FILE: &str = ".mirror.json";

/// The files that were imported into a corpus.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ImportedState {
    /// The sources by name.
    pub(crate) sources: BTreeMap<String, ImportedSource>,
    /// The files of the corpus after the last import, by path. If a file has another size or time, the operator has
    /// changed it.
    pub(crate) corpus: BTreeMap<String, FileMarks>,
    /// The id of the build of this corpus.
    pub(crate) build: Option<String>,
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
    /// The format, the program's version and the options of the import. If it changes, all files are imported again.
    pub(crate) recipe: String,
    /// The date of the newest data.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) newest: Option<Date>,
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
    /// Reads the record of a corpus; an empty one if the mirror has imported nothing into it.
    pub(crate) fn read(corpus: &Path) -> Result<Self> {
        let path = corpus.join(STATE_FILE);
        let text = match fs::read(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Self::default()),
            Err(error) => return Err(error).with_context(|| format!("cannot read {}", path.display())),
        };
        serde_json::from_slice(&text).with_context(|| {
            format!("{} is damaged: remove it, and the next sync imports every file again", path.display())
        })
    }

    /// Writes the record into a corpus.
    pub(crate) fn write(&self, corpus: &Path) -> Result<()> {
        // Replaced, not overwritten: a copy of the corpus may share the old file.
        replace(&corpus.join(STATE_FILE), &serde_json::to_vec(self)?, Durability::Synced)
    }
}

/// The size and time of each file of a corpus, by path, without hidden files.
pub(crate) fn marks_of_corpus(corpus: &Path) -> Result<BTreeMap<String, FileMarks>> {
    let mut marks = BTreeMap::new();
    for path in visible_files(corpus)? {
        marks.insert(path.clone(), FileMarks::from_path(&corpus.join(path))?);
    }
    Ok(marks)
}

/// The files below a folder, without hidden files and folders, as sorted paths with slashes. Empty if the folder does
/// not exist.
pub(crate) fn visible_files(folder: &Path) -> Result<Vec<String>> {
    files_below(folder, |name| !name.as_encoded_bytes().starts_with(b"."))
}
