/*!
The popular names of laws, bills, cases and programs, and the records that each refers to.
*/

use std::collections::HashMap;

use foldhash::fast::RandomState;

use crate::corpus::corpus_error::{CorpusError, CorpusErrors};
use crate::corpus::source_location::SourceLocation;
use crate::corpus::text;
use crate::model::{Resource, UnknownWord};

/// The columns of the table.
const COLUMNS: [&str; 6] = ["name", "kind", "means", "records", "citation", "source"];

/// The only column that may be empty.
const OPTIONAL_COLUMN: &str = "citation";

/// The words of the column `kind`.
const KINDS: [&str; 4] = ["statute", "bill", "case", "program"];

/// The popular names of a corpus. A name may refer to several records, and a record may have several names.
#[derive(Clone, Debug, Default)]
pub struct PopularNames {
    rows: Vec<PopularNameRow>,
    /// The names of each record, by list and id.
    by_record: [HashMap<String, Vec<String>, RandomState>; Resource::ALL.len()],
}

impl PopularNames {
    pub(super) fn new(rows: Vec<(SourceLocation, Vec<String>)>, errors: &mut CorpusErrors) -> Self {
        let mut checker = Checker { lines_of_names: HashMap::default(), errors };
        let mut rows: Vec<PopularNameRow> =
            rows.into_iter().filter_map(|(location, cells)| checker.row(cells, &location)).collect();
        // Sorted, so that the index does not depend on the order of lines.
        rows.sort_by_cached_key(|row| text::normalize(&row.name).into_owned());
        let mut by_record: [HashMap<String, Vec<String>, RandomState>; Resource::ALL.len()] = Default::default();
        for PopularNameRow { name, records } in &rows {
            for (resource, id) in records {
                by_record[*resource as usize].entry(id.clone()).or_default().push(name.clone());
            }
        }
        Self { rows, by_record }
    }

    /// Returns all names of a record, sorted case-insensitively. The table may also name records that are not in the
    /// corpus.
    pub fn for_resource(&self, resource: Resource, id: &str) -> &[String] {
        self.by_record[resource as usize].get(id).map_or(&[], Vec::as_slice)
    }

    /// Iterates over the names, sorted case-insensitively, each with its records, main one first.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &[(Resource, String)])> {
        self.rows.iter().map(|row| (row.name.as_str(), row.records.as_slice()))
    }
}

/// A popular name and its records.
#[derive(Clone, Debug)]
struct PopularNameRow {
    name: String,
    records: Vec<(Resource, String)>,
}

/// Checks the rows of the table.
struct Checker<'e> {
    /// The line of each normalized name.
    lines_of_names: HashMap<String, u64, RandomState>,
    errors: &'e mut CorpusErrors,
}

impl Checker<'_> {
    /// Parses a row. Returns `None` if it has another number of columns, and reports every error.
    fn row(&mut self, cells: Vec<String>, location: &SourceLocation) -> Option<PopularNameRow> {
        let n_cells = cells.len();
        let Ok(cells) = <[String; COLUMNS.len()]>::try_from(cells) else {
            let message = format!("has {n_cells} columns, not the six {}, separated by tabs", COLUMNS.join(", "));
            self.errors.add(CorpusError::in_line(location, message));
            return None;
        };
        let mut report = |column: &str, message: String| {
            self.errors.add(CorpusError::in_field(location, column, message));
        };
        for (column, cell) in COLUMNS.into_iter().zip(&cells) {
            if cell.is_empty() && column != OPTIONAL_COLUMN {
                report(column, "is empty".to_owned());
            }
        }
        let [name, kind, _, records, ..] = cells;
        let line = *self.lines_of_names.entry(text::normalize(&name).into_owned()).or_insert(location.line);
        if line != location.line && !name.is_empty() {
            report("name", format!("\"{name}\" is already the name of line {line}: join the two lines"));
        }
        if !kind.is_empty() && !KINDS.contains(&kind.as_str()) {
            report("kind", UnknownWord { word: kind, allowed: KINDS.to_vec(), meant: None }.to_string());
        }
        let mut parsed = Vec::new();
        for record in records.split_whitespace() {
            match parse_record(record) {
                Ok(record) if !parsed.contains(&record) => parsed.push(record),
                Ok(_) => report("records", format!("\"{record}\" is in the line twice: remove one")),
                Err(message) => report("records", message),
            }
        }
        Some(PopularNameRow { name, records: parsed })
    }
}

