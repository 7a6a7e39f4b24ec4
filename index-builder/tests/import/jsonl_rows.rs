//! The same rows give the same records in every file format, and hostile rows are skipped.

use index_builder::import::run_in_memory::run_in_memory_with_mapping;
use index_builder::import::text::clean;
use index_builder::report::import_report::Report;
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::corpus::{importer, places_of};
use crate::jsonl::{SECTIONS, import};

/// A mapping of rows that may lack every field.
fn mapping() -> String {
    let fields = "titleNumber = \"{part}\"\nsummary = \"{body}\"\ntext = \"{part}: {body}\"\ntopics = { from = \"{subjects}\", \
                  separator = \";\", crosswalk = \"open-states\" }\n";
    format!("{SECTIONS}{fields}")
        .replace("{title}", "{title?}")
        .replace("{number}", "{number?}")
        .replace("{updated}", "{updated?}")
        .replace("{part}", "{part?}")
        .replace("{body}", "{body?}")
        .replace("{subjects}", "{subjects?}")
}

/// A mapping of the same rows to cases.
const CASES: &str = r#"
list = "cases"
name = "test"
source = "Test"

[fields]
key = "{number?}"
caseName = "{title?}"
court = { from = "{status?}", words = { "" = "wyo", "Repealed" = "ca9", "Reserved" = "skip" } }
citation = { from = ["1 T. {number?}", "{subjects?}", "{body?}"], separator = ";" }
decisionDate = { from = "{part?}", format = "%Y%m%d" }
docket = "{part?}"
text = "{part?}: {body?}"
topics = { from = "{subjects?}", separator = ";", crosswalk = "open-states" }
meta.last_updated = "{updated?}"
"#;

/// The lines of files, each with its file.
type Lines = Vec<(String, String)>;

/// The records, the texts and the report of files with a mapping of cases.
fn import_cases(files: &[(&str, &[u8])]) -> (Lines, Lines, Report) {
    let (records, texts, report) = run_in_memory_with_mapping(importer("jsonl"), CASES, files);
    let counted = report.written() + report.older + report.repeated.count + report.skipped();
    assert_eq!((report.read, records.len() as u64), (counted, report.written()), "{report}");
    (records, texts, report)
}

const COLUMNS: [&str; 7] = ["number", "title", "status", "updated", "part", "body", "subjects"];

type Cells = [String; 7];

fn rows() -> impl Strategy<Value = Vec<Cells>> {
    let cells = (
        "|[1-9][0-9]{0,2}[a-z]?|[ -~]{1,3}",
        "[ ,\"'|;\\\\\r\n\ta-z{}é§]{0,12}",
        "|Repealed|repealed |Reserved|Other",
        "2025-0[1-9]-1[0-9](T10:00)?|2025-0[1-9]-1[0-9]|x?",
        "[0-9 \"]{0,3}",
        "([A-Za-z,\"]{1,9}[. \n]){0,20}",
        "(Water|Taxes|;| )*",
    );
    prop::collection::vec(cells.prop_map(Cells::from), 1..12)
}

fn as_json(row: &Cells) -> Value {
    // A field that is missing is an empty cell.
    let fields = COLUMNS.iter().zip(row).filter(|(_, cell)| !cell.is_empty());
    Value::Object(fields.map(|(name, cell)| ((*name).to_owned(), json!(cell))).collect())
}

fn as_lines(rows: &[Cells]) -> String {
    rows.iter().map(|row| format!("{}\n", as_json(row))).collect()
}

fn as_csv(rows: &[Cells], delimiter: u8, terminator: csv::Terminator) -> Vec<u8> {
    let mut writer = csv::WriterBuilder::new().delimiter(delimiter).terminator(terminator).from_writer(Vec::new());
    writer.write_record(COLUMNS).unwrap();
    rows.iter().for_each(|row| writer.write_record(row).unwrap());
    writer.into_inner().unwrap()
}

/// Numbers by name.
type Counts = Vec<(String, u64)>;

/// The number of valid records, the skips by reason, and the subjects without a tag.
fn counts(report: &Report) -> (u64, Counts, Counts) {
    let json = report.to_json();
    let reasons = json["skipped"]["reasons"].as_array().unwrap().iter();
    let mut reasons: Counts = reasons
        .map(|reason| (reason["reason"].as_str().unwrap().to_owned(), reason["count"].as_u64().unwrap()))
        .collect();
    reasons.sort();
    let unmapped =
        report.unmapped_subjects.by_count().into_iter().map(|(subject, n)| (subject.to_owned(), n)).collect();
    (report.valid, reasons, unmapped)
}

