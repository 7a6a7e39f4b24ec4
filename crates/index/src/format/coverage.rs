/*!
The coverage of a list: for each jurisdiction the number, dates and sources of its records.

It is counted when the index is built. It lets clients distinguish a search without matches from a jurisdiction without
data.
*/

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result};
use lexdex_core::model::Date;
use serde::{Deserialize, Serialize};
use tantivy::Directory;
use tantivy::directory::TerminatingWrite;

use crate::format::layout::COVERAGE_FILE;

/// The coverage of each jurisdiction, by its id.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Coverage(BTreeMap<String, JurisdictionCoverage>);

/// The coverage of a jurisdiction.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct JurisdictionCoverage {
    /// The number of records.
    pub records: u64,
    /// The earliest date of a record.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_date: Option<Date>,
    /// The latest date of a record.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_date: Option<Date>,
    /// The latest `last_updated` of a record.
    pub last_updated: Date,
    /// The number of records from each source.
    pub sources: BTreeMap<String, u64>,
    /// The number of records of other sources that show a summary of this project.
    pub lexdex_summaries: u64,
    /// The number of records with a topic, inferred ones included.
    pub with_topics: u64,
    /// The number of records whose topics the build has inferred.
    pub inferred_topics: u64,
    /// The numbers of the titles of statutes, in natural order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub titles: Vec<String>,
}

impl Coverage {
    /// The coverage of a jurisdiction, given by its id; `None` if it has no records.
    pub fn for_jurisdiction(&self, jurisdiction: &str) -> Option<&JurisdictionCoverage> {
        self.0.get(jurisdiction)
    }

    /// Iterates over the jurisdictions with records by ascending id, each with its coverage.
    pub fn jurisdictions(&self) -> impl Iterator<Item = (&str, &JurisdictionCoverage)> {
        self.0.iter().map(|(id, coverage)| (id.as_str(), coverage))
    }

    /// Returns the latest `last_updated` of a record; `None` without records.
    pub(crate) fn last_updated(&self) -> Option<Date> {
        self.0.values().map(|coverage| coverage.last_updated).max()
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
