/*!
The report of an import: the numbers of records that were read, written, skipped and removed, with reasons and
locations.
*/

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use lexdex_core::model::{Completeness, Date, Resource};
use serde::Serialize;

use crate::report::sample_locations::{LocationOrder, SampleLocations};
use crate::report::skip::{DAMAGE, Reason, STRAY};
use crate::report::skip_log::{LogLine, SkipKind, SkipLog};
use crate::report::tally::Tally;

/// The counts of an import. Reports of parts add up to the report of the whole, in any order.
#[derive(Debug, Default)]
pub struct Report {
    /// Source records that were read, plus skips of other things, such as files.
    pub read: u64,
    /// Records with an id that the replaced part does not have.
    pub added: u64,
    /// Records that replaced another record of the same id.
    pub replaced: u64,
    /// Records that the replaced part already had, byte for byte.
    pub unchanged: u64,
    /// Records of an id of which newer data of the import have no record.
    pub older: u64,
    /// Records with an id that occurred several times in the import. The newest of each is counted elsewhere.
    pub repeated: SampleLocations,
    /// Records of the replaced parts that the new ones do not have.
    pub removed: SampleLocations,
    /// The number of [`Self::valid`] records that have a topic.
    pub with_topic: u64,
    /// Records that `build` accepts, before equal ids are merged.
    pub valid: u64,
    /// Files of the format that hold no records.
    pub companions: SampleLocations,
    /// Subjects without a tag.
    pub unmapped_subjects: Tally,
    /// Courts that are not in the catalogue.
    pub unresolved_courts: Tally,
    /// The completeness of the inputs for each list and jurisdiction with a valid record.
    pub completeness: BTreeMap<Resource, BTreeMap<String, Completeness>>,
    /// The newest `meta.last_updated` of the valid records.
    pub newest: Option<Date>,
    /// The records in the parts of the import, for each list that has one.
    pub corpus: BTreeMap<Resource, CorpusCounts>,
    /// Whether nothing was written, because inputs are damaged and `--strict` was given. The counts are then those that
    /// the import would have had.
    pub is_rejected: bool,
    /// The parts that the import writes, by name.
    pub parts: Vec<String>,
    /// The parts that it does not write, because one of their files breaks off.
    pub broken_parts: Vec<String>,
    /// The locations of the inputs in which something is damaged.
    pub damaged_inputs: BTreeSet<String>,
    /// The warnings for the operator.
    pub warnings: Vec<Warning>,
    pub(super) skipped: BTreeMap<&'static str, Skipped>,
    /// The statements of the inputs about written records that the records do not have, by reason.
    pub(super) disregarded: BTreeMap<&'static str, Skipped>,
    log: SkipLog,
}

/// The numbers of records in the corpus files of a list that an import writes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct CorpusCounts {
    /// Records that the files had before the import.
    pub before: u64,
    /// Records that are new to the corpus, and decisions that have a record again.
    pub added: u64,
    /// Records that the import removed.
    pub removed: u64,
    /// Records that the files have after the import.
    pub after: u64,
}

/// A warning for the operator.
#[derive(Debug, Serialize)]
pub struct Warning {
    /// The name of the warning, in snake case.
    pub warning: &'static str,
    /// The problem, and the fix.
    pub message: String,
}

/// The skips, or the disregarded statements, of one reason.
#[derive(Debug)]
pub(super) struct Skipped {
    pub(super) reason: &'static Reason,
    pub(super) locations: SampleLocations,
}

/// The list and id of a record that the merge leaves out.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LeftOutRecord<'r> {
    pub(crate) resource: Resource,
    pub(crate) id: &'r str,
}

impl Report {
    /// A report with a log of everything that it counts and the import does not write. The logs of `n_reports` reports
    /// together use the memory of one sorter.
    pub(crate) fn with_log(n_reports: usize, scratch: &Path) -> Self {
        Self { log: SkipLog::kept(n_reports, scratch), ..Self::default() }
    }

    /// Takes the log of the report.
    pub(crate) fn take_log(&mut self) -> SkipLog {
        std::mem::take(&mut self.log)
    }

    /// The number of imported records that the corpus now has.
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

    /// The names of the reasons, and the number of skips for each.
    pub(crate) fn skips_by_reason(&self) -> impl Iterator<Item = (&'static str, u64)> {
        self.skipped.iter().map(|(name, skipped)| (*name, skipped.locations.count))
    }

