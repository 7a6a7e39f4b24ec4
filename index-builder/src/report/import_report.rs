/*!
The report of an import: the numbers of records that were read, written, skipped and removed, with reasons and
locations.
*/

use std::collections::BTreeMap;
use std::fmt;

use lexdex::model::{Completeness, Resource};
use serde_json::{Value, json};

use crate::report::sample_locations::{Order, SampleLocations};
use crate::report::skip::{LOSSES, Reason, STRAY};
use crate::report::tally::Tally;

/// The counts of an import. Reports of parts add up to the report of the whole, in any order.
#[derive(Debug, Default)]
pub struct Report {
    /// Source records that were read, and other skips.
    pub read: u64,
    /// Records with an id that is new to the corpus.
    pub added: u64,
    /// Records that replaced another record of the same id, which was older or had the same date.
    pub replaced: u64,
    /// Records that the corpus already had, byte for byte.
    pub unchanged: u64,
    /// Records that are older than the corpus's record or removal of the same id.
    pub older: u64,
    /// Records with an id that occurred several times in the import. The newest of each is counted elsewhere.
    pub repeated: SampleLocations,
    /// Records of earlier imports that the source no longer has.
    pub removed: SampleLocations,
    /// The number of [`Self::valid`] records that have a topic.
    pub with_topic: u64,
    /// Records that `build` accepts, before equal ids are merged.
    pub valid: u64,
    /// Files of the format that hold no records.
    pub companions: u64,
    /// Subjects without a tag.
    pub unmapped_subjects: Tally,
    /// Courts that are not in the catalogue.
    pub unresolved_courts: Tally,
    /// The completeness of the inputs for each list and jurisdiction with a valid record.
    pub completeness: BTreeMap<Resource, BTreeMap<String, Completeness>>,
    skipped: BTreeMap<&'static str, Skipped>,
}

/// The skips of one reason.
#[derive(Debug)]
struct Skipped {
    reason: &'static Reason,
    locations: SampleLocations,
}

impl Report {
    /// The number of records in the corpus that this import read.
    pub fn written(&self) -> u64 {
        self.added + self.replaced + self.unchanged
    }

    /// The number of skips, for any reason.
    pub fn skipped(&self) -> u64 {
        self.skipped.values().map(|skipped| skipped.locations.count).sum()
    }

    /// The number of skips for the reason of this name.
    pub fn skipped_as(&self, name: &str) -> u64 {
        self.skipped.get(name).map_or(0, |skipped| skipped.locations.count)
    }

    /// Whether the inputs have nothing of the format: no record, and no skip other than stray files.
    pub(crate) fn found_nothing(&self) -> bool {
        self.valid == 0 && self.read == self.skipped_as(STRAY.name)
    }

    /// The number and first locations of stray files, as text.
    pub(crate) fn describe_stray(&self) -> String {
        let first = self.skipped.get(STRAY.name).map(|skipped| skipped.locations.first()).unwrap_or_default();
        let first: String = first.iter().map(|location| format!("\n  {location}")).collect();
        let Self { read, companions, .. } = self;
        format!("{read} files that are not of the format and {companions} that hold no records{first}")
    }

    /// Whether the counts of written, older, repeated and skipped records add up to those read.
    pub(crate) fn adds_up(&self) -> bool {
        self.read == self.written() + self.older + self.repeated.count + self.skipped()
    }

    /// States that the inputs have records of a list's jurisdiction. Of several statements the one with the most records
    /// holds.
    pub(crate) fn cover(&mut self, resource: Resource, jurisdiction: &str, completeness: Completeness) {
        let list = self.completeness.entry(resource).or_default();
        match list.get_mut(jurisdiction) {
            Some(known) => *known = completeness.max(*known),
            None => {
                list.insert(jurisdiction.to_owned(), completeness);
            }
        }
    }

    /// Whether records of the inputs may be missing because they could not be read or are not valid.
    pub(crate) fn has_losses(&self) -> bool {
        LOSSES.iter().any(|reason| self.skipped_as(reason.name) > 0)
    }

    /// The lists and jurisdictions of which the inputs have every record.
    fn complete(&self) -> impl Iterator<Item = (Resource, &str)> {
        let lists = self.completeness.iter().flat_map(|(list, of)| of.iter().map(|(id, value)| (*list, &**id, *value)));
        lists.filter(|(.., value)| *value == Completeness::Complete).map(|(list, id, _)| (list, id))
    }

