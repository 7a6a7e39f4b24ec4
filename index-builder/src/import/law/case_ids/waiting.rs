/*!
A case that waits for its id, and what is known of its page, as sorted entries by the id of court and citation.

A case waits as the line that it becomes, checked and written by the thread that has read it: once the id is decided,
little is left to do.
*/

use std::io;

use lexdex::corpus::text;
use lexdex::model::{Case, Date, Record, Resource};

use crate::import::engine::partitions::Partitions;
use crate::import::engine::sink::{RecordKey, Sink};

/// What an entry is. The number that has the id of a page sorts before the cases.
const HOLDER: u8 = 0;
const CASE: u8 = 1;

/// What stands behind the number of a case: whether its line is one that `build` takes, whether it has topics, its date,
/// the length of the jurisdiction's id.
const HEAD_BYTES: usize = 7;

/// Adds a case whose id is, so far, that of its court and citation.
pub(super) fn push_case(waiting: &mut Partitions, case: &Case, number: u64, sink: &Sink<'_>) -> io::Result<()> {
    let (is_checked, line) = match sink.line(case) {
        Ok(line) => (true, line),
        // What is wrong is told when the id is known.
        Err(_) => (false, serde_json::to_vec(case)?),
    };
    let jurisdiction = case.jurisdiction_id.as_bytes();
    let length = u8::try_from(jurisdiction.len()).map_err(|_| io::Error::other("a jurisdiction's id is too long"))?;
    let flags = [is_checked, !case.topics().is_empty()].map(u8::from);
    let date = case.meta.last_updated.as_number().to_be_bytes();
    let value = [&[CASE], &number.to_be_bytes()[..], &flags, &date, &[length], jurisdiction, &line].concat();
    waiting.push(case.id.as_bytes(), case.id.as_bytes(), &value);
    Ok(())
}

/// Adds the number that has the id of a page.
pub(super) fn push_holder(waiting: &mut Partitions, id: &str, number: u64) {
    waiting.push(id.as_bytes(), id.as_bytes(), &[&[HOLDER], &number.to_be_bytes()[..]].concat());
}

/// An entry as it comes out of the sorter.
pub(super) struct Entry<'e> {
    pub(super) number: u64,
    /// Nothing if it tells alone which number has the id.
    pub(super) case: Option<Waited<'e>>,
}

/// A case whose id is decided.
pub(super) struct Waited<'e> {
    is_checked: bool,
    has_topic: bool,
    last_updated: Date,
    pub(super) jurisdiction: &'e str,
    line: &'e [u8],
}

impl<'e> Entry<'e> {
    /// Reads an entry; nothing if it is none.
    pub(super) fn of(value: &'e [u8]) -> Option<Self> {
        let (kind, value) = value.split_first()?;
        let (number, value) = value.split_first_chunk()?;
        let case = if *kind == HOLDER { None } else { Some(Waited::of(value)?) };
        Some(Self { number: u64::from_be_bytes(*number), case })
    }
}

impl<'e> Waited<'e> {
    fn of(value: &'e [u8]) -> Option<Self> {
        let ([is_checked, has_topic, date @ .., length], value) = value.split_first_chunk::<HEAD_BYTES>()?;
        let (jurisdiction, line) = value.split_at_checked(usize::from(*length))?;
        Some(Self {
            is_checked: *is_checked != 0,
            has_topic: *has_topic != 0,
            last_updated: Date::from_number(u32::from_be_bytes(*date))?,
            jurisdiction: std::str::from_utf8(jurisdiction).ok()?,
            line,
        })
    }

    /// What it is known by.
    pub(super) fn key<'k>(&self, file: &'k str, id: &'k str) -> RecordKey<'k> {
        RecordKey { resource: Resource::Cases, file, id, last_updated: self.last_updated }
    }

    /// Gives the case, whose id was `waiting_id` while it waited.
    pub(super) fn give(
        &self,
        waiting_id: &str,
        key: &RecordKey<'_>,
        number: u64,
        sink: &mut Sink<'_>,
    ) -> serde_json::Result<()> {
        const BEFORE_ID: &[u8] = b"{\"id\":\"";
        if self.is_checked && text::is_record_id(key.id) {
            let behind_id = &self.line[BEFORE_ID.len() + waiting_id.len()..];
            sink.write_line(key, &[BEFORE_ID, key.id.as_bytes(), behind_id].concat(), self.has_topic);
            return Ok(());
        }
        let mut case: Case = serde_json::from_slice(self.line)?;
        key.id.clone_into(&mut case.id);
        sink.write(key.file, &case, &format!("case {number}"));
        Ok(())
    }
}
