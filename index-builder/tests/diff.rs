//! The differences between two indexes are those between their corpora.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Stdio;

use proptest::prelude::*;
use serde_json::{Value, json};

use crate::samples::{ALL, BILL, CASE, COURTS, STATUTE, edited, with_id};
use crate::workspace::{Outcome, Workspace};

/// The lines of each list.
type Corpus = BTreeMap<&'static str, Vec<String>>;

fn outcome(code: i32, stdout: &str) -> Outcome {
    Outcome { code: Some(code), stdout: stdout.to_owned(), stderr: String::new() }
}

/// Builds a corpus into an index of this name.
#[track_caller]
fn build(workspace: &Workspace, corpus: &Corpus, index: &str) {
    let _ = std::fs::remove_dir_all(workspace.path("corpus"));
    for (list, lines) in corpus {
        workspace.write_lines(&format!("corpus/{list}/all.jsonl"), lines);
    }
    let _ = std::fs::remove_dir_all(workspace.path(index));
    let built = workspace.run(&["build", "--corpus", "corpus", "--out", index]);
    assert_eq!(built.code, Some(0), "{}", built.stderr);
}

/// A workspace with the indexes `old` and `new`.
fn workspace(old: &Corpus, new: &Corpus) -> Workspace {
    let workspace = Workspace::new();
    build(&workspace, old, "old");
    build(&workspace, new, "new");
    workspace
}

fn corpus(statutes: &[String]) -> Corpus {
    let others = [("cases", vec![CASE.to_owned()]), ("bills", vec![BILL.to_owned()])];
    Corpus::from(others).into_iter().chain([("statutes", statutes.to_vec())]).collect()
}

/// Two corpora. The second adds one record, removes one, changes one so that it moves in its list, and keeps one.
fn two_corpora() -> (Corpus, Corpus) {
    let statute = |id, section| edited(&with_id(STATUTE, id), "§ 1341", section);
    let old = corpus(&[statute("changed", "§ 1"), statute("removed", "§ 2"), statute("same", "§ 3")]);
    let new = corpus(&[statute("added", "§ 2"), statute("same", "§ 3"), statute("changed", "§ 4")]);
    (old, new)
}

fn record(line: &str) -> Value {
    serde_json::from_str(line).unwrap()
}

/// The differences, found by comparing all records in memory.
fn expected(old: &Corpus, new: &Corpus) -> Vec<Value> {
    let mut expected = Vec::new();
    for (list, _) in ALL {
        let by_id = |corpus: &Corpus| -> BTreeMap<String, Value> {
            let records = corpus.get(list).into_iter().flatten().map(|line| record(line));
            records.map(|record| (record["id"].as_str().unwrap().to_owned(), record)).collect()
        };
        let (old, new) = (by_id(old), by_id(new));
        for id in old.keys().chain(new.keys()).collect::<BTreeSet<_>>() {
            match (old.get(id), new.get(id)) {
                (Some(old), Some(new)) if old != new => {
                    expected.push(json!({"change": "changed", "list": list, "id": id, "old": old, "new": new}));
                }
                (Some(old), None) => {
                    expected.push(json!({"change": "removed", "list": list, "id": id, "old": old}));
                }
                (None, Some(new)) => {
                    expected.push(json!({"change": "added", "list": list, "id": id, "new": new}));
                }
                _ => {}
            }
        }
    }
    expected
}

#[track_caller]
fn lines(outcome: &Outcome) -> Vec<Value> {
    assert_eq!(outcome.stderr, "");
    outcome.stdout.lines().map(record).collect()
}

#[test]
fn summary_counts_the_records_of_each_list() {
    let (old, new) = two_corpora();
    let summary = "statutes: 1 added, 1 removed, 1 changed, 1 unchanged\n\
                   cases: 0 added, 0 removed, 0 changed, 1 unchanged\n\
                   bills: 0 added, 0 removed, 0 changed, 1 unchanged\n";
    assert_eq!(workspace(&old, &new).run(&["diff", "old", "new"]), outcome(1, summary));
}

#[test]
fn jsonl_lines_have_the_old_and_the_new_record() {
    let (old, new) = two_corpora();
    let outcome = workspace(&old, &new).run(&["diff", "old", "new", "--format", "jsonl"]);
    assert_eq!(outcome.code, Some(1));
    assert_eq!(lines(&outcome), expected(&old, &new));
    let ids: Vec<Value> = lines(&outcome).into_iter().map(|line| line["id"].clone()).collect();
    assert_eq!(ids, ["added", "changed", "removed"]);
}

