/*!
Statements about ids, as entries of a sorter.

The codec is hand-written, because the sorter compares the bytes of values: role and date come first, in big-endian form
of fixed width. `postcard` encodes integers in variable width, which does not sort.
*/

use std::io;

use lexdex_core::corpus::TextLine;
use lexdex_core::model::{Date, Resource};
use lexdex_core::sort::Sorter;

use crate::import::merge::scope::InputId;

/// The kind of a statement about an id. If two statements of one date disagree on whether there is a record, the later
/// variant of this enum wins. So this import wins over earlier ones, and within an import the record wins over the
/// removal, because a release that removes one version of a section can contain another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StatementRole {
    /// A file that the import does not write has a record of the id.
    InOtherFile,
    /// The text behind the record of an earlier import.
    ExistingText,
    /// An earlier import found that the source has no record of the id.
    RemovedBefore,
    /// A record of an earlier import.
    Existing,
    /// This import found that the source has no record of the id.
    Removed,
    /// A record of this import.
    Imported,
}

impl StatementRole {
    /// The number of roles.
    pub(super) const N: usize = Self::Imported as usize + 1;
}

/// A statement about an id.
pub(crate) struct Statement<'s> {
    pub(crate) role: StatementRole,
    pub(crate) resource: Resource,
    /// The corpus file of the record.
    pub(crate) file: &'s str,
    pub(crate) id: &'s str,
    /// The date of the data.
    pub(crate) date: Option<Date>,
    /// The record, the text, or the location in the input of a removal. An imported record is followed by the line
    /// of its text, if it has one.
    pub(crate) content: &'s [u8],
    /// The location in the input of an imported record. Empty without a log of skips, which names it.
    pub(crate) location: &'s str,
    /// The input of this import that makes the statement, if it is one about a record.
    pub(crate) input: Option<InputId>,
}

/// Separates an imported record from its text. JSON of one line has no line feed.
const TEXT_SEPARATOR: u8 = b'\n';

/// Appends the text behind a record to the record's line.
pub(crate) fn push_text(line: &mut Vec<u8>, id: &str, text: &str) -> io::Result<()> {
    line.push(TEXT_SEPARATOR);
    Ok(serde_json::to_writer(line, &TextLine { id: id.into(), text: text.into() })?)
}

/// The length of the head of a value, in bytes: role, date, length of the file name.
const HEAD_BYTES: usize = 6;

/// Separates the content from the location. It sorts before every byte of a content, so that of two records of one date
/// the contents decide, with a log as without one.
const LOCATION_SEPARATOR: u8 = 0;

/// The length of the tail of a value that has an input, in bytes: length of the location, input.
const TAIL_BYTES: usize = size_of::<u32>() + InputId::N_BYTES;

impl Statement<'_> {
    /// Adds the statement to a sorter. Within an id, statements sort by role, then by date.
    pub(crate) fn push_to(&self, sorter: &mut Sorter) -> io::Result<()> {
        let Self { role, resource, file, id, date, content, location, input } = *self;
        let mut key = Vec::with_capacity(1 + id.len());
        key.push(resource as u8);
        key.extend_from_slice(id.as_bytes());
        let mut value = Vec::with_capacity(HEAD_BYTES + file.len() + content.len() + 1 + location.len() + TAIL_BYTES);
        value.push(role as u8);
        value.extend_from_slice(&date.map_or(0, Date::as_number).to_be_bytes());
        value.push(u8::try_from(file.len()).map_err(|_| io::Error::other("the name of a corpus file is too long"))?);
        value.extend_from_slice(file.as_bytes());
        value.extend_from_slice(content);
        // Location and input come last, so that they do not decide between two records of one date.
        if let Some(input) = input {
            let n_bytes = u32::try_from(location.len()).map_err(|_| io::Error::other("the location is too long"))?;
            value.push(LOCATION_SEPARATOR);
            value.extend_from_slice(location.as_bytes());
            value.extend_from_slice(&n_bytes.to_be_bytes());
            value.extend_from_slice(&input.to_bytes());
        }
        sorter.push(&key, &value)
    }
}

/// A statement as the sorter returns it. The id is the key.
#[derive(Clone, Copy)]
pub(super) struct StatementEntry<'e> {
    role: u8,
    pub(super) date: u32,
    pub(super) file: &'e str,
    pub(super) content: &'e [u8],
    /// The location in the input of an imported record. Empty without a log of skips.
    pub(super) location: &'e str,
    /// The input of this import that makes the statement, if it is one about a record.
    pub(super) input: Option<InputId>,
}

impl<'e> StatementEntry<'e> {
    pub(super) fn from_value(value: &'e [u8]) -> Self {
        let (head, rest) = value.split_at(HEAD_BYTES);
        let (file, rest) = rest.split_at(usize::from(head[HEAD_BYTES - 1]));
        let names_input = [StatementRole::Removed, StatementRole::Imported].iter().any(|role| head[0] == *role as u8);
        let (content, location, input) = match split_tail(rest) {
            Some((content, location, input)) if names_input => (content, location, Some(input)),
            _ => (rest, &[][..], None),
        };
        Self {
            role: head[0],
            date: u32::from_be_bytes([head[1], head[2], head[3], head[4]]),
            file: std::str::from_utf8(file).unwrap_or_default(),
            content,
            location: std::str::from_utf8(location).unwrap_or_default(),
            input,
        }
    }

    pub(super) fn is(&self, role: StatementRole) -> bool {
        self.role_idx() == role as usize
    }

    pub(super) fn role_idx(&self) -> usize {
        usize::from(self.role)
    }

    /// The rank of the statement. The highest rank wins.
    pub(super) fn rank(&self) -> (u32, u8) {
        (self.date, self.role)
    }

    /// The date of the data.
    pub(super) fn day(&self) -> Option<Date> {
        Date::from_number(self.date)
    }

    /// The line of a record, and the line of the text that was imported with it.
    pub(super) fn record_and_text(&self) -> (&'e [u8], Option<&'e [u8]>) {
        match memchr::memchr(TEXT_SEPARATOR, self.content) {
            Some(end) => (&self.content[..end], Some(&self.content[end + 1..])),
            None => (self.content, None),
        }
    }

    /// The content as text.
    pub(super) fn text(&self) -> &'e str {
        std::str::from_utf8(self.content).unwrap_or_default()
    }
}

/// Splits the rest of a value that has an input into content, location and input.
fn split_tail(rest: &[u8]) -> Option<(&[u8], &[u8], InputId)> {
    let (rest, input) = rest.split_last_chunk()?;
    let (rest, n_bytes) = rest.split_last_chunk()?;
    let n_bytes = usize::try_from(u32::from_be_bytes(*n_bytes)).ok()?;
    let (rest, location) = rest.split_at_checked(rest.len().checked_sub(n_bytes)?)?;
    let (_separator, content) = rest.split_last()?;
    Some((content, location, InputId::from_bytes(*input)))
}