/// Parses a record of the form `statutes/ID`.
fn parse_record(record: &str) -> Result<(Resource, String), String> {
    let (list, id) = record.split_once('/').ok_or_else(|| {
        format!("\"{record}\" has no list: write statutes/{record}, cases/{record} or bills/{record}")
    })?;
    let resource = list.parse().map_err(|error: UnknownWord| error.to_string())?;
    if text::is_record_id(id) {
        Ok((resource, id.to_owned()))
    } else {
        let max = text::MAX_ID_BYTES;
        Err(format!("\"{id}\" is not made of a-z, 0-9, dot and hyphen, at most {max} of them"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Parses rows whose columns are separated by bars.
    fn parsed(rows: &[&str]) -> (PopularNames, Vec<String>) {
        let location = |line| SourceLocation { path: "popular-names.tsv".to_owned(), line };
        let cells = |row: &str| row.split('|').map(str::to_owned).collect();
        let rows = (1..).zip(rows).map(|(line, row)| (location(line), cells(row))).collect();
        let mut errors = CorpusErrors::default();
        let names = PopularNames::new(rows, &mut errors);
        (names, errors.first().iter().map(CorpusError::to_string).collect())
    }

    #[test]
    fn names_of_a_record_do_not_depend_on_the_order_of_rows() {
        let mut rows = [
            "Obamacare|statute|The law.|bills/federal-111-hr-3590 statutes/federal-usc-42-18116|Pub. L. 111-148|usage",
            "ACA|statute|The law.|bills/federal-111-hr-3590||usage",
            "affordable care act|program|The law.|bills/federal-111-hr-3590||usage",
            "Roe|case|The case.|cases/scotus-410-us-113|410 U.S. 113|usage",
        ];
        for _ in 0..2 {
            let (names, errors) = parsed(&rows);
            assert_eq!(errors, [""; 0]);
            let of_bill = names.for_resource(Resource::Bills, "federal-111-hr-3590");
            assert_eq!(of_bill, ["ACA", "affordable care act", "Obamacare"]);
            assert_eq!(names.for_resource(Resource::Statutes, "federal-usc-42-18116"), ["Obamacare"]);
            assert_eq!(names.for_resource(Resource::Cases, "scotus-410-us-113"), ["Roe"]);
            assert_eq!(names.for_resource(Resource::Bills, "scotus-410-us-113"), [""; 0]);
            rows.reverse();
        }
    }

    #[test]
    fn faulty_rows_are_rejected_with_their_line_and_column() {
        let long_id = "a".repeat(text::MAX_ID_BYTES + 1);
        let (_, errors) = parsed(&[
            "ACA|statute|The law.|bills/a||usage",
            "Roe|case|The case.|cases/a|410 U.S. 113",
            "Roe|case|The case.|cases/a|410 U.S. 113|usage|more",
            "|||||",
            "|case|The case.|cases/a||usage",
            "aca|law|The law.|statutes/a||usage",
            "Roe|case|The case.|case/a Cases/a b cases/A cases/ cases/b/c cases/a cases/a||usage",
            &format!("Wade|case|The case.|cases/{long_id}||usage"),
        ]);
        let not_an_id = "is not made of a-z, 0-9, dot and hyphen, at most 200 of them";
        assert_eq!(
            errors,
            [
                "2: has 5 columns, not the six name, kind, means, records, citation, source, separated by tabs",
                "3: has 7 columns, not the six name, kind, means, records, citation, source, separated by tabs",
                "4: name: is empty",
                "4: kind: is empty",
                "4: means: is empty",
                "4: records: is empty",
                "4: source: is empty",
                "5: name: is empty",
                "6: name: \"aca\" is already the name of line 1: join the two lines",
                "6: kind: \"law\" is not one of statute, bill, case, program",
                "7: records: \"case\" is not one of statutes, cases, bills",
                "7: records: \"Cases\" is not one of statutes, cases, bills",
                "7: records: \"b\" has no list: write statutes/b, cases/b or bills/b",
                &format!("7: records: \"A\" {not_an_id}"),
                &format!("7: records: \"\" {not_an_id}"),
                &format!("7: records: \"b/c\" {not_an_id}"),
                "7: records: \"cases/a\" is in the line twice: remove one",
                &format!("8: records: \"{long_id}\" {not_an_id}"),
            ]
            .map(|error| format!("popular-names.tsv:{error}"))
        );
    }
}