#[test]
fn indexes_of_the_same_corpus_have_no_differences() {
    let (corpus, _) = two_corpora();
    let workspace = workspace(&corpus, &corpus);
    let summary = "statutes: 0 added, 0 removed, 0 changed, 3 unchanged\n\
                   cases: 0 added, 0 removed, 0 changed, 1 unchanged\n\
                   bills: 0 added, 0 removed, 0 changed, 1 unchanged\n";
    assert_eq!(workspace.run(&["diff", "old", "new"]), outcome(0, summary));
    assert_eq!(workspace.run(&["diff", "old", "old", "--format", "jsonl"]), outcome(0, ""));
}

#[test]
fn catalogue_that_differs_is_a_difference() {
    let (corpus, _) = two_corpora();
    let workspace = workspace(&corpus, &corpus);
    workspace.write_lines("corpus/courts.jsonl", &COURTS);
    std::fs::remove_dir_all(workspace.path("new")).unwrap();
    assert_eq!(workspace.run(&["build", "--corpus", "corpus", "--out", "new"]).code, Some(0));
    let line = "{\"change\":\"changed\",\"catalogue\":\"courts.jsonl\"}\n";
    assert_eq!(workspace.run(&["diff", "old", "new", "--format", "jsonl"]), outcome(1, line));
    let summary = workspace.run(&["diff", "old", "new"]);
    assert_eq!((summary.code, summary.stdout.lines().next()), (Some(1), Some("courts.jsonl: changed")));
}

#[test]
fn failed_comparison_has_its_own_exit_code() {
    let (corpus, _) = two_corpora();
    let workspace = workspace(&corpus, &corpus);
    let message = |arguments: &[&str]| {
        let Outcome { code, stdout, stderr } = workspace.run(arguments);
        assert_eq!((code, stdout.as_str()), (Some(2), ""), "{stderr}");
        stderr
    };
    let no_index = "is not an index, or not a complete one: it has no manifest.json. Build one with \
                    `index-builder build --corpus CORPUS --out";
    for arguments in [["diff", "nowhere", "new"], ["diff", "old", "nowhere"]] {
        assert_eq!(message(&arguments), format!("error: nowhere {no_index} nowhere`\n"));
    }
    // A missing line would look like a removed record.
    let records = workspace.path("new/statutes/records.jsonl");
    let text = std::fs::read_to_string(&records).unwrap();
    let shorter: String = text.lines().skip(1).flat_map(|line| [line, "\n"]).collect();
    std::fs::write(&records, &shorter).unwrap();
    let damaged = format!(
        "error: the index new is damaged: build it again: new/statutes/records.jsonl has {} bytes in place of {}\n",
        shorter.len(),
        text.len()
    );
    assert_eq!(message(&["diff", "old", "new"]), damaged);
}

#[test]
fn closed_pipe_of_diff_is_not_an_error_and_keeps_the_exit_code() {
    let statutes: Vec<String> = (0..5000).map(|number| with_id(STATUTE, &format!("s-{number}"))).collect();
    let workspace = workspace(&corpus(&[]), &corpus(&statutes));
    let mut command = workspace.command(&["diff", "old", "new", "--format", "jsonl"]);
    let mut program = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(program.stdout.take());
    assert_eq!(Outcome::from(program.wait_with_output().unwrap()), outcome(1, ""));
}

/// Records of a list, each with one of a few ids and one of a few contents.
fn records(template: &'static str) -> impl Strategy<Value = Vec<String>> {
    let contents = prop::collection::btree_map(0..20_u8, (0..4_u8, 0..3_u8), 0..20);
    contents.prop_map(move |contents| {
        let line = |(id, (source, day)): (u8, (u8, u8))| {
            let record = with_id(template, &format!("r-{id}"));
            let record = edited(&record, "\"2024-02-29\"", &format!("\"2024-02-1{day}\""));
            edited(&record, "\"source\":\"", &format!("\"source\":\"{source} "))
        };
        contents.into_iter().map(line).collect()
    })
}

fn corpora() -> impl Strategy<Value = Corpus> {
    (records(STATUTE), records(CASE), records(BILL))
        .prop_map(|(statutes, cases, bills)| Corpus::from([("statutes", statutes), ("cases", cases), ("bills", bills)]))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn differences_match_those_of_the_corpora(old in corpora(), new in corpora()) {
        let workspace = workspace(&old, &new);
        let outcome = workspace.run(&["diff", "old", "new", "--format", "jsonl"]);
        let expected = expected(&old, &new);
        prop_assert_eq!(outcome.code, Some(i32::from(!expected.is_empty())));
        prop_assert_eq!(lines(&outcome), expected);
    }
}