    /// Whether the inputs have no file of the format: no record, and no skip other than stray files.
    pub(crate) fn found_nothing(&self) -> bool {
        self.valid == 0 && self.read == self.skipped_as(STRAY.name)
    }

    /// Whether the inputs were read and no record of them is in the corpus.
    pub fn has_no_records(&self) -> bool {
        self.written() == 0 && !self.is_rejected
    }

    /// The things that the inputs have in place of records, with the first location of each kind, as text.
    pub(crate) fn describe_found(&self) -> String {
        let stray = self.skipped_as(STRAY.name);
        let other = match self.skipped() - stray {
            0 => String::new(),
            n_other => format!(", and {n_other} records that are not imported"),
        };
        let skips = self.skipped.values().flat_map(|skipped| skipped.locations.first_of(skipped.reason.name));
        let companions = self.companions.first_of("holds no records");
        let places: String = skips.chain(companions).map(|place| format!("\n  {place}")).collect();
        format!(
            "{stray} files that are not of the format, {} that hold no records{other}{places}",
            self.companions.count
        )
    }

    /// Whether each record that was read and each of the corpus is counted once: read = written + older + repeated +
    /// skipped, and in each list records after = before + added - removed.
    pub(crate) fn adds_up(&self) -> bool {
        let sum = |count: fn(&CorpusCounts) -> u64| self.corpus.values().map(count).sum::<u64>();
        self.read == self.written() + self.older + self.repeated.count + self.skipped()
            && self.corpus.values().all(|list| list.after + list.removed == list.before + list.added)
            && sum(|list| list.added) == self.added
            && sum(|list| list.removed) == self.removed.count
    }

    /// Declares that the inputs have records of a list's jurisdiction. If there are several declarations, the most
    /// complete one counts.
    pub(crate) fn cover(&mut self, resource: Resource, jurisdiction: &str, completeness: Completeness) {
        let list = self.completeness.entry(resource).or_default();
        match list.get_mut(jurisdiction) {
            Some(known) => *known = completeness.max(*known),
            None => {
                list.insert(jurisdiction.to_owned(), completeness);
            }
        }
    }

    /// The number of files, entries and elements that are damaged.
    pub fn n_damaged(&self) -> u64 {
        DAMAGE.iter().map(|reason| self.skipped_as(reason.name)).sum()
    }

    /// The number of damaged places, their reasons and the first place, as text. `None` if nothing is damaged.
    pub(crate) fn describe_damage(&self) -> Option<String> {
        let damage: Vec<&Skipped> = DAMAGE.iter().filter_map(|reason| self.skipped.get(reason.name)).collect();
        let (_, first) = damage.iter().filter_map(|skipped| skipped.locations.earliest()).min()?;
        let reasons = damage.iter().map(|skipped| format!("{} {}", skipped.locations.count, skipped.reason.name));
        let reasons: Vec<String> = reasons.collect();
        let n_places = match self.n_damaged() {
            1 => "1 place".to_owned(),
            n_places => format!("{n_places} places"),
        };
        Some(format!("damaged inputs: {n_places} ({}), the first is {first}", reasons.join(", ")))
    }

    /// The lists and jurisdictions of which the inputs have every record.
    pub(super) fn complete(&self) -> impl Iterator<Item = (Resource, &str)> {
        let lists = self.completeness.iter().flat_map(|(list, of)| of.iter().map(|(id, value)| (*list, &**id, *value)));
        lists.filter(|(.., value)| *value == Completeness::Complete).map(|(list, id, _)| (list, id))
    }

    /// Counts a skip at a position in the input.
    pub(crate) fn skip(&mut self, reason: &'static Reason, order: LocationOrder, location: impl FnOnce() -> String) {
        if !self.log.is_kept() {
            return self.skipped_for(reason).add_at(order, 1, location);
        }
        let location = location();
        let line = LogLine {
            kind: SkipKind::Skipped,
            reason: Some(reason.name),
            resource: None,
            id: None,
            location: Some(&location),
        };
        self.log.push(order, &line);
        self.skipped_for(reason).add_at(order, 1, || location);
    }

    /// Counts a statement about a record that the record does not have.
    pub(crate) fn disregard(
        &mut self,
        reason: &'static Reason,
        order: LocationOrder,
        location: impl FnOnce() -> String,
    ) {
        locations_for(&mut self.disregarded, reason).add_at(order, 1, location);
    }

