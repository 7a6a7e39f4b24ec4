/*!
Where a format gives its records: checked by the rules of `build`, counted, and sorted. Each thread has its own.
*/

use std::collections::BTreeSet;
use std::io;
use std::path::Path;

use anyhow::{Context, Result};
use lexdex::corpus::{Catalogue, CourtEntry, MAX_LINE_BYTES, check_record, text};
use lexdex::model::{Date, Jurisdiction, LICENSE, Meta, Record, Resource};
use lexdex::sort::Sorter;

use crate::import::engine::first_failure::FirstFailure;
use crate::import::engine::session::Import;
use crate::import::merge::statement::{Role, Statement};
use crate::report::import_report::Report;
use crate::report::skip::{INVALID, Reason, Skip};
use crate::topics::Vocabulary;

/// Takes what one thread reads.
pub struct Sink<'s> {
    import: &'s Import<'s>,
    records: Records,
    report: Report,
    place: String,
    unit: u64,
    n_in_unit: u64,
    n_shown: u64,
    failure: FirstFailure,
}

impl<'s> Sink<'s> {
    pub(crate) fn new(import: &'s Import<'_>, records: Records) -> Self {
        Self {
            import,
            records,
            report: Report::default(),
            place: String::new(),
            unit: 0,
            n_in_unit: 0,
            n_shown: 0,
            failure: FirstFailure::default(),
        }
    }

