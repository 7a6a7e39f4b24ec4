/*!
What is known of the ids of a corpus file besides its records: which publisher's number has an id, which ids a release
has no record for any more, which of its parts were read whole. Later imports need it, and a record has no place for it.

It lies beside the file, hidden as corpus files are not: `cases/.cap-ca.jsonl.ledger`, one JSON object an id, by id. To
lose it costs nothing but what it tells.
*/

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader};
use std::path::Path;

use anyhow::{Context, Result};
use lexdex::model::Date;
use serde::{Deserialize, Serialize};

/// What is known of an id, or of all ids that begin so.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct Note {
    pub(crate) id: String,
    /// The publisher's number of the case that has the id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) number: Option<u64>,
    /// A release of this day has no record for the id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) gone: Option<Date>,
    /// A release of this day was read with everything whose id begins so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) complete: Option<Date>,
}

impl Note {
    /// Whether it tells nothing.
    pub(crate) fn is_empty(&self) -> bool {
        self.number.is_none() && self.gone.is_none() && self.complete.is_none()
    }
}

const ENDING: &str = ".ledger";

/// The name of the ledger of a corpus file.
pub(crate) fn file_name(file: &str) -> String {
    format!(".{file}{ENDING}")
}

/// Reads the notes on a corpus file, if there are any.
pub(crate) fn each_note(folder: &Path, file: &str, take: &mut dyn FnMut(Note) -> Result<()>) -> Result<()> {
    let path = folder.join(file_name(file));
    let ledger = match File::open(&path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        ledger => ledger.with_context(|| format!("cannot read {}", path.display()))?,
    };
    for (number, line) in (1..).zip(BufReader::new(ledger).lines()) {
        let line = line.with_context(|| format!("cannot read {}", path.display()))?;
        let note = serde_json::from_str(&line).with_context(|| {
            format!("{}:{number}: is no note of an import: remove the file, and import afresh", path.display())
        })?;
        take(note)?;
    }
    Ok(())
}

/// The corpus files in a folder that have a ledger and whose names begin so, in order.
pub(crate) fn files(folder: &Path, beginning: &str) -> Result<Vec<String>> {
    let context = || format!("cannot read the directory {}", folder.display());
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).with_context(context)? {
        let name = entry.with_context(context)?.file_name();
        let file = name.to_str().and_then(|name| name.strip_prefix('.')?.strip_suffix(ENDING));
        files.extend(file.filter(|file| file.starts_with(beginning)).map(str::to_owned));
    }
    files.sort();
    Ok(files)
}
