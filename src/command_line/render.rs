/*!
Renders rows in each output format.
*/

use std::io::{BufRead, BufReader, Read, Write};

use anyhow::{Context, Result};
use serde_json::Value;

use crate::command_line::arguments::{GetArguments, View};
use crate::command_line::exchange::CUT;
use crate::command_line::output::Look;
use crate::command_line::subject::Subject;
use crate::command_line::table::{Cell, Table};
use crate::command_line::{card, columns, request};
use crate::http::{CsvWriter, Fields, envelope};

/// The error for a malformed line of an export.
const MALFORMED_LINE: &str = "a line of the export is not a record";

/// Writes rows as JSON, one per line.
pub(crate) fn json_lines(rows: &[String], output: &mut impl Write) -> Result<()> {
    rows.iter().try_for_each(|row| Ok(writeln!(output, "{row}")?))
}

/// Writes rows as CSV; records in the same form as an export.
pub(crate) fn csv(arguments: &GetArguments, rows: &[String], output: &mut impl Write) -> Result<()> {
    if arguments.has_byte_order_mark {
        output.write_all("\u{feff}".as_bytes())?;
    }
    match (arguments.subject, &arguments.view) {
        (Subject::List(_), View::Facets) => csv_of_members(columns::FACET_COLUMNS, rows, output),
        (Subject::Catalogue(kind), _) => csv_of_members(columns::csv_columns(kind), rows, output),
        (Subject::List(resource), _) => {
            let fields = arguments.fields().map_or(Fields::all(resource), |fields| Fields::parse(fields, resource).0);
            let mut csv = CsvWriter::new(output, resource, fields, arguments.source.base_path())?;
            rows.iter().try_for_each(|row| csv.write(row.as_bytes()))?;
            csv.finish().map(drop)
        }
    }
}

fn csv_of_members(paths: &[&str], rows: &[String], output: &mut impl Write) -> Result<()> {
    let mut csv = csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(output);
    csv.write_record(paths)?;
    for row in rows {
        let row: Value = serde_json::from_str(row)?;
        csv.write_record(paths.iter().map(|path| columns::csv_cell(&row, path)))?;
    }
    Ok(csv.flush()?)
}

/// Writes rows as a table, or a single record as a card.
pub(crate) fn table(arguments: &GetArguments, rows: &[String], look: Look, output: &mut impl Write) -> Result<()> {
    if let (View::Record(_), [record]) = (&arguments.view, rows) {
        return Ok(card::write(&serde_json::from_str(record)?, look, output)?);
    }
    let mut table = RowsTable::new(arguments, look, output);
    rows.iter().try_for_each(|row| table.push(row.as_bytes()))?;
    table.finish()
}

/// Writes the lines of an export as a table while it is read. Returns the number of lines.
pub(crate) fn table_of_lines(
    arguments: &GetArguments,
    body: Box<dyn Read>,
    look: Look,
    output: &mut impl Write,
) -> Result<u64> {
    let mut table = RowsTable::new(arguments, look, output);
    let n_lines = for_each_line(body, |line| table.push(line))?;
    table.finish()?;
    Ok(n_lines)
}

/// Writes the lines of an export as one JSON body in the form of the API. Returns the number of lines.
pub(crate) fn body_of_lines(body: Box<dyn Read>, output: &mut impl Write) -> Result<u64> {
    output.write_all(envelope::RECORDS_START.as_bytes())?;
    let mut is_first = true;
    let n_lines = for_each_line(body, |line| {
        if !std::mem::take(&mut is_first) {
            output.write_all(b",")?;
        }
        Ok(output.write_all(line)?)
    })?;
    output.write_all(envelope::records_end(n_lines).as_bytes())?;
    Ok(n_lines)
}

/// Calls `then` with each line, without its end. Returns the number of lines.
fn for_each_line(body: Box<dyn Read>, mut then: impl FnMut(&[u8]) -> Result<()>) -> Result<u64> {
    let mut body = BufReader::new(body);
    let mut line = Vec::new();
    let mut n_lines = 0;
    loop {
        line.clear();
        if body.read_until(b'\n', &mut line).context(CUT)? == 0 {
            return Ok(n_lines);
        }
        then(line.strip_suffix(b"\n").unwrap_or(&line))?;
        n_lines += 1;
    }
}

/// A table of JSON rows.
struct RowsTable<'w, W: Write> {
    table: Table<&'w mut W>,
    paths: Vec<String>,
}

impl<'w, W: Write> RowsTable<'w, W> {
    fn new(arguments: &GetArguments, look: Look, output: &'w mut W) -> Self {
        let paths = paths(arguments);
        let columns = paths.iter().map(|path| columns::column(path)).collect();
        Self { table: Table::new(output, look, columns), paths }
    }

    fn push(&mut self, row: &[u8]) -> Result<()> {
        let row: Value = serde_json::from_slice(row).context(MALFORMED_LINE)?;
        let cells = self.paths.iter().map(|path| Cell::new(&columns::text(&row, path))).collect();
        Ok(self.table.push(cells)?)
    }

    fn finish(self) -> Result<()> {
        self.table.finish()?;
        Ok(())
    }
}

/// Returns the columns of a table, as paths.
fn paths(arguments: &GetArguments) -> Vec<String> {
    let owned = |paths: &[&str]| paths.iter().map(|path| (*path).to_owned()).collect();
    match (arguments.subject, &arguments.view) {
        (Subject::List(_), View::Facets) => owned(columns::FACET_COLUMNS),
        (Subject::Catalogue(kind), _) => owned(columns::table_columns(kind)),
        (Subject::List(resource), _) => {
            let fields = request::columns(arguments).unwrap_or_default();
            Fields::parse(fields, resource).0.iter().map(str::to_owned).collect()
        }
    }
}
