/*!
What a list covers: for each jurisdiction how many records there are, of which dates and from which sources. Counted when
the index is built, so that an empty answer can be told from one about which nothing is there.
*/

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use tantivy::Directory;
use tantivy::directory::TerminatingWrite;

use super::indexed::Indexed;
use crate::model::Date;

/// The coverage of a list as JSON.
pub(super) const COVERAGE_FILE: &str = "coverage.json";

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

    /// Counts a record.
    pub(super) fn add<R: Indexed>(&mut self, record: &R) {
        let meta = record.meta();
        if !self.0.contains_key(record.jurisdiction_id()) {
            let nothing = JurisdictionCoverage {
                records: 0,
                first_date: None,
                last_date: None,
                last_updated: meta.last_updated,
                sources: BTreeMap::new(),
            };
            self.0.insert(record.jurisdiction_id().to_owned(), nothing);
        }
        if let Some(covered) = self.0.get_mut(record.jurisdiction_id()) {
            covered.add(record);
        }
    }

    /// Counts what another part of the list has.
    pub(super) fn append(&mut self, other: Self) {
        for (jurisdiction, covered) in other.0 {
            match self.0.entry(jurisdiction) {
                Entry::Vacant(entry) => {
                    entry.insert(covered);
                }
                Entry::Occupied(mut entry) => entry.get_mut().append(covered),
            }
        }
    }

    /// Writes the coverage beside its list.
    pub(super) fn write(&self, directory: &dyn Directory) -> Result<()> {
        let mut file = directory.open_write(Path::new(COVERAGE_FILE))?;
        serde_json::to_writer(&mut file, self)?;
        file.write_all(b"\n")?;
        Ok(file.terminate()?)
    }

    /// Reads the coverage of a list.
    pub(super) fn read(directory: &dyn Directory) -> Result<Self> {
        let bytes = directory.open_read(Path::new(COVERAGE_FILE))?.read_bytes()?;
        serde_json::from_slice(&bytes).with_context(|| format!("{COVERAGE_FILE} is damaged"))
    }
}

impl JurisdictionCoverage {
    fn add<R: Indexed>(&mut self, record: &R) {
        let meta = record.meta();
        self.records += 1;
        self.last_updated = self.last_updated.max(meta.last_updated);
        if let Some(date) = record.date() {
            self.first_date = Some(self.first_date.map_or(date, |first| first.min(date)));
            self.last_date = Some(self.last_date.map_or(date, |last| last.max(date)));
        }
        match self.sources.get_mut(&meta.source) {
            Some(n_records) => *n_records += 1,
            None => {
                self.sources.insert(meta.source.clone(), 1);
            }
        }
    }

    fn append(&mut self, other: Self) {
        self.records += other.records;
        self.last_updated = self.last_updated.max(other.last_updated);
        self.first_date = self.first_date.into_iter().chain(other.first_date).min();
        self.last_date = self.last_date.max(other.last_date);
        for (source, n_records) in other.sources {
            *self.sources.entry(source).or_default() += n_records;
        }
    }
}
