/*!
The closing report of an import: what was read, what became of it, and what was left out and why.
*/

use std::collections::BTreeMap;
use std::fmt;

use serde_json::{Value, json};

use super::skip::Reason;
use super::tally::Tally;

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
    /// Records older than the one of the same id that an earlier import wrote, which stays.
    pub older: u64,
    /// Records whose id came again within the import: the newest of them counts elsewhere.
    pub repeated: u64,
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
    count: u64,
    /// The first places in the order of the input, whichever thread met them.
    first: BTreeMap<Order, String>,
}

/// The position of a place in the input: the unit, and the record in the unit.
pub(super) type Order = (u64, u64);

/// How many places of each reason are told.
const MOST_PLACES: usize = 5;

impl Report {
    /// How many records now stand in the corpus because of this import.
    pub fn written(&self) -> u64 {
        self.added + self.replaced + self.unchanged
    }

    /// How much was skipped, for whatever reason.
    pub fn skipped(&self) -> u64 {
        self.skipped.values().map(|skipped| skipped.count).sum()
    }

    /// How much was skipped for the reason of this name.
    pub fn skipped_as(&self, name: &str) -> u64 {
        self.skipped.get(name).map_or(0, |skipped| skipped.count)
    }

    /// The first places at which something was skipped for the reason of this name.
    pub fn places_of(&self, name: &str) -> Vec<&str> {
        self.skipped.get(name).into_iter().flat_map(|skipped| skipped.first.values()).map(String::as_str).collect()
    }

    /// Whether everything read has become something that is counted.
    pub fn adds_up(&self) -> bool {
        self.read == self.written() + self.older + self.repeated + self.skipped()
    }

    pub(super) fn skip(&mut self, reason: &'static Reason, order: Order, place: impl FnOnce() -> String) {
        let skipped =
            self.skipped.entry(reason.name).or_insert(Skipped { reason, count: 0, first: BTreeMap::default() });
        skipped.count += 1;
        let is_early = skipped.first.last_key_value().is_none_or(|(last, _)| order < *last);
        if is_early || skipped.first.len() < MOST_PLACES {
            skipped.first.insert(order, place());
        }
        skipped.trim();
    }

    /// Adds the report of another part of the same import.
    pub(super) fn absorb(&mut self, other: Self) {
        self.read += other.read;
        self.added += other.added;
        self.replaced += other.replaced;
        self.unchanged += other.unchanged;
        self.older += other.older;
        self.repeated += other.repeated;
        self.with_topic += other.with_topic;
        self.valid += other.valid;
        self.companions += other.companions;
        self.unmapped_subjects.absorb(other.unmapped_subjects);
        self.unresolved_courts.absorb(other.unresolved_courts);
        for (name, theirs) in other.skipped {
            match self.skipped.get_mut(name) {
                None => _ = self.skipped.insert(name, theirs),
                Some(ours) => {
                    ours.count += theirs.count;
                    ours.first.extend(theirs.first);
                    ours.trim();
                }
            }
        }
    }

    /// The skips, most frequent first.
    fn by_count(&self) -> Vec<&Skipped> {
        let mut skips: Vec<&Skipped> = self.skipped.values().collect();
        skips.sort_by_key(|skipped| std::cmp::Reverse(skipped.count));
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
            "repeated": self.repeated,
            "skipped": { "total": self.skipped(), "reasons": skipped },
            "topics": { "records": self.valid, "withTopic": self.with_topic },
            "unmappedSubjects": self.unmapped_subjects.to_json(),
            "unresolvedCourts": self.unresolved_courts.to_json(),
            "companionFiles": self.companions,
        })
    }
}

impl Skipped {
    fn trim(&mut self) {
        while self.first.len() > MOST_PLACES {
            self.first.pop_last();
        }
    }

    fn to_json(&self) -> Value {
        json!({
            "reason": self.reason.name,
            "explanation": self.reason.explanation,
            "count": self.count,
            "first": self.first.values().collect::<Vec<_>>(),
        })
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "read      {:>9}", self.read)?;
        let Self { added, replaced, unchanged, .. } = self;
        writeln!(f, "written   {:>9}  {added} added, {replaced} replaced, {unchanged} unchanged", self.written())?;
        writeln!(f, "older     {:>9}  the corpus has a newer record of the id", self.older)?;
        writeln!(f, "repeated  {:>9}  the id came again within the import", self.repeated)?;
        writeln!(f, "skipped   {:>9}", self.skipped())?;
        for skipped in self.by_count() {
            writeln!(f, "  {} {}: {}", skipped.count, skipped.reason.name, skipped.reason.explanation)?;
            for place in skipped.first.values() {
                writeln!(f, "      {place}")?;
            }
        }
        if self.companions > 0 {
            writeln!(f, "{} files of the format hold no records and were passed over", self.companions)?;
        }
        writeln!(f, "{} of {} valid records have a topic", self.with_topic, self.valid)?;
        self.unmapped_subjects.write(f, "subjects without a tag")?;
        self.unresolved_courts.write(f, "courts that are not in the catalogue")
    }
}
