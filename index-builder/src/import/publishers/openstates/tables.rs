/*!
Reads the tables of the CSV export: bills, actions, abstracts, and the organizations that act. Columns are found by
name.
*/

use std::borrow::Cow;
use std::io::Read;

use csv::ByteRecord;

use crate::import::engine::sink::Sink;
use crate::import::input::input_file::InputFile;
use crate::import::publishers::openstates::action_flags::ActionFlags;
use crate::import::publishers::openstates::export::{ExportFileRows, ExportRows};
use crate::import::publishers::openstates::python_list;
use crate::import::publishers::openstates::row::BillRow;
use crate::import::publishers::openstates::source_bill::{Abstract, Action, SourceBill};
use crate::import::text::csv_rows::CsvRows;
use crate::import::text::json::Text;
use crate::report::skip::{NOT_UTF8, NOT_WELL_FORMED, Skip};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ExportTable {
    Bills,
    Actions,
    Abstracts,
    Organizations,
}

impl ExportTable {
    /// The table by a file name in lower case: `wy_2025_bill_actions.csv`.
    pub(super) fn from_file(file_name: &str) -> Option<Self> {
        let stem = file_name.strip_suffix(".csv")?;
        let is = |table: &str| stem == table || stem.strip_suffix(table).is_some_and(|rest| rest.ends_with('_'));
        match stem {
            _ if is("bill_actions") => Some(Self::Actions),
            _ if is("bill_abstracts") => Some(Self::Abstracts),
            _ if is("organizations") => Some(Self::Organizations),
            // The name of the table of related bills has the same ending.
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

    /// Further columns, which are empty if the table does not have them.
    fn optional_columns(self) -> &'static [&'static str] {
        match self {
            Self::Actions => &["order"],
            Self::Bills | Self::Abstracts | Self::Organizations => &[],
        }
    }
}

/// The maximum number of columns that are read from a table.
const MAX_COLUMNS: usize = 8;

/// Reads a table. An invalid row is skipped without affecting the others.
pub(super) fn read(
    table: ExportTable,
    file: InputFile<'_>,
    sink: &mut Sink<'_>,
    export: &ExportRows<'_>,
) -> Result<(), Skip> {
    let mut rows = export.rows(file.location, sink);
    let read = read_rows(table, file.reader, sink, export, &mut rows);
    export.add(rows);
    read
}

fn read_rows(
    table: ExportTable,
    reader: &mut dyn Read,
    sink: &mut Sink<'_>,
    export: &ExportRows<'_>,
    rows: &mut ExportFileRows,
) -> Result<(), Skip> {
    let mut table_rows = CsvRows::new(reader, b',');
    let columns = columns(table, table_rows.header()?)?;
    while let Some((line, row)) = table_rows.next_row()? {
        if let Err(skip) =
            TableCells::from_record(row, &columns).and_then(|cells| add(table, &cells, line, export, rows))
        {
            sink.skip(skip.reason, &format!("line {line}: {}", skip.detail));
        }
    }
    Ok(())
}

/// The positions of the table's columns. `None` for an optional column that the table does not have.
fn columns(table: ExportTable, header: &ByteRecord) -> Result<Vec<Option<usize>>, Skip> {
    let position = |column: &str| header.iter().position(|name| name.trim_ascii() == column.as_bytes());
    let required = table.columns().iter().map(|column| match position(column) {
        None => Err(Skip::new(&NOT_WELL_FORMED, format!("the table has no column {column}"))),
        found => Ok(found),
    });
    required.chain(table.optional_columns().iter().map(|column| Ok(position(column)))).collect()
}

/// The cells of a row that are read, in the order of [`ExportTable::columns`] and [`ExportTable::optional_columns`].
struct TableCells<'r>([&'r str; MAX_COLUMNS]);

impl<'r> TableCells<'r> {
    fn from_record(record: &'r ByteRecord, columns: &[Option<usize>]) -> Result<Self, Skip> {
        let mut cells = [""; MAX_COLUMNS];
        for (cell, idx) in cells.iter_mut().zip(columns) {
            let Some(idx) = idx else { continue };
            let bytes = record.get(*idx).ok_or_else(|| Skip::new(&NOT_WELL_FORMED, "the row has too few cells"))?;
            *cell = std::str::from_utf8(bytes).map_err(|error| Skip::new(&NOT_UTF8, error.to_string()))?;
        }
        Ok(Self(cells))
    }

    fn text(&self, idx: usize) -> Cow<'r, str> {
        Cow::Borrowed(self.0[idx])
    }

    fn list(&self, idx: usize) -> Result<Vec<Text<'r>>, Skip> {
        let text = self.0[idx];
        let texts = python_list::parse(text);
        let texts = texts.ok_or_else(|| Skip::new(&NOT_WELL_FORMED, format!("{text:.40} is not a list of strings")))?;
        Ok(texts.into_iter().map(Text).collect())
    }
}

/// Adds a row. Its first cell identifies the bill or the organization.
fn add(
    table: ExportTable,
    cells: &TableCells<'_>,
    line: u64,
    export: &ExportRows<'_>,
    rows: &mut ExportFileRows,
) -> Result<(), Skip> {
    let row = match table {
        ExportTable::Bills => BillRow::Bill(Box::new(SourceBill {
            identifier: cells.text(1),
            title: cells.text(2),
            classification: cells.list(3)?,
            subject: cells.list(4)?,
            session: cells.text(5),
            jurisdiction: cells.text(6),
            from: cells.text(7),
            ..SourceBill::default()
        })),
        ExportTable::Actions => BillRow::Action(Action {
            flags: ActionFlags::from_description(cells.0[1], cells.list(3)?.iter().map(|class| &**class)),
            date: cells.text(2),
            organization: cells.text(4),
            order: cells.0[5].parse().unwrap_or_default(),
        }),
        ExportTable::Abstracts => BillRow::Abstract(Abstract { text: cells.text(1), note: cells.text(2) }),
        ExportTable::Organizations => {
            export.add_class(cells.0[0], cells.0[1]);
            return Ok(());
        }
    };
    rows.push(cells.0[0], line, &row);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn table_is_recognized_by_the_end_of_its_name() {
        for (name, table) in [
            ("wy_2025_bills.csv", Some(ExportTable::Bills)),
            ("bills.csv", Some(ExportTable::Bills)),
            ("wy_2025_bill_related_bills.csv", None),
            ("wy_2025_bill_actions.csv", Some(ExportTable::Actions)),
            ("wy_2025_bill_abstracts.csv", Some(ExportTable::Abstracts)),
            ("wy_2025_organizations.csv", Some(ExportTable::Organizations)),
            ("wy_2025_votes.csv", None),
            ("bills.json", None),
        ] {
            assert_eq!(ExportTable::from_file(name), table, "{name}");
        }
    }
}
