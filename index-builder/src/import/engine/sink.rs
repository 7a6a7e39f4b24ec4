/*!
Takes the records of an importer: checks them by the rules of `build`, counts and sorts them. Each thread has its own
sink.
*/

use std::borrow::Cow;
use std::collections::BTreeSet;

use anyhow::{Context as _, Result};
use lexdex_core::corpus::{Catalogue, CourtEntry, MAX_LINE_BYTES, check_record, text};
use lexdex_core::model::{Completeness, Date, Jurisdiction, LICENSE, Meta, Record, Resource};

use crate::import::engine::context::Context;
use crate::import::engine::first_failure::FirstFailure;
use crate::import::input::location;
use crate::import::merge::record_batch::StatementBatch;
use crate::import::merge::scope::{InputId, Scope, ScopeOf, ScopeRelease};
use crate::import::merge::statement::{Statement, StatementRole, push_text};
use crate::import::text::excerpt::Excerpt;
use crate::report::import_report::{LeftOutRecord, Report};
use crate::report::skip::{INVALID, Reason, Skip};
use crate::topics::Vocabulary;

/// Collects the records, skips and counts of one thread.
pub(crate) struct Sink<'s> {
    context: &'s Context<'s>,
    records: StatementBatch,
    report: Report,
    location: String,
    input: InputId,
    file_order: u64,
    position: u64,
    n_shown: u64,
    failure: FirstFailure,
}

impl<'s> Sink<'s> {
    pub(super) fn new(context: &'s Context<'_>) -> Self {
        Self {
            context,
            records: StatementBatch::new(&context.scratch),
            report: context.report(),
            location: String::new(),
            input: InputId::from_archive(""),
            file_order: 0,
            position: 0,
            n_shown: 0,
            failure: FirstFailure::default(),
        }
    }

