//! Cases of any publisher with a mapping: whole records, skips, parts, and the precedence of other publishers.

use std::path::{Path, PathBuf};

use index_builder::commands::drop::drop_parts;
use index_builder::import::run_in_memory::run_in_memory_with_mapping;
use index_builder::report::import_report::Report;
use serde_json::{Value, json};

use crate::cases::{case, cluster, counts, tables, volume};
use crate::corpus::{Corpus, Options, importer, places_of, removed};

/// A mapping of cases.
pub(crate) const CASES: &str = r#"
list = "cases"
name = "test"
source = "Test"

[fields]
key = "{id?}"
caseName = "{name?}"
citation = ["{cite?}", "{parallel?}"]
decisionDate = "{decided?}"
docket = "{docket?}"
meta.last_updated = "{updated?}"

[fields.court]
from = "{court?}"
words = { "U.S." = "scotus", "Wyo." = "wyo", "Arbitrator" = "skip" }
"#;

/// A row of a case of the Supreme Court of the United States.
pub(crate) fn row(id: &str, updated: &str, name: &str, cite: &str) -> Value {
    json!({"id": id, "court": "U.S.", "name": name, "cite": cite, "decided": "1999-12-31", "updated": updated})
}

fn lines(rows: &[Value]) -> String {
    rows.iter().map(|row| format!("{row}\n")).collect()
}

/// Imports a file with a mapping.
fn import_with(corpus: &Corpus, mapping: &str, input: &Path) -> anyhow::Result<Report> {
    let mapping = Some(corpus.beside("m.toml", mapping));
    let report =
        corpus.try_import_with(importer("jsonl"), &[input], Options { mapping, older: true, ..Options::default() });
    if report.is_ok() {
        corpus.build();
    }
    report
}

fn import(corpus: &Corpus, rows: &[Value]) -> Report {
    let input = corpus.beside("rows.jsonl", lines(rows));
    import_with(corpus, CASES, &input).unwrap()
}

fn read(corpus: &Corpus, path: &str) -> String {
    corpus.files().remove(path).unwrap_or_default()
}

/// The report and the records of rows without a corpus.
fn records(mapping: &str, rows: &[Value]) -> (Report, Vec<Value>) {
    let (records, _, report) =
        run_in_memory_with_mapping(importer("jsonl"), mapping, &[("a.jsonl", lines(rows).as_bytes())]);
    (report, records.iter().map(|(_, line)| serde_json::from_str(line).unwrap()).collect())
}

#[test]
fn case_has_every_field_of_its_mapping() {
    let mapping = r#"
list = "cases"
name = "court"
source = "A court"
html = true

[fields]
key = "{meta.term}-{meta.number}"
caseName = "{title}"
court = { from = "{court}", words = { "High Court" = "wyo" } }
citation = { from = ["{official?}", "{others.cite}"], separator = ";" }
decisionDate = { from = "{decided}", format = "%d %B %Y" }
docket = "{dockets.0}"
summary = "{syllabus}"
text = "{opinions.text}"
topics = { from = "{areas}", words = { "Rivers" = "water" } }
meta.last_updated = "{updated}"
"#;
    let row = json!({
        "meta": {"term": 2024, "number": "S–7"}, "title": "<i>STATE</i> EX REL. DOE V. ROE &amp; SONS", "court": "high court",
        "official": "", "others": [{"cite": "2024 WY 7; 500 P.3d 1"}, {"cite": "500 P.3d. 1;;-"}, {"cite": "2024 WL 1"}],
        "decided": "7 March 2024", "dockets": ["S-23-0100", "S-23-0101"], "syllabus": "<p>It <b>is</b> so.</p>",
        "opinions": [{"text": "<p>We affirm.</p>"}, {"text": "I dissent."}], "areas": ["Rivers", "Snow"],
        "updated": "2024-03-08T09:10:11Z",
    });
    let corpus = Corpus::new();
    let input = corpus.beside("rows.jsonl", lines(&[row]));
    let report = import_with(&corpus, mapping, &input).unwrap();
    let record = json!({
        "id": "wyo-2024-wy-7", "caseName": "State ex rel. Doe v. Roe & Sons", "citation": "2024 WY 7",
        "court": "Supreme Court of Wyoming", "jurisdiction": "Wyoming", "jurisdictionId": "wy",
        "decisionDate": "2024-03-07", "topics": ["water"], "summary": "It is so.",
        "meta": {
            "source": "A court", "jurisdiction": "wy", "last_updated": "2024-03-08", "citation": "2024 WY 7",
            "license": "CC0 1.0",
        },
    });
    assert_eq!(corpus.records("cases"), [record], "{report}");
    assert_eq!(report.unmapped_subjects.by_count(), [("Snow", 1)]);
    for (path, content) in [
        ("aliases/cases.jsonl", "{\"id\":\"wyo-2024-wy-7\",\"citations\":[\"500 P.3d 1\",\"2024 WL 1\"]}\n"),
        ("text/cases/parts.jsonl", "{\"id\":\"wyo-2024-wy-7\",\"text\":\"We affirm. I dissent.\"}\n"),
    ] {
        assert_eq!(read(&corpus, path), content, "{path}");
    }
}

