/*!
Keeps the newest release of each scope, and finds the statements that a release outdates.
*/

use std::borrow::Cow;
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

use anyhow::Result;
use lexdex_core::model::{Date, Resource};
use memchr::{memchr2, memmem};
use serde::Deserialize;

use crate::import::merge::scope::{InputId, Scope, ScopeOf, ScopeRelease};
use crate::import::merge::sidecar::ScopeNote;

/// The scopes of all corpus files that an import writes.
#[derive(Default)]
pub(super) struct Scopes {
    files: BTreeMap<Resource, BTreeMap<String, FileScopes>>,
}

/// The scopes of one corpus file.
#[derive(Default)]
pub(super) struct FileScopes {
    /// The newest date of all scopes. Statements of this date or later need no check.
    newest: u32,
    list: Option<(BTreeSet<String>, NewestRelease)>,
    titles: BTreeMap<String, NewestRelease>,
    prefixes: BTreeMap<String, NewestRelease>,
    sessions: BTreeMap<String, NewestRelease>,
}

/// The newest release of a scope.
#[derive(Debug)]
pub(super) struct NewestRelease {
    date: Date,
    /// Whether an earlier import has read a release of this date. It has removed the records that the release lacks.
    is_known: bool,
    inputs: BTreeSet<InputId>,
    /// The location of the release, if this import has read it.
    pub(super) location: String,
}

/// The data about an id that decide whether the release of a scope of bills has it.
pub(super) struct Membership<'m> {
    /// Whether the corpus has a record, or a note on its removal.
    pub(super) is_in_corpus: bool,
    pub(super) inputs: &'m BTreeSet<InputId>,
}

/// The fields of a record that decide its scopes.
#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase")]
struct ScopeFields {
    title_number: Option<String>,
    bill_number: Option<String>,
}

impl ScopeFields {
    /// The fields of a record. A record of a list that lacks a field is in no scope that needs it.
    fn from_record(record: &[u8]) -> Self {
        serde_json::from_slice(record).unwrap_or_default()
    }
}

fn title_number(record: &[u8]) -> Option<Cow<'_, str>> {
    // Fast path for the form that imports write. Within a JSON string, the quotes would be escaped.
    const FIELD: &[u8] = b"\"titleNumber\":\"";
    if let Some(start) = memmem::find(record, FIELD) {
        let value = &record[start + FIELD.len()..];
        let end = memchr2(b'"', b'\\', value);
        let plain = end.filter(|end| value[*end] == b'"').and_then(|end| str::from_utf8(&value[..end]).ok());
        if plain.is_some() {
            return plain.map(Cow::Borrowed);
        }
    }
    ScopeFields::from_record(record).title_number.map(Cow::Owned)
}

impl Scopes {
    /// Adds a scope of the sidecar.
    pub(super) fn add_known(&mut self, resource: Resource, file: &str, note: ScopeNote) {
        let ScopeNote { scope, complete: date } = note;
        let newest = NewestRelease { date, is_known: true, inputs: BTreeSet::new(), location: String::new() };
        self.add(resource, file.to_owned(), scope, newest);
    }

    /// Adds a scope of this import.
    pub(super) fn add_stated(&mut self, scope: ScopeOf, release: ScopeRelease) {
        let ScopeOf { resource, file, scope, inputs } = scope;
        let ScopeRelease { date, location } = release;
        self.add(resource, file, scope, NewestRelease { date, is_known: false, inputs, location });
    }

    fn add(&mut self, resource: Resource, file: String, scope: Scope, newest: NewestRelease) {
        let of_file = self.files.entry(resource).or_default().entry(file).or_default();
        of_file.newest = of_file.newest.max(newest.date.as_number());
        match scope {
            Scope::List(titles) => match &mut of_file.list {
                Some((known_titles, known)) => {
                    match newest.date.cmp(&known.date) {
                        Ordering::Less => {}
                        Ordering::Equal => known_titles.extend(titles),
                        Ordering::Greater => *known_titles = titles,
                    }
                    known.join(newest);
                }
                list @ None => *list = Some((titles, newest)),
            },
            Scope::Title(number) => join(&mut of_file.titles, number, newest),
            Scope::IdPrefix(prefix) => join(&mut of_file.prefixes, prefix, newest),
            Scope::Session(prefix) => join(&mut of_file.sessions, prefix, newest),
        }
    }

