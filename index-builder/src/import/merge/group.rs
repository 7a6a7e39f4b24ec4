/*!
Decides from all statements about an id whether it has a record, and which one.
*/

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::io;

use anyhow::Result;
use lexdex_core::model::Resource;

use crate::import::merge::files::{CorpusFiles, CorpusFolder};
use crate::import::merge::scope::InputId;
use crate::import::merge::scopes::{FileScopes, Membership, NewestRelease, Scopes};
use crate::import::merge::sidecar::Note;
use crate::import::merge::statement::{StatementEntry, StatementRole};
use crate::report::import_report::{LeftOutRecord, Report};
use crate::report::skip::ID_CONFLICT;

/// The latest statement of each role about one id.
pub(super) struct StatementGroup<'s> {
    scopes: &'s Scopes,
    key: Vec<u8>,
    /// The encoded statement of each role; empty for a role without one.
    latest: [Vec<u8>; StatementRole::N],
    n_new: u64,
    n_old: u64,
    /// The location of the imported record that no other one of the id supersedes.
    location: String,
    /// The inputs of this import that have the id, if there are scopes of bills.
    inputs: BTreeSet<InputId>,
    /// Whether the corpus has a record of the id, or a note on its removal.
    is_in_corpus: bool,
}

/// The statements about an id that count, because no scope has newer data.
struct GroupOutcome<'g> {
    /// The latest record.
    record: Option<StatementEntry<'g>>,
    /// The latest removal, which may be older than the record.
    removal: Option<StatementEntry<'g>>,
    /// The scope that removed the corpus's record.
    clearing: Option<&'g NewestRelease>,
}

impl<'g> GroupOutcome<'g> {
    /// The record that is kept, if no later statement removes it.
    fn kept(&self) -> Option<StatementEntry<'g>> {
        let is_removed =
            |record: &StatementEntry<'_>| self.removal.is_some_and(|removal| record.rank() < removal.rank());
        self.record.filter(|record| !is_removed(record))
    }

    /// The reason for the removal of the corpus's record, for the report.
    fn removal_reason(&self) -> String {
        match (self.removal, self.clearing) {
            (Some(removal), _) if removal.is(StatementRole::Removed) => removal.text().to_owned(),
            (_, Some(clearing)) if !clearing.location.is_empty() => format!("no longer in {}", clearing.location),
            _ => "an earlier import removed it".to_owned(),
        }
    }
}

impl<'s> StatementGroup<'s> {
    pub(super) fn new(scopes: &'s Scopes) -> Self {
        Self {
            scopes,
            key: Vec::new(),
            latest: Default::default(),
            n_new: 0,
            n_old: 0,
            location: String::new(),
            inputs: BTreeSet::new(),
            is_in_corpus: false,
        }
    }

    /// Whether an entry with this key belongs to this group.
    pub(super) fn is_of(&self, key: &[u8]) -> bool {
        self.key == key
    }

    /// Begins the group of the next id.
    pub(super) fn begin(&mut self, key: &[u8]) {
        self.key.clear();
        self.key.extend_from_slice(key);
        self.latest.iter_mut().for_each(Vec::clear);
        (self.n_new, self.n_old) = (0, 0);
        self.inputs.clear();
        self.is_in_corpus = false;
    }

    /// Adds a statement. Statements of one role are sorted by date.
    pub(super) fn add(&mut self, value: &[u8], report: &mut Report) {
        let entry = StatementEntry::from_value(value);
        self.n_new += u64::from(entry.is(StatementRole::Imported));
        self.n_old += u64::from(entry.is(StatementRole::Existing));
        self.is_in_corpus |= entry.is(StatementRole::Existing) || entry.is(StatementRole::RemovedBefore);
        let mut is_void = false;
        if let Some(scopes) = self.scopes_of(&entry) {
            self.inputs.extend(entry.input.filter(|_| scopes.are_of_bills()));
            is_void = self::is_void(&entry, &self.id(), scopes);
        }
        if entry.is(StatementRole::Imported) {
            self.supersede(&entry, is_void, report);
        }
        if is_void {
            return;
        }
        if let Some(latest) = self.latest.get_mut(entry.role_idx()) {
            latest.clear();
            latest.extend_from_slice(value);
        }
    }

