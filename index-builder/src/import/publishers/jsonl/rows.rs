/*!
Reads the rows of a file.
*/

use std::io::{BufRead, Read};

use serde_json::Value;

use crate::import::engine::sink::Sink;
use crate::import::input::input_file::InputFile;
use crate::import::publishers::jsonl::mapping::Mapping;
use crate::import::publishers::jsonl::row::{Cells, Row};
use crate::import::publishers::jsonl::seen::Seen;
use crate::import::text::csv_rows::CsvRows;
use crate::import::text::json_lines::JsonLines;
use crate::import::text::json_list::enter_list;
use crate::import::text::json_objects::JsonObjects;
use crate::report::skip::{NOT_UTF8, NOT_WELL_FORMED, STRAY, Skip};

/// Reads a file. An invalid row is skipped without affecting the others.
pub(super) fn read(
    file: InputFile<'_>,
    mapping: &Mapping<'_>,
    seen: &Seen<'_>,
    sink: &mut Sink<'_>,
) -> Result<(), Skip> {
    let name = file.file_name().to_ascii_lowercase();
    let n_rows = if name.ends_with(".csv") {
        read_table(file.reader, mapping.delimiter.unwrap_or(b','), mapping, seen, sink)?
    } else if name.ends_with(".tsv") {
        read_table(file.reader, mapping.delimiter.unwrap_or(b'\t'), mapping, seen, sink)?
    } else {
        let mut content = file.buffered();
        let head = content.peek()?.0;
        let head = head.strip_prefix(BYTE_ORDER_MARK).unwrap_or(head).trim_ascii_start();
        let is_list = head.starts_with(b"[");
        match &mapping.rows {
            Some(path) if !is_list => {
                enter_list(&mut content, path)?;
                read_objects(JsonObjects::within_array(content), mapping, seen, sink)?
            }
            _ if is_list || name.ends_with(".json") => read_objects(JsonObjects::new(content), mapping, seen, sink)?,
            _ => read_lines(content, mapping, seen, sink)?,
        }
    };
    if n_rows == 0 { Err(Skip::new(&STRAY, "there is no row")) } else { Ok(()) }
}

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Reads a file with a row in each line. Returns the number of lines that are not blank.
fn read_lines(content: impl BufRead, mapping: &Mapping<'_>, seen: &Seen<'_>, sink: &mut Sink<'_>) -> Result<u64, Skip> {
    let mut lines = JsonLines::new(content);
    let mut n_rows = 0;
    while let Some((number, line)) = lines.next_line()? {
        n_rows += 1;
        let at = format!("line {number}");
        let line = line.map(|line| if number == 1 { line.strip_prefix(BYTE_ORDER_MARK).unwrap_or(line) } else { line });
        take_json(line, n_rows == 1, &at, mapping, seen, sink);
    }
    Ok(n_rows)
}

/// Reads the objects of an array, or one object after another. Returns their number.
fn read_objects(
    mut objects: JsonObjects<impl BufRead>,
    mapping: &Mapping<'_>,
    seen: &Seen<'_>,
    sink: &mut Sink<'_>,
) -> Result<u64, Skip> {
    let mut n_rows = 0;
    while let Some(object) = objects.next_object() {
        n_rows += 1;
        take_json(object, n_rows == 1, &format!("row {n_rows}"), mapping, seen, sink);
    }
    Ok(n_rows)
}

fn take_json(
    json: Result<&[u8], Skip>,
    is_first: bool,
    at: &str,
    mapping: &Mapping<'_>,
    seen: &Seen<'_>,
    sink: &mut Sink<'_>,
) {
    match json.and_then(parse) {
        Ok(value) => {
            seen.add_row(&value, is_first);
            let row = Row { fields: &mapping.source_fields, cells: Cells::Json(&value) };
            mapping.write(&row, at, sink);
        }
        Err(skip) => sink.skip(skip.reason, &format!("{at}: {}", skip.detail)),
    }
}

/// Parses an object.
fn parse(json: &[u8]) -> Result<Value, Skip> {
    let text = std::str::from_utf8(json).map_err(|error| Skip::new(&NOT_UTF8, error.to_string()))?;
    let value: Value = serde_json::from_str(text)?;
    if value.is_object() { Ok(value) } else { Err(Skip::new(&NOT_WELL_FORMED, "it is not an object")) }
}

/// Reads a table. Returns the number of its rows.
fn read_table(
    reader: &mut dyn Read,
    delimiter: u8,
    mapping: &Mapping<'_>,
    seen: &Seen<'_>,
    sink: &mut Sink<'_>,
) -> Result<u64, Skip> {
    let mut rows = CsvRows::new(reader, delimiter);
    let names: Vec<String> =
        rows.header()?.iter().map(|name| String::from_utf8_lossy(name.trim_ascii()).into_owned()).collect();
    let columns = columns(&names, mapping)?;
    let mut n_rows = 0;
    while let Some((line, row)) = rows.next_row()? {
        n_rows += 1;
        if n_rows == 1 {
            seen.add_columns(&columns, names.iter().map(String::as_str));
        }
        let at = format!("line {line}");
        if row.len() == names.len() {
            let row = Row { fields: &mapping.source_fields, cells: Cells::Csv(row, &columns) };
            mapping.write(&row, &at, sink);
        } else {
            let detail = format!("{at}: {} cells, where the header has {}", row.len(), names.len());
            sink.skip(&NOT_WELL_FORMED, &detail);
        }
    }
    Ok(n_rows)
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
