/*!
A corpus file that an earlier version of the program wrote under another name. The merge reads it like the file of the new
name, and removes it when that one is published.

A file is the importer's own if every record of it names one of the importer's sources. A reviewed file has records of
other sources, so it stays where it is, even if an earlier import has written into it.
*/

use std::borrow::Cow;
use std::fs::{self, File};
use std::io::{self, BufReader};
use std::path::Path;

use anyhow::{Context, Result};
use lexdex_core::corpus::{Line, LineReader};
use lexdex_core::model::Resource;
use serde::Deserialize;

use crate::import::merge::files::CorpusFolder;

/// A corpus file with its former name.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct FormerFile {
    pub(crate) resource: Resource,
    /// The file that the import writes.
    pub(crate) file: String,
    /// The former name of the file.
    pub(crate) former: String,
    /// The values of `meta.source` that the importer's records can have: without and with the `--source` of this
    /// import.
    pub(crate) sources: [String; 2],
}

impl FormerFile {
    /// Whether the former file is to be read: it is the importer's own, and the new name is not taken.
    pub(super) fn is_in(&self, corpus: &Path) -> Result<bool> {
        let folder = corpus.join(CorpusFolder::Records(self.resource).path());
        let new = folder.join(&self.file);
        let is_taken = fs::exists(&new).with_context(|| format!("cannot read {}", new.display()))?;
        Ok(!is_taken && Self::is_own(&self.sources, &folder.join(&self.former))?)
    }

    /// Whether the file has records, and all of them are of the importer's source.
    fn is_own(sources: &[String; 2], path: &Path) -> Result<bool> {
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
            is_own = record.is_some_and(|record| sources.contains(&record.meta.source.into_owned()));
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
