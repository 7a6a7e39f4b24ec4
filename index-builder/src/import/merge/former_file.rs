/*!
Renames a corpus file that an earlier version of the program wrote under another name.

A file is the importer's own if every record of it names one of the importer's sources. A reviewed file has records of other
sources, so it stays where it is, also if an earlier import has written into it.

A program that is killed between two renames leaves a valid corpus, because the records are renamed in one step while
their texts are aside, and the next import continues.
*/

use std::borrow::Cow;
use std::fs::{self, File};
use std::io::{self, BufReader};
use std::path::Path;

use anyhow::{Context, Result};
use lexdex::corpus::{Line, LineReader};
use lexdex::model::Resource;
use serde::Deserialize;

use crate::import::merge::files::{Folder, aside};
use crate::import::merge::sidecar;

/// A corpus file with its former name.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct FormerFile {
    pub(crate) resource: Resource,
    /// The file that the import writes.
    pub(crate) file: String,
    /// The former name of the file.
    pub(crate) former: String,
    /// The `meta.source` of the importer's records: of this import, and without the `--source` of the command line.
    pub(crate) sources: [String; 2],
}

impl FormerFile {
    /// Renames the file with its sidecar and its texts, unless it is not the importer's own or the new name is taken.
    pub(super) fn rename(&self, corpus: &Path) -> Result<()> {
        let records = corpus.join(Folder::Records(self.resource).path());
        let texts = corpus.join(Folder::Texts(self.resource).path());
        if exists(&records.join(&self.file))? || !self.is_own(&records.join(&self.former))? {
            return Ok(());
        }
        let (former_texts, new_texts) = (texts.join(&self.former), texts.join(&self.file));
        let steps = [
            // Where both exist, the file aside is older.
            (aside(&former_texts), aside(&new_texts)),
            (former_texts, aside(&new_texts)),
            (records.join(sidecar::file_name(&self.former)), records.join(sidecar::file_name(&self.file))),
            (records.join(&self.former), records.join(&self.file)),
            (aside(&new_texts), new_texts),
        ];
        steps.iter().try_for_each(|(from, to)| move_file(from, to))
    }

    /// Whether the file has records, and all of them are of the importer's source.
    fn is_own(&self, path: &Path) -> Result<bool> {
        let context = || format!("cannot read {}", path.display());
        let file = match File::open(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
            file => file.with_context(context)?,
        };
        let mut lines = LineReader::new(BufReader::new(file));
        let mut is_own = false;
        while let Some(line) = lines.next_line().with_context(context)? {
            let Line::Bytes(line) = line else { return Ok(false) };
            let record: Option<RecordSource<'_>> = serde_json::from_slice(line).ok();
            is_own = record.is_some_and(|record| self.sources.iter().any(|source| *source == record.meta.source));
            if !is_own {
                return Ok(false);
            }
        }
        Ok(is_own)
    }
}

#[derive(Deserialize)]
struct RecordSource<'l> {
    #[serde(borrow)]
    meta: MetaSource<'l>,
}

#[derive(Deserialize)]
struct MetaSource<'l> {
    #[serde(borrow)]
    source: Cow<'l, str>,
}

fn exists(path: &Path) -> Result<bool> {
    fs::exists(path).with_context(|| format!("cannot read {}", path.display()))
}

/// Moves a file, if there is one.
fn move_file(from: &Path, to: &Path) -> Result<()> {
    match fs::rename(from, to) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        result => result.with_context(|| format!("cannot rename {} to {}", from.display(), to.display())),
    }
}
