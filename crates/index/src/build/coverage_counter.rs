/*!
Counts the coverage of a list while it is built.
*/

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

use crate::build::indexable::Indexable;
use crate::build::part::PartRecord;
use crate::build::sort_key::push_natural;
use crate::build::summary_use::SummaryUse;
use crate::format::coverage::{Coverage, JurisdictionCoverage};

/// Counts the records of each jurisdiction.
#[derive(Default)]
pub(super) struct CoverageCounter {
    by_jurisdiction: BTreeMap<String, JurisdictionCoverage>,
    /// The numbers of the titles of statutes, by jurisdiction.
    titles: BTreeMap<String, BTreeSet<String>>,
}

impl CoverageCounter {
    /// Counts a record of a part.
    pub(super) fn add<R: Indexable>(&mut self, record: &R, entry: &PartRecord<'_>) {
        let id = record.jurisdiction_id();
        // The entry API would copy the id of every record.
        if !self.by_jurisdiction.contains_key(id) {
            self.by_jurisdiction.insert(id.to_owned(), no_records(record));
        }
        if let Some(coverage) = self.by_jurisdiction.get_mut(id) {
            add(coverage, record);
            coverage.lexdex_summaries += u64::from(entry.summary == SummaryUse::Shown);
            coverage.inferred_topics += u64::from(entry.has_inferred_topics);
        }
        if let Some(title) = record.title_number()
            && !self.titles.get(id).is_some_and(|titles| titles.contains(title))
        {
            self.titles.entry(id.to_owned()).or_default().insert(title.to_owned());
        }
    }

    /// Adds the counts of another part of the list.
    pub(super) fn append(&mut self, other: Self) {
        for (jurisdiction, titles) in other.titles {
            self.titles.entry(jurisdiction).or_default().extend(titles);
        }
        for (jurisdiction, coverage) in other.by_jurisdiction {
            match self.by_jurisdiction.entry(jurisdiction) {
                Entry::Vacant(entry) => {
                    entry.insert(coverage);
                }
                Entry::Occupied(mut entry) => append(entry.get_mut(), coverage),
            }
        }
    }

    /// Returns the coverage of all counted records.
    pub(super) fn finish(mut self) -> Coverage {
        for (jurisdiction, titles) in self.titles {
            if let Some(coverage) = self.by_jurisdiction.get_mut(&jurisdiction) {
                coverage.titles = titles.into_iter().collect();
                coverage.titles.sort_by_cached_key(|title| natural_key(title));
            }
        }
        Coverage::new(self.by_jurisdiction)
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
        titles: Vec::new(),
        lexdex_summaries: 0,
        with_topics: 0,
        inferred_topics: 0,
    }
}

fn add<R: Indexable>(coverage: &mut JurisdictionCoverage, record: &R) {
    let meta = record.meta();
    coverage.records += 1;
    coverage.with_topics += u64::from(!record.topics().is_empty());
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

fn natural_key(title: &str) -> Vec<u8> {
    let mut key = Vec::new();
    push_natural(&mut key, Some(title));
    key
}

fn append(coverage: &mut JurisdictionCoverage, other: JurisdictionCoverage) {
    coverage.records += other.records;
    coverage.last_updated = coverage.last_updated.max(other.last_updated);
    coverage.first_date = coverage.first_date.into_iter().chain(other.first_date).min();
    coverage.last_date = coverage.last_date.max(other.last_date);
    coverage.lexdex_summaries += other.lexdex_summaries;
    coverage.with_topics += other.with_topics;
    coverage.inferred_topics += other.inferred_topics;
    for (source, n_records) in other.sources {
        *coverage.sources.entry(source).or_default() += n_records;
    }
}