    /// Of an imported record and the newest one so far, logs the older as repeated. [`Self::count`] counts it.
    fn supersede(&mut self, new: &StatementEntry<'_>, is_void: bool, report: &mut Report) {
        // A record of another file wins over all of them, and each is then a skip.
        let Some(resource) = self.resource().filter(|_| self.entry(StatementRole::InOtherFile).is_none()) else {
            return;
        };
        let is_newest = !is_void || self.entry(StatementRole::Imported).is_none();
        if self.n_new > 1 {
            let location = if is_newest { &self.location } else { new.location };
            report.log_repeated(LeftOutRecord { resource, id: &self.id() }, location);
        }
        if is_newest {
            new.location.clone_into(&mut self.location);
        }
    }

    fn entry(&self, role: StatementRole) -> Option<StatementEntry<'_>> {
        let latest = &self.latest[role as usize];
        (!latest.is_empty()).then(|| StatementEntry::from_value(latest))
    }

    fn resource(&self) -> Option<Resource> {
        self.key.first().map(|resource| Resource::ALL[usize::from(*resource)])
    }

    fn id(&self) -> Cow<'_, str> {
        String::from_utf8_lossy(self.key.get(1..).unwrap_or_default())
    }

    fn scopes_of(&self, entry: &StatementEntry<'_>) -> Option<&'s FileScopes> {
        self.scopes.for_file(self.resource()?, entry.file)
    }

    /// Writes the record that is kept, and counts the records of the id.
    pub(super) fn end(&self, files: &mut CorpusFiles, report: &mut Report) -> Result<()> {
        let Some(resource) = self.resource() else { return Ok(()) };
        let id = self.id();
        let record = LeftOutRecord { resource, id: &id };
        let outcome = self.outcome(&id);
        self.count_old(record, report);
        let kept = match self.entry(StatementRole::InOtherFile) {
            Some(elsewhere) => {
                self.count_elsewhere(record, elsewhere.file, report);
                None
            }
            None => {
                self.count(record, &outcome, report);
                outcome.kept()
            }
        };
        if let Some(kept) = kept {
            // A record stays in its file, so that no id is in two files while files are moved.
            let file = self.entry(StatementRole::Existing).unwrap_or(kept).file;
            self.write(resource, file, kept, files, report)?;
        }
        self.note(resource, &id, outcome.removal, files)
    }

    /// Writes a record that the corpus has after the import, with the text behind it.
    fn write(
        &self,
        resource: Resource,
        file: &str,
        record: StatementEntry<'_>,
        files: &mut CorpusFiles,
        report: &mut Report,
    ) -> Result<()> {
        report.corpus.entry(resource).or_default().after += 1;
        let (line, text) = self.record_and_text(record);
        files.write(CorpusFolder::Records(resource), file, line)?;
        text.map_or(Ok(()), |text| files.write(CorpusFolder::Texts(resource), file, text))
    }

    fn outcome<'g>(&'g self, id: &str) -> GroupOutcome<'g> {
        let old = self.entry(StatementRole::Existing);
        let clearing = old.and_then(|old| self.clearing(id, &old));
        let old = old.filter(|_| clearing.is_none());
        let new = self.entry(StatementRole::Imported).filter(|new| self.clearing(id, new).is_none());
        let latest =
            |roles: [Option<StatementEntry<'g>>; 2]| roles.into_iter().flatten().max_by_key(StatementEntry::rank);
        let removals = [self.entry(StatementRole::RemovedBefore), self.entry(StatementRole::Removed)];
        GroupOutcome { record: latest([old, new]), removal: latest(removals), clearing }
    }

    /// The scope whose release is newer than a record and does not have it.
    fn clearing(&self, id: &str, record: &StatementEntry<'_>) -> Option<&'s NewestRelease> {
        let scopes = self.scopes_of(record)?;
        let membership = Membership { is_in_corpus: self.is_in_corpus, inputs: &self.inputs };
        let (line, _) = record.record_and_text();
        // Records of this import that are too old for their title or list were not added to the group.
        let clearing = if record.is(StatementRole::Existing) { scopes.clearing(line, record.date) } else { None };
        clearing.or_else(|| scopes.clearing_bill(id, line, record.date, &membership))
    }

    /// The line of a record, and the line of its text. A record of an earlier import keeps its text.
    fn record_and_text<'g>(&'g self, record: StatementEntry<'g>) -> (&'g [u8], Option<&'g [u8]>) {
        if record.is(StatementRole::Existing) {
            (record.content, self.entry(StatementRole::ExistingText).map(|text| text.content))
        } else {
            record.record_and_text()
        }
    }

    /// Counts the records that the corpus had under this id. At most one of them stays.
    fn count_old(&self, record: LeftOutRecord<'_>, report: &mut Report) {
        report.corpus.entry(record.resource).or_default().before += self.n_old;
        (1..self.n_old).for_each(|_| report.remove(record, "the corpus had another record of this id"));
    }

    fn count(&self, record: LeftOutRecord<'_>, outcome: &GroupOutcome<'_>, report: &mut Report) {
        let (old, kept) = (self.entry(StatementRole::Existing), outcome.kept());
        if self.n_new > 1 {
            report.count_repeated(record, self.n_new);
        }
        match (old, kept) {
            (Some(old), Some(new)) if new.is(StatementRole::Imported) => {
                let is_same = self.record_and_text(old) == self.record_and_text(new);
                let counter = if is_same { &mut report.unchanged } else { &mut report.replaced };
                *counter += 1;
            }
            (None, Some(_)) => report.add(record.resource),
            _ if self.n_new > 0 => report.count_older(record, &self.location),
            _ => {}
        }
        if old.is_some() && kept.is_none() {
            report.remove(record, &outcome.removal_reason());
        }
    }

    fn count_elsewhere(&self, record: LeftOutRecord<'_>, file: &str, report: &mut Report) {
        let elsewhere = format!("{}/{file}", record.resource);
        (0..self.n_new).for_each(|_| report.skip_in_corpus(&ID_CONFLICT, record, &elsewhere));
        if self.n_old > 0 {
            report.remove(record, &format!("it is in {elsewhere}"));
        }
    }

    /// Writes the data that later imports need to the sidecar. A removal is noted even if there is a newer record, so
    /// that the sidecar does not depend on the order of imports.
    fn note(
        &self,
        resource: Resource,
        id: &str,
        removal: Option<StatementEntry<'_>>,
        files: &mut CorpusFiles,
    ) -> Result<()> {
        let Some(entry) = removal else { return Ok(()) };
        let note = Note { id: id.to_owned(), gone: removal.and_then(|removal| removal.day()) };
        if note.is_empty() {
            return Ok(());
        }
        let line = serde_json::to_vec(&note).map_err(io::Error::from)?;
        files.write_note(resource, entry.file, &line)
    }
}

/// Whether a statement is older than its scope, and the release of the scope does not repeat it.
fn is_void(entry: &StatementEntry<'_>, id: &str, scopes: &FileScopes) -> bool {
    if entry.is(StatementRole::Imported) {
        let (line, _) = entry.record_and_text();
        scopes.clearing(line, entry.date).is_some()
    } else if entry.is(StatementRole::Removed) || entry.is(StatementRole::RemovedBefore) {
        let inputs = entry.input.into_iter().collect();
        let membership = Membership { is_in_corpus: entry.is(StatementRole::RemovedBefore), inputs: &inputs };
        scopes.voids(id, entry.date, &membership)
    } else {
        false
    }
}
