/*!
A row of the source: an object of JSON, or a row of a table.
*/

use std::borrow::Cow;

use csv::ByteRecord;
use serde_json::Value;

use crate::import::publishers::jsonl::reasons::NO_TEXT;
use crate::import::publishers::jsonl::source_fields::{SourceFields, find, scalar};
use crate::report::skip::{NOT_UTF8, Skip};

pub(super) struct MappingRow<'r> {
    pub(super) fields: &'r SourceFields,
    pub(super) cells: RowCells<'r>,
}

/// The data of a row.
pub(super) enum RowCells<'r> {
    Json(&'r Value),
    /// A row of a table, and the position of the column of each field of the mapping that the table has.
    Csv(&'r ByteRecord, &'r [Option<usize>]),
}

impl<'r> MappingRow<'r> {
    /// The text of a field, which is empty if the row does not have it. A list or an object is a skip.
    pub(super) fn text(&self, idx: usize) -> Result<Cow<'r, str>, Skip> {
        let no_text = || Skip::new(&NO_TEXT, format!("{:?} is not a text", self.fields.name(idx)));
        match self.cells {
            RowCells::Csv(row, columns) => self.cell(row, columns, idx),
            RowCells::Json(row) => {
                let mut found = Vec::new();
                find(row, self.fields.name(idx), &mut found);
                match found[..] {
                    [] => Ok("".into()),
                    [value] => scalar(value).ok_or_else(no_text),
                    _ => Err(no_text()),
                }
            }
        }
    }

    /// The texts of a field. A list gives its elements. An object is a skip.
    pub(super) fn texts(&self, idx: usize) -> Result<Vec<Cow<'r, str>>, Skip> {
        let row = match self.cells {
            RowCells::Csv(row, columns) => return Ok(vec![self.cell(row, columns, idx)?]),
            RowCells::Json(row) => row,
        };
        let mut found = Vec::new();
        find(row, self.fields.name(idx), &mut found);
        let elements = found.into_iter().flat_map(|value| match value {
            Value::Array(elements) => elements.iter().collect(),
            value => vec![value],
        });
        let no_text = || Skip::new(&NO_TEXT, format!("{:?} has an object or a list of lists", self.fields.name(idx)));
        elements.map(|element| scalar(element).ok_or_else(no_text)).collect()
    }

    fn cell(&self, row: &'r ByteRecord, columns: &[Option<usize>], idx: usize) -> Result<Cow<'r, str>, Skip> {
        let bytes = columns[idx].and_then(|column| row.get(column)).unwrap_or_default();
        let text = std::str::from_utf8(bytes);
        text.map(Cow::Borrowed).map_err(|error| Skip::new(&NOT_UTF8, format!("{:?}: {error}", self.fields.name(idx))))
    }
}
