//! Ids are unique within a list. An id used twice is reported with both places.

use crate::samples::{ALL, BILL, CASE, STATUTE, with_id};
use crate::workspace::{Workspace, problems};

#[test]
fn id_used_twice_in_a_file_is_reported_with_both_places() {
    for (folder, record) in ALL {
        let other = with_id(record, "other");
        let workspace = Workspace::with_corpus(&[(&format!("{folder}/a.jsonl"), &[record, &other, record, record])]);
        let place = |line| format!("corpus/{folder}/a.jsonl:{line}");
        assert_eq!(
            workspace.refused(),
            problems(&[
                format!("{}: id: the same id is already used at {}", place(3), place(1)),
                format!("{}: id: the same id is already used at {}", place(4), place(3)),
            ])
        );
    }
}

#[test]
fn id_used_in_two_files_is_reported_with_both_places() {
    let other = with_id(CASE, "other");
    let workspace = Workspace::with_corpus(&[
        ("cases/b.jsonl", &[&other, CASE]),
        ("cases/a/nested.jsonl", &[CASE]),
        ("cases/c.jsonl", &[other.as_str()]),
    ]);
    assert_eq!(
        workspace.refused(),
        problems(&[
            "corpus/cases/b.jsonl:2: id: the same id is already used at corpus/cases/a/nested.jsonl:1",
            "corpus/cases/c.jsonl:1: id: the same id is already used at corpus/cases/b.jsonl:1",
        ])
    );
}

#[test]
fn records_of_different_lists_may_share_an_id() {
    let workspace = Workspace::with_corpus(&[
        ("statutes/a.jsonl", &[with_id(STATUTE, "same")]),
        ("cases/a.jsonl", &[with_id(CASE, "same")]),
        ("bills/a.jsonl", &[with_id(BILL, "same")]),
    ]);
    let outcome = workspace.build();
    assert!(outcome.stdout.starts_with("index: 1 statutes, 1 cases, 1 bills in "), "{outcome:?}");
}
