//! Parallel citations: every invalid line, and every line without a case, is reported with its place.

use std::fs;

use lexdex_index::Index;
use serde_json::json;

use crate::samples::{BILL, CASE, with_id};
use crate::workspace::{Workspace, problems};

fn line(id: &str, citations: &[&str]) -> String {
    json!({ "id": id, "citations": citations }).to_string()
}

/// The sample case with these ids, and parallel citations.
fn workspace(ids: &[&str], aliases: &[String]) -> Workspace {
    let cases: Vec<String> = ids.iter().map(|id| with_id(CASE, id)).collect();
    let workspace = Workspace::with_corpus(&[("cases/a.jsonl", &cases[..]), ("bills/a.jsonl", &[BILL.to_owned()])]);
    workspace.write_lines("corpus/aliases/cases.jsonl", aliases);
    workspace
}

/// The citation of the sample case.
fn own_citation() -> String {
    let case: serde_json::Value = serde_json::from_str(CASE).unwrap();
    case["citation"].as_str().unwrap().to_owned()
}

#[test]
fn line_that_is_not_a_list_of_citations_is_rejected() {
    let workspace = workspace(
        &["a"],
        &[
            "not json".to_owned(),
            String::new(),
            line("a", &[]),
            line("a", &["1 U.S. 1", "1 U S 1", "1 US 1"]),
            format!(r#"{{"id":"a","citations":["{}"]}}"#, "x".repeat(1 << 20)),
        ],
    );
    let place = "corpus/aliases/cases.jsonl";
    assert_eq!(
        workspace.refused(),
        problems(&[
            format!("{place}:1: the line is not a JSON object: every line is one record"),
            format!("{place}:2: the line is empty: every line is one record"),
            format!("{place}:3: citations: is empty: remove the line, or add a citation"),
            format!("{place}:4: citations[2]: \"1 US 1\" is the same as \"1 U.S. 1\": remove one"),
            format!("{place}:5: the line is longer than 1048576 bytes"),
        ])
    );
}

#[test]
fn invalid_parallel_citation_is_reported_with_its_place() {
    let bill: serde_json::Value = serde_json::from_str(BILL).unwrap();
    let bill = bill["id"].as_str().unwrap();
    let own = own_citation();
    let workspace = workspace(
        &["a", "b", "c"],
        &[
            line("b", &["93 S. Ct. 705", &own.replace('.', "")]),
            line("gone", &["93 S. Ct. 705"]),
            line("a", &["93 S. Ct. 705"]),
            line(bill, &["93 S. Ct. 705"]),
            line("a", &["94 S. Ct. 705"]),
        ],
    );
    let problem = |line: u64, id: &str| {
        format!(
            "corpus/aliases/cases.jsonl:{line}: id: no record of the list has the id {id:?}: remove the line, or add \
             the record"
        )
    };
    assert_eq!(
        workspace.refused(),
        problems(&[
            "corpus/aliases/cases.jsonl:5: id: the same id is already used at corpus/aliases/cases.jsonl:3".to_owned(),
            problem(2, "gone"),
            problem(4, bill),
            format!(
                "corpus/aliases/cases.jsonl:1: citations[1]: {:?} is the record's own citation: remove it",
                own.replace('.', "")
            ),
        ])
    );
}

#[test]
fn changed_citation_differs_and_changed_order_does_not() {
    let one = workspace(&["a", "b"], &[line("a", &["93 S. Ct. 705", "35 L. Ed. 2d 147"]), line("b", &["1 X 1"])]);
    let other = workspace(&["a", "b"], &[line("b", &["1 X 1"]), line("a", &["35 L. Ed. 2d 147", "93 S. Ct. 705"])]);
    assert_eq!(one.built(), other.built());
    let index = Index::open(&one.path("index")).unwrap();
    let entries = index.manifest().aliases.iter();
    assert_eq!(entries.map(|entry| (entry.list.as_str(), entry.count)).collect::<Vec<_>>(), [("cases", 2)]);
    assert_eq!(one.run(&["verify", "index"]).code, Some(0));

    one.write_lines(
        "corpus/aliases/cases.jsonl",
        &[line("a", &["93 S. Ct. 706", "35 L. Ed. 2d 147"]), line("b", &["1 X 1"])],
    );
    assert_eq!(one.run(&["build", "--corpus", "corpus", "--out", "changed"]).code, Some(0));
    let summary = one.run(&["diff", "index", "changed"]);
    let expected = "statutes: 0 added, 0 removed, 0 changed, 0 unchanged\n\
                    parallel citations of the cases: changed\n\
                    cases: 0 added, 0 removed, 0 changed, 2 unchanged\n\
                    bills: 0 added, 0 removed, 0 changed, 1 unchanged\n";
    assert_eq!((summary.code, summary.stdout.as_str()), (Some(1), expected));
    let lines = one.run(&["diff", "index", "changed", "--format", "jsonl"]);
    assert_eq!(lines.stdout, "{\"change\":\"changed\",\"aliases\":\"cases\"}\n");
}

#[test]
fn empty_parallel_citations_build_the_same_index_as_none() {
    let with_file = workspace(&["a"], &[]);
    fs::write(with_file.path("corpus/aliases/cases.jsonl"), "").unwrap();
    let without = workspace(&["a"], &[]);
    fs::remove_dir_all(without.path("corpus/aliases")).unwrap();
    assert_eq!(with_file.built(), without.built());
    assert_eq!(Index::open(&without.path("index")).unwrap().manifest().aliases, []);
}
