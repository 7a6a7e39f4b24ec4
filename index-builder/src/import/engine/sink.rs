/*!
Takes the records of an importer: checks them by the rules of `build`, counts and sorts them. Each thread has its own
sink.
*/

use std::borrow::Cow;

use anyhow::{Context as _, Result};
use lexdex_core::corpus::{Catalogue, CourtEntry, MAX_LINE_BYTES, check_record, text};
use lexdex_core::model::{Case, Completeness, Date, Jurisdiction, LICENSE, Meta, Record, Resource};

use crate::import::engine::context::Context;
use crate::import::engine::first_failure::FirstFailure;
use crate::import::input::location;
use crate::import::law::drafts::case::DecisionDetails;
use crate::import::parts::case_keys::{CaseKeys, MAX_CITATION_BYTES};
use crate::import::parts::header::CompleteShare;
use crate::import::parts::row::{PartRow, RowContent};
use crate::import::parts::rows::PartRows;
use crate::import::text::excerpt::Excerpt;
use crate::report::import_report::Report;
use crate::report::skip::{FUTURE_DATE, INVALID, Reason, Skip};
use crate::topics::Vocabulary;

/// Collects the records, skips and counts of one thread.
pub(crate) struct Sink<'s> {
    context: &'s Context<'s>,
    records: PartRows,
    report: Report,
    location: String,
    /// The part of the current file.
    part: String,
    /// Whether the import writes the part.
    is_begun: bool,
    file_order: u64,
    position: u64,
    n_shown: u64,
    failure: FirstFailure,
}

