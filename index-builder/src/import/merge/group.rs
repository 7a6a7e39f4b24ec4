/*!
Decides from all statements about an id whether it has a record, and which one.
*/

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::io;

use anyhow::Result;
use lexdex_core::model::Resource;

use crate::import::merge::files::{Files, Folder};
use crate::import::merge::precedence::Precedence;
use crate::import::merge::scope::InputId;
use crate::import::merge::scopes::{FileScopes, Membership, Newest, Scopes};
use crate::import::merge::sidecar::Note;
use crate::import::merge::statement::{Entry, Role};
use crate::report::import_report::{RecordId, Report};
use crate::report::skip::{ID_CONFLICT, OUTRANKED};

/// The latest statement of each role about one id.
pub(super) struct Group<'s> {
    scopes: &'s Scopes,
    precedence: &'s Precedence,
    key: Vec<u8>,
    /// The encoded statement of each role; empty for a role without one.
    latest: [Vec<u8>; Role::N],
    n_new: u64,
    n_old: u64,
    n_below: u64,
    /// The location of the imported record that no other one of the id supersedes.
    location: String,
    /// The inputs of this import that have the id, if there are scopes of bills.
    inputs: BTreeSet<InputId>,
    /// Whether the corpus has a record of the id, or a note on its removal.
    is_in_corpus: bool,
}

/// The statements about an id that count, because no scope has newer data.
struct Outcome<'g> {
    /// The latest record.
    record: Option<Entry<'g>>,
    /// The latest removal, which may be older than the record.
    removal: Option<Entry<'g>>,
    /// The scope that removed the corpus's record.
    clearing: Option<&'g Newest>,
}

impl<'g> Outcome<'g> {
    /// The record that is kept, if no later statement removes it.
    fn kept(&self) -> Option<Entry<'g>> {
        let is_removed = |record: &Entry<'_>| self.removal.is_some_and(|removal| record.rank() < removal.rank());
        self.record.filter(|record| !is_removed(record))
    }

    /// The reason for the removal of the corpus's record, for the report.
    fn removal_reason(&self) -> String {
        match (self.removal, self.clearing) {
            (Some(removal), _) if removal.is(Role::Removed) => removal.text().to_owned(),
            (_, Some(clearing)) if !clearing.location.is_empty() => format!("no longer in {}", clearing.location),
            _ => "an earlier import removed it".to_owned(),
        }
    }
}

