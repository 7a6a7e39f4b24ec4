/*!
Counts the coverage of a list while it is built.
*/

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use crate::build::indexable::Indexable;
use crate::build::summary_use::SummaryUse;
use crate::format::coverage::{Coverage, JurisdictionCoverage};

/// Counts the records of each jurisdiction.
#[derive(Default)]
pub(super) struct CoverageCounter(BTreeMap<String, JurisdictionCoverage>);

impl CoverageCounter {
    /// Counts a record.
    pub(super) fn add<R: Indexable>(&mut self, record: &R, summary: SummaryUse) {
        // The entry API would copy the id of every record.
        if !self.0.contains_key(record.jurisdiction_id()) {
            self.0.insert(record.jurisdiction_id().to_owned(), no_records(record));
        }
        if let Some(coverage) = self.0.get_mut(record.jurisdiction_id()) {
            add(coverage, record);
            coverage.lexdex_summaries += u64::from(summary == SummaryUse::Shown);
        }
    }

    /// Adds the counts of another part of the list.
    pub(super) fn append(&mut self, other: Self) {
        for (jurisdiction, coverage) in other.0 {
            match self.0.entry(jurisdiction) {
                Entry::Vacant(entry) => {
                    entry.insert(coverage);
                }
                Entry::Occupied(mut entry) => append(entry.get_mut(), coverage),
            }
        }
    }

    /// Returns the coverage of all counted records.
    pub(super) fn finish(self) -> Coverage {
        Coverage::new(self.0)
    }
}

/// The coverage of a jurisdiction before its first record.
fn no_records<R: Indexable>(first: &R) -> JurisdictionCoverage {
    JurisdictionCoverage {
        records: 0,
        first_date: None,
        last_date: None,
        last_updated: first.meta().last_updated,
        sources: BTreeMap::new(),
        lexdex_summaries: 0,
    }
}

fn add<R: Indexable>(coverage: &mut JurisdictionCoverage, record: &R) {
    let meta = record.meta();
    coverage.records += 1;
    coverage.last_updated = coverage.last_updated.max(meta.last_updated);
    if let Some(date) = record.date() {
        coverage.first_date = Some(coverage.first_date.map_or(date, |first| first.min(date)));
        coverage.last_date = Some(coverage.last_date.map_or(date, |last| last.max(date)));
    }
    match coverage.sources.get_mut(&meta.source) {
        Some(n_records) => *n_records += 1,
        None => {
            coverage.sources.insert(meta.source.clone(), 1);
        }
    }
}

fn append(coverage: &mut JurisdictionCoverage, other: JurisdictionCoverage) {
    coverage.records += other.records;
    coverage.last_updated = coverage.last_updated.max(other.last_updated);
    coverage.first_date = coverage.first_date.into_iter().chain(other.first_date).min();
    coverage.last_date = coverage.last_date.max(other.last_date);
    coverage.lexdex_summaries += other.lexdex_summaries;
    for (source, n_records) in other.sources {
        *coverage.sources.entry(source).or_default() += n_records;
    }
}