#[test]
fn row_that_lacks_a_field_is_skipped_with_its_place() {
    let with = |field: &str, value: Value| {
        let mut row = row("7", "2024-01-01", "Doe v. Roe", "1 U.S. 1");
        row[field] = value;
        row
    };
    for (row, reason, place) in [
        (with("id", json!(null)), "no_key", "a.jsonl: line 1"),
        (with("id", json!([7])), "no_text", "a.jsonl: line 1: \"id\" is not a text"),
        (with("updated", json!("")), "no_date_of_data", "a.jsonl: line 1"),
        (with("updated", json!("soon")), "invalid_date", "a.jsonl: line 1: \"soon\" is not a date written YYYY-MM-DD"),
        (with("court", json!("")), "unknown_word", "a.jsonl: line 1: \"\" in fields.court"),
        (with("court", json!("Moot")), "unknown_word", "a.jsonl: line 1: \"Moot\" in fields.court"),
        (with("court", json!("ARBITRATOR")), "left_out", "a.jsonl: line 1: ARBITRATOR in fields.court"),
        (with("cite", json!(" ")), "no_citation", "a.jsonl: line 1"),
        (with("cite", json!("___")), "no_citation", "a.jsonl: line 1"),
        (with("cite", json!({"a": 1})), "no_text", "a.jsonl: line 1: \"cite\" has an object or a list of lists"),
        (with("name", json!("\u{200b}")), "no_name", "a.jsonl: line 1"),
        (with("decided", json!("1999")), "invalid_date", "a.jsonl: line 1: \"1999\" is not a date written YYYY-MM-DD"),
        (with("docket", json!([])), "no_text", "a.jsonl: line 1: \"docket\" is not a text"),
        (
            with("name", json!("x".repeat(20_001))),
            "invalid_record",
            "a.jsonl: line 1: caseName is 20001 bytes long, more than 20000",
        ),
    ] {
        let (report, records) = records(CASES, &[row]);
        assert_eq!((records.len(), report.skipped_as(reason), report.skipped()), (0, 1, 1), "{report}");
        assert_eq!(places_of(&report, reason), [place]);
    }
    let (report, records) = records(CASES, &[with("decided", json!("")), with("docket", json!(null))]);
    assert_eq!((records.len(), report.skipped(), report.repeated.count), (1, 0, 1), "{report}");
}

#[test]
fn longest_parallel_citations_pass_and_a_longer_one_is_skipped() {
    let mapping = CASES.replace("[\"{cite?}\", \"{parallel?}\"]", "\"{cites}\"");
    // Each quotation mark is two bytes in the line.
    let cite = |number: usize, n_bytes: usize| format!("{number:0>9}{}", "\"".repeat(n_bytes - 9));
    let row = |number: usize, n_cites: usize, n_bytes: usize| {
        let cites: Vec<String> = (0..n_cites).map(|idx| cite(1000 * number + idx, n_bytes)).collect();
        json!({"id": number, "court": "U.S.", "name": "Doe v. Roe", "cites": cites, "updated": "2024-01-01"})
    };
    let corpus = Corpus::new();
    let input = corpus.beside("rows.jsonl", lines(&[row(1, 101, 1000), row(2, 2, 1001)]));
    let report = import_with(&corpus, &mapping, &input).unwrap();
    assert_eq!(report.written(), 1, "{report}");
    let place = places_of(&report, "invalid_record").remove(0);
    assert!(place.ends_with("line 2: a citation is 1001 bytes long, more than 1000"), "{place}");
    let aliases: Value = serde_json::from_str(&read(&corpus, "aliases/cases.jsonl")).unwrap();
    assert_eq!(aliases["citations"].as_array().unwrap().len(), 99);
}

#[test]
fn court_is_a_constant_or_a_catalogue_id_name_or_alias() {
    let (head, _) = CASES.split_once("[fields.court]").unwrap();
    let courts = |court: &str, rows: &[&str]| {
        let rows = (1..).zip(rows).map(|(number, court)| {
            json!({"id": number, "court": court, "name": "Doe v. Roe", "cite": format!("1 P.3d {number}"), "updated": "2024-01-01"})
        });
        let (report, records) = records(&format!("{head}court = {court}\n"), &rows.collect::<Vec<_>>());
        let ids = records.iter().map(|record| record["id"].as_str().unwrap().to_owned()).collect::<Vec<_>>();
        (ids, report.skipped_as("unknown_word"))
    };
    assert_eq!(courts("\"wyo\"", &["x"]).0, ["wyo-1-p3d-1"]);
    let (ids, n_unknown) = courts("\"{court}\"", &["wyo", "Supreme Court of Wyoming", "WYO.", "Court of Snow"]);
    assert_eq!((ids, n_unknown), (["wyo-1-p3d-1", "wyo-1-p3d-2", "wyo-1-p3d-3"].map(str::to_owned).to_vec(), 1));
    let (ids, _) = courts("{ from = \"{court}\", other = \"ca9\" }", &["wyo", "Court of Snow"]);
    assert_eq!(ids, ["wyo-1-p3d-1", "ca9-1-p3d-2"]);
}