    /// The number of disregarded statements for the reason of this name.
    pub fn disregarded_as(&self, name: &str) -> u64 {
        self.disregarded.get(name).map_or(0, |statements| statements.locations.count)
    }

    /// Counts a record whose part is not written.
    pub(crate) fn skip_record(&mut self, reason: &'static Reason, record: LeftOutRecord<'_>) {
        self.log_record(SkipKind::Skipped, Some(reason.name), record, None);
        self.skipped_for(reason).add(|| record.id.to_owned());
    }

    /// Counts a record of the import whose id is new to the corpus.
    pub(crate) fn add(&mut self, resource: Resource) {
        self.added += 1;
        self.corpus.entry(resource).or_default().added += 1;
    }

    /// Counts a record at a location of the input that is older than the corpus's record or removal of the same id.
    pub(crate) fn count_older(&mut self, record: LeftOutRecord<'_>, location: &str) {
        self.older += 1;
        self.log_record(SkipKind::Older, None, record, Some(location));
    }

    /// Counts the additional records of an id that occurs `n_records` times in the import. [`Self::log_repeated`] logs
    /// each of them.
    pub(crate) fn count_repeated(&mut self, record: LeftOutRecord<'_>, n_records: u64) {
        self.repeated.add_times(n_records - 1, || format!("{} occurs {n_records} times", record.id));
    }

    /// Logs one of the additional records of an id, at its location in the input.
    pub(crate) fn log_repeated(&mut self, record: LeftOutRecord<'_>, location: &str) {
        self.log_record(SkipKind::Repeated, None, record, Some(location));
    }

    /// Counts a record of an earlier import that is removed for this reason.
    pub(crate) fn remove(&mut self, record: LeftOutRecord<'_>, reason: &str) {
        self.log_record(SkipKind::Removed, None, record, Some(reason));
        self.removed.add(|| format!("{}: {reason}", record.id));
        self.corpus.entry(record.resource).or_default().removed += 1;
    }

    /// Declares that something in an input is damaged.
    pub(crate) fn add_damaged_input(&mut self, location: &str) {
        if !self.damaged_inputs.contains(location) {
            self.damaged_inputs.insert(location.to_owned());
        }
    }

    /// Counts a file of the format that holds no records.
    pub(crate) fn count_companion(&mut self, order: LocationOrder, location: &str) {
        self.companions.add_at(order, 1, || location.to_owned());
        let line =
            LogLine { kind: SkipKind::Companion, reason: None, resource: None, id: None, location: Some(location) };
        self.log.push(order, &line);
    }

    fn log_record(&mut self, kind: SkipKind, reason: Option<&str>, record: LeftOutRecord<'_>, location: Option<&str>) {
        let LeftOutRecord { resource, id } = record;
        let line = LogLine { kind, reason, resource: Some(resource), id: Some(id), location };
        self.log.push_of_merge(&line);
    }

    fn skipped_for(&mut self, reason: &'static Reason) -> &mut SampleLocations {
        locations_for(&mut self.skipped, reason)
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
        self.companions.absorb(other.companions);
        self.unmapped_subjects.absorb(other.unmapped_subjects);
        self.unresolved_courts.absorb(other.unresolved_courts);
        self.newest = self.newest.max(other.newest);
        self.log.absorb(other.log);
        self.damaged_inputs.extend(other.damaged_inputs);
        for (list, of) in other.corpus {
            let list = self.corpus.entry(list).or_default();
            list.before += of.before;
            list.added += of.added;
            list.removed += of.removed;
            list.after += of.after;
        }
        for (list, of) in other.completeness {
            of.into_iter().for_each(|(jurisdiction, value)| self.cover(list, &jurisdiction, value));
        }
        for theirs in other.skipped.into_values() {
            self.skipped_for(theirs.reason).absorb(theirs.locations);
        }
        for theirs in other.disregarded.into_values() {
            locations_for(&mut self.disregarded, theirs.reason).absorb(theirs.locations);
        }
    }
}

fn locations_for<'c>(
    counts: &'c mut BTreeMap<&'static str, Skipped>,
    reason: &'static Reason,
) -> &'c mut SampleLocations {
    &mut counts.entry(reason.name).or_insert(Skipped { reason, locations: SampleLocations::default() }).locations
}
