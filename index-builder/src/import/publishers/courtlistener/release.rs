/*!
Releases: the tables of one day, which have the day in their names. Rows are joined within their release, so that several
releases can be imported together.
*/

use std::collections::{BTreeMap, BTreeSet};

use lexdex_core::model::Date;

use crate::import::publishers::courtlistener::court::CourtRow;
use crate::import::publishers::courtlistener::kind::TableKind;
use crate::import::text::iso_date::last_date_in;

/// A release, as the number of its day; 0 for tables without a day in their names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct TableRelease(pub(super) u32);

impl TableRelease {
    pub(super) fn from_name(name: &str) -> Self {
        Self(last_date_in(name).map_or(0, Date::as_number))
    }
}

#[derive(Default)]
pub(super) struct Tables {
    kinds: BTreeSet<TableKind>,
    courts: Vec<CourtRow>,
    /// The last day on which a decision was modified.
    newest: Option<Date>,
    /// The location of the table of decisions.
    location: String,
    /// The number of damaged places.
    n_damaged: u64,
}

#[derive(Default)]
pub(super) struct TableReleases {
    tables: BTreeMap<TableRelease, Tables>,
}

impl TableReleases {
    /// Adds a table. The first table of decisions by location names the release in reports.
    pub(super) fn add_table(&mut self, release: TableRelease, kind: TableKind, location: &str) {
        let tables = self.tables.entry(release).or_default();
        tables.kinds.insert(kind);
        if kind == TableKind::Clusters && (tables.location.is_empty() || location < tables.location.as_str()) {
            location.clone_into(&mut tables.location);
        }
    }

    /// Counts the damaged places of a table.
    pub(super) fn add_damage(&mut self, release: TableRelease, n_damaged: u64) {
        self.tables.entry(release).or_default().n_damaged += n_damaged;
    }

    pub(super) fn add_court(&mut self, release: TableRelease, court: CourtRow) {
        self.tables.entry(release).or_default().courts.push(court);
    }

    /// Adds the last day on which a decision of a table was modified.
    pub(super) fn add_newest(&mut self, release: TableRelease, newest: Option<Date>) {
        let tables = self.tables.entry(release).or_default();
        tables.newest = tables.newest.max(newest);
    }

    /// Whether all tables are joined as one release, because a release with decisions lacks one of the other tables.
    pub(super) fn are_joined(&self) -> bool {
        self.tables.values().any(|tables| tables.kinds.contains(&TableKind::Clusters) && !tables.is_whole())
    }

    /// The rows of the tables of courts, by release.
    pub(super) fn take_courts(&mut self) -> BTreeMap<TableRelease, Vec<CourtRow>> {
        self.tables.iter_mut().map(|(release, tables)| (*release, std::mem::take(&mut tables.courts))).collect()
    }

    /// The number of damaged places.
    fn n_damaged(&self) -> u64 {
        self.tables.values().map(|tables| tables.n_damaged).sum()
    }

    /// The date of the data of a release: the day in the names of its tables, or else the last day on which a decision
    /// was modified.
    pub(super) fn date(&self, release: TableRelease) -> Option<Date> {
        Date::from_number(release.0).or_else(|| self.tables.get(&release)?.newest)
    }

    /// The complete releases, each with its date and location. A complete release has all four tables, undamaged, and
    /// at least one decision. `n_damaged` is the number of damaged places in all inputs; some of them may be in no
    /// known table.
    pub(super) fn complete(&self, n_damaged: u64) -> Vec<(Date, &str)> {
        let is_damaged_elsewhere = n_damaged > self.n_damaged();
        let with_clusters: Vec<(&TableRelease, &Tables)> =
            self.tables.iter().filter(|(_, tables)| tables.kinds.contains(&TableKind::Clusters)).collect();
        let is_complete = |tables: &Tables| match self.are_joined() {
            false => tables.n_damaged == 0,
            true => {
                let kinds: BTreeSet<TableKind> =
                    self.tables.values().flat_map(|tables| tables.kinds.iter().copied()).collect();
                n_damaged == 0 && with_clusters.len() == 1 && Tables { kinds, ..Tables::default() }.is_whole()
            }
        };
        let complete = with_clusters.iter().filter(|(_, tables)| !is_damaged_elsewhere && is_complete(tables));
        let dated = complete.filter_map(|(release, tables)| {
            tables.newest?;
            Some((self.date(**release)?, tables.location.as_str()))
        });
        dated.collect()
    }
}

impl Tables {
    /// Whether the release has all four tables.
    fn is_whole(&self) -> bool {
        [TableKind::Courts, TableKind::Dockets, TableKind::Clusters, TableKind::Citations]
            .iter()
            .all(|kind| self.kinds.contains(kind))
    }
}
