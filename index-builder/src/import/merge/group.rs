/*!
Decides from all statements about an id whether it has a record, and which one.
*/

use std::io;

use anyhow::Result;
use lexdex::model::Resource;

use crate::import::merge::files::{Files, Folder};
use crate::import::merge::sidecar::Note;
use crate::import::merge::statement::{Entry, Role};
use crate::report::import_report::{RecordId, Report};
use crate::report::skip::ID_CONFLICT;

/// A part of a source that was read completely, such as a title: all ids with a prefix. The source no longer has a
/// record if the part does not contain it.
#[derive(Default)]
pub(super) struct Part {
    /// The list and the prefix of the ids. Empty before the first part.
    prefix: Vec<u8>,
    date: u32,
    location: String,
}

impl Part {
    fn holds(&self, key: &[u8]) -> bool {
        !self.prefix.is_empty() && key.starts_with(&self.prefix)
    }
}

/// The latest statement of each role about one id.
#[derive(Default)]
pub(super) struct Group {
    key: Vec<u8>,
    /// The encoded statement of each role; empty for a role without one.
    latest: [Vec<u8>; Role::N],
    n_new: u64,
    n_old: u64,
    part: Part,
}

impl Group {
    /// Whether this is the group of an entry of this key.
    pub(super) fn is_of(&self, key: &[u8]) -> bool {
        self.key == key
    }

    /// Begins the group of the next id. Ids are sorted, so those of a part follow its prefix.
    pub(super) fn begin(&mut self, key: &[u8]) {
        if let Some(complete) = self.entry(Role::PartComplete) {
            let (date, location) = (complete.date, complete.text().to_owned());
            self.part = Part { prefix: self.key.clone(), date, location };
        }
        self.key.clear();
        self.key.extend_from_slice(key);
        self.latest.iter_mut().for_each(Vec::clear);
        (self.n_new, self.n_old) = (0, 0);
    }

    pub(super) fn add(&mut self, value: &[u8]) {
        let entry = Entry::of(value);
        self.n_new += u64::from(entry.is(Role::Imported));
        self.n_old += u64::from(entry.is(Role::Existing));
        if let Some(latest) = self.latest.get_mut(entry.role_idx()) {
            latest.clear();
            latest.extend_from_slice(value);
        }
    }

    fn entry(&self, role: Role) -> Option<Entry<'_>> {
        let latest = &self.latest[role as usize];
        (!latest.is_empty()).then(|| Entry::of(latest))
    }

    /// Writes the record that is kept, and counts the records of the id.
    pub(super) fn end(&self, files: &mut Files, report: &mut Report) -> Result<()> {
        let Some((resource, id)) = self.key.split_first() else { return Ok(()) };
        let resource = Resource::ALL[usize::from(*resource)];
        let id = String::from_utf8_lossy(id);
        let record = RecordId { resource, id: &id };
        self.count_old(record, report);
        let kept = match self.entry(Role::InOtherFile) {
            Some(elsewhere) => {
                self.count_elsewhere(record, &format!("{resource}/{}", elsewhere.file), report);
                None
            }
            None => {
                let kept = self.kept();
                self.count(record, kept, report);
                kept
            }
        };
        if let Some(kept) = kept {
            report.corpus.entry(resource).or_default().after += 1;
            // A record stays in its file, so that no id is ever in two files while they are moved.
            let file = self.entry(Role::Existing).unwrap_or(kept).file;
            let (record, text) = self.record_and_text(kept);
            files.write(Folder::Records(resource), file, record)?;
            text.map_or(Ok(()), |text| files.write(Folder::Texts(resource), file, text))?;
        }
        self.note(resource, &id, files)
    }

    /// The statement of these roles that wins. Statements older than their completely read part are ignored.
    fn latest(&self, roles: [Role; 2]) -> Option<Entry<'_>> {
        let latest = roles.into_iter().filter_map(|role| self.entry(role)).max_by_key(Entry::rank);
        latest.filter(|latest| !self.part.holds(&self.key) || latest.date >= self.part.date)
    }

    /// The record that is kept, if no later statement removes it.
    fn kept(&self) -> Option<Entry<'_>> {
        let record = self.latest([Role::Existing, Role::Imported])?;
        self.removal().is_none().then_some(record)
    }

    /// The statement that removes the record, if no newer record exists.
    fn removal(&self) -> Option<Entry<'_>> {
        let record = self.latest([Role::Existing, Role::Imported]);
        let removal = self.latest([Role::RemovedBefore, Role::Removed])?;
        record.is_none_or(|record| record.rank() < removal.rank()).then_some(removal)
    }

    /// The line of a record, and the line of its text. A record of an earlier import keeps its text.
    fn record_and_text<'g>(&'g self, record: Entry<'g>) -> (&'g [u8], Option<&'g [u8]>) {
        if record.is(Role::Existing) {
            (record.content, self.entry(Role::ExistingText).map(|text| text.content))
        } else {
            record.record_and_text()
        }
    }

    /// Counts the records that the corpus had. Of several with one id, one stays.
    fn count_old(&self, record: RecordId<'_>, report: &mut Report) {
        report.corpus.entry(record.resource).or_default().before += self.n_old;
        (1..self.n_old).for_each(|_| report.remove(record, "the corpus had another record of this id"));
    }

    fn count(&self, record: RecordId<'_>, kept: Option<Entry<'_>>, report: &mut Report) {
        let (old, new) = (self.entry(Role::Existing), self.entry(Role::Imported));
        if self.n_new > 1 {
            report.count_repeated(record, self.n_new);
        }
        match (old, new) {
            (_, Some(new)) if kept.is_none_or(|kept| kept.rank() != new.rank()) => report.count_older(record),
            (Some(old), Some(new)) if self.record_and_text(old) == self.record_and_text(new) => report.unchanged += 1,
            (Some(_), Some(_)) => report.replaced += 1,
            (None, Some(_)) => report.add(record.resource),
            (_, None) => {}
        }
        if old.is_some() && kept.is_none() {
            report.remove(record, &self.removal_reason());
        }
    }

    /// The reason for the removal, for the report.
    fn removal_reason(&self) -> String {
        match self.removal() {
            Some(removal) if removal.is(Role::Removed) => removal.text().to_owned(),
            None if !self.part.location.is_empty() => format!("no longer in {}", self.part.location),
            _ => "an earlier import removed it".to_owned(),
        }
    }

    fn count_elsewhere(&self, record: RecordId<'_>, elsewhere: &str, report: &mut Report) {
        (0..self.n_new).for_each(|_| report.skip_in_corpus(&ID_CONFLICT, record, elsewhere));
        if self.n_old > 0 {
            report.remove(record, &format!("it is in {elsewhere}"));
        }
    }

    /// Writes the data that later imports need to the sidecar.
    fn note(&self, resource: Resource, id: &str, files: &mut Files) -> Result<()> {
        let (complete, number, removal) =
            (self.entry(Role::PartComplete), self.entry(Role::PublisherNumber), self.removal());
        let Some(entry) = complete.or(number).or(removal) else { return Ok(()) };
        let note = Note {
            id: id.to_owned(),
            number: number.and_then(|number| number.text().parse().ok()),
            gone: removal.and_then(|removal| removal.day()),
            complete: complete.and_then(|complete| complete.day()),
        };
        if note.is_empty() {
            return Ok(());
        }
        let line = serde_json::to_vec(&note).map_err(io::Error::from)?;
        files.write_note(resource, entry.file, &line)
    }
}
