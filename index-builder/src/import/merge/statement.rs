/*!
What has a say about an id, as an entry of the sorter.
*/

use std::io;

use lexdex::model::{Date, Resource};

use lexdex::sort::Sorter;

/// What is said about an id. Of two statements of one day about whether there is a record, the one further down counts:
/// this import before the earlier ones, and of one import the record, since a release that has done away with one
/// version of a section can have another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// All records whose ids begin so were read.
    PartComplete,
    /// Another file, which the import does not write, has a record of it.
    InOtherFile,
    /// The publisher's number of the case that has the id.
    PublisherNumber,
    /// An earlier import was told that there is no record of it.
    RemovedBefore,
    /// An earlier import wrote this record.
    Existing,
    /// This import was told that there is no record of it.
    Removed,
    /// This import has read this record.
    Imported,
}

impl Role {
    /// How many roles there are.
    pub(super) const N: usize = Self::Imported as usize + 1;
}

/// What is said about an id.
pub(crate) struct Statement<'s> {
    pub(crate) role: Role,
    pub(crate) resource: Resource,
    /// The corpus file that the record is in, or would be in.
    pub(crate) file: &'s str,
    pub(crate) id: &'s str,
    /// The day of the data that say so.
    pub(crate) date: Option<Date>,
    /// The record, the place where it is said that there is none, or the number.
    pub(crate) content: &'s [u8],
}

/// The length of what stands before the file's name in an entry's value: role, date, length of the name.
const HEAD_BYTES: usize = 6;

impl Statement<'_> {
    /// Adds the statement to a sorter. Within an id, statements sort by role, then by date.
    pub(crate) fn push_to(&self, sorter: &mut Sorter) -> io::Result<()> {
        let Self { role, resource, file, id, date, content } = *self;
        let mut key = Vec::with_capacity(1 + id.len());
        key.push(resource as u8);
        key.extend_from_slice(id.as_bytes());
        let mut value = Vec::with_capacity(HEAD_BYTES + file.len() + content.len());
        value.push(role as u8);
        value.extend_from_slice(&date.map_or(0, Date::as_number).to_be_bytes());
        value.push(u8::try_from(file.len()).map_err(|_| io::Error::other("the name of a corpus file is too long"))?);
        value.extend_from_slice(file.as_bytes());
        value.extend_from_slice(content);
        sorter.push(&key, &value)
    }
}

/// A statement as it comes out of the sorter; its id is the key.
#[derive(Clone, Copy)]
pub(super) struct Entry<'e> {
    role: u8,
    pub(super) date: u32,
    pub(super) file: &'e str,
    pub(super) content: &'e [u8],
}

impl<'e> Entry<'e> {
    pub(super) fn of(value: &'e [u8]) -> Self {
        let (head, rest) = value.split_at(HEAD_BYTES);
        let (file, content) = rest.split_at(usize::from(head[HEAD_BYTES - 1]));
        Self {
            role: head[0],
            date: u32::from_be_bytes([head[1], head[2], head[3], head[4]]),
            file: std::str::from_utf8(file).unwrap_or_default(),
            content,
        }
    }

    pub(super) fn is(&self, role: Role) -> bool {
        self.role_idx() == role as usize
    }

    pub(super) fn role_idx(&self) -> usize {
        usize::from(self.role)
    }

    /// The statement with the higher rank counts.
    pub(super) fn rank(&self) -> (u32, u8) {
        (self.date, self.role)
    }

    /// The day of the data that say so.
    pub(super) fn day(&self) -> Option<Date> {
        Date::from_number(self.date)
    }

    /// The content as text.
    pub(super) fn text(&self) -> &'e str {
        std::str::from_utf8(self.content).unwrap_or_default()
    }
}
