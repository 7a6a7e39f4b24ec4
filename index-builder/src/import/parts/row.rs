/*!
The rows that an import sorts: one for each record that it writes or leaves out.

The key is the part, the list and the id. The value begins with the date of the data and the kind of the row, because
the sorter compares the bytes of values: the row that counts comes last. Of two records of one date the bytes of the
content decide, so that the result does not depend on the order of the input.
*/

use std::io;

use anyhow::{Context, Result};
use lexdex_core::model::{Date, Resource};
use lexdex_core::sort::Sorter;
use serde::{Deserialize, Serialize};

use crate::import::parts::case_keys::CaseKeys;

/// The separator between the part and the list in a key. No name of a part has this byte.
const END_OF_NAME: u8 = 0;

/// The length of the beginning of a value, in bytes: date and kind.
const HEAD_BYTES: usize = 5;

/// A row about the record of an id.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PartRow<'r> {
    pub(crate) resource: Resource,
    /// The id, or the name of a decision in its part.
    pub(crate) id: &'r str,
    /// The date of the data.
    pub(crate) date: Date,
    /// `None` if the source has no record of the id.
    pub(crate) content: Option<&'r RowContent<'r>>,
}

/// A record.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct RowContent<'r> {
    /// The line of the record.
    #[serde(with = "serde_bytes")]
    pub(crate) record: &'r [u8],
    /// The text behind the record. Empty if it has none.
    pub(crate) text: &'r str,
    /// The keys of the decision, if it is a case.
    #[serde(borrow)]
    pub(crate) case: Option<CaseKeys<'r>>,
    /// The location in the input. Empty without a log of skips, which names it.
    pub(crate) location: &'r str,
}

impl PartRow<'_> {
    /// Adds the row to a sorter.
    pub(crate) fn push_to(&self, part: &str, sorter: &mut Sorter) -> io::Result<()> {
        let key = [part.as_bytes(), &[END_OF_NAME, self.resource as u8], self.id.as_bytes()].concat();
        let mut value = self.date.as_number().to_be_bytes().to_vec();
        value.push(u8::from(self.content.is_some()));
        if let Some(content) = self.content {
            value = postcard::to_extend(content, value).map_err(io::Error::other)?;
        }
        sorter.push(&key, &value)
    }
}

/// The name of the part of a key, and the rest of the key.
pub(crate) fn split_key(key: &[u8]) -> (&[u8], &[u8]) {
    let end = memchr::memchr(END_OF_NAME, key).unwrap_or(key.len());
    (&key[..end], key.get(end + 1..).unwrap_or_default())
}

/// The list and the id of the rest of a key.
pub(crate) fn read_record_key(rest: &[u8]) -> Result<(Resource, &str)> {
    let (list, id) = rest.split_first().context("the key of a sorted record is too short")?;
    let list = Resource::ALL.get(usize::from(*list)).context("a sorted record is of no list")?;
    Ok((*list, std::str::from_utf8(id)?))
}

/// The date and the record of a value; no record if the source has none.
pub(crate) fn read_value(value: &[u8]) -> Result<(u32, Option<RowContent<'_>>)> {
    let (head, content) = value.split_first_chunk::<HEAD_BYTES>().context("a sorted record is too short")?;
    let [date @ .., has_record] = *head;
    let content = if has_record == 1 { Some(postcard::from_bytes(content)?) } else { None };
    Ok((u32::from_be_bytes(date), content))
}
