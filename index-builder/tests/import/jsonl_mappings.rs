//! Faults of a mapping, and of the command line that names one.

use std::fs;
use std::process::{Command, Output};

use crate::corpus::Corpus;
use crate::jsonl::SECTIONS;

/// Imports a row of CSV with a mapping, which is `m.toml` beside the corpus.
fn run(corpus: &Corpus, mapping: &str) -> Output {
    corpus.beside("m.toml", mapping);
    corpus.beside("rows.csv", "number,title,updated\n1,One,2025-01-01\n");
    with(corpus, &["jsonl", "rows.csv", "--mapping", "m.toml"])
}

fn with(corpus: &Corpus, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_index-builder"));
    command.arg("import").args(arguments).args(["--max-age-months", "0", "--corpus", "corpus"]);
    command.current_dir(corpus.path().parent().unwrap()).output().unwrap()
}

/// The error of an invalid mapping. Nothing may be written.
#[track_caller]
fn faults(mapping: &str) -> String {
    let corpus = Corpus::new();
    let output = run(&corpus, mapping);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert!(corpus.files().is_empty());
    let message = String::from_utf8(output.stderr).unwrap();
    let (_, faults) = message.split_once("error: the mapping is wrong:\n").unwrap_or_else(|| panic!("{message}"));
    faults.to_owned()
}

