/*!
Cases that wait for their final ids, and the numbers that already hold an id, as rows sorted by the id of court and
citation.

A pending case is stored as its corpus line. The thread that reads the case checks and encodes it, so that little is
left to do once the id is assigned.
*/

use anyhow::{Context, Result};
use lexdex::corpus::text;
use lexdex::model::{Case, Date, Record, Resource};
use serde::{Deserialize, Serialize};

use crate::import::engine::partitions::{Partitions, read_row};
use crate::import::engine::sink::{RecordKey, Sink};

/// The kinds of rows. The holder of a page's id sorts before the cases of the page.
const HOLDER: u8 = 0;
const CASE: u8 = 1;

/// The length of the kind and the number at the end of a key.
const ORDER_BYTES: usize = 9;

/// Adds a case whose id is that of its court and citation.
pub(super) fn push_case(pending: &mut Partitions, case: &Case, text: &str, number: u64, sink: &Sink<'_>) -> Result<()> {
    let (is_checked, line) = match sink.line(case) {
        Ok(line) => (true, line),
        // The error is reported once the final id is known.
        Err(_) => (false, serde_json::to_vec(case)?),
    };
    let row = PendingCase {
        is_checked,
        has_topic: !case.topics().is_empty(),
        last_updated: case.meta.last_updated.as_number(),
        jurisdiction: &case.jurisdiction_id,
        line: std::str::from_utf8(&line)?,
        text,
    };
    pending.push_row(case.id.as_bytes(), &key(&case.id, CASE, number), &row);
    Ok(())
}

/// Adds the number that holds the id of a page.
pub(super) fn push_holder(pending: &mut Partitions, id: &str, number: u64) {
    pending.push_row(id.as_bytes(), &key(id, HOLDER, number), &());
}

/// The key of a row: the id of the page, then the kind and the number, which order the rows of a page.
fn key(id: &str, kind: u8, number: u64) -> Vec<u8> {
    [id.as_bytes(), &[kind], &number.to_be_bytes()].concat()
}

/// A row as it comes out of the sorter.
pub(super) struct Entry<'e> {
    /// The id of the court and citation.
    pub(super) page: &'e str,
    /// The publisher's number.
    pub(super) number: u64,
    /// `None` in the row of a holder.
    pub(super) case: Option<PendingCase<'e>>,
}

/// A case without its final id.
#[derive(Serialize, Deserialize)]
pub(super) struct PendingCase<'e> {
    /// Whether `build` accepts the line.
    is_checked: bool,
    has_topic: bool,
    last_updated: u32,
    pub(super) jurisdiction: &'e str,
    line: &'e str,
    /// The text behind the record. Empty if it has none.
    text: &'e str,
}

impl<'e> Entry<'e> {
    pub(super) fn read(key: &'e [u8], value: &'e [u8]) -> Result<Self> {
        let (page, [kind, number @ ..]) = key.split_last_chunk::<ORDER_BYTES>().context("the key is too short")?;
        let case = if *kind == HOLDER { None } else { Some(read_row(value)?) };
        Ok(Self { page: std::str::from_utf8(page)?, number: u64::from_be_bytes(*number), case })
    }
}

impl PendingCase<'_> {
    /// The key of its record.
    pub(super) fn key<'k>(&self, file: &'k str, id: &'k str) -> Result<RecordKey<'k>> {
        let last_updated = Date::from_number(self.last_updated).context("the date does not exist")?;
        Ok(RecordKey { resource: Resource::Cases, file, id, last_updated })
    }

    /// Writes the case, whose id was `page` so far.
    pub(super) fn write(&self, page: &str, key: &RecordKey<'_>, number: u64, sink: &mut Sink<'_>) -> Result<()> {
        const BEFORE_ID: &str = "{\"id\":\"";
        if self.is_checked && text::is_record_id(key.id) {
            let after_id = &self.line[BEFORE_ID.len() + page.len()..];
            let line = [BEFORE_ID, key.id, after_id].concat().into_bytes();
            sink.write_line(key, self.jurisdiction, line, self.text, self.has_topic);
            return Ok(());
        }
        let mut case: Case = serde_json::from_str(self.line)?;
        key.id.clone_into(&mut case.id);
        sink.write(key.file, &case, self.text, &format!("case {number}"));
        Ok(())
    }
}