    /// The scopes of a file, if it has any.
    pub(super) fn for_file(&self, resource: Resource, file: &str) -> Option<&FileScopes> {
        self.files.get(&resource)?.get(file)
    }

    /// Calls `write` with the notes for the sidecar of each file.
    pub(super) fn each_note(&self, write: &mut dyn FnMut(Resource, &str, &ScopeNote) -> Result<()>) -> Result<()> {
        let files = self.files.iter().flat_map(|(resource, files)| files.iter().map(|file| (*resource, file)));
        for (resource, (file, scopes)) in files {
            scopes.notes().try_for_each(|note| write(resource, file, &note))?;
        }
        Ok(())
    }
}

fn join(scopes: &mut BTreeMap<String, NewestRelease>, name: String, newest: NewestRelease) {
    match scopes.get_mut(&name) {
        Some(known) => known.join(newest),
        None => {
            scopes.insert(name, newest);
        }
    }
}

impl NewestRelease {
    /// Adds another release of the scope. Releases of one date are one release.
    fn join(&mut self, other: Self) {
        if other.date > self.date {
            *self = other;
        } else if other.date == self.date {
            self.is_known |= other.is_known;
            self.inputs.extend(other.inputs);
            if self.location.is_empty() {
                self.location = other.location;
            }
        }
    }

    fn is_newer_than(&self, date: u32) -> bool {
        date < self.date.as_number()
    }

    /// Whether the release of a scope of bills has an id.
    fn has(&self, membership: &Membership<'_>) -> bool {
        (self.is_known && membership.is_in_corpus) || !self.inputs.is_disjoint(membership.inputs)
    }
}

impl FileScopes {
    /// Whether there are scopes of bills, whose membership depends on the inputs.
    pub(super) fn are_of_bills(&self) -> bool {
        !self.prefixes.is_empty() || !self.sessions.is_empty()
    }

    /// The newest scope of a list or title whose release is newer than a record, and therefore lacks it.
    pub(super) fn clearing(&self, record: &[u8], date: u32) -> Option<&NewestRelease> {
        if date >= self.newest || (self.list.is_none() && self.titles.is_empty()) {
            return None;
        }
        let title = title_number(record);
        let of_title = title.as_deref().and_then(|title| self.titles.get(title));
        let is_excepted = |titles: &BTreeSet<String>| title.as_deref().is_some_and(|title| titles.contains(title));
        let list = self.list.as_ref().filter(|(titles, _)| !is_excepted(titles)).map(|(_, newest)| newest);
        of_title.into_iter().chain(list).filter(|newest| newest.is_newer_than(date)).max_by_key(|newest| newest.date)
    }

    /// The newest scope of bills that is newer than a record, and whose release does not have its id.
    pub(super) fn clearing_bill(
        &self,
        id: &str,
        record: &[u8],
        date: u32,
        membership: &Membership<'_>,
    ) -> Option<&NewestRelease> {
        if date >= self.newest || !self.are_of_bills() {
            return None;
        }
        let number = ScopeFields::from_record(record).bill_number;
        let of_session = |prefix: &str, rest: &str| {
            self.sessions.get(prefix).filter(|_| number.as_deref().is_some_and(|number| is_number(rest, number)))
        };
        let holding = prefixes(id).flat_map(|(prefix, rest)| [self.prefixes.get(prefix), of_session(prefix, rest)]);
        let clearing = holding.flatten().filter(|newest| newest.is_newer_than(date) && !newest.has(membership));
        clearing.max_by_key(|newest| newest.date)
    }