impl<'s> Group<'s> {
    pub(super) fn new(scopes: &'s Scopes, precedence: &'s Precedence) -> Self {
        Self {
            scopes,
            precedence,
            key: Vec::new(),
            latest: Default::default(),
            n_new: 0,
            n_old: 0,
            n_below: 0,
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
        (self.n_new, self.n_old, self.n_below) = (0, 0, 0);
        self.inputs.clear();
        self.is_in_corpus = false;
    }

    /// Adds a statement. Statements of one role are sorted by date.
    pub(super) fn add(&mut self, value: &[u8], report: &mut Report) {
        let entry = Entry::of(value);
        self.n_new += u64::from(entry.is(Role::Imported));
        self.n_old += u64::from(entry.is(Role::Existing));
        self.n_below += u64::from(entry.is(Role::RecordBelow));
        self.is_in_corpus |= entry.is(Role::Existing) || entry.is(Role::RemovedBefore);
        let mut is_void = false;
        if let Some(scopes) = self.scopes_of(&entry) {
            self.inputs.extend(entry.input.filter(|_| scopes.are_of_bills()));
            is_void = self::is_void(&entry, &self.id(), scopes);
        }
        if entry.is(Role::Imported) {
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
    fn supersede(&mut self, new: &Entry<'_>, is_void: bool, report: &mut Report) {
        // A record of another file wins over all of them, and each is then a skip.
        let Some(resource) = self.resource().filter(|_| self.entry(Role::InOtherFile).is_none()) else { return };
        let is_newest = !is_void || self.entry(Role::Imported).is_none();
        if self.n_new > 1 {
            let location = if is_newest { &self.location } else { new.location };
            report.log_repeated(RecordId { resource, id: &self.id() }, location);
        }
        if is_newest {
            new.location.clone_into(&mut self.location);
        }
    }

    fn entry(&self, role: Role) -> Option<Entry<'_>> {
        let latest = &self.latest[role as usize];
        (!latest.is_empty()).then(|| Entry::of(latest))
    }

    fn resource(&self) -> Option<Resource> {
        self.key.first().map(|resource| Resource::ALL[usize::from(*resource)])
    }

    fn id(&self) -> Cow<'_, str> {
        String::from_utf8_lossy(self.key.get(1..).unwrap_or_default())
    }

    fn scopes_of(&self, entry: &Entry<'_>) -> Option<&'s FileScopes> {
        self.scopes.of_file(self.resource()?, entry.file)
    }

    /// Writes the record that is kept, and counts the records of the id.
    pub(super) fn end(&self, files: &mut Files, report: &mut Report) -> Result<()> {
        let Some(resource) = self.resource() else { return Ok(()) };
        let id = self.id();
        let record = RecordId { resource, id: &id };
        let outcome = self.outcome(&id);
        self.count_old(record, report);
        let kept = match self.entry(Role::InOtherFile) {
            Some(elsewhere) => {
                self.count_elsewhere(record, elsewhere.file, report);
                None
            }
            None => {
                self.count(record, &outcome, report);
                outcome.kept()
            }
        };
        // A record stays in its file, so that no id is in two files while files are moved.
        let file = kept.map(|kept| self.entry(Role::Existing).unwrap_or(kept).file);
        if let (Some(kept), Some(file)) = (kept, file) {
            write(resource, file, self.record_and_text(kept), files, report)?;
        }
        self.end_below(record, file, files, report)?;
        self.note(resource, &id, outcome.removal, files)
    }

    /// Leaves out the record of a file that gives way, if the import's `file` has one. Otherwise the record stays.
    fn end_below(
        &self,
        record: RecordId<'_>,
        file: Option<&str>,
        files: &mut Files,
        report: &mut Report,
    ) -> Result<()> {
        let Some(below) = self.entry(Role::RecordBelow) else { return Ok(()) };
        let resource = record.resource;
        match file {
            Some(file) => {
                report.remove(record, &format!("it is in {resource}/{file}"));
                files.gain(Folder::Records(resource), file);
                Ok(())
            }
            None => {
                let text = self.entry(Role::TextBelow).map(|text| text.content);
                write(resource, below.file, (below.content, text), files, report)
            }
        }
    }

    fn outcome<'g>(&'g self, id: &str) -> Outcome<'g> {
        let old = self.entry(Role::Existing);
        let clearing = old.and_then(|old| self.clearing(id, &old));
        let old = old.filter(|_| clearing.is_none());
        let new = self.entry(Role::Imported).filter(|new| self.clearing(id, new).is_none());
        let latest = |roles: [Option<Entry<'g>>; 2]| roles.into_iter().flatten().max_by_key(Entry::rank);
        let removals = [self.entry(Role::RemovedBefore), self.entry(Role::Removed)];
        Outcome { record: latest([old, new]), removal: latest(removals), clearing }
    }

    /// The scope whose release is newer than a record and does not have it.
    fn clearing(&self, id: &str, record: &Entry<'_>) -> Option<&'s Newest> {
        let scopes = self.scopes_of(record)?;
        let membership = Membership { is_in_corpus: self.is_in_corpus, inputs: &self.inputs };
        let (line, _) = record.record_and_text();
        // Records of this import that are too old for their title or list were not added to the group.
        let clearing = if record.is(Role::Existing) { scopes.clearing(line, record.date) } else { None };
        clearing.or_else(|| scopes.clearing_bill(id, line, record.date, &membership))
    }

    /// The line of a record, and the line of its text. A record of an earlier import keeps its text.
    fn record_and_text<'g>(&'g self, record: Entry<'g>) -> (&'g [u8], Option<&'g [u8]>) {
        if record.is(Role::Existing) {
            (record.content, self.entry(Role::ExistingText).map(|text| text.content))
        } else {
            record.record_and_text()
        }
    }

    /// Counts the records that the corpus had under this id. At most one of them stays.
    fn count_old(&self, record: RecordId<'_>, report: &mut Report) {
        report.corpus.entry(record.resource).or_default().before += self.n_old + self.n_below;
        for n_records in [self.n_old, self.n_below] {
            (1..n_records).for_each(|_| report.remove(record, "the corpus had another record of this id"));
        }
    }

    fn count(&self, record: RecordId<'_>, outcome: &Outcome<'_>, report: &mut Report) {
        let (old, kept) = (self.entry(Role::Existing), outcome.kept());
        if self.n_new > 1 {
            report.count_repeated(record, self.n_new);
        }
        match (old, kept) {
            (Some(old), Some(new)) if new.is(Role::Imported) => {
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

    fn count_elsewhere(&self, record: RecordId<'_>, file: &str, report: &mut Report) {
        let reason = if self.precedence.is_above(file) { &OUTRANKED } else { &ID_CONFLICT };
        let elsewhere = format!("{}/{file}", record.resource);
        (0..self.n_new).for_each(|_| report.skip_in_corpus(reason, record, &elsewhere));
        if self.n_old > 0 {
            report.remove(record, &format!("it is in {elsewhere}"));
        }
    }

    /// Writes the data that later imports need to the sidecar. A removal is noted even if there is a newer record, so
    /// that the sidecar does not depend on the order of imports.
    fn note(&self, resource: Resource, id: &str, removal: Option<Entry<'_>>, files: &mut Files) -> Result<()> {
        let Some(entry) = removal else { return Ok(()) };
        let note = Note { id: id.to_owned(), gone: removal.and_then(|removal| removal.day()) };
        if note.is_empty() {
            return Ok(());
        }
        let line = serde_json::to_vec(&note).map_err(io::Error::from)?;
        files.write_note(resource, entry.file, &line)
    }
}

/// Writes a record that the corpus has after the import, with the text behind it.
fn write(
    resource: Resource,
    file: &str,
    (record, text): (&[u8], Option<&[u8]>),
    files: &mut Files,
    report: &mut Report,
) -> Result<()> {
    report.corpus.entry(resource).or_default().after += 1;
    files.write(Folder::Records(resource), file, record)?;
    text.map_or(Ok(()), |text| files.write(Folder::Texts(resource), file, text))
}

/// Whether a statement is older than its scope, and the release of the scope does not repeat it.
fn is_void(entry: &Entry<'_>, id: &str, scopes: &FileScopes) -> bool {
    if entry.is(Role::Imported) {
        let (line, _) = entry.record_and_text();
        scopes.clearing(line, entry.date).is_some()
    } else if entry.is(Role::Removed) || entry.is(Role::RemovedBefore) {
        let inputs = entry.input.into_iter().collect();
        let membership = Membership { is_in_corpus: entry.is(Role::RemovedBefore), inputs: &inputs };
        scopes.voids(id, entry.date, &membership)
    } else {
        false
    }
}
