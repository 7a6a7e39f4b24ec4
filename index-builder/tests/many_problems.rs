//! One run reports every problem of a corpus: the first hundred with their places, and the number of the others.

use crate::samples::{BILL, CASE, STATUTE, edited};
use crate::workspace::{Workspace, problems};

fn bad_lines(n_lines: usize) -> Vec<&'static str> {
    vec!["{"; n_lines]
}

fn message(folder: &str, line: usize) -> String {
    format!("corpus/{folder}/a.jsonl:{line}: EOF while parsing an object, at column 1")
}

#[test]
fn problems_of_all_lists_are_reported_in_their_order() {
    let bad_case = edited(CASE, "CC0 1.0", "MIT");
    let bad_bill = edited(BILL, "\"house\"", "\"assembly\"");
    let workspace = Workspace::with_corpus(&[
        ("bills/a.jsonl", &[BILL, &bad_bill]),
        ("statutes/b.jsonl", &[STATUTE, "", STATUTE]),
        ("cases/a.jsonl", &[&bad_case]),
        ("statutes/a.jsonl", &["{"]),
    ]);
    assert_eq!(
        workspace.refused(),
        problems(&[
            "corpus/statutes/a.jsonl:1: EOF while parsing an object, at column 1",
            "corpus/statutes/b.jsonl:2: the line is empty: every line is one record",
            "corpus/statutes/b.jsonl:3: id: the same id is already used at corpus/statutes/b.jsonl:1",
            "corpus/cases/a.jsonl:1: meta.license: \"MIT\" is not \"CC0 1.0\"",
            "corpus/bills/a.jsonl:2: chamber: \"assembly\" is not one of senate, house, at column 180",
        ])
    );
}

#[test]
fn hundred_problems_are_all_reported() {
    let workspace = Workspace::with_corpus(&[("cases/a.jsonl", &bad_lines(100))]);
    let expected: Vec<String> = (1..=100).map(|line| message("cases", line)).collect();
    assert_eq!(workspace.refused(), problems(&expected));
}

#[test]
fn first_hundred_problems_are_reported_and_the_rest_counted() {
    let workspace = Workspace::with_corpus(&[("cases/a.jsonl", &bad_lines(101))]);
    let expected: String = (1..=100).map(|line| format!("\n  {}", message("cases", line))).collect();
    assert_eq!(workspace.refused(), format!("error: the corpus has 101 problems:{expected}\n  and 1 more\n"));
}

#[test]
fn limit_of_a_hundred_problems_spans_all_lists() {
    let workspace = Workspace::with_corpus(&[
        ("statutes/a.jsonl", &bad_lines(60)),
        ("cases/a.jsonl", &bad_lines(60)),
        ("bills/a.jsonl", &bad_lines(130)),
    ]);
    let statutes = (1..=60).map(|line| message("statutes", line));
    let cases = (1..=40).map(|line| message("cases", line));
    let expected: String = statutes.chain(cases).map(|message| format!("\n  {message}")).collect();
    assert_eq!(workspace.refused(), format!("error: the corpus has 250 problems:{expected}\n  and 150 more\n"));
}