#[test]
fn only_jsonl_accepts_a_mapping() {
    let corpus = Corpus::new();
    corpus.beside("m.toml", SECTIONS);
    corpus.beside("rows.csv", "");
    for (arguments, message) in [
        (&["jsonl", "rows.csv"][..], "error: jsonl needs --mapping FILE, which says how its rows become records\n"),
        (
            &["uslm", "rows.csv", "--mapping", "m.toml"],
            "error: uslm takes no --mapping: leave it out, or import jsonl\n",
        ),
    ] {
        let output = with(&corpus, arguments);
        assert_eq!((output.status.code(), str::from_utf8(&output.stderr).unwrap()), (Some(2), message));
    }
    let output = with(&corpus, &["jsonl", "rows.csv", "--mapping", "nowhere.toml"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(output.stderr.starts_with(b"error: cannot read the mapping nowhere.toml: "), "{output:?}");
    assert!(!fs::exists(corpus.path()).unwrap());
}

#[test]
fn every_fault_of_a_mapping_has_its_line() {
    let mapping = r#"list = "statutes"
name = "Our Code"
sauce = "x"
delimiter = "||"
html = "yes"
[fields]
jurisdiction = "Wyomin"
id.code = "Rev. Stat."
id.session = "1"
sectionNumber = "number"
titel = "{title}"
title = "{title"
effectiveDate = { from = "{effective}", format = "%m/%Y" }
topics = { from = "{subjects}", crosswalk = "crosswalk", separator = 1 }
summary = 7
text = "{}"
meta.citation = "}"
meta.last_updated = "today"
[fields.status]
from = "{status}"
words = { "Active" = "active", "ACTIVE" = "active", "Old" = "gone" }
otherwise = "active"
"#;
    let expected = r#"  m.toml:1: source is missing: the publisher, as meta.source names it
  m.toml:2: name is not lower-case words joined by hyphens
  m.toml:3: sauce is not known: the keys here are list, name, source, delimiter, rows, html, fields
  m.toml:4: delimiter is not one sign of ASCII, such as "|" or "\t"
  m.toml:5: html is neither true nor false
  m.toml:7: fields.jurisdiction is "Wyomin", which is not the id or name of a jurisdiction of the catalogue, nor a field in braces
  m.toml:8: fields.id.code is not lower-case words joined by hyphens
  m.toml:9: fields.id.session is not known: the keys here are code, within
  m.toml:10: fields.sectionNumber is the same for every row: write "{number}" for the field "number"
  m.toml:11: fields.titel is not known: the keys here are jurisdiction, meta, title, topics, summary, text, id, titleNumber, sectionNumber, status, effectiveDate
  m.toml:12: fields.title has a { without its other half: write {{ for the sign itself
  m.toml:13: fields.effectiveDate.format is not a format of a date: write one with a year, a month and a day, such as "%m/%d/%Y"
  m.toml:14: fields.topics.separator is not a text: write it in quotation marks
  m.toml:14: fields.topics.crosswalk is not one of crs, us-code, open-states, nature-of-suit, code-headings
  m.toml:15: fields.summary is not a text: write it in quotation marks
  m.toml:16: fields.text has braces without the name of a field in them
  m.toml:17: fields.meta.citation has a } without its other half: write }} for the sign itself
  m.toml:18: fields.meta.last_updated is "today", which is not a date written YYYY-MM-DD
  m.toml:21: fields.status.words."ACTIVE" is there twice: case does not matter
  m.toml:21: fields.status.words."Old" is not one of active, repealed, amended, nor "skip"
  m.toml:22: fields.status.otherwise is not known: the keys here are from, words, other
"#;
    assert_eq!(faults(mapping), expected);
}

#[test]
fn missing_keys_are_named_with_their_meaning() {
    assert_eq!(
        faults(""),
        r#"  m.toml:1: list is missing: "statutes", "cases" or "bills"
  m.toml:1: name is missing: the name of the part: jsonl-NAME
  m.toml:1: source is missing: the publisher, as meta.source names it
"#
    );
    let head = "list = \"bills\"\nname = \"a\"\nsource = \"A\"\n\n[fields]\n";
    assert_eq!(
        faults(head),
        r#"  m.toml:5: fields.jurisdiction is missing: the jurisdiction, such as "wy" or "{state}"
  m.toml:5: fields.meta.last_updated is missing: the date of the data, such as "{updated}" or "2025-01-31"
  m.toml:5: fields.title is missing: the title of the bill, such as "{title}"
  m.toml:5: fields.id.session is missing: the session, as a part of the ids, such as "{session}" or "2025"
  m.toml:5: fields.billNumber is missing: the number of the bill, such as "{number}"
  m.toml:5: fields.chamber is missing: the chamber of origin; "senate" if there is only one
  m.toml:5: fields.status is missing: the progress of the bill
"#
    );
    assert_eq!(
        faults(&head.replace("bills", "cases")),
        r#"  m.toml:5: fields.meta.last_updated is missing: the date of the data, such as "{updated}" or "2025-01-31"
  m.toml:5: fields.caseName is missing: the name of the case, such as "{name}"
  m.toml:5: fields.key is missing: the publisher's key of the decision, such as "{id}"
  m.toml:5: fields.court is missing: the court, such as "wyo" or "{court}"
  m.toml:5: fields.citation is missing: the citation of the decision, such as "{citation}"
"#
    );
    assert_eq!(
        faults("list = \"courts\"\nname = \"a\"\nsource = \"A\"\n"),
        "  m.toml:1: list is not \"statutes\", \"cases\" or \"bills\"\n"
    );
}

#[test]
fn faults_of_the_fields_of_cases_have_their_lines() {
    let mapping = r#"list = "cases"
name = "a"
source = "A"
[fields]
jurisdiction = "wy"
key = "id"
caseName = "{name}"
court = "Court of Snow"
citation = { from = ["{cite}", "1 U.S. 1", 7], separator = 1, first = "{cite}" }
docket = "S-1"
decisionDate = { from = "{decided}", format = "%Y" }
meta.citation = "{cite}"
meta.last_updated = "{updated}"
"#;
    let expected = r#"  m.toml:5: fields.jurisdiction is not known: the keys here are meta, caseName, topics, summary, text, key, court, citation, docket, decisionDate
  m.toml:6: fields.key is the same for every row: write "{id}" for the field "id"
  m.toml:8: fields.court is "Court of Snow", which is not the id or name of a court of the catalogue, nor a field in braces
  m.toml:9: fields.citation.separator is not a text: write it in quotation marks
  m.toml:9: fields.citation.first is not known: the keys here are from, separator
  m.toml:9: fields.citation.from is the same for every row: write "{1 U.S. 1}" for the field "1 U.S. 1"
  m.toml:9: fields.citation.from is not a text: write it in quotation marks
  m.toml:10: fields.docket is the same for every row: write "{S-1}" for the field "S-1"
  m.toml:11: fields.decisionDate.format is not a format of a date: write one with a year, a month and a day, such as "%m/%d/%Y"
  m.toml:12: fields.meta.citation is not known: the keys here are last_updated
"#;
    assert_eq!(faults(mapping), expected);
    let words =
        mapping.replace("court = \"Court of Snow\"", "court = { from = \"{c}\", words = { \"X\" = \"snow\" } }");
    assert!(faults(&words).contains(
        "\n  m.toml:8: fields.court.words.\"X\" is not the id or name of a court of the catalogue, nor \"skip\"\n"
    ));
    assert!(
        faults(&mapping.replace("[\"{cite}\", \"1 U.S. 1\", 7]", "[]"))
            .contains("\n  m.toml:9: fields.citation.from is not a text: write it in quotation marks\n")
    );
}

#[test]
fn mapping_that_is_not_toml_has_the_line_of_the_error() {
    assert!(faults("name = \"a\"\nsource = \" \"\n").contains("\n  m.toml:2: source is empty\n"));
    assert_eq!(faults("list = \"bills\"\nlist = \"bills\"\n"), "  m.toml:2: duplicate key\n");
    assert_eq!(
        faults("fields = 1\nlist = [\"bills\"]\nname = 1\nsource = \"A\"\n"),
        r#"  m.toml:1: fields is not a table: write its keys in braces or below its name
  m.toml:2: list is not a text: write it in quotation marks
  m.toml:3: name is not a text: write it in quotation marks
"#
    );
}

#[test]
fn field_without_rows_is_an_error_unless_marked_optional() {
    let mapping = SECTIONS.replace("\"{title}\"", "\"{titel}\"").replace("{status?}", "{state} {status?}");
    assert_eq!(
        faults(&mapping),
        r#"  m.toml:10: fields.title names the field "titel", which no row has: correct it, or write {titel?}
  m.toml:11: fields.status.from names the field "state", which no row has: correct it, or write {state?}
the fields of the rows are number, title, updated
"#
    );
    let corpus = Corpus::new();
    let output = run(&corpus, &SECTIONS.replace("{title}", "{title}{titel?}"));
    assert_eq!((output.status.code(), corpus.ids("statutes")), (Some(0), vec!["wy-code-1".to_owned()]), "{output:?}");
}

#[test]
fn list_of_objects_in_the_only_row_is_named_as_possible_rows() {
    let corpus = Corpus::new();
    corpus
        .beside("rows.json", r#"{"count": 1, "results": [{"number": "1", "title": "One", "updated": "2025-01-01"}]}"#);
    let import = |mapping: &str| {
        corpus.beside("m.toml", mapping);
        with(&corpus, &["jsonl", "rows.json", "--mapping", "m.toml"])
    };
    let output = import(SECTIONS);
    let message = str::from_utf8(&output.stderr).unwrap();
    let hint = "the fields of the rows are count, results\nif the rows are the objects in the list \"results\", add rows = \"results\" \
                to the mapping\n";
    assert!(message.ends_with(hint), "{message}");
    let output = import(&format!("rows = \"results\"{SECTIONS}"));
    assert_eq!((output.status.code(), corpus.ids("statutes")), (Some(0), vec!["wy-code-1".to_owned()]), "{output:?}");
}

#[test]
fn crosswalk_beside_the_mapping_is_read_and_checked() {
    let corpus = Corpus::new();
    let topics = |table: &str| format!("{SECTIONS}topics = {{ from = \"{{title}}\", table = \"{table}\" }}\n");
    corpus.beside("ours/topics.tsv", "# Ours\none\twater, tax\n");
    let output = run(&corpus, &topics("ours/topics.tsv"));
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert_eq!(corpus.records("statutes")[0]["topics"], serde_json::json!(["water", "tax"]));

    corpus.beside("ours/topics.tsv", "one water\n\ntwo\twatr\n");
    let output = run(&corpus, &topics("ours/topics.tsv"));
    let message = str::from_utf8(&output.stderr).unwrap();
    let path = std::path::Path::new("ours/topics.tsv").display();
    let expected = format!(
        "error: the mapping is wrong:\n  {path}:1: a line is a subject, one tab, and its tags\n  {path}:3: \"two\" has the \
         tag \"watr\", which is not in the catalogue of topics\n"
    );
    assert_eq!(message.split_once("error: ").map(|(_, error)| format!("error: {error}")), Some(expected));
    assert!(
        faults(&topics("gone.tsv"))
            .starts_with("  m.toml:13: fields.topics.table names gone.tsv, which cannot be read: ")
    );
    assert_eq!(
        faults(&format!("{SECTIONS}topics = \"{{title}}\"\n")),
        "  m.toml:13: fields.topics is not a table with from and one of crosswalk, table, words\n"
    );
}

/// The keys of a README table, without those of a table in a table.
fn keys_of_readme(heading: &str, is_of_list: impl Fn(&str) -> bool) -> Vec<String> {
    const README: &str = include_str!("../../README.md");
    let (_, table) = README.split_once(&format!("\n| {heading} |")).unwrap();
    let rows = table.lines().skip(2).take_while(|line| line.starts_with("| `"));
    let rows = rows.filter(|row| is_of_list(row.split(" | ").nth(1).unwrap()));
    let key = |row: &str| row.split('`').nth(1).unwrap().split('.').next().unwrap().to_owned();
    let mut keys: Vec<String> = rows.map(key).collect();
    keys.sort();
    keys.dedup();
    keys
}

#[test]
fn readme_has_every_key_of_a_mapping() {
    let known = |mapping: &str| {
        let faults = faults(mapping);
        let (_, keys) = faults.split_once("the keys here are ").unwrap();
        let mut keys: Vec<String> = keys.lines().next().unwrap().split(", ").map(str::to_owned).collect();
        keys.sort();
        keys
    };
    assert_eq!(known("x = 1"), keys_of_readme("key of a mapping", |_| true));
    for list in ["statutes", "cases", "bills"] {
        let mapping = format!("list = \"{list}\"\nname = \"a\"\nsource = \"A\"\nfields.x = 1");
        let of_list = keys_of_readme("key of `fields`", |cell| {
            let lists = cell.trim_end_matches(", optional");
            lists == "all" || lists.split(", ").any(|name| name == list)
        });
        assert_eq!(known(&mapping), of_list, "{list}");
    }
}
