/*!
Reads the rows of a file.
*/

use std::io::{BufRead, Read};

use serde_json::Value;

use crate::import::engine::sink::Sink;
use crate::import::input::input_file::InputFile;
use crate::import::publishers::jsonl::mapping::Mapping;
use crate::import::publishers::jsonl::row::{MappingRow, RowCells};
use crate::import::publishers::jsonl::seen::Seen;
use crate::import::text::csv_rows::CsvRows;
use crate::import::text::json_lines::JsonLines;
use crate::import::text::json_list::enter_list;
use crate::import::text::json_objects::JsonObjects;
use crate::report::skip::{NOT_UTF8, NOT_WELL_FORMED, STRAY, Skip};

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// The reading of a file's rows.
pub(super) struct MappingRows<'r, 's> {
    pub(super) mapping: &'r Mapping<'r>,
    pub(super) seen: &'r Seen<'r>,
    /// The decisions of the file, if the rows are cases.
    pub(super) sink: &'r mut Sink<'s>,
}

impl MappingRows<'_, '_> {
    /// Reads a file. An invalid row is skipped without affecting the others.
    pub(super) fn read(mut self, file: InputFile<'_>) -> Result<(), Skip> {
        let name = file.file_name().to_ascii_lowercase();
        let n_rows = if name.ends_with(".csv") {
            self.read_table(file.reader, self.mapping.delimiter.unwrap_or(b','))?
        } else if name.ends_with(".tsv") {
            self.read_table(file.reader, self.mapping.delimiter.unwrap_or(b'\t'))?
        } else {
            let mut content = file.buffered();
            let head = content.peek()?.0;
            let head = head.strip_prefix(BYTE_ORDER_MARK).unwrap_or(head).trim_ascii_start();
            let is_list = head.starts_with(b"[");
            match &self.mapping.rows {
                Some(path) if !is_list => {
                    enter_list(&mut content, path)?;
                    self.read_objects(JsonObjects::within_array(content))?
                }
                _ if is_list || name.ends_with(".json") => self.read_objects(JsonObjects::new(content))?,
                _ => self.read_lines(content)?,
            }
        };
        if n_rows == 0 { Err(Skip::new(&STRAY, "there is no row")) } else { Ok(()) }
    }

    /// Reads a file with a row in each line. Returns the number of lines that are not blank.
    fn read_lines(&mut self, content: impl BufRead) -> Result<u64, Skip> {
        let mut lines = JsonLines::new(content);
        let mut n_rows = 0;
        while let Some((number, line)) = lines.next_line()? {
            n_rows += 1;
            let at = format!("line {number}");
            let line =
                line.map(|line| if number == 1 { line.strip_prefix(BYTE_ORDER_MARK).unwrap_or(line) } else { line });
            self.take_json(line, n_rows == 1, &at);
        }
        Ok(n_rows)
    }

    /// Reads the objects of an array, or one object after another. Returns their number.
    fn read_objects(&mut self, mut objects: JsonObjects<impl BufRead>) -> Result<u64, Skip> {
        let mut n_rows = 0;
        while let Some(object) = objects.next_object() {
            n_rows += 1;
            self.take_json(object, n_rows == 1, &format!("row {n_rows}"));
        }
        Ok(n_rows)
    }

    fn take_json(&mut self, json: Result<&[u8], Skip>, is_first: bool, at: &str) {
        match json.and_then(parse) {
            Ok(value) => {
                self.seen.add_row(&value, is_first);
                self.write(RowCells::Json(&value), at);
            }
            Err(skip) => self.sink.skip(skip.reason, &format!("{at}: {}", skip.detail)),
        }
    }

    /// Reads a table. Returns the number of its rows.
    fn read_table(&mut self, reader: &mut dyn Read, delimiter: u8) -> Result<u64, Skip> {
        let mut rows = CsvRows::new(reader, delimiter);
        let names: Vec<String> =
            rows.header()?.iter().map(|name| String::from_utf8_lossy(name.trim_ascii()).into_owned()).collect();
        let columns = columns(&names, self.mapping)?;
        let mut n_rows = 0;
        while let Some((line, row)) = rows.next_row()? {
            n_rows += 1;
            if n_rows == 1 {
                self.seen.add_columns(&columns, names.iter().map(String::as_str));
            }
            let at = format!("line {line}");
            if row.len() == names.len() {
                self.write(RowCells::Csv(row, &columns), &at);
            } else {
                let detail = format!("{at}: {} cells, where the header has {}", row.len(), names.len());
                self.sink.skip(&NOT_WELL_FORMED, &detail);
            }
        }
        Ok(n_rows)
    }

    fn write(&mut self, cells: RowCells<'_>, at: &str) {
        let row = MappingRow { fields: &self.mapping.source_fields, cells };
        self.mapping.write(&row, at, self.sink);
    }
}

/// Parses an object.
fn parse(json: &[u8]) -> Result<Value, Skip> {
    let text = std::str::from_utf8(json).map_err(|error| Skip::new(&NOT_UTF8, error.to_string()))?;
    let value: Value = serde_json::from_str(text)?;
    if value.is_object() { Ok(value) } else { Err(Skip::new(&NOT_WELL_FORMED, "it is not an object")) }
}

/// The position of the column of each field of the mapping. Fails if a name occurs twice.
fn columns(names: &[String], mapping: &Mapping<'_>) -> Result<Vec<Option<usize>>, Skip> {
    let column = |name: &str| {
        let mut found = names.iter().enumerate().filter(|(_, known)| *known == name).map(|(idx, _)| idx);
        match (found.next(), found.next()) {
            (_, Some(_)) => Err(Skip::new(&NOT_WELL_FORMED, format!("the header has the column {name:?} twice"))),
            (column, None) => Ok(column),
        }
    };
    mapping.source_fields.iter().map(|field| column(&field.name)).collect()
}
