/*!
The tables of the CSV export that are read: bills, their actions and abstracts, and the organizations that act. A table
is read by the names of its columns.
*/

use std::cell::Cell;
use std::io::{self, Read};

use csv::ByteRecord;

use super::bill::{Abstract, Action, SourceBill};
use super::export::{Export, Row};
use super::python_list;
use crate::import::Sink;
use crate::import::input::Unit;
use crate::import::skip::{DAMAGED, NOT_UTF8, NOT_WELL_FORMED, Skip};

/// A table that is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Table {
    Bills,
    Actions,
    Abstracts,
    Organizations,
}

impl Table {
    /// The table of a file's name in lower case: `wy_2025_bill_actions.csv`.
    pub(super) fn of_file(file_name: &str) -> Option<Self> {
        let stem = file_name.strip_suffix(".csv")?;
        let is = |table: &str| stem == table || stem.strip_suffix(table).is_some_and(|rest| rest.ends_with('_'));
        match stem {
            _ if is("bill_actions") => Some(Self::Actions),
            _ if is("bill_abstracts") => Some(Self::Abstracts),
            _ if is("organizations") => Some(Self::Organizations),
            // Not the table of related bills.
            _ if is("bills") && !is("related_bills") => Some(Self::Bills),
            _ => None,
        }
    }

    /// The columns without which the table cannot be read.
    fn columns(self) -> &'static [&'static str] {
        match self {
            Self::Bills => &[
                "id",
                "identifier",
                "title",
                "classification",
                "subject",
                "session_identifier",
                "jurisdiction",
                "organization_classification",
            ],
            Self::Actions => &["bill_id", "description", "date", "classification", "organization_id"],
            Self::Abstracts => &["bill_id", "abstract", "note"],
            Self::Organizations => &["id", "classification"],
        }
    }
}

/// The longest row that is read.
const MOST_ROW_BYTES: u64 = 16 << 20;

/// Reads a table. A row that is broken is skipped by itself.
pub(super) fn read(table: Table, unit: Unit<'_>, sink: &mut Sink<'_>, export: &Export) -> Result<(), Skip> {
    let (place, name) = (unit.place, unit.name);
    let limited = Limited { reader: unit.reader, n_row_bytes: Cell::new(0) };
    let mut reader = csv::ReaderBuilder::new().flexible(true).from_reader(limited);
    let columns = columns(table, reader.byte_headers().map_err(broken)?)?;
    let mut record = ByteRecord::new();
    loop {
        reader.get_ref().n_row_bytes.set(0);
        if !reader.read_byte_record(&mut record).map_err(broken)? {
            return Ok(());
        }
        let line = record.position().map_or(0, csv::Position::line);
        match Cells::of(&record, &columns).and_then(|cells| row(table, &cells)) {
            Ok((key, row)) => export.keep(name, key, &format!("{place}: line {line}"), &row),
            Err(skip) => sink.skip(skip.reason, &format!("line {line}: {}", skip.detail)),
        }
    }
}

/// Where each of the table's columns stands.
fn columns(table: Table, header: &ByteRecord) -> Result<Vec<usize>, Skip> {
    let position = |column: &&str| {
        let found = header.iter().position(|name| name.trim_ascii() == column.as_bytes());
        found.ok_or_else(|| Skip::new(&NOT_WELL_FORMED, format!("the table has no column {column}")))
    };
    table.columns().iter().map(position).collect()
}

/// The cells of a row that are read, in the order of [`Table::columns`].
struct Cells<'r>(Vec<&'r str>);

impl<'r> Cells<'r> {
    fn of(record: &'r ByteRecord, columns: &[usize]) -> Result<Self, Skip> {
        let cell = |idx: &usize| {
            let bytes = record.get(*idx).ok_or_else(|| Skip::new(&NOT_WELL_FORMED, "the row has too few cells"))?;
            std::str::from_utf8(bytes).map_err(|error| Skip::new(&NOT_UTF8, error.to_string()))
        };
        columns.iter().map(cell).collect::<Result<_, _>>().map(Self)
    }

    fn list(&self, idx: usize) -> Result<Vec<String>, Skip> {
        let text = self.0[idx];
        python_list::parse(text).ok_or_else(|| Skip::new(&NOT_WELL_FORMED, format!("{text:.40} is no list of texts")))
    }
}

/// A row, and the identifier of the bill or organization that it is about.
fn row<'r>(table: Table, cells: &Cells<'r>) -> Result<(&'r str, Row<'r>), Skip> {
    let text = |idx: usize| cells.0[idx];
    let row = match table {
        Table::Bills => Row::Bill(Box::new(SourceBill {
            identifier: text(1).into(),
            title: text(2).into(),
            classification: cells.list(3)?,
            subject: cells.list(4)?,
            session: text(5).into(),
            jurisdiction: text(6).into(),
            from: Some(text(7).into()),
            ..SourceBill::default()
        })),
        Table::Actions => Row::Action(Action {
            description: text(1).into(),
            date: text(2).into(),
            classification: cells.list(3)?.into_iter().map(Into::into).collect(),
            organization: Some(text(4).into()),
        }),
        Table::Abstracts => Row::Abstract(Abstract { text: Some(text(1).into()), note: Some(text(2).into()) }),
        Table::Organizations => Row::Organization(text(1).into()),
    };
    Ok((text(0), row))
}

fn broken(error: csv::Error) -> Skip {
    Skip::new(&DAMAGED, error.to_string())
}

/// Fails where a single row, or a quote that is never closed, would fill the memory.
struct Limited<R> {
    reader: R,
    n_row_bytes: Cell<u64>,
}

impl<R: Read> Read for Limited<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.n_row_bytes.get() > MOST_ROW_BYTES {
            return Err(io::Error::other(format!("a row is longer than {MOST_ROW_BYTES} bytes")));
        }
        let n_read = self.reader.read(buffer)?;
        self.n_row_bytes.set(self.n_row_bytes.get() + n_read as u64);
        Ok(n_read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_known_by_the_end_of_their_names() {
        for (name, table) in [
            ("wy_2025_bills.csv", Some(Table::Bills)),
            ("bills.csv", Some(Table::Bills)),
            ("wy_2025_bill_related_bills.csv", None),
            ("wy_2025_bill_actions.csv", Some(Table::Actions)),
            ("wy_2025_bill_abstracts.csv", Some(Table::Abstracts)),
            ("wy_2025_organizations.csv", Some(Table::Organizations)),
            ("wy_2025_votes.csv", None),
            ("bills.json", None),
        ] {
            assert_eq!(Table::of_file(name), table, "{name}");
        }
    }
}