    pub(crate) fn skip(&mut self, reason: &'static Reason, order: Order, location: impl FnOnce() -> String) {
        self.skipped_for(reason).add_at(order, 1, location);
    }

    /// Counts a record that is skipped because of the corpus.
    pub(crate) fn skip_in_corpus(&mut self, reason: &'static Reason, location: impl FnOnce() -> String) {
        self.skipped_for(reason).add(location);
    }

    fn skipped_for(&mut self, reason: &'static Reason) -> &mut SampleLocations {
        &mut self
            .skipped
            .entry(reason.name)
            .or_insert(Skipped { reason, locations: SampleLocations::default() })
            .locations
    }

    /// Adds the report of another part of the same import.
    pub(crate) fn absorb(&mut self, other: Self) {
        self.read += other.read;
        self.added += other.added;
        self.replaced += other.replaced;
        self.unchanged += other.unchanged;
        self.older += other.older;
        self.repeated.absorb(other.repeated);
        self.removed.absorb(other.removed);
        self.with_topic += other.with_topic;
        self.valid += other.valid;
        self.companions += other.companions;
        self.unmapped_subjects.absorb(other.unmapped_subjects);
        self.unresolved_courts.absorb(other.unresolved_courts);
        for (list, of) in other.completeness {
            of.into_iter().for_each(|(jurisdiction, value)| self.cover(list, &jurisdiction, value));
        }
        for theirs in other.skipped.into_values() {
            self.skipped_for(theirs.reason).absorb(theirs.locations);
        }
    }

    /// The skips, most frequent first.
    fn by_count(&self) -> Vec<&Skipped> {
        let mut skips: Vec<&Skipped> = self.skipped.values().collect();
        skips.sort_by_key(|skipped| std::cmp::Reverse(skipped.locations.count));
        skips
    }

    /// The report as JSON.
    pub fn to_json(&self) -> Value {
        let skipped: Vec<Value> = self.by_count().into_iter().map(Skipped::to_json).collect();
        json!({
            "read": self.read,
            "written": {
                "total": self.written(),
                "added": self.added,
                "replaced": self.replaced,
                "unchanged": self.unchanged,
            },
            "older": self.older,
            "repeated": self.repeated.to_json(),
            "removed": self.removed.to_json(),
            "skipped": { "total": self.skipped(), "reasons": skipped },
            "topics": { "records": self.valid, "withTopic": self.with_topic },
            "unmappedSubjects": self.unmapped_subjects.to_json(),
            "unresolvedCourts": self.unresolved_courts.to_json(),
            "companionFiles": self.companions,
            "completeness": self.completeness,
        })
    }
}

impl Skipped {
    fn to_json(&self) -> Value {
        json!({
            "reason": self.reason.name,
            "explanation": self.reason.explanation,
            "count": self.locations.count,
            "first": self.locations.first(),
        })
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "read      {:>9}", self.read)?;
        let Self { added, replaced, unchanged, .. } = self;
        writeln!(f, "written   {:>9}  {added} added, {replaced} replaced, {unchanged} unchanged", self.written())?;
        writeln!(f, "older     {:>9}  the corpus has newer data for the id", self.older)?;
        writeln!(f, "repeated  {:>9}  the id occurs more than once in the import", self.repeated.count)?;
        self.repeated.write(f)?;
        writeln!(f, "skipped   {:>9}", self.skipped())?;
        for Skipped { reason, locations } in self.by_count() {
            writeln!(f, "  {} {}: {}", locations.count, reason.name, reason.explanation)?;
            locations.write(f)?;
        }
        writeln!(f, "removed   {:>9}  records of earlier imports that the source no longer has", self.removed.count)?;
        self.removed.write(f)?;
        for (list, jurisdiction) in self.complete() {
            writeln!(f, "complete: the inputs have all {list} of {jurisdiction}")?;
        }
        if self.companions > 0 {
            writeln!(f, "{} files of the format hold no records and were not read", self.companions)?;
        }
        writeln!(f, "{} of {} valid records have a topic", self.with_topic, self.valid)?;
        self.unmapped_subjects.write(f, "subjects without a tag")?;
        self.unresolved_courts.write(f, "courts that are not in the catalogue")
    }
}
