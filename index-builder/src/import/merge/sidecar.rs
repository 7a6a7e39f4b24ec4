/*!
The sidecar of a corpus file: data about its ids that later imports need and records cannot hold. It has the ids that a
release no longer has, and the scopes of which a release has every record. Sidecars of cases have other notes
(`case_note`).

A sidecar is a hidden file beside the corpus file, such as `statutes/.uslm.jsonl.ledger`, with one JSON object for each
scope, and then one for each id, ordered by id. An import works without the sidecar, but then lacks these data.
*/

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

use anyhow::{Context, Result};
use lexdex_core::model::Date;
use serde::{Deserialize, Serialize};

use crate::import::merge::scope::Scope;

#[derive(Deserialize)]
#[serde(untagged)]
pub(super) enum SidecarLine {
    Scope(ScopeNote),
    Id(Note),
}

/// A note on a scope.
#[derive(Serialize, Deserialize)]
pub(super) struct ScopeNote {
    #[serde(flatten)]
    pub(super) scope: Scope,
    /// The date of the newest release that has every record of the scope.
    pub(super) complete: Date,
}

/// A note on an id.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct Note {
    pub(crate) id: String,
    /// The date of the newest release that has no record of the id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) gone: Option<Date>,
}

impl Note {
    /// Whether the note has no data.
    pub(crate) fn is_empty(&self) -> bool {
        self.gone.is_none()
    }
}

/// The ending of a sidecar's name. It differs from the word in the code, because existing corpora have it.
const ENDING: &str = ".ledger";

/// The name of the sidecar of a corpus file.
pub(crate) fn file_name(file: &str) -> String {
    [".", file, ENDING].concat()
}

/// The corpus file whose sidecar has this name.
pub(crate) fn for_file(name: &str) -> Option<&str> {
    name.strip_prefix('.')?.strip_suffix(ENDING)
}

/// Reads a corpus file's sidecar, if it has one.
pub(super) fn each_line(folder: &Path, file: &str, take: &mut dyn FnMut(SidecarLine) -> Result<()>) -> Result<()> {
    let path = folder.join(file_name(file));
    let sidecar = match File::open(&path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        sidecar => sidecar.with_context(|| format!("cannot read {}", path.display()))?,
    };
    for (number, line) in (1..).zip(BufReader::new(sidecar).lines()) {
        let line = line.with_context(|| format!("cannot read {}", path.display()))?;
        let line = serde_json::from_str(&line).with_context(|| {
            format!("{}:{number}: is not a note of an import: remove the file, and import again", path.display())
        })?;
        take(line)?;
    }
    Ok(())
}
