/*!
What a list covers: for each jurisdiction how many records there are, of which dates and from which sources. Counted when
the index is built, so that an empty answer can be told from one about which nothing is there.
*/

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use tantivy::Directory;
use tantivy::directory::TerminatingWrite;

use crate::index::format::layout::COVERAGE_FILE;
use crate::model::Date;

/// What a list has of each jurisdiction, by its id.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Coverage(BTreeMap<String, JurisdictionCoverage>);

/// What a list has of a jurisdiction.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct JurisdictionCoverage {
    /// How many records there are.
    pub records: u64,
    /// The earliest date that one of them has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_date: Option<Date>,
    /// The latest date that one of them has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_date: Option<Date>,
    /// When the data of one of them was refreshed last.
    pub last_updated: Date,
    /// Where they come from, and how many from each.
    pub sources: BTreeMap<String, u64>,
}

impl Coverage {
    /// What there is of a jurisdiction, given by its id; nothing if there are no records.
    pub fn of(&self, jurisdiction: &str) -> Option<&JurisdictionCoverage> {
        self.0.get(jurisdiction)
    }

    /// The coverage of these jurisdictions, by their ids.
    pub(crate) fn new(jurisdictions: BTreeMap<String, JurisdictionCoverage>) -> Self {
        Self(jurisdictions)
    }

    /// Writes the coverage beside its list.
    pub(crate) fn write(&self, directory: &dyn Directory) -> Result<()> {
        let mut file = directory.open_write(Path::new(COVERAGE_FILE))?;
        serde_json::to_writer(&mut file, self)?;
        file.write_all(b"\n")?;
        Ok(file.terminate()?)
    }

    /// Reads the coverage of a list.
    pub(crate) fn read(directory: &dyn Directory) -> Result<Self> {
        let bytes = directory.open_read(Path::new(COVERAGE_FILE))?.read_bytes()?;
        serde_json::from_slice(&bytes).with_context(|| format!("{COVERAGE_FILE} is damaged"))
    }
}
