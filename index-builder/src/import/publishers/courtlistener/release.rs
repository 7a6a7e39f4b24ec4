/*!
Releases: the tables of one day, which have the day in their names. Rows are joined within their release, so that the
newest of several releases can be imported.
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
struct Tables {
    kinds: BTreeSet<TableKind>,
    courts: Vec<CourtRow>,
}

/// The tables among the inputs.
#[derive(Default)]
pub(super) struct TableReleases {
    tables: BTreeMap<TableRelease, Tables>,
    /// The kinds of the tables that have rows.
    with_rows: BTreeSet<TableKind>,
    /// The tables that could not be read to their ends.
    broken: BTreeSet<TableKind>,
}

impl TableReleases {
    pub(super) fn add_table(&mut self, release: TableRelease, kind: TableKind) {
        self.tables.entry(release).or_default().kinds.insert(kind);
    }

    /// Declares that a table was read, and whether it has rows and was read to its end.
    pub(super) fn end_table(&mut self, kind: TableKind, has_rows: bool, is_whole: bool) {
        if has_rows {
            self.with_rows.insert(kind);
        }
        if !is_whole {
            self.broken.insert(kind);
        }
    }

    pub(super) fn add_court(&mut self, release: TableRelease, court: CourtRow) {
        self.tables.entry(release).or_default().courts.push(court);
    }

    /// Whether any of the four tables was found.
    pub(super) fn has_tables(&self) -> bool {
        let mut kinds = self.tables.values().flat_map(|tables| &tables.kinds);
        kinds.any(|kind| *kind != TableKind::Other)
    }

    /// Whether all tables are joined as one release, because a release with decisions lacks one of the other tables.
    pub(super) fn are_joined(&self) -> bool {
        self.tables.values().any(|tables| tables.kinds.contains(&TableKind::Clusters) && !tables.is_whole())
    }

    /// The rows of the tables of courts, by release.
    pub(super) fn take_courts(&mut self) -> BTreeMap<TableRelease, Vec<CourtRow>> {
        self.tables.iter_mut().map(|(release, tables)| (*release, std::mem::take(&mut tables.courts))).collect()
    }

    /// The newest release that has decisions.
    pub(super) fn newest(&self) -> TableRelease {
        let with_decisions = self.tables.iter().filter(|(_, tables)| tables.kinds.contains(&TableKind::Clusters));
        with_decisions.map(|(release, _)| *release).max().unwrap_or_default()
    }

    /// The names of the four tables that are missing, have only a header, or break off.
    pub(super) fn faults(&self) -> Vec<String> {
        let fault = |kind: &TableKind| match () {
            () if self.broken.contains(kind) => Some(format!("the table {} breaks off", kind.name())),
            () if self.with_rows.contains(kind) => None,
            () => Some(format!("the table {} is missing or has no rows", kind.name())),
        };
        TableKind::NEEDED.iter().filter_map(fault).collect()
    }
}

impl Tables {
    /// Whether the release has all four tables.
    fn is_whole(&self) -> bool {
        TableKind::NEEDED.iter().all(|kind| self.kinds.contains(kind))
    }
}