impl<'s> Sink<'s> {
    pub(super) fn new(context: &'s Context<'_>) -> Self {
        Self {
            context,
            records: PartRows::new(&context.scratch),
            report: context.report(),
            location: String::new(),
            part: context.names.whole().to_owned(),
            is_begun: false,
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

    /// Writes a record to the part of the current file, with the text behind it, which may be empty. `at` is its
    /// location in the input file: a line or an identifier. Skips the record if `build` would reject it.
    pub(crate) fn write<R: Record>(&mut self, record: &R, text: &str, at: &str) {
        let key = RecordKey { resource: R::RESOURCE, id: record.id(), last_updated: record.meta().last_updated };
        let line = self.line(record);
        self.write_line(&key, record, line, (text, None), at);
    }

    /// Writes a case like [`Self::write`], with the keys of its decision. The id of `case` must be made of court and
    /// citation.
    pub(crate) fn write_case(&mut self, case: &Case, details: &DecisionDetails<'_>, at: &str) {
        let keys = details.keys(&case.citation);
        let name = keys.name().into_owned();
        let key = RecordKey { resource: Resource::Cases, id: &name, last_updated: case.meta.last_updated };
        let line = match details.citations.iter().find(|citation| citation.len() > MAX_CITATION_BYTES) {
            Some(long) => Err(format!("a citation is {} bytes long, more than {MAX_CITATION_BYTES}", long.len())),
            None => self.line(case),
        };
        self.write_line(&key, case, line, (details.text, Some(keys)), at);
    }

    /// Writes the line of a record, unless its date is in the future or it is not valid.
    fn write_line<R: Record>(
        &mut self,
        key: &RecordKey<'_>,
        record: &R,
        line: Result<Vec<u8>, String>,
        (text, case): (&str, Option<CaseKeys<'_>>),
        at: &str,
    ) {
        if self.context.as_of.is_some_and(|day| key.last_updated > day) {
            // A row that cannot be dated does not decide about the other rows of its id.
            return self.skip_identified(&FUTURE_DATE, &format!("{at}: {}", key.last_updated));
        }
        let line = match line {
            Ok(line) => line,
            Err(problem) => return self.leave(&INVALID, &format!("{at}: {problem}"), key),
        };
        self.count_valid(key.resource, record.jurisdiction_id(), key.last_updated, !record.topics().is_empty());
        let location = self.context.n_logs.map(|_| location_at(&self.location, at)).unwrap_or_default();
        self.push(key, Some(&RowContent { record: &line, text, case, location: &location }));
    }

    /// Counts a record that `build` accepts.
    fn count_valid(&mut self, resource: Resource, jurisdiction: &str, last_updated: Date, has_topic: bool) {
        self.count();
        self.report.cover(resource, jurisdiction, Completeness::Partial);
        self.report.newest = self.report.newest.max(Some(last_updated));
        self.report.valid += 1;
        self.report.with_topic += u64::from(has_topic);
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

    /// Skips a record whose id is known. The part has no record of the id with older data, either.
    pub(crate) fn leave(&mut self, reason: &'static Reason, at: &str, key: &RecordKey<'_>) {
        if key.resource == Resource::Cases || text::is_record_id(key.id) {
            self.push(key, None);
        }
        if is_loss(reason) {
            self.lose();
        }
        self.skip_identified(reason, at);
    }

    /// Names the part of the current file, such as by the number of a title. The import writes it, with or without
    /// records.
    pub(crate) fn name_part(&mut self, name: &str) {
        self.part = self.context.names.named(name);
        self.is_begun = false;
        self.begin_part();
    }

    /// Declares that the current part has the whole of a share of a list.
    pub(crate) fn complete(&mut self, share: CompleteShare) {
        self.records.complete(&self.part, share);
    }

    /// Declares that the current archive has all bills whose ids begin with a prefix. A folder may have only some of a
    /// session's bills.
    pub(crate) fn complete_session(&mut self, prefix: impl FnOnce() -> String) {
        if !location::archive(&self.location).is_empty() {
            self.records.complete_session(&self.part, prefix());
        }
    }

    fn push(&mut self, key: &RecordKey<'_>, content: Option<&RowContent<'_>>) {
        let RecordKey { resource, id, last_updated: date } = *key;
        self.begin_part();
        self.failure.record(self.records.push(&self.part, &PartRow { resource, id, date, content }));
    }

    /// Declares that the import writes the current part.
    fn begin_part(&mut self) {
        if !self.is_begun {
            self.is_begun = true;
            for input in self.context.inputs_of(&self.location) {
                self.records.begin(&self.part, location::file_name(input));
            }
        }
    }

    /// Declares that the current part may lack records of its inputs.
    fn lose(&mut self) {
        self.records.lose(&self.part);
    }

    /// Declares that an input itself could not be read, or not to its end.
    pub(super) fn lose_input(&mut self, location: &str) {
        self.records.break_off(&self.context.names.for_input(location));
    }

    /// Skips a record that cannot be identified. It may be any record, so the part is not complete.
    pub(crate) fn skip_unidentified(&mut self, reason: &'static Reason, at: &str) {
        self.lose();
        self.skip_identified(reason, at);
    }

    /// Skips a record. `at` is its location in the input file, or an error message.
    pub(crate) fn skip(&mut self, reason: &'static Reason, at: &str) {
        if is_loss(reason) {
            self.lose();
        }
        if reason.is_damage() {
            for input in self.context.inputs_of(&self.location) {
                self.report.add_damaged_input(input);
            }
        }
        self.skip_identified(reason, at);
    }

    /// Skips a record without which its part is complete.
    pub(crate) fn skip_identified(&mut self, reason: &'static Reason, at: &str) {
        self.count();
        let order = (self.file_order, self.position);
        let location = &self.location;
        self.report.skip(reason, order, || location_at(location, at));
    }

    /// Counts a statement about a record that the record does not have, because it cannot be true.
    pub(crate) fn disregard(&mut self, reason: &'static Reason, at: &str) {
        let location = &self.location;
        self.report.disregard(reason, (self.file_order, self.position), || location_at(location, at));
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
        self.part = self.context.names.for_file(location);
        self.is_begun = false;
        self.file_order = order;
        self.position = 0;
    }

    /// A sink for another thread that reads the same file.
    pub(super) fn fork(&self) -> Self {
        let Self { context, file_order, .. } = *self;
        Self { location: self.location.clone(), part: self.part.clone(), file_order, ..Self::new(context) }
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

    /// Ends a file. An error is one skip, for the whole file or the rest of it that could not be read.
    pub(super) fn end_file(&mut self, result: Result<(), Skip>) {
        let Err(skip) = result else { return };
        if skip.reason.is_damage() && self.is_begun {
            self.records.break_off(&self.part);
        }
        self.skip(skip.reason, &skip.detail);
    }

    /// Declares that the current part lacks so much of its inputs that it is not written.
    pub(crate) fn break_off(&mut self) {
        self.records.break_off(&self.part);
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

    pub(super) fn finish(mut self) -> Result<(PartRows, Report)> {
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
    /// The id, or the name of a decision in its part.
    pub(crate) id: &'k str,
    /// The date of the data.
    pub(crate) last_updated: Date,
}
