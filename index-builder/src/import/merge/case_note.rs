/*!
The sidecars of imported cases: data about decisions that later imports need and records cannot hold.

The sidecar of a file of records, such as `cases/.cap-ca.jsonl.ledger`, has a [`CaseNote`] for each decision of the
file, and for each decision of its jurisdiction that has no record, because another one has precedence. The sidecar of a
publisher, such as `cases/.cap.ledger`, has a [`PublisherNote`] for each part that was read completely and each decision
that was withdrawn.
*/

use std::borrow::Cow;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader};
use std::path::Path;

use anyhow::{Context, Result};
use lexdex_core::model::Date;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::import::merge::sidecar;

/// A note on a decision of a publisher.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CaseNote<'n> {
    /// The id of its record. A decision without a record has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) id: Option<Cow<'n, str>>,
    /// The publisher's number.
    pub(crate) number: u64,
    /// The key that the number is made of. A publisher that numbers its decisions itself has none.
    #[serde(default, skip_serializing_if = "str::is_empty")]
    pub(crate) key: Cow<'n, str>,
    /// The first part of the ids of the court's cases.
    pub(crate) court: Cow<'n, str>,
    #[serde(default, skip_serializing_if = "str::is_empty")]
    pub(crate) docket: Cow<'n, str>,
    /// The part of the source that the decision is in, such as a volume.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) part: Option<Cow<'n, str>>,
    /// The date of the newest release that has the decision.
    pub(crate) seen: Date,
    /// The citations other than the record's.
    #[serde(default, skip_serializing_if = "<[_]>::is_empty")]
    pub(crate) citations: Vec<Cow<'n, str>>,
    /// The record, if the decision has no line in the corpus file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) record: Option<Cow<'n, RawValue>>,
    /// The text behind that record.
    #[serde(default, skip_serializing_if = "str::is_empty")]
    pub(crate) text: Cow<'n, str>,
}

/// A note on a publisher's releases.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "lowercase")]
pub(crate) enum PublisherNote {
    /// A part of the source was read with all its decisions.
    Complete { part: String, date: Date },
    /// The publisher withdrew a decision.
    Withdrawn {
        number: u64,
        #[serde(default, skip_serializing_if = "String::is_empty")]
        key: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        part: Option<String>,
        date: Date,
        seen: Date,
    },
}

/// The name of the sidecar of a publisher.
pub(crate) fn publisher_file(publisher: &str) -> String {
    format!(".{publisher}.ledger")
}

/// Reads the notes of a publisher's sidecar, if there is one.
pub(crate) fn each_publisher_note(
    folder: &Path,
    publisher: &str,
    take: &mut dyn FnMut(PublisherNote) -> Result<()>,
) -> Result<()> {
    Notes::open(&folder.join(publisher_file(publisher)), publisher)?.try_for_each(|note| take(note?))
}

/// Reads the notes of the sidecar of a file of records, if there is one.
pub(crate) fn case_notes(folder: &Path, file: &str, publisher: &str) -> Result<Notes<CaseNote<'static>>> {
    Notes::open(&folder.join(sidecar::file_name(file)), publisher)
}

/// The notes of a sidecar, in its order.
pub(crate) struct Notes<N> {
    reader: Option<BufReader<File>>,
    path: String,
    publisher: String,
    line: Vec<u8>,
    number: u64,
    kind: std::marker::PhantomData<N>,
}

impl<N> Notes<N> {
    fn open(path: &Path, publisher: &str) -> Result<Self> {
        let reader = match File::open(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            file => Some(BufReader::new(file.with_context(|| format!("cannot read {}", path.display()))?)),
        };
        let (path, publisher) = (path.display().to_string(), publisher.to_owned());
        Ok(Self { reader, path, publisher, line: Vec::new(), number: 0, kind: std::marker::PhantomData })
    }
}

impl<N: DeserializeOwned> Iterator for Notes<N> {
    type Item = Result<N>;

    fn next(&mut self) -> Option<Self::Item> {
        let reader = self.reader.as_mut()?;
        self.line.clear();
        self.number += 1;
        match reader.read_until(b'\n', &mut self.line) {
            Ok(0) => None,
            Err(error) => Some(Err(error).with_context(|| format!("cannot read {}", self.path))),
            Ok(_) => Some(serde_json::from_slice(&self.line).with_context(|| {
                format!("{}:{}: is not a note of an import: {}", self.path, self.number, how_to_begin(&self.publisher))
            })),
        }
    }
}

/// The fix that an error names for inconsistent files of a publisher.
pub(crate) fn how_to_begin(publisher: &str) -> String {
    format!(
        "remove the files cases/{publisher}-*.jsonl, text/cases/{publisher}-*.jsonl, cases/.{publisher}-*.ledger and \
         cases/.{publisher}.ledger, and import everything of this publisher again"
    )
}

/// The names of the corpus files of a publisher that have records or notes, in order.
pub(crate) fn files(folder: &Path, publisher: &str) -> Result<Vec<String>> {
    let context = || format!("cannot read the directory {}", folder.display());
    let mut files = Vec::new();
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(files),
        entries => entries.with_context(context)?,
    };
    for entry in entries {
        let name = entry.with_context(context)?.file_name();
        let Some(name) = name.to_str() else { continue };
        let file = sidecar::for_file(name).unwrap_or(name);
        if is_file_of(file, publisher) {
            files.push(file.to_owned());
        }
    }
    files.sort();
    files.dedup();
    Ok(files)
}

/// Whether a file of records is one that the imports of a publisher write.
pub(crate) fn is_file_of(file: &str, publisher: &str) -> bool {
    let rest = file.strip_prefix(publisher).and_then(|rest| rest.strip_prefix('-'));
    rest.is_some_and(|rest| rest.ends_with(".jsonl"))
}