    /// The catalogues of the corpus.
    pub(crate) fn catalogue(&self) -> &'s Catalogue {
        self.context.catalogue
    }

    /// An empty excerpt for the text behind a record.
    pub(crate) fn excerpt(&self) -> Excerpt {
        self.context.excerpt()
    }

    /// Whether texts behind the records are wanted.
    pub(crate) fn wants_texts(&self) -> bool {
        self.context.max_text_bytes > 0
    }

    /// Writes a record to a file of its list, such as `uslm.jsonl`, with the text behind it, which may be empty. `at`
    /// is its location in the input file: a line or an identifier. Skips the record if `build` would reject it.
    pub(crate) fn write<R: Record>(&mut self, file: &str, record: &R, text: &str, at: &str) {
        let key = RecordKey { resource: R::RESOURCE, file, id: record.id(), last_updated: record.meta().last_updated };
        let mut line = match self.line(record) {
            Ok(line) => line,
            Err(problem) => return self.leave(&INVALID, &format!("{at}: {problem}"), &key),
        };
        self.count_valid(key.resource, record.jurisdiction_id(), key.last_updated, !record.topics().is_empty());
        if !text.is_empty() {
            self.failure.record(push_text(&mut line, key.id, text));
        }
        let location = self.context.n_logs.map(|_| location_at(&self.location, at)).unwrap_or_default();
        self.state(StatementRole::Imported, &key, &line, &location);
    }

    /// Counts a record that `build` accepts.
    pub(crate) fn count_valid(&mut self, resource: Resource, jurisdiction: &str, last_updated: Date, has_topic: bool) {
        self.count();
        self.report.cover(resource, jurisdiction, Completeness::Partial);
        self.report.newest = self.report.newest.max(Some(last_updated));
        self.report.valid += 1;
        self.report.with_topic += u64::from(has_topic);
    }

    /// Counts the additional records of a decision that occurs `n_records` times in the import.
    pub(crate) fn count_repeated_case(&mut self, decision: &str, n_records: u64) {
        self.report.count_repeated_at((self.file_order, self.position), decision, n_records);
    }

    /// Counts an imported record of a decision that is older than the data of the corpus.
    pub(crate) fn count_older_case(&mut self, decision: &str) {
        self.report.count_older_at((self.file_order, self.position), decision);
    }

    /// Counts a case of the corpus that is removed for this reason.
    pub(crate) fn count_removed_case(&mut self, id: &str, reason: &str) {
        let record = LeftOutRecord { resource: Resource::Cases, id };
        self.report.remove_at((self.file_order, self.position), record, reason);
    }

    /// Skips a record that was counted as valid.
    pub(crate) fn skip_valid(&mut self, reason: &'static Reason, location: impl FnOnce() -> String) {
        self.report.skip(reason, (self.file_order, self.position), location);
    }

    /// Returns the record as a line that `build` accepts, or an explanation of why it would reject it.
    pub(crate) fn line<R: Record>(&self, record: &R) -> Result<Vec<u8>, String> {
        let mut problem = None;
        check_record(record, self.context.catalogue, &mut |field, message| {
            problem.get_or_insert_with(|| format!("{field} {message}"));
        });
        match (problem, serde_json::to_vec(record)) {
            (None, Ok(line)) if line.len() <= MAX_LINE_BYTES => Ok(line),
            (None, Ok(_)) => Err(format!("longer than {MAX_LINE_BYTES} bytes")),
            (None, Err(error)) => Err(error.to_string()),
            (Some(problem), _) => Err(problem),
        }
    }

    /// Skips a record whose id is known. The merge removes the corpus's record of the id if its data are older.
    pub(crate) fn leave(&mut self, reason: &'static Reason, at: &str, key: &RecordKey<'_>) {
        if text::is_record_id(key.id) {
            let location = format!("{}: {at} ({})", self.location, reason.name);
            self.state(StatementRole::Removed, key, location.as_bytes(), "");
        }
        self.skip_identified(reason, at);
    }

    /// Whether the inputs are full snapshots, by the command line or else by the importer's default.
    pub(crate) fn is_snapshot(&self, default: bool) -> bool {
        self.context.is_snapshot(default)
    }

    /// Declares that the current file has every record of a scope. The merge removes the corpus's other records in the
    /// scope if their data are older.
    pub(crate) fn complete_by_file(&mut self, resource: Resource, file: &str, scope: Scope, date: Date) {
        let scope = ScopeOf { resource, file: file.to_owned(), scope, inputs: BTreeSet::new() };
        self.records.complete(scope, ScopeRelease { date, location: self.location.clone() });
    }

    /// Declares that the current input has every record of a scope, which can be in many of its files. `date` is the
    /// date of one of the records; the newest one counts. It has no effect if the input is damaged.
    pub(crate) fn complete_by_input(&mut self, resource: Resource, file: &str, scope: Scope, date: Date) {
        let scope = ScopeOf { resource, file: file.to_owned(), scope, inputs: BTreeSet::from([self.input]) };
        let archive = location::archive(&self.location);
        let location = if archive.is_empty() { "the files of the import" } else { archive };
        self.records.complete(scope, ScopeRelease { date, location: location.to_owned() });
    }

    /// The location of the current file.
    pub(crate) fn location(&self) -> &str {
        &self.location
    }

    /// The archive that is read, or all files outside archives together.
    pub(crate) fn input(&self) -> InputId {
        self.input
    }

    /// Voids the scopes of an input that could not be read completely.
    pub(super) fn void_scopes_of(&mut self, input: InputId) {
        self.records.void(input);
    }

    fn state(&mut self, role: StatementRole, key: &RecordKey<'_>, content: &[u8], location: &str) {
        let RecordKey { resource, file, id, last_updated } = *key;
        let (date, input) = (Some(last_updated), Some(self.input));
        self.failure.record(self.records.push(&Statement { role, resource, file, id, date, content, location, input }));
    }

    /// Skips a record that cannot be identified. It may be any record of the corpus, so no scope of the input is
    /// complete.
    pub(crate) fn skip_unidentified(&mut self, reason: &'static Reason, at: &str) {
        self.void_scopes_of(self.input);
        self.skip_identified(reason, at);
    }

    /// Skips a record. `at` is its location in the input file, or an error message.
    pub(crate) fn skip(&mut self, reason: &'static Reason, at: &str) {
        if is_loss(reason) {
            self.void_scopes_of(self.input);
        }
        self.skip_identified(reason, at);
    }

    /// Skips a record that the import accounts for otherwise, so that it voids no scope.
    pub(crate) fn skip_identified(&mut self, reason: &'static Reason, at: &str) {
        self.count();
        let order = (self.file_order, self.position);
        let location = &self.location;
        self.report.skip(reason, order, || location_at(location, at));
    }

    /// The provenance of a record. Its source is `--source` of the command line, or else `source`, or else the
    /// importer's.
    pub(crate) fn meta(
        &self,
        jurisdiction: &str,
        source: Option<&str>,
        last_updated: Date,
        citation: Option<String>,
    ) -> Meta {
        Meta {
            source: self.context.source.or(source).unwrap_or(self.context.publisher).to_owned(),
            jurisdiction: jurisdiction.to_owned(),
            last_updated,
            citation,
            license: LICENSE.to_owned(),
        }
    }

    /// Finds a jurisdiction by id, abbreviation, name or alias.
    pub(crate) fn jurisdiction(&self, value: &str) -> Option<&'s Jurisdiction> {
        self.context.catalogue.jurisdictions.find(value)
    }

    /// Returns the tags of subjects, in their order and without duplicates. Subjects without a tag are counted.
    pub(crate) fn topics<'t>(
        &mut self,
        vocabulary: Vocabulary,
        subjects: impl IntoIterator<Item = &'t str>,
    ) -> Vec<String> {
        let topics = &self.context.topics;
        self.topics_by(|subject| topics.tags(vocabulary, subject), subjects)
    }

    /// Returns the tags of subjects like [`Self::topics`], by another map from subjects to tags.
    pub(crate) fn topics_by<'m, 't>(
        &mut self,
        tags_of: impl Fn(&str) -> &'m [Cow<'static, str>],
        subjects: impl IntoIterator<Item = &'t str>,
    ) -> Vec<String> {
        let mut tags: Vec<String> = Vec::new();
        for subject in subjects {
            let of_subject = tags_of(subject);
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

    /// Whether a subject has a tag. Subjects without a tag are not counted.
    pub(crate) fn has_tags(&self, vocabulary: Vocabulary, subject: &str) -> bool {
        !self.context.topics.tags(vocabulary, subject).is_empty()
    }

    /// Finds a court of the catalogue by id, name or alias within a jurisdiction. A court without an entry is counted.
    pub(crate) fn court(&mut self, name: &str, jurisdiction: &str) -> Option<&'s CourtEntry> {
        let court = self.context.catalogue.courts.find_catalogued(name, jurisdiction);
        if court.is_none() {
            self.report.unresolved_courts.add(&format!("{name} ({jurisdiction})"));
        }
        court
    }

    /// Counts the current file, which belongs to the format and holds no records.
    pub(crate) fn count_companion(&mut self) {
        self.report.count_companion((self.file_order, self.position), &self.location);
    }

    /// Begins a file. `order` is its position in the order of the inputs.
    pub(crate) fn begin_file(&mut self, location: &str, order: u64) {
        location.clone_into(&mut self.location);
        self.input = InputId::from_archive(location::archive(location));
        self.file_order = order;
        self.position = 0;
    }

    /// A sink for another thread that reads the same file.
    pub(super) fn fork(&self) -> Self {
        let Self { context, input, file_order, .. } = *self;
        Self { location: self.location.clone(), input, file_order, ..Self::new(context) }
    }

    /// Adds the records, skips and counts of another sink.
    pub(super) fn absorb(&mut self, mut other: Self) {
        other.show();
        self.n_shown += other.n_shown;
        self.failure.record(other.failure.check());
        self.failure.record(self.records.absorb(other.records));
        self.report.absorb(other.report);
    }

    /// Sets the position in the file. It may go back. The report names the skips with the lowest positions for each
    /// reason.
    pub(crate) fn set_position(&mut self, position: u64) {
        self.position = position;
    }

    /// Ends a file. An error is one skip, for the whole file or the part of it that could not be read.
    pub(super) fn end_file(&mut self, result: Result<(), Skip>) {
        if let Err(skip) = result {
            self.skip(skip.reason, &skip.detail);
        }
    }

    fn count(&mut self) {
        const RECORDS_PER_UPDATE: u64 = 1000;
        self.report.read += 1;
        self.position = self.position.saturating_add(1);
        if self.report.read - self.n_shown >= RECORDS_PER_UPDATE {
            self.show();
        }
    }

    fn show(&mut self) {
        self.context.progress.advance_records(self.report.read - self.n_shown);
        self.n_shown = self.report.read;
    }

    /// Fails if a record could not be stored, for example because the disk is full.
    pub(super) fn check_failure(&mut self) -> Result<()> {
        self.failure.check().context("cannot write the records sorted so far")
    }

    pub(super) fn finish(mut self) -> Result<(StatementBatch, Report)> {
        self.show();
        self.check_failure()?;
        Ok((self.records, self.report))
    }
}

/// The location in a file as text. `at` is a line or an identifier, and empty for the whole file.
fn location_at(file: &str, at: &str) -> String {
    if at.is_empty() { file.to_owned() } else { format!("{file}: {at}") }
}

/// Whether records may be missing for a reason.
pub(super) fn is_loss(reason: &Reason) -> bool {
    reason.is_damage() || reason.name == INVALID.name
}

/// The identity of a record that is written or skipped.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RecordKey<'k> {
    /// The list of the record.
    pub(crate) resource: Resource,
    /// The corpus file of the list, such as `uslm.jsonl`.
    pub(crate) file: &'k str,
    pub(crate) id: &'k str,
    /// The date of the data.
    pub(crate) last_updated: Date,
}
