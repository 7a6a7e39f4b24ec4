//! Rows of any publisher with a mapping: the examples of the README, and whole records.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use index_builder::import::run_in_memory::run_in_memory_with_mapping;
use index_builder::report::import_report::Report;
use serde_json::{Value, json};

use crate::archive::{gzip, zip};
use crate::corpus::{importer, places_of};

/// A mapping of sections.
pub(crate) const SECTIONS: &str = r#"
list = "statutes"
name = "test"
source = "Test"

[fields]
jurisdiction = "wy"
id.code = "code"
sectionNumber = "{number}"
title = "{title}"
status = { from = "{status?}", words = { "" = "active", "Repealed" = "repealed", "Reserved" = "skip" } }
meta.last_updated = "{updated}"
"#;

/// A mapping of bills.
const BILLS: &str = r#"
list = "bills"
name = "test"
source = "Test"

[fields]
jurisdiction = "{state}"
id.session = "{session}"
billNumber = "{number}"
title = "{title}"
chamber = "{chamber}"
status = "{status}"
introducedDate = "{introduced?}"
meta.last_updated = "{updated}"
"#;

/// The records, the texts behind them and the report of files with a mapping.
pub(crate) fn import(mapping: &str, files: &[(&str, &[u8])]) -> (Vec<Value>, Vec<Value>, Report) {
    let (records, texts, report) = run_in_memory_with_mapping(importer("jsonl"), mapping, files);
    let values =
        |lines: Vec<(String, String)>| lines.iter().map(|(_, line)| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(report.read, report.valid + report.skipped(), "{report}");
    (values(records), values(texts), report)
}

/// A mapping of sections with these additional lines.
fn sections_with(lines: &str) -> String {
    let keys: Vec<&str> = lines.lines().filter_map(|line| line.split_once(" = ")).map(|(key, _)| key).collect();
    let is_kept = |line: &&str| !keys.iter().any(|key| line.starts_with(&format!("{key} = ")));
    SECTIONS.lines().filter(is_kept).chain(lines.lines()).collect::<Vec<_>>().join("\n")
}

/// The only record of a row of JSON.
fn record(mapping: &str, row: &Value) -> Value {
    let (mut records, _, report) = import(mapping, &[("a.jsonl", row.to_string().as_bytes())]);
    assert_eq!(records.len(), 1, "{report}");
    records.remove(0)
}

/// The place at which a row of JSON is skipped for this reason.
fn skipped(mapping: &str, row: &Value, reason: &str) -> String {
    let (records, _, report) = import(mapping, &[("a.jsonl", row.to_string().as_bytes())]);
    assert_eq!((records.len(), report.skipped_as(reason)), (0, 1), "{report}");
    places_of(&report, reason).remove(0)
}

fn run(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_index-builder")).args(arguments).current_dir(folder).output().unwrap()
}

#[test]
fn readme_examples_are_imported_word_for_word() {
    const README: &str = include_str!("../../README.md");
    let (_, section) = README.split_once("\n## `jsonl`: ").unwrap();
    let section = section.split("\n## ").next().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let mut paragraphs = section.split("```");
    let mut n_commands = 0;
    while let (Some(before), Some(block)) = (paragraphs.next(), paragraphs.next()) {
        let (kind, content) = block.split_once('\n').unwrap();
        let named = before.trim_end().rsplit('`').nth(1).unwrap_or_default();
        if kind == "console" {
            for command in content.lines().filter_map(|line| line.strip_prefix("$ index-builder ")) {
                let output = run(folder.path(), &command.split(' ').collect::<Vec<_>>());
                assert!(output.status.success(), "{command}: {output:?}");
                n_commands += 1;
            }
        } else if before.contains("becomes this record of the part `") {
            let part = before.split("becomes this record of the part `").nth(1).unwrap().split('`').next().unwrap();
            let written = fs::read_to_string(folder.path().join(format!("law/parts/{part}.part"))).unwrap();
            assert!(written.lines().next().unwrap().contains(content.trim_end()), "{part}");
        } else {
            fs::write(folder.path().join(named), content).unwrap();
        }
    }
    assert_eq!(n_commands, 2);
    let n_records = |part: &str| {
        let written = fs::read_to_string(folder.path().join(format!("law/parts/{part}.part"))).unwrap();
        written.lines().count() - 1
    };
    assert_eq!(["jsonl-wy-code", "jsonl-wy-opinions"].map(n_records), [1, 2]);
}

#[test]
fn section_has_every_field_of_its_mapping() {
    let mapping = sections_with(
        r#"html = true
id.within = "{place.title}"
titleNumber = "{place.title}"
effectiveDate = { from = "{dates.0}", format = "%d.%m.%Y" }
topics = { from = "{subjects.name}", words = { "Water" = "water", "Taxes" = ["tax", "water"] } }
summary = "{summary}"
text = "{body} {notes?}"
meta.citation = "Code {place.title}{{{number}}}{suffix?}"
"#,
    );
    // Keys of the file come before its tables.
    let mapping = format!("html = true\n{}", mapping.replace("html = true\n", ""));
    let row = json!({
        "number": "§ 1–2", "title": "Of <b>water</b> &amp;\n wells", "status": "repealed", "updated": "2025-03-04T05:06:07Z",
        "place": {"title": 7}, "dates": ["31.12.2024", "x"], "summary": "It <i>is</i> so.", "suffix": null,
        "subjects": [{"name": "Taxes"}, {"name": "Water"}, {"name": "Snow"}], "body": ["<p>One</p>", "<p>two.</p>"],
    });
    let (records, texts, report) = import(&mapping, &[("a.jsonl", row.to_string().as_bytes())]);
    let expected = json!({
        "id": "wy-code-7-1-2", "jurisdiction": "Wyoming", "jurisdictionId": "wy", "title": "Of water & wells",
        "titleNumber": "7", "sectionNumber": "§ 1-2", "status": "repealed", "effectiveDate": "2024-12-31",
        "topics": ["tax", "water"], "summary": "It is so.",
        "meta": {
            "source": "Test", "jurisdiction": "wy", "last_updated": "2025-03-04", "citation": "Code 7{§ 1–2}",
            "license": "CC0 1.0",
        },
    });
    assert_eq!(records, [expected], "{report}");
    assert_eq!(texts, [json!({"id": "wy-code-7-1-2", "text": "One two."})]);
    assert_eq!(report.unmapped_subjects.by_count(), [("Snow", 1)]);
}

#[test]
fn bill_has_every_field_of_its_mapping() {
    let row = json!({
        "state": "Texas", "session": "89R", "number": "HB 0012", "title": "Relating to ferries.", "chamber": "House",
        "status": "SIGNED", "introduced": "2025-01-14 08:00:00", "updated": "2025-06-01",
    });
    let expected = json!({
        "id": "tx-89r-hb12", "billNumber": "HB 0012", "title": "Relating to ferries.", "jurisdiction": "Texas",
        "jurisdictionId": "tx", "chamber": "house", "status": "signed", "introducedDate": "2025-01-14", "topics": [],
        "meta": {
            "source": "Test", "jurisdiction": "tx", "last_updated": "2025-06-01", "citation": null,
            "license": "CC0 1.0",
        },
    });
    assert_eq!(record(BILLS, &row), expected);
    let without = |field: &str| {
        let mut row = row.clone();
        row[field] = "".into();
        row
    };
    for (field, reason) in [
        ("state", "unknown_jurisdiction"),
        ("session", "no_number"),
        ("number", "no_number"),
        ("title", "no_title"),
        ("chamber", "unknown_word"),
        ("status", "unknown_word"),
        ("updated", "no_date_of_data"),
    ] {
        let place = skipped(BILLS, &without(field), reason);
        assert!(place.starts_with("a.jsonl: line 1"), "{place}");
    }
    assert_eq!(record(BILLS, &without("introduced")).get("introducedDate"), None);
}

#[test]
fn invalid_row_is_skipped_with_its_place() {
    let row = |changes: Value| {
        let mut row = json!({"number": "1-1", "title": "One", "status": "", "updated": "2025-01-01"});
        for (field, value) in changes.as_object().unwrap() {
            row[field] = value.clone();
        }
        row
    };
    for (changes, reason, place) in [
        (json!({"number": null}), "no_number", "a.jsonl: line 1"),
        (json!({"number": "§ "}), "no_number", "a.jsonl: line 1"),
        (json!({"number": ["1"]}), "no_text", "a.jsonl: line 1: \"number\" is not a text"),
        (json!({"title": {"en": "One"}}), "no_text", "a.jsonl: line 1: \"title\" is not a text"),
        (json!({"title": "\u{200b}\n"}), "no_heading", "a.jsonl: line 1"),
        (json!({"status": "Vetoed"}), "unknown_word", "a.jsonl: line 1: \"Vetoed\" in fields.status"),
        (json!({"status": "RESERVED"}), "left_out", "a.jsonl: line 1: RESERVED in fields.status"),
        (json!({"updated": "soon"}), "invalid_date", "a.jsonl: line 1: \"soon\" is not a date written YYYY-MM-DD"),
        (json!({"updated": ""}), "no_date_of_data", "a.jsonl: line 1"),
        (
            json!({"title": "x".repeat(20_001)}),
            "invalid_record",
            "a.jsonl: line 1: title is 20001 bytes long, more than 20000",
        ),
    ] {
        assert_eq!(skipped(SECTIONS, &row(changes), reason), place);
    }
}

#[test]
fn rows_are_read_from_archives_and_arrays() {
    let row = |number: u32| json!({"number": number.to_string(), "title": "T", "updated": "2025-01-01"});
    let lines = format!("\u{feff}{}\r\n\r\n{}", row(1), row(2));
    let csv = "\u{feff}number|title|updated\r\n3|\"a \"\"b\"\"|c\r\nd\"|2025-01-01\r\n";
    let files = [
        ("data/a.jsonl", lines.clone().into_bytes()),
        ("data/b.csv", csv.as_bytes().to_vec()),
        ("data/c.json", json!([row(4), row(5)]).to_string().into_bytes()),
        ("data/d.json", format!("{:#}", row(6)).into_bytes()),
        ("data/e.ndjson.gz", gzip(json!([row(7)]).to_string().as_bytes())),
    ];
    let entries: Vec<(&str, &[u8])> = files.iter().map(|(name, content)| (*name, content.as_slice())).collect();
    let mapping = format!("delimiter = \"|\"{SECTIONS}");
    let (records, _, report) = import(&mapping, &[("dump.zip", &zip(&entries))]);
    let found: Vec<String> = records.iter().map(|record| format!("{} {}", record["id"], record["title"])).collect();
    let ids = (1..=7).map(|n| format!("\"wy-code-{n}\" {}", if n == 3 { r#""a \"b\"|c d""# } else { r#""T""# }));
    assert_eq!(found, ids.collect::<Vec<_>>(), "{report}");
}

#[test]
fn rows_within_an_object_are_read_by_the_key_of_their_list() {
    let row = |number: u32| json!({"number": number.to_string(), "title": "T", "updated": "2025-01-01"});
    let wrapped = json!({"a": {"count": 2}, "results": [row(1), row(2)], "z": []}).to_string();
    let deep = json!({"data": {"items": [row(3)]}}).to_string();
    let bare = json!([row(4)]).to_string();
    let ids = |rows: &str, files: &[(&str, &[u8])]| {
        let (records, _, report) = import(&format!("rows = \"{rows}\"{SECTIONS}"), files);
        let ids = records.iter().map(|record| record["id"].as_str().unwrap().to_owned()).collect::<Vec<_>>();
        (ids, report)
    };
    let (found, _) = ids("results", &[("a.json", wrapped.as_bytes()), ("b.json", bare.as_bytes())]);
    assert_eq!(found, ["wy-code-1", "wy-code-2", "wy-code-4"]);
    assert_eq!(ids("data.items", &[("a.jsonl", deep.as_bytes())]).0, ["wy-code-3"]);
    let (found, report) = ids("data.rows", &[("a.json", deep.as_bytes())]);
    assert_eq!(
        (found.len(), places_of(&report, "not_well_formed")),
        (0, vec!["a.json: there is no list \"data.rows\"".to_owned()])
    );
    let cut = &wrapped[..wrapped.find("\"z\"").unwrap() - 2];
    let (found, report) = ids("results", &[("a.json", cut.as_bytes())]);
    assert_eq!((found.len(), places_of(&report, "damaged").len()), (2, 1), "{report}");
}
