/*!
The rows that the join needs, with the columns it needs, found by the names in the header: releases differ in which
columns they have and in what order.
*/

use std::io::Read;

use super::citation;
use super::court::CourtRow;
use super::table::{Column, Row, Table};
use crate::import::html;
use crate::import::skip::Skip;

/// A row that a table of its kind holds.
pub(super) trait FromTable: Sized {
    type Reader: RowReader<Self>;

    fn reader<R: Read>(table: &Table<R>) -> Self::Reader;
}

/// Reads rows, knowing where the columns are.
pub(super) trait RowReader<T> {
    fn read(&self, row: &Row<'_>) -> Result<T, Skip>;
}

/// Names the columns of a row, and makes its reader.
macro_rules! reader {
    ($row:ty, $reader:ident { $($column:ident),+ $(,)? }) => {
        pub(super) struct $reader { $($column: Column),+ }

        impl FromTable for $row {
            type Reader = $reader;

            fn reader<R: Read>(table: &Table<R>) -> $reader {
                // `type` is a word of the language, written `r#type`.
                $reader { $($column: table.column(stringify!($column).trim_start_matches("r#"))),+ }
            }
        }
    };
}

/// A decision.
pub(super) struct Cluster {
    pub(super) id: u64,
    pub(super) docket_id: u64,
    pub(super) name: String,
    /// The day of the decision; empty if it is unknown or approximate.
    pub(super) decided: String,
    pub(super) modified: String,
    pub(super) nature_of_suit: String,
    pub(super) status: String,
}

reader!(
    Cluster,
    ClusterReader {
        id,
        docket_id,
        case_name,
        date_filed,
        date_filed_is_approximate,
        date_modified,
        nature_of_suit,
        precedential_status,
    }
);

impl RowReader<Cluster> for ClusterReader {
    fn read(&self, row: &Row<'_>) -> Result<Cluster, Skip> {
        let is_approximate = is_true(&text(row, self.date_filed_is_approximate)?);
        let decided = if is_approximate { String::new() } else { text(row, self.date_filed)? };
        Ok(Cluster {
            id: row.number(self.id)?,
            docket_id: row.number(self.docket_id)?,
            name: text(row, self.case_name)?,
            decided,
            modified: day(&text(row, self.date_modified)?).to_owned(),
            nature_of_suit: text(row, self.nature_of_suit)?,
            status: text(row, self.precedential_status)?,
        })
    }
}

/// A citation of a decision.
pub(super) struct Citation {
    pub(super) id: u64,
    pub(super) cluster_id: u64,
    pub(super) rank: u8,
    /// Volume, reporter and page; `None` if one of them is missing.
    pub(super) text: Option<String>,
}

reader!(Citation, CitationReader { id, cluster_id, volume, reporter, page, r#type });

impl RowReader<Citation> for CitationReader {
    fn read(&self, row: &Row<'_>) -> Result<Citation, Skip> {
        let reporter = text(row, self.reporter)?;
        Ok(Citation {
            id: row.number(self.id)?,
            cluster_id: row.number(self.cluster_id)?,
            rank: citation::rank(&text(row, self.r#type)?, &reporter),
            text: citation::text(&text(row, self.volume)?, &reporter, &text(row, self.page)?),
        })
    }
}

/// A proceeding.
pub(super) struct Docket {
    pub(super) id: u64,
    pub(super) court_id: String,
    pub(super) modified: String,
    pub(super) nature_of_suit: String,
}

reader!(Docket, DocketReader { id, court_id, date_modified, nature_of_suit });

impl DocketReader {
    /// The docket's number, which tells whether the rest is to be read.
    pub(super) fn number(&self, row: &Row<'_>) -> Result<u64, Skip> {
        row.number(self.id)
    }
}

impl RowReader<Docket> for DocketReader {
    fn read(&self, row: &Row<'_>) -> Result<Docket, Skip> {
        Ok(Docket {
            id: self.number(row)?,
            court_id: text(row, self.court_id)?,
            modified: text(row, self.date_modified)?,
            nature_of_suit: text(row, self.nature_of_suit)?,
        })
    }
}

reader!(CourtRow, CourtReader { id, full_name, jurisdiction, parent_court_id, date_modified });

impl RowReader<CourtRow> for CourtReader {
    fn read(&self, row: &Row<'_>) -> Result<CourtRow, Skip> {
        Ok(CourtRow {
            id: text(row, self.id)?,
            name: text(row, self.full_name)?,
            code: text(row, self.jurisdiction)?,
            parent: text(row, self.parent_court_id)?,
            modified: text(row, self.date_modified)?,
        })
    }
}

/// A field as clean text; NULL and a missing column are empty as an empty field is.
fn text(row: &Row<'_>, column: Column) -> Result<String, Skip> {
    Ok(row.text(column)?.map_or_else(String::new, |raw| html::to_text(&raw)))
}

fn is_true(value: &str) -> bool {
    matches!(value, "t" | "true" | "True" | "1")
}

/// The day of a time stamp.
fn day(timestamp: &str) -> &str {
    timestamp.get(..10).unwrap_or_default()
}
