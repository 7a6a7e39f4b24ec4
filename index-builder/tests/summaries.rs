//! `build --summaries`: the project's summaries for records of other sources.

use lexdex_index::{Index, Manifest};
use serde_json::Value;

use crate::samples::{CASE, STATUTE, edited, with_id};
use crate::workspace::{Outcome, Workspace};

/// The summary of the bundled corpus for the sample statute.
fn bundled_summary() -> String {
    let statutes = include_str!("../../corpus/statutes/federal.jsonl").lines();
    let records = statutes.map(|line| serde_json::from_str::<Value>(line).unwrap());
    let record = records.into_iter().find(|record| record["id"] == "federal-usc-18-1341").unwrap();
    record["summary"].as_str().unwrap().to_owned()
}

/// The sample statute as an import writes it, without a summary.
fn imported() -> String {
    edited(STATUTE, r#""summary":"Forbids fraud by mail.","#, "")
}

fn line(id: &str, summary: &str) -> String {
    format!(r#"{{"id":"{id}","summary":"{summary}","written":"2026-11-30","textAsOf":"Pub. L. 119-99"}}"#)
}

/// Builds the corpus with these arguments. Returns the manifest and the lines on standard output.
#[track_caller]
fn built(workspace: &Workspace, index: &str, arguments: &[&str]) -> (Manifest, String) {
    let arguments = [&["build", "--corpus", "corpus", "--out", index], arguments].concat();
    let Outcome { code, stdout, stderr } = workspace.run(&arguments);
    assert_eq!(code, Some(0), "{stderr}");
    (Manifest::read(&workspace.path(index)).unwrap(), stdout)
}

/// The summary of the sample statute in an index.
fn summary(workspace: &Workspace, index: &str) -> Value {
    let index = Index::open(&workspace.path(index)).unwrap();
    let record = index.record(lexdex_core::model::Resource::Statutes, "federal-usc-18-1341").unwrap().unwrap();
    serde_json::from_slice::<Value>(record).unwrap()["summary"].clone()
}

#[test]
fn bundled_summaries_are_the_default_and_can_be_left_out() {
    let workspace = Workspace::with_corpus(&[("statutes/a.jsonl", &[imported()])]);
    let (default, stdout) = built(&workspace, "default", &[]);
    assert!(stdout.contains("\nsummaries of the project: 1 of "), "{stdout}");
    let (bundled, _) = built(&workspace, "bundled", &["--summaries", "bundled"]);
    assert_eq!(default, bundled);
    assert_eq!(summary(&workspace, "default"), bundled_summary());
    let (none, stdout) = built(&workspace, "none", &["--summaries", "none"]);
    assert!(!stdout.contains("summaries"), "{stdout}");
    assert_eq!(summary(&workspace, "none"), Value::Null);
    assert_ne!(none.build_id(), default.build_id());
    assert_eq!(none.counts, default.counts, "the other bundled records stay out of the index");
}

#[test]
fn summaries_of_a_folder_are_counted_if_a_record_has_the_id() {
    let workspace = Workspace::with_corpus(&[("statutes/a.jsonl", &[imported()])]);
    workspace
        .write_lines("words/a.jsonl", &[line("federal-usc-18-1341", "Plain words."), line("elsewhere", "Unused.")]);
    let (_, stdout) = built(&workspace, "index", &["--summaries", "words"]);
    assert_eq!(stdout.lines().last(), Some("summaries of the project: 1 of 2 used"));
    assert_eq!(summary(&workspace, "index"), "Plain words.");
}

#[test]
fn faulty_summaries_are_refused_with_file_line_and_fix() {
    let workspace = Workspace::with_corpus(&[("statutes/a.jsonl", &[imported()])]);
    let other = line("b", "Other words.").replace("\"textAsOf\"", "\"asOf\"");
    workspace.write_lines("words/a.jsonl", &[line("a", "Words."), line("a", ""), line("a", "Words."), other]);
    let refused = |folder: &str| {
        let before = workspace.names();
        let outcome = workspace.run(&["build", "--corpus", "corpus", "--out", "index", "--summaries", folder]);
        assert_eq!((outcome.code, outcome.stdout.as_str()), (Some(1), ""), "{}", outcome.stderr);
        assert_eq!(workspace.names(), before);
        outcome.stderr.replace('\\', "/")
    };
    assert_eq!(
        refused("words"),
        "error: the corpus has 3 problems:\n  words/a.jsonl:2: summary: is empty: write one or two sentences, or \
         remove the line\n  words/a.jsonl:4: asOf: unknown field `asOf`, expected one of `id`, `summary`, `written`, \
         `textAsOf`, at column 64\n  words/a.jsonl:3: id: the same id is already used at words/a.jsonl:1\n"
    );
    let fix = "name a folder of .jsonl files with --summaries, or `bundled` or `none`";
    assert_eq!(refused("nowhere"), format!("error: nowhere is not a folder: {fix}\n"));
}

#[test]
fn other_summaries_rebuild_lists_that_would_be_linked() {
    let workspace =
        Workspace::with_corpus(&[("statutes/a.jsonl", &[imported()]), ("cases/a.jsonl", &[CASE.to_owned()])]);
    workspace.write_lines("words/a.jsonl", &[line("federal-usc-18-1341", "Plain words.")]);
    let arguments = ["--summaries", "words"];
    let (old, _) = built(&workspace, "old", &arguments);
    let (same, _) = built(&workspace, "same", &["--summaries", "words", "--previous", "old"]);
    assert_eq!(same, old);
    workspace.write_lines("words/a.jsonl", &[line("federal-usc-18-1341", "Plainer words.")]);
    let (other, _) = built(&workspace, "other", &["--summaries", "words", "--previous", "old"]);
    assert_eq!(summary(&workspace, "other"), "Plainer words.");
    assert_ne!(other.build_id(), old.build_id());
}

#[test]
fn arrival_of_summaries_is_a_change_of_records_and_of_the_list() {
    let repeated = with_id(STATUTE, "federal-usc-18-1342");
    let workspace = Workspace::with_corpus(&[("statutes/a.jsonl", &[imported(), repeated])]);
    built(&workspace, "old", &["--summaries", "none"]);
    let words = [line("federal-usc-18-1341", "Plain words."), line("federal-usc-18-1342", "Searched words.")];
    workspace.write_lines("words/a.jsonl", &words);
    built(&workspace, "new", &["--summaries", "words"]);
    let summary = "summaries of the statutes: changed\n\
                   statutes: 0 added, 0 removed, 1 changed, 1 unchanged\n\
                   cases: 0 added, 0 removed, 0 changed, 0 unchanged\n\
                   bills: 0 added, 0 removed, 0 changed, 0 unchanged\n";
    let outcome = workspace.run(&["diff", "old", "new"]);
    assert_eq!((outcome.code, outcome.stdout.as_str()), (Some(1), summary));
    let lines = workspace.run(&["diff", "old", "new", "--format", "jsonl"]).stdout;
    assert!(lines.starts_with("{\"change\":\"changed\",\"summaries\":\"statutes\"}\n"), "{lines}");
    // Only the words that are searched differ.
    workspace.write_lines("words/a.jsonl", &[words[0].clone(), line("federal-usc-18-1342", "Other words.")]);
    built(&workspace, "newer", &["--summaries", "words"]);
    let outcome = workspace.run(&["diff", "new", "newer", "--format", "jsonl"]);
    assert_eq!((outcome.code, outcome.stdout.lines().count()), (Some(1), 1), "{}", outcome.stdout);
}

#[test]
fn summaries_in_a_corpus_are_noted_as_unread() {
    let workspace = Workspace::with_corpus(&[("statutes/a.jsonl", &[imported()])]);
    workspace.write_lines("corpus/summaries/a.jsonl", &[line("federal-usc-18-1341", "Plain words.")]);
    let notes = |arguments: &[&str]| {
        let arguments = [&["build", "--corpus", "corpus", "--out", "index", "--replace"], arguments].concat();
        let outcome = workspace.run(&arguments);
        assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
        outcome
            .stderr
            .replace('\\', "/")
            .contains("corpus/summaries is not read: give it with --summaries corpus/summaries if it is meant")
    };
    assert!(notes(&[]));
    assert_eq!(summary(&workspace, "index"), bundled_summary());
    assert!(!notes(&["--summaries", "corpus/summaries"]));
    assert_eq!(summary(&workspace, "index"), "Plain words.");
}
