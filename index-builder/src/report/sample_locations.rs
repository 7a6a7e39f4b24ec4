/*!
The first locations at which something occurred, for a report.
*/

use std::collections::BTreeSet;
use std::fmt;

use serde_json::{Value, json};

/// The position of a location in the input: the file, and the record in the file.
pub(crate) type LocationOrder = (u64, u64);

/// The maximum number of locations that a report names.
const MAX_LOCATIONS: usize = 5;

/// A count, and the first locations that were counted.
#[derive(Debug, Default)]
pub struct SampleLocations {
    /// The count.
    pub count: u64,
    /// The first locations in the order of the input, independent of the order of threads.
    first: BTreeSet<(LocationOrder, String)>,
}

impl SampleLocations {
    /// Counts a location several times, at its position in the input.
    pub(crate) fn add_at(&mut self, order: LocationOrder, times: u64, location: impl FnOnce() -> String) {
        self.count += times;
        let is_early = self.first.last().is_none_or(|(last, _)| order <= *last);
        if is_early || self.first.len() < MAX_LOCATIONS {
            self.first.insert((order, location()));
        }
        self.trim();
    }

    /// Counts a location in the corpus, which one thread reads after the input.
    pub(super) fn add(&mut self, location: impl FnOnce() -> String) {
        self.add_times(1, location);
    }

    /// Counts a location several times.
    pub(super) fn add_times(&mut self, times: u64, location: impl FnOnce() -> String) {
        self.add_at((u64::MAX, self.count), times, location);
    }

    pub(super) fn absorb(&mut self, other: Self) {
        self.count += other.count;
        self.first.extend(other.first);
        self.trim();
    }

    fn trim(&mut self) {
        while self.first.len() > MAX_LOCATIONS {
            self.first.pop_last();
        }
    }

    pub(super) fn to_json(&self) -> Value {
        json!({ "total": self.count, "first": self.first() })
    }

    /// The position in the input of the first location, and the location.
    pub(super) fn earliest(&self) -> Option<&(LocationOrder, String)> {
        self.first.first()
    }

    pub(super) fn first(&self) -> Vec<&String> {
        self.first.iter().map(|(_, location)| location).collect()
    }

    /// The first locations with the name of their kind.
    pub(super) fn first_of<'k>(&'k self, kind: &'k str) -> impl Iterator<Item = String> + 'k {
        self.first.iter().map(move |(_, location)| format!("{kind}: {location}"))
    }

    pub(super) fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.first.iter().try_for_each(|(_, location)| writeln!(f, "      {location}"))
    }
}