    /// Whether a removal is older than a scope of its id, so that the release of the scope decides instead. The title
    /// of a removed record is unknown, and its session is known only if its number has no hyphen.
    pub(super) fn voids(&self, id: &str, date: u32, membership: &Membership<'_>) -> bool {
        let of_session = |prefix: &str, rest: &str| self.sessions.get(prefix).filter(|_| !rest.contains('-'));
        let list = self.list.iter().filter(|(titles, _)| titles.is_empty()).map(|(_, newest)| newest);
        let of_bills = prefixes(id).flat_map(|(prefix, rest)| [self.prefixes.get(prefix), of_session(prefix, rest)]);
        let is_voided = |newest: &NewestRelease, is_member: bool| newest.is_newer_than(date) && !is_member;
        list.into_iter().any(|newest| is_voided(newest, false))
            || of_bills.flatten().any(|newest| is_voided(newest, newest.has(membership)))
    }

    fn notes(&self) -> impl Iterator<Item = ScopeNote> {
        let note = |scope, newest: &NewestRelease| ScopeNote { scope, complete: newest.date };
        let list = self.list.iter().map(move |(titles, newest)| note(Scope::List(titles.clone()), newest));
        let prefixes = self.prefixes.iter().map(move |(prefix, newest)| note(Scope::IdPrefix(prefix.clone()), newest));
        let sessions = self.sessions.iter().map(move |(prefix, newest)| note(Scope::Session(prefix.clone()), newest));
        let titles = self.titles.iter().map(move |(number, newest)| note(Scope::Title(number.clone()), newest));
        list.chain(prefixes).chain(sessions).chain(titles)
    }
}

/// The prefixes of an id that end with a hyphen, each with the rest of the id.
fn prefixes(id: &str) -> impl Iterator<Item = (&str, &str)> {
    id.match_indices('-').map(|(hyphen, _)| id.split_at(hyphen + 1))
}

/// Whether a part of an id is a bill's number. Compares only letters and digits, and ignores zeros before the first
/// number, because ids have `sf0006` for the printed `SF 6`.
fn is_number(part_of_id: &str, number: &str) -> bool {
    let letters = |text: &str| {
        let letters: String = text.chars().filter(char::is_ascii_alphanumeric).collect();
        let (prefix, rest) = letters.split_at(letters.find(|c: char| c.is_ascii_digit()).unwrap_or(letters.len()));
        format!("{}{}", prefix.to_ascii_lowercase(), rest.trim_start_matches('0').to_ascii_lowercase())
    };
    letters(part_of_id) == letters(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn title_number_is_read_from_any_json() {
        for (record, number) in [
            (r#"{"id":"a","titleNumber":"5a","title":"x"}"#, Some("5a")),
            (r#"{"title":"say \"titleNumber\":\"1\"","titleNumber":"2"}"#, Some("2")),
            (r#"{ "titleNumber" : "6" }"#, Some("6")),
            (r#"{"titleNumber":"6\u0031"}"#, Some("61")),
            (r#"{"titleNumber":null}"#, None),
            (r#"{"id":"a"}"#, None),
            ("no record", None),
        ] {
            assert_eq!(title_number(record.as_bytes()).as_deref(), number, "{record}");
        }
    }

    #[test]
    fn number_of_a_bill_is_recognized_in_its_id() {
        for (part_of_id, number) in
            [("sf0006", "SF 6"), ("sf0006", "SF0006"), ("b85-38-cor", "B 85-38 (COR)"), ("hjra", "HJR A")]
        {
            assert!(is_number(part_of_id, number), "{part_of_id}");
        }
        for (part_of_id, number) in
            [("special-sf0006", "SF 6"), ("sf0060", "SF 6"), ("sf16", "SF 6"), ("1-sf6", "SF 6")]
        {
            assert!(!is_number(part_of_id, number), "{part_of_id}");
        }
    }
}