/// Whether a row becomes a record.
fn is_valid([number, title, status, updated, ..]: &Cells) -> bool {
    let has_number = number.chars().any(|c| c.is_ascii_alphanumeric());
    let is_known = ["", "repealed"].contains(&status.trim().to_lowercase().as_str());
    has_number && !clean::text(title).is_empty() && is_known && updated.starts_with("2025")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn rows_give_the_same_records_in_every_form(rows in rows()) {
        let lines = as_lines(&rows);
        let expected = import(&mapping(), &[("a.jsonl", lines.as_bytes())]);
        let n_valid = rows.iter().filter(|row| is_valid(row)).count() as u64;
        prop_assert_eq!(expected.2.valid, n_valid, "{}", expected.2);
        let cases = import_cases(&[("a.jsonl", lines.as_bytes())]);
        let array = Value::from(rows.iter().map(as_json).collect::<Vec<_>>());
        for (name, content) in [
            ("a.json", array.to_string().into_bytes()),
            ("a.json", format!("\u{feff}{array:#}").into_bytes()),
            ("a.jsonl", array.to_string().into_bytes()),
            ("a.ndjson", lines.replace('\n', "\r\n\r\n").into_bytes()),
            ("a.csv", as_csv(&rows, b',', csv::Terminator::CRLF)),
            ("a.CSV", [b"\xef\xbb\xbf", &as_csv(&rows, b',', csv::Terminator::Any(b'\n'))[..]].concat()),
            ("a.tsv", as_csv(&rows, b'\t', csv::Terminator::Any(b'\n'))),
        ] {
            let found = import(&mapping(), &[(name, &content)]);
            prop_assert_eq!((&found.0, &found.1), (&expected.0, &expected.1), "{}", name);
            prop_assert_eq!(counts(&found.2), counts(&expected.2), "{}", name);
            let found = import_cases(&[(name, &content)]);
            prop_assert_eq!((&found.0, &found.1), (&cases.0, &cases.1), "{}", name);
            prop_assert_eq!(counts(&found.2), counts(&cases.2), "{}", name);
        }
    }

    #[test]
    fn arbitrary_bytes_give_records_or_skips_that_add_up(
        bytes in prop::collection::vec(any::<u8>(), 0..300),
        text in "[\\[\\]{}:,\"\\\\\n\ra-e0-9 ]{0,200}",
    ) {
        for name in ["a.jsonl", "a.json", "a.csv", "a.tsv"] {
            for content in [&bytes[..], text.as_bytes(), &[b"number,title,updated\n", &bytes[..]].concat()] {
                import(&mapping(), &[(name, content)]);
                import_cases(&[(name, content)]);
            }
        }
    }
}

const GOOD: &str = r#"{"number": "1", "title": "One", "updated": "2025-01-01"}"#;

/// Checks the number of records, and the reason and place of the skip.
#[track_caller]
fn check(name: &str, content: &[u8], n_records: usize, reason: &str, place: &str) {
    let (records, _, report) = import(&mapping(), &[(name, content)]);
    let places = places_of(&report, reason);
    assert_eq!((records.len(), report.skipped()), (n_records, 1), "{report}");
    assert!(places.len() == 1 && places[0].starts_with(place), "{reason} {place}: {report}");
}

#[test]
fn hostile_row_is_skipped_without_affecting_others() {
    let nested = format!("{{\"number\": {}{}}}", "[".repeat(100_000), "]".repeat(100_000));
    for (row, reason, detail) in [
        (nested.as_bytes(), "not_well_formed", "recursion limit exceeded"),
        (b"{\"number\": \"\xff\"}", "not_utf8", "invalid utf-8"),
        (b"[1, 2]", "not_well_formed", "it is not an object"),
        (b"7", "not_well_formed", "it is not an object"),
        (b"null", "not_well_formed", "it is not an object"),
        (b"{\"number\": 1} x", "not_well_formed", "trailing characters"),
        (b"{\"number\": ", "not_well_formed", "EOF while parsing"),
        (b"{\"number\": 1e999}", "not_well_formed", "number out of range"),
    ] {
        let content = [GOOD.as_bytes(), b"\n", row, b"\n", GOOD.replace("\"1\"", "2").as_bytes()].concat();
        check("a.jsonl", &content, 2, reason, &format!("a.jsonl: line 2: {detail}"));
    }
    let array = format!("[{GOOD}, {nested}, {}]", GOOD.replace("\"1\"", "2"));
    check("a.json", array.as_bytes(), 2, "not_well_formed", "a.json: row 2: recursion limit exceeded");
    for (row, reason, place) in [
        (&b"2,Two"[..], "not_well_formed", "line 3: 2 cells, where the header has 3"),
        (b"2,Two,2025-01-01,x", "not_well_formed", "line 3: 4 cells, where the header has 3"),
        (b"2,\xff,2025-01-01", "not_utf8", "line 3: \"title\": invalid utf-8"),
    ] {
        let content = [b"number,title,updated\n1,One,2025-01-01\n", row, b"\n3,Three,2025-01-01\n"].concat();
        check("a.csv", &content, 2, reason, &format!("a.csv: {place}"));
    }
}

#[test]
fn unreadable_rest_of_a_file_is_one_skip() {
    check(
        "a.csv",
        b"number,title,title\n1,One,One\n",
        0,
        "not_well_formed",
        "a.csv: the header has the column \"title\" twice",
    );
    let cut = b"number,title,updated\n1,One,2025-01-01\n2,\"Two,2025-01-01\n3,Three,2025-01-01\n";
    check("a.csv", cut, 1, "damaged", "a.csv: the table ends within quotes, in the row of line 3");
    let endless = format!("number,title,updated\n1,One,2025-01-01\n2,\"{}", "x,".repeat(9 << 20));
    check("a.csv", endless.as_bytes(), 1, "damaged", "a.csv: a row is longer than 16777216 bytes");
    check(
        "a.json",
        format!("[{GOOD}, {{\"a\": ").as_bytes(),
        1,
        "damaged",
        "a.json: row 2: the file ends within an object",
    );
    check(
        "a.json",
        format!("[{GOOD}, 7, {GOOD}]").as_bytes(),
        1,
        "not_well_formed",
        "a.json: row 2: neither an object",
    );
}

#[test]
fn failed_download_is_damage_and_a_file_without_rows_is_stray() {
    for name in ["a.jsonl", "a.json", "a.csv"] {
        check(name, b"", 0, "damaged", &format!("{name}: it is empty"));
        check(name, b" \r\n", 0, "damaged", &format!("{name}: it is empty"));
    }
    check("a.csv", b"<!DOCTYPE html>", 0, "damaged", "a.csv: it is a web page");
    check("a.csv", b"number,title,updated\n", 0, "stray_file", "a.csv: there is no row");
    check("a.json", b"[]", 0, "stray_file", "a.json: there is no row");
    check("a.xml", b"<a/>", 0, "stray_file", "a.xml");
}