#[test]
fn newest_row_of_a_key_counts_and_the_others_are_accounted_for() {
    let corpus = Corpus::new();
    let rows = [
        row("7", "2024-01-02", "Doe v. Roe", "1 U.S. 2"),
        row("7", "2024-01-01", "Doe v. Roe", "1 U.S. 1"),
        row("8", "2024-01-01", "Poe v. Coe", "1 U.S. 3"),
    ];
    assert_eq!(counts(&import(&corpus, &rows)), [2, 0, 0, 0, 1, 0, 0]);
    let newer = [row("7", "2024-02-01", "Doe v. Roe", "1 U.S. 4"), row("9", "2023-01-01", "Poe v. Coe", "1 U.S. 5")];
    let report = import(&corpus, &newer);
    assert_eq!(counts(&report), [1, 1, 0, 0, 0, 0, 1], "{report}");
    assert_eq!(removed(&report), ["test 8: its part no longer has it"]);
    assert_eq!(corpus.ids("cases"), ["scotus-1-us-4", "scotus-1-us-5"]);
}

#[test]
fn skipped_row_hides_the_older_row_of_its_key() {
    for (field, value, reason) in [
        ("court", "Arbitrator", "left_out"),
        ("court", "Moot", "unknown_word"),
        ("cite", "", "no_citation"),
        ("name", &"x".repeat(20_001), "invalid_record"),
    ] {
        let corpus = Corpus::new();
        let published = row("7", "2024-01-02", "Doe v. Roe", "1 U.S. 1");
        let mut withdrawn = row("7", "2024-02-01", "Doe v. Roe", "1 U.S. 1");
        withdrawn[field] = value.into();
        let report = import(&corpus, &[withdrawn, published]);
        assert_eq!((counts(&report), report.skipped_as(reason)), ([0, 0, 0, 1, 0, 1, 0], 1), "{report}");
        assert_eq!(corpus.ids("cases"), [""; 0]);
    }
}

#[test]
fn mapping_is_a_part_and_a_publisher_of_its_own() {
    let corpus = Corpus::new();
    let other = CASES.replace("\"test\"", "\"other\"");
    let rows = corpus.beside("rows.jsonl", lines(&[row("1", "2020-01-01", "Doe v. Roe", "1 U.S. 1")]));
    import_with(&corpus, &other, &rows).unwrap();
    let report = import(&corpus, &[row("1", "2024-01-01", "DOE v. ROE", "1 U.S. 1")]);
    assert_eq!(report.parts, ["jsonl-test"]);
    // Of two publishers with one decision, the part with the newer data precedes.
    assert_eq!(corpus.records("cases").iter().map(|record| &record["caseName"]).collect::<Vec<_>>(), ["Doe v. Roe"]);
    assert_eq!(corpus.parts().into_keys().collect::<Vec<_>>(), ["jsonl-other.part", "jsonl-test.part"]);
}

/// The files of one decision of each publisher, by the name of the importer, and its name.
fn releases(corpus: &Corpus) -> [(&'static str, PathBuf); 3] {
    let rows = [row("1", "2024-05-01", "Doe vs. Roe", "1 U.S. 1")];
    [
        ("jsonl", corpus.beside("rows.jsonl", lines(&rows))),
        ("cap", volume(corpus, "us/1", "32044", &[case(7, "2020-01-01", "Doe versus Roe", &["1 U.S. 1"])])),
        (
            "courtlistener",
            tables(
                corpus,
                "tables",
                "2024-01-31",
                &[cluster(9, "2024-01-02", "Doe v. Roe", &["2 U.S. 1", "1 U.S. 1"])],
            ),
        ),
    ]
}

#[test]
fn publishers_decision_wins_over_a_row_until_it_is_gone() {
    let mut first = None;
    for order in [[0, 1, 2], [2, 1, 0], [1, 2, 0]] {
        let corpus = Corpus::new();
        let releases = releases(&corpus);
        for (name, input) in order.map(|idx| &releases[idx]) {
            let mapping = (*name == "jsonl").then(|| corpus.beside("m.toml", CASES));
            corpus.try_import_with(importer(name), &[input], Options { mapping, ..Options::default() }).unwrap();
            corpus.build();
        }
        let names = |corpus: &Corpus| {
            corpus.records("cases").iter().map(|record| record["caseName"].clone()).collect::<Vec<_>>()
        };
        assert_eq!(names(&corpus), ["Doe v. Roe"]);
        let files = corpus.files();
        assert_eq!(first.get_or_insert_with(|| files.clone()), &files, "{order:?}");
        drop_parts(&corpus.path().join("parts"), &["courtlistener".to_owned()]).unwrap();
        assert_eq!(names(&corpus), ["Doe versus Roe"]);
        drop_parts(&corpus.path().join("parts"), &["cap-us".to_owned()]).unwrap();
        assert_eq!(names(&corpus), ["Doe vs. Roe"]);
    }
}
