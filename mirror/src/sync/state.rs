/*!
The record of the files that were imported into a corpus, `.mirror.json` in the corpus itself.

It is exchanged together with the corpus, so that the two never disagree.
*/

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;

use anyhow::{Context, Result};
use lexdex::model::Date;
use serde::{Deserialize, Serialize};

use crate::disk::{Durability, files_below, replace};
use crate::sync::file_marks::FileMarks;

/// The name of the file, which is hidden, so that a corpus may have it.
const STATE_FILE: &str = ".mirror.json";

/// The files that were imported into a corpus.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct State {
    /// The sources by name.
    pub(crate) sources: BTreeMap<String, ImportedSource>,
    /// The files of the corpus after the last import, by path. Other marks mean that the operator has changed a file.
    pub(crate) corpus: BTreeMap<String, FileMarks>,
    /// The id of the build that was made of the corpus.
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
    /// The format, the program's version and the options of the import, which make other records of the same files.
    pub(crate) recipe: String,
    /// The day of the newest data.
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
    /// The marks of a file whose digest is computed here, so that it is read again only if they differ. Downloads have
    /// their digest in `fetch.lock`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) marks: Option<FileMarks>,
}

impl State {
    /// Reads the record of a corpus. A corpus without one has had no import by the mirror.
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
        // A new file: the old one may be shared with a copy of the corpus.
        replace(&corpus.join(STATE_FILE), &serde_json::to_vec(self)?, Durability::Synced)
    }
}

/// The marks of the files of a corpus, by path. Hidden files are no part of it.
pub(crate) fn marks_of_corpus(corpus: &Path) -> Result<BTreeMap<String, FileMarks>> {
    let mut marks = BTreeMap::new();
    for path in visible_files(corpus)? {
        marks.insert(path.clone(), FileMarks::of(&corpus.join(path))?);
    }
    Ok(marks)
}

/// The files below a folder, without hidden files and folders, as sorted paths with slashes. None if there is no folder.
pub(crate) fn visible_files(folder: &Path) -> Result<Vec<String>> {
    files_below(folder, |name| !name.as_encoded_bytes().starts_with(b"."))
}
