//! A line that is not one JSON record is rejected with its file and number.

use crate::samples::{BILL, CASE, STATUTE, statute_of_bytes, with_id};
use crate::workspace::{Workspace, problems};

const MEBIBYTE: usize = 1 << 20;

#[test]
fn line_that_is_not_json_is_rejected() {
    let cut_off = &STATUTE[..STATUTE.len() - 1];
    let workspace = Workspace::with_corpus(&[(
        "statutes/a.jsonl",
        &[
            "not json",
            cut_off,
            r#"{"id":"a",}"#,
            "{'id':'a'}",
            "\u{feff}{}",
            r#"{"id":"\ud800"}"#,
            "{\"id\":\"a\tb\"}",
            "[]",
            "null",
            "7",
            &format!("  {}", STATUTE.replacen("\"meta\":{", "\"meta\":[{", 1).replacen("}}", "}]}", 1)),
        ],
    )]);
    assert_eq!(
        workspace.refused(),
        problems(&[
            "corpus/statutes/a.jsonl:1: the line is not a JSON object: every line is one record",
            &format!("corpus/statutes/a.jsonl:2: EOF while parsing an object, at column {}", cut_off.len()),
            "corpus/statutes/a.jsonl:3: trailing comma, at column 11",
            "corpus/statutes/a.jsonl:4: key must be a string, at column 2",
            "corpus/statutes/a.jsonl:5: the line is not a JSON object: every line is one record",
            "corpus/statutes/a.jsonl:6: id: unexpected end of hex escape, at column 14",
            "corpus/statutes/a.jsonl:7: id: control character (\\u0000-\\u001F) found while parsing a string, at \
             column 9",
            "corpus/statutes/a.jsonl:8: the line is not a JSON object: every line is one record",
            "corpus/statutes/a.jsonl:9: the line is not a JSON object: every line is one record",
            "corpus/statutes/a.jsonl:10: the line is not a JSON object: every line is one record",
            "corpus/statutes/a.jsonl:11: meta: invalid type: sequence, expected an object, at column 271",
        ])
    );
}

#[test]
fn text_after_the_record_is_rejected() {
    let workspace = Workspace::with_corpus(&[("cases/a.jsonl", &[format!("{CASE}{CASE}"), format!("{CASE},")])]);
    assert_eq!(
        workspace.refused(),
        problems(&[
            "corpus/cases/a.jsonl:1: there is text after the record: every line is one record",
            "corpus/cases/a.jsonl:2: there is text after the record: every line is one record",
        ])
    );
}

#[test]
fn empty_line_is_rejected_at_any_position() {
    let workspace = Workspace::with_corpus(&[("bills/a.jsonl", &["", BILL, " \t", "\r", ""])]);
    let message = |line| format!("corpus/bills/a.jsonl:{line}: the line is empty: every line is one record");
    assert_eq!(workspace.refused(), problems(&[1, 3, 4, 5].map(message)));
}

#[test]
fn line_of_one_mebibyte_is_read() {
    let workspace = Workspace::with_corpus(&[("statutes/a.jsonl", &[statute_of_bytes(MEBIBYTE)])]);
    let records = workspace.built();
    assert_eq!(records.text("statutes/records.jsonl").len(), MEBIBYTE + 1);
}

#[test]
fn longer_line_is_rejected_and_the_next_one_keeps_its_number() {
    let lines = [statute_of_bytes(MEBIBYTE + 1), "x".repeat(3 * MEBIBYTE), "{".to_owned()];
    let workspace = Workspace::with_corpus(&[("statutes/a.jsonl", &lines)]);
    assert_eq!(
        workspace.refused(),
        problems(&[
            "corpus/statutes/a.jsonl:1: the line is longer than 1048576 bytes",
            "corpus/statutes/a.jsonl:2: the line is longer than 1048576 bytes",
            "corpus/statutes/a.jsonl:3: EOF while parsing an object, at column 1",
        ])
    );
}

#[test]
fn line_that_is_not_utf8_is_rejected() {
    let latin1 = STATUTE.replace("Frauds", "Fraudé").into_bytes();
    let latin1: Vec<u8> = latin1.split(|byte| *byte == 0xc3).collect::<Vec<_>>().join(&0xe9);
    let workspace = Workspace::with_corpus(&[("statutes/a.jsonl", &[latin1])]);
    assert_eq!(
        workspace.refused(),
        problems(&["corpus/statutes/a.jsonl:1: title: invalid unicode code point, at column 101"])
    );
}

#[test]
fn line_ends_of_both_kinds_and_a_last_line_without_one_are_read() {
    let workspace = Workspace::new();
    let [first, second, third] = ["a", "b", "c"].map(|id| with_id(STATUTE, id));
    workspace.write("corpus/statutes/a.jsonl", format!("{first}\r\n  {second} \n{third}"));
    assert_eq!(workspace.built().text("statutes/records.jsonl"), format!("{first}\n{second}\n{third}\n"));
}