    /// The catalogues.
    pub fn catalogue(&self) -> &'s Catalogue {
        self.import.catalogue
    }

    /// Takes a record into a file of its list, such as `uslm.jsonl`. `at` is where in the unit it stood: a line, an
    /// identifier.
    pub fn write<R: Record>(&mut self, file: &str, record: &R, at: &str) {
        let key = RecordKey { resource: R::RESOURCE, file, id: record.id(), last_updated: record.meta().last_updated };
        match self.line(record) {
            Ok(line) => self.write_line(&key, &line, !record.topics().is_empty()),
            Err(problem) => self.leave(&INVALID, &format!("{at}: {problem}"), &key),
        }
    }

    /// Takes a record that is a line already.
    pub(crate) fn write_line(&mut self, key: &RecordKey<'_>, line: &[u8], has_topic: bool) {
        self.count();
        self.report.valid += 1;
        self.report.with_topic += u64::from(has_topic);
        self.state(Role::New, key, line);
    }

    /// The record as a line that `build` takes, or what is wrong with it.
    pub(crate) fn line<R: Record>(&self, record: &R) -> Result<Vec<u8>, String> {
        let mut problem = None;
        check_record(record, self.import.catalogue, &mut |field, message| {
            problem.get_or_insert_with(|| format!("{field} {message}"));
        });
        match (problem, serde_json::to_vec(record)) {
            (None, Ok(line)) if line.len() <= MAX_LINE_BYTES => Ok(line),
            (None, Ok(_)) => Err(format!("longer than {MAX_LINE_BYTES} bytes")),
            (None, Err(error)) => Err(error.to_string()),
            (Some(problem), _) => Err(problem),
        }
    }

    /// Leaves a record out whose id is known: a record that the corpus has of older data goes.
    pub fn leave(&mut self, reason: &'static Reason, at: &str, key: &RecordKey<'_>) {
        if text::is_record_id(key.id) {
            let place = format!("{}: {at} ({})", self.place, reason.name);
            self.state(Role::NewGone, key, place.as_bytes());
        }
        self.skip(reason, at);
    }

    /// Tells that every record whose id begins with that of the key has been given or left out, so that what the corpus
    /// has of older data and was not met goes.
    pub fn complete(&mut self, key: &RecordKey<'_>) {
        let place = self.place.clone();
        self.state(Role::Complete, key, place.as_bytes());
    }

    /// Notes which of the publisher's cases has an id.
    pub fn number(&mut self, key: &RecordKey<'_>, number: u64) {
        self.state(Role::Number, key, number.to_string().as_bytes());
    }

    fn state(&mut self, role: Role, key: &RecordKey<'_>, content: &[u8]) {
        let RecordKey { resource, file, id, last_updated } = *key;
        let date = (role != Role::Number).then_some(last_updated);
        self.failure.note(self.records.push(&Statement { role, resource, file, id, date, content }));
    }

    /// Leaves a record out. `at` is where in the unit it stood, or what exactly was wrong.
    pub fn skip(&mut self, reason: &'static Reason, at: &str) {
        self.count();
        let order = (self.unit, self.n_in_unit);
        let place = &self.place;
        self.report.skip(reason, order, || if at.is_empty() { place.clone() } else { format!("{place}: {at}") });
    }

    /// The provenance of a record. The source is the publisher's name for itself, unless the person who runs the
    /// import has given another.
    pub fn meta(&self, jurisdiction: &str, source: &str, last_updated: Date, citation: Option<String>) -> Meta {
        Meta {
            source: self.import.source.unwrap_or(source).to_owned(),
            jurisdiction: jurisdiction.to_owned(),
            last_updated,
            citation,
            license: LICENSE.to_owned(),
        }
    }

    /// The jurisdiction of this id, abbreviation, name or alias.
    pub fn jurisdiction(&self, value: &str) -> Option<&'s Jurisdiction> {
        self.import.catalogue.jurisdictions.find(value)
    }

    /// The tags of a record's subjects, in their order and each once. Subjects that no tag stands for are counted.
    pub fn topics<'t>(&mut self, vocabulary: Vocabulary, subjects: impl IntoIterator<Item = &'t str>) -> Vec<String> {
        let mut tags: Vec<String> = Vec::new();
        for subject in subjects {
            let of_subject = self.import.topics.tags(vocabulary, subject);
            if of_subject.is_empty() {
                self.report.unmapped_subjects.add(subject);
            }
            for tag in of_subject {
                if !tags.iter().any(|known| known == tag) {
                    tags.push(tag.to_string());
                }
            }
        }
        tags
    }

    /// Whether a tag stands for a subject. Nothing is counted.
    pub fn has_tags(&self, vocabulary: Vocabulary, subject: &str) -> bool {
        !self.import.topics.tags(vocabulary, subject).is_empty()
    }

    /// The catalogue's court of this id, name or alias in a jurisdiction. One that is not there is counted.
    pub fn court(&mut self, name: &str, jurisdiction: &str) -> Option<&'s CourtEntry> {
        let court = self.import.catalogue.courts.find_catalogued(name, jurisdiction);
        if court.is_none() {
            self.report.unresolved_courts.add(&format!("{name} ({jurisdiction})"));
        }
        court
    }

    pub(crate) fn companion(&mut self) {
        self.report.companions += 1;
    }

    pub(crate) fn begin_unit(&mut self, place: &str, order: u64) {
        place.clone_into(&mut self.place);
        self.unit = order;
        self.n_in_unit = 0;
    }

    /// The unit that is being read.
    pub(crate) fn unit(&self) -> u64 {
        self.unit
    }

    /// A sink for another thread that reads the same unit.
    pub(crate) fn beside(&self) -> Self {
        Self { place: self.place.clone(), unit: self.unit, ..self.import.sink() }
    }

    /// Takes what another sink has taken.
    pub(crate) fn absorb(&mut self, mut other: Self) {
        other.show();
        self.n_shown += other.n_shown;
        self.records.files.extend(other.records.files);
        self.failure.note(other.failure.check());
        self.failure.note(self.records.sorter.absorb(other.records.sorter));
        self.report.absorb(other.report);
    }

    /// Goes to a record of the unit, also to one that was passed before: the first that are skipped are told.
    pub(crate) fn go_to(&mut self, n_in_unit: u64) {
        self.n_in_unit = n_in_unit;
    }

    /// Ends a unit, which may have failed as a whole or from some point on.
    pub(crate) fn end_unit(&mut self, unit: Result<(), Skip>) {
        if let Err(skip) = unit {
            self.skip(skip.reason, &skip.detail);
        }
    }

    fn count(&mut self) {
        const SHOWN_EVERY: u64 = 1000;
        self.report.read += 1;
        self.n_in_unit = self.n_in_unit.saturating_add(1);
        if self.report.read - self.n_shown >= SHOWN_EVERY {
            self.show();
        }
    }

    fn show(&mut self) {
        self.import.progress.advance_records(self.report.read - self.n_shown);
        self.n_shown = self.report.read;
    }

    /// Whether what was given could be put away; a disk may be full.
    pub(crate) fn check(&mut self) -> Result<()> {
        self.failure.check().context("cannot write the records sorted so far")
    }

    pub(crate) fn finish(mut self) -> Result<(Records, Report)> {
        self.show();
        self.check()?;
        Ok((self.records, self.report))
    }
}

/// What a record is known by before there is one.
#[derive(Clone, Copy, Debug)]
pub struct RecordKey<'k> {
    /// The list it is of.
    pub resource: Resource,
    /// The file of the list, such as `uslm.jsonl`.
    pub file: &'k str,
    /// Its id.
    pub id: &'k str,
    /// The day of the data.
    pub last_updated: Date,
}

/// Records on their way to the corpus, and the files they go to.
pub(crate) struct Records {
    pub(crate) sorter: Sorter,
    pub(crate) files: BTreeSet<(Resource, String)>,
}

impl Records {
    pub(crate) fn new(scratch: &Path) -> Self {
        Self { sorter: Sorter::new(scratch), files: BTreeSet::new() }
    }

    fn push(&mut self, statement: &Statement<'_>) -> io::Result<()> {
        let Statement { resource, file, .. } = *statement;
        if !self.files.iter().any(|known| known.0 == resource && known.1 == file) {
            self.files.insert((resource, file.to_owned()));
        }
        statement.push_to(&mut self.sorter)
    }
}
