/*!
The closing report of an import: what was read, what became of it, and what was left out and why.
*/

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use serde_json::{Value, json};

use crate::report::skip::{Reason, STRAY};
use crate::report::tally::Tally;

/// What became of all that was read. Reports of parts add up to the report of the whole, in any order.
#[derive(Debug, Default)]
pub struct Report {
    /// Source records read, and whatever else was skipped.
    pub read: u64,
    /// Records whose id the corpus did not have.
    pub added: u64,
    /// Records in the place of another one of the same id that was older, or as old and different.
    pub replaced: u64,
    /// Records that the corpus had already, byte for byte.
    pub unchanged: u64,
    /// Records older than what is known of the id: another record, or that there is none any more.
    pub older: u64,
    /// Records whose id came again within the import: the newest of them counts elsewhere.
    pub repeated: Places,
    /// Records of earlier imports that are not in the source any more, and so not in the corpus.
    pub removed: Places,
    /// Valid records that have a topic; of those [`Self::valid`].
    pub with_topic: u64,
    /// Records that would be taken by `build`, before equal ids are merged.
    pub valid: u64,
    /// Files that belong to the format and hold no records.
    pub companions: u64,
    /// Subjects that no tag stands for.
    pub unmapped_subjects: Tally,
    /// Courts that are not in the catalogue.
    pub unresolved_courts: Tally,
    skipped: BTreeMap<&'static str, Skipped>,
}

/// What was skipped for one reason.
#[derive(Debug)]
struct Skipped {
    reason: &'static Reason,
    places: Places,
}

/// The position of a place in the input: the unit, and the record in the unit.
pub(crate) type Order = (u64, u64);

/// How many places of each kind are told.
const MOST_PLACES: usize = 5;

/// How often something was met, and where first.
#[derive(Debug, Default)]
pub struct Places {
    /// How often.
    pub count: u64,
    /// The first places in the order of the input, whichever thread met them.
    first: BTreeSet<(Order, String)>,
}

impl Places {
    fn add_at(&mut self, order: Order, times: u64, place: impl FnOnce() -> String) {
        self.count += times;
        let is_early = self.first.last().is_none_or(|(last, _)| order <= *last);
        if is_early || self.first.len() < MOST_PLACES {
            self.first.insert((order, place()));
        }
        self.trim();
    }

    /// Counts something in the corpus, which is gone through on one thread and behind the input.
    pub(crate) fn add(&mut self, place: impl FnOnce() -> String) {
        self.add_times(1, place);
    }

    /// Counts the same several times.
    pub(crate) fn add_times(&mut self, times: u64, place: impl FnOnce() -> String) {
        self.add_at((u64::MAX, self.count), times, place);
    }

    fn absorb(&mut self, other: Self) {
        self.count += other.count;
        self.first.extend(other.first);
        self.trim();
    }

    fn trim(&mut self) {
        while self.first.len() > MOST_PLACES {
            self.first.pop_last();
        }
    }

    fn to_json(&self) -> Value {
        json!({ "total": self.count, "first": self.first() })
    }

    fn first(&self) -> Vec<&String> {
        self.first.iter().map(|(_, place)| place).collect()
    }

    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.first.iter().try_for_each(|(_, place)| writeln!(f, "      {place}"))
    }
}

impl Report {
    /// How many records now stand in the corpus because of this import.
    pub fn written(&self) -> u64 {
        self.added + self.replaced + self.unchanged
    }

    /// How much was skipped, for whatever reason.
    pub fn skipped(&self) -> u64 {
        self.skipped.values().map(|skipped| skipped.places.count).sum()
    }

    /// How much was skipped for the reason of this name.
    pub fn skipped_as(&self, name: &str) -> u64 {
        self.skipped.get(name).map_or(0, |skipped| skipped.places.count)
    }

    /// Whether there was nothing of the format: no record, nor anything that was left out but stray files.
    pub(crate) fn found_nothing(&self) -> bool {
        self.valid == 0 && self.read == self.skipped_as(STRAY.name)
    }

    /// What stray files there were, in words.
    pub(crate) fn describe_stray(&self) -> String {
        let first = self.skipped.get(STRAY.name).map(|skipped| skipped.places.first()).unwrap_or_default();
        let first: String = first.iter().map(|place| format!("\n  {place}")).collect();
        let Self { read, companions, .. } = self;
        format!("{read} files that are not of the format and {companions} that hold no records{first}")
    }

    /// Whether everything read has become something that is counted.
    pub(crate) fn adds_up(&self) -> bool {
        self.read == self.written() + self.older + self.repeated.count + self.skipped()
    }

    pub(crate) fn skip(&mut self, reason: &'static Reason, order: Order, place: impl FnOnce() -> String) {
        self.skipped_for(reason).add_at(order, 1, place);
    }

    /// Counts a record that is left out because of what the corpus has.
    pub(crate) fn skip_in_corpus(&mut self, reason: &'static Reason, place: impl FnOnce() -> String) {
        self.skipped_for(reason).add(place);
    }

    fn skipped_for(&mut self, reason: &'static Reason) -> &mut Places {
        &mut self.skipped.entry(reason.name).or_insert(Skipped { reason, places: Places::default() }).places
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
        for theirs in other.skipped.into_values() {
            self.skipped_for(theirs.reason).absorb(theirs.places);
        }
    }

    /// The skips, most frequent first.
    fn by_count(&self) -> Vec<&Skipped> {
        let mut skips: Vec<&Skipped> = self.skipped.values().collect();
        skips.sort_by_key(|skipped| std::cmp::Reverse(skipped.places.count));
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
        })
    }
}

impl Skipped {
    fn to_json(&self) -> Value {
        json!({
            "reason": self.reason.name,
            "explanation": self.reason.explanation,
            "count": self.places.count,
            "first": self.places.first(),
        })
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "read      {:>9}", self.read)?;
        let Self { added, replaced, unchanged, .. } = self;
        writeln!(f, "written   {:>9}  {added} added, {replaced} replaced, {unchanged} unchanged", self.written())?;
        writeln!(f, "older     {:>9}  something newer is known of the id", self.older)?;
        writeln!(f, "repeated  {:>9}  the id came again within the import", self.repeated.count)?;
        self.repeated.write(f)?;
        writeln!(f, "skipped   {:>9}", self.skipped())?;
        for Skipped { reason, places } in self.by_count() {
            writeln!(f, "  {} {}: {}", places.count, reason.name, reason.explanation)?;
            places.write(f)?;
        }
        writeln!(f, "removed   {:>9}  records of earlier imports that the source has no more", self.removed.count)?;
        self.removed.write(f)?;
        if self.companions > 0 {
            writeln!(f, "{} files of the format hold no records and were passed over", self.companions)?;
        }
        writeln!(f, "{} of {} valid records have a topic", self.with_topic, self.valid)?;
        self.unmapped_subjects.write(f, "subjects without a tag")?;
        self.unresolved_courts.write(f, "courts that are not in the catalogue")
    }
}
