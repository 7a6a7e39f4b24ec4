//! Texts behind records: every line that is not a valid text of a record is reported with its place.

use lexdex_index::Index;

use crate::samples::{CASE, STATUTE, with_id};
use crate::workspace::{Workspace, problems};

/// The id of the sample statute.
fn id() -> String {
    let statute: serde_json::Value = serde_json::from_str(STATUTE).unwrap();
    statute["id"].as_str().unwrap().to_owned()
}

fn text(id: &str) -> String {
    serde_json::json!({ "id": id, "text": "Some words." }).to_string()
}

#[test]
fn line_that_is_not_a_text_is_rejected() {
    let workspace = Workspace::with_corpus(&[
        ("statutes/a.jsonl", &[STATUTE.to_owned()][..]),
        (
            "text/statutes/a.jsonl",
            &[
                "not json".to_owned(),
                r#"{"id":"a"}"#.to_owned(),
                r#"{"id":"a","text":7}"#.to_owned(),
                r#"{"id":"a","text":"b","title":"c"}"#.to_owned(),
                r#"{"id":"A b","text":"c"}"#.to_owned(),
                String::new(),
                format!(r#"{{"id":"a","text":"{}"}}"#, "x".repeat(1 << 20)),
                text(&id()),
            ],
        ),
    ]);
    let place = "corpus/text/statutes/a.jsonl";
    assert_eq!(
        workspace.refused(),
        problems(&[
            format!("{place}:1: the line is not a JSON object: every line is one record"),
            format!("{place}:2: missing field `text`, at column 10"),
            format!("{place}:3: text: invalid type: integer `7`, expected a string, at column 18"),
            format!("{place}:4: title: unknown field `title`, expected `id` or `text`, at column 28"),
            format!("{place}:5: id: \"A b\" is not made of a-z, 0-9, dot and hyphen, at most 200 of them"),
            format!("{place}:6: the line is empty: every line is one record"),
            format!("{place}:7: the line is longer than 1048576 bytes"),
        ])
    );
}

#[test]
fn text_without_a_record_of_its_list_is_reported_with_its_place() {
    let workspace = Workspace::with_corpus(&[
        ("statutes/a.jsonl", &[STATUTE.to_owned(), with_id(STATUTE, "other")][..]),
        ("cases/a.jsonl", &[with_id(CASE, "only-a-case")]),
        ("text/statutes/a.jsonl", &[text(&id()), text("gone"), text("other"), text("only-a-case")]),
        ("text/cases/nested/a.jsonl", &[text("only-a-case"), text("other")]),
    ]);
    let problem = |place: &str, id: &str| {
        format!("corpus/text/{place}: id: no record of the list has the id {id:?}: remove the line, or add the record")
    };
    assert_eq!(
        workspace.refused(),
        problems(&[
            problem("statutes/a.jsonl:2", "gone"),
            problem("statutes/a.jsonl:4", "only-a-case"),
            problem("cases/nested/a.jsonl:2", "other"),
        ])
    );
}

#[test]
fn text_of_an_invalid_record_is_not_reported_too() {
    let workspace = Workspace::with_corpus(&[
        ("statutes/a.jsonl", &[STATUTE.replace("CC0 1.0", "MIT")]),
        ("text/statutes/a.jsonl", &[text(&id())]),
    ]);
    let refused = workspace.refused();
    assert!(refused.contains("the corpus has 1 problem:") && refused.contains("meta.license"), "{refused}");
}

#[test]
fn id_of_two_texts_is_reported_with_both_places() {
    let workspace = Workspace::with_corpus(&[
        ("statutes/a.jsonl", &[STATUTE.to_owned()][..]),
        ("text/statutes/a.jsonl", &[text(&id()), text(&id())]),
        ("text/statutes/b/a.jsonl", &[text(&id())]),
    ]);
    let place = |place: &str| format!("corpus/text/statutes/{place}");
    assert_eq!(
        workspace.refused(),
        problems(&[
            format!("{}: id: the same id is already used at {}", place("a.jsonl:2"), place("a.jsonl:1")),
            format!("{}: id: the same id is already used at {}", place("b/a.jsonl:1"), place("a.jsonl:2")),
        ])
    );
}

#[test]
fn number_of_problems_counts_those_that_are_not_listed() {
    let texts: Vec<String> = (0..250).map(|number| text(&format!("gone-{number}"))).collect();
    let workspace =
        Workspace::with_corpus(&[("statutes/a.jsonl", &[STATUTE.to_owned()][..]), ("text/statutes/a.jsonl", &texts)]);
    let refused = workspace.refused();
    assert!(refused.contains("the corpus has 250 problems:") && refused.contains("and 150 more"), "{refused}");
    assert!(refused.contains("a.jsonl:100: ") && !refused.contains("a.jsonl:101: "), "{refused}");
}

#[test]
fn entry_of_the_text_folder_that_is_not_a_list_is_rejected() {
    let workspace = Workspace::with_corpus(&[
        ("statutes/a.jsonl", &[STATUTE]),
        ("text/README.md", &["For people."]),
        ("text/case/a.jsonl", &["{}"]),
        ("text/statutes.jsonl", &["{}"]),
        ("text/bills/a.json", &["{}"]),
    ]);
    let no_folder = "is not a folder of texts, which are statutes, cases and bills: rename it or move it away";
    assert_eq!(
        workspace.refused(),
        problems(&[
            "corpus/text/bills/a.json: is not a .jsonl file: rename it or move it away".to_owned(),
            format!("corpus/text/case: {no_folder}"),
            format!("corpus/text/statutes.jsonl: {no_folder}"),
        ])
    );
}

#[test]
fn texts_are_not_read_at_zero_kib_and_the_limit_is_eight() {
    let workspace =
        Workspace::with_corpus(&[("statutes/a.jsonl", &[STATUTE]), ("text/statutes/a.jsonl", &["not json"])]);
    let build = |kib| workspace.run(&["build", "--corpus", "corpus", "--out", "index", "--text-kib", kib]);
    let refused = build("9");
    assert!(refused.stderr.contains("9 is not in 0..=8"), "{refused:?}");
    assert!(build("8").stderr.contains("text/statutes/a.jsonl:1:"));
    let built = build("0");
    assert!(built.stdout.starts_with("index: 1 statutes, 0 cases, 0 bills in "), "{built:?}");
    assert_eq!(Index::open(&workspace.path("index")).unwrap().manifest().texts, []);
}
