/*!
Writes records as CSV (RFC 4180): a header line, then one line per record.

Each field and each member of `meta` is a column, and the last column is the address of the record's page. The topics
share one cell, separated by semicolons. A cell that a spreadsheet would interpret as a formula gets an apostrophe as
its first character, which marks it as text (OWASP, "CSV injection").
*/

use std::io::Write;

use anyhow::{Context, Result};
use lexdex_core::model::{Meta, Resource};
use serde_json::{Map, Value};

use crate::http::request::fields::Fields;

/// The name of the last column.
const URL: &str = "url";

/// A CSV writer for the records of one list.
pub(crate) struct CsvWriter<W: Write> {
    csv: csv::Writer<W>,
    fields: Vec<&'static str>,
    /// The start of the addresses of pages, before the id.
    pages: String,
}

impl<W: Write> CsvWriter<W> {
    /// Creates a writer, and writes the header line of these fields. `base_path` is that of the service.
    pub(crate) fn new(writer: W, list: Resource, fields: Fields, base_path: &str) -> Result<Self> {
        let mut csv = csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(writer);
        let fields: Vec<&str> = fields.iter().collect();
        for field in &fields {
            match *field {
                "meta" => Meta::FIELDS.iter().try_for_each(|name| csv.write_field(format!("meta.{name}")))?,
                field => csv.write_field(field)?,
            }
        }
        csv.write_record([URL])?;
        Ok(Self { csv, fields, pages: format!("{base_path}/{list}/") })
    }

    /// Writes a record. It needs its id, even if the id is not a column.
    pub(crate) fn write(&mut self, record: &[u8]) -> Result<()> {
        let record: Map<String, Value> = serde_json::from_slice(record).context("a record of the index is damaged")?;
        for field in &self.fields {
            match record.get(*field) {
                Some(Value::Object(meta)) => {
                    Meta::FIELDS.iter().try_for_each(|name| self.csv.write_field(cell(meta.get(*name))))?;
                }
                value => self.csv.write_field(cell(value))?,
            }
        }
        // Ids need no escapes.
        let id = record.get("id").and_then(Value::as_str).unwrap_or_default();
        Ok(self.csv.write_record([format!("{}{id}", self.pages)])?)
    }

    /// Flushes and returns the inner writer.
    pub(crate) fn finish(self) -> Result<W> {
        self.csv.into_inner().map_err(|error| error.into_error().into())
    }
}

/// Returns the text of a cell. An absent value becomes an empty text.
pub(crate) fn cell(value: Option<&Value>) -> String {
    let text = match value {
        None | Some(Value::Null) => String::new(),
        Some(Value::String(text)) => text.clone(),
        Some(Value::Array(values)) => values.iter().map(|value| cell(Some(value))).collect::<Vec<_>>().join(";"),
        Some(value) => value.to_string(),
    };
    if is_formula(&text) { format!("'{text}") } else { text }
}

/// Returns whether a spreadsheet could interpret a cell as a formula. Some skip spaces and invisible characters at its
/// start, and some accept fullwidth signs.
fn is_formula(text: &str) -> bool {
    let visible = text.trim_start_matches(|character: char| character.is_whitespace() || is_invisible(character));
    text.starts_with(['\t', '\r', '\n']) || visible.starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠'])
}

/// Returns whether a character has no width, such as a soft hyphen, a joiner, a mark of direction or a byte order mark.
fn is_invisible(character: char) -> bool {
    matches!(
        character,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}'
    )
}

#[cfg(test)]
mod tests {
    use lexdex_core::model::{Date, LICENSE, Meta, Resource};

    use super::*;

    #[test]
    fn every_member_of_meta_is_a_column() {
        let meta = Meta {
            source: "S".to_owned(),
            jurisdiction: "ca".to_owned(),
            last_updated: Date::new(2026, 1, 2).unwrap(),
            citation: Some("1 X 2".to_owned()),
            license: LICENSE.to_owned(),
        };
        let Value::Object(members) = serde_json::to_value(meta).unwrap() else { panic!("not an object") };
        let mut columns = Meta::FIELDS.to_vec();
        columns.sort_unstable();
        assert_eq!(members.keys().collect::<Vec<_>>(), columns);
    }

    #[test]
    fn csv_cells_are_quoted_and_formulas_are_defused() {
        let fields = Fields::parse("id,title,topics,summary,meta,effectiveDate", Resource::Statutes).0;
        let mut csv = CsvWriter::new(Vec::new(), Resource::Statutes, fields, "/law").unwrap();
        for record in [
            r#"{"id":"a","title":"=SUM(A1)","topics":["x","y"],"summary":"a \"b\", c\nd","meta":{"source":"S","jurisdiction":"ca","last_updated":"2026-01-02","citation":null,"license":"CC0 1.0"}}"#,
            r#"{"id":"\t","title":"\r","summary":"@","meta":{"source":"'=","jurisdiction":" =","last_updated":"2026-01-02","citation":"1-1","license":"CC0 1.0"}}"#,
            r#"{"id":"b","title":"-1","effectiveDate":"2020-01-01","meta":{"source":"+","jurisdiction":"ca","last_updated":"2026-01-02","citation":"1 X 2","license":"CC0 1.0"}}"#,
        ] {
            csv.write(record.as_bytes()).unwrap();
        }
        let text = String::from_utf8(csv.finish().unwrap()).unwrap();
        assert_eq!(
            text,
            "id,title,effectiveDate,topics,summary,meta.source,meta.jurisdiction,meta.last_updated,meta.citation,\
             meta.license,url\r\n\
             a,'=SUM(A1),,x;y,\"a \"\"b\"\", c\nd\",S,ca,2026-01-02,,CC0 1.0,/law/statutes/a\r\n\
             '\t,\"'\r\",,,'@,'=,' =,2026-01-02,1-1,CC0 1.0,/law/statutes/\t\r\n\
             b,'-1,2020-01-01,,,'+,ca,2026-01-02,1 X 2,CC0 1.0,/law/statutes/b\r\n"
        );
    }

    #[test]
    fn formula_is_found_behind_spaces_and_in_fullwidth_signs() {
        let starts =
            ["", " ", "  ", "\u{a0}", "\u{3000}", "\u{200b}", "\u{2060}", "\u{feff}", "\u{ad}", " \u{feff}\u{a0}"];
        for start in starts {
            for sign in ["=", "+", "-", "@", "＝", "＋", "－", "＠"] {
                assert!(is_formula(&format!("{start}{sign}1")), "{start:?} {sign}");
                assert!(is_formula(&format!("{start}{sign}")), "{start:?} {sign}");
            }
            for text in ["a=1", "1-1", "§ = 1", "'=1", "–1", "é+1"] {
                assert!(!is_formula(&format!("{start}{text}")), "{start:?} {text}");
            }
        }
        assert!(["\t1", "\r1", "\n1"].into_iter().all(is_formula));
        assert!(!["", " ", "\u{feff}"].into_iter().any(is_formula));
    }
}
