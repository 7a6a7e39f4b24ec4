//! `lexdex check` with documents: formats, places, and several files.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::system::process::check::INDEX;
use crate::system::process::get::{Outcome, outcome_of};
use crate::system::support::documents::{archive, docx, lines, pdf};
use crate::system::support::server::indexed_command;

/// Checks files in a directory.
fn check_files(files: &[(&str, Vec<u8>)], arguments: &[&str]) -> Outcome {
    let directory = tempfile::tempdir().unwrap();
    for (name, bytes) in files {
        fs::write(directory.path().join(name), bytes).unwrap();
    }
    let mut command = indexed_command(&["check"]);
    command.current_dir(directory.path()).args(arguments).args(files.iter().map(|(name, _)| Path::new(name)));
    outcome_of(command)
}

/// A brief of two pages. Lines and pages end within citations.
fn brief() -> Vec<u8> {
    let first = lines(&["Under Roe v. Wade, 410 U.S.", "113 (1973), as in Lov-", "ing v. Virginia, 388 U.S."], 24);
    let second = lines(&["1 (1967), it is void. See 18 U.S.C. § 1341.", "Id."], 24);
    pdf(&[first, second])
}

#[test]
fn citations_of_a_pdf_continue_over_lines_and_pages() {
    let (code, stdout, stderr) = check_files(&[("brief.pdf", brief())], &[]);
    assert_eq!((code, stderr.as_str()), (Some(0), format!("4 citations, all found\n{INDEX}").as_str()));
    let rows: Vec<Vec<&str>> =
        stdout.lines().map(|row| row.split("  ").filter(|cell| !cell.is_empty()).collect()).collect();
    let row = |place, citation, record, name| vec![place, citation, "Found", record, name];
    let cells: Vec<Vec<&str>> = rows[1..].iter().map(|row| row.iter().map(|cell| cell.trim()).collect()).collect();
    let expected = [
        row("p. 1 ¶ 1", "410 U.S. 113", "scotus-410-us-113", "Roe v. Wade"),
        row("p. 1 ¶ 1", "388 U.S. 1", "scotus-388-us-1", "Loving v. Virginia"),
        row("p. 2 ¶ 1", "18 U.S.C. § 1341", "federal-usc-18-1341", "Frauds and swindles"),
        row("p. 2 ¶ 1", "Id.", "federal-usc-18-1341", "Frauds and swindles"),
    ];
    let expected = expected.map(|row| row.iter().map(|cell| cell.trim()).collect::<Vec<_>>());
    assert_eq!(cells, expected, "{stdout}");
}

#[test]
fn lines_of_json_name_the_file_and_the_place() {
    let footnote = "<w:p><w:r><w:t>¶</w:t><w:footnoteReference w:id=\"2\"/></w:r></w:p>";
    let note = "<w:footnotes><w:footnote w:id=\"2\"><w:p><w:r><w:t>See 410 U.S. 113.</w:t></w:r></w:p></w:footnote>\
                </w:footnotes>";
    let files = [
        ("a.docx", archive(&[("word/document.xml", footnote.as_bytes()), ("word/footnotes.xml", note.as_bytes())])),
        ("b.html", b"<html><p>x</p><p>See <i>Roe</i>, 410 U.S. 113".to_vec()),
        ("c.md", b"x\n\n*Roe*, 410 U.S. 113\n".to_vec()),
        ("d.pdf", brief()),
        ("e.txt", b"x\n\nSee 410 U.S. 113\n".to_vec()),
    ];
    let (code, stdout, _) = check_files(&files, &["--format", "jsonl"]);
    assert_eq!(code, Some(0));
    let lines: Vec<Value> = stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let places: Vec<Value> = lines.iter().map(|line| json!([line["file"], line["place"]])).collect();
    let expected = [
        json!(["a.docx", {"note": "footnote 1", "paragraph": 1, "offset": 4}]),
        json!(["b.html", {"paragraph": 2, "offset": 9}]),
        json!(["c.md", {"paragraph": 2, "offset": 5}]),
        json!(["d.pdf", {"page": 1, "paragraph": 1, "offset": 19}]),
        json!(["d.pdf", {"page": 1, "paragraph": 1, "offset": 68}]),
        json!(["d.pdf", {"page": 2, "paragraph": 1, "offset": 26}]),
        json!(["d.pdf", {"page": 2, "paragraph": 1, "offset": 44}]),
        json!(["e.txt", {"line": 3, "paragraph": 2, "offset": 4}]),
    ];
    assert_eq!(places, expected);
    assert!(stdout.starts_with(
        r#"{"file":"a.docx","place":{"note":"footnote 1","paragraph":1,"offset":4},"text":"410 U.S. 113","#
    ));
}

#[test]
fn table_of_several_files_names_each() {
    let files = [("a.txt", b"410 U.S. 113".to_vec()), ("b.docx", docx(&["x", "410 U.S. 113"]))];
    let (code, stdout, stderr) = check_files(&files, &[]);
    assert_eq!((code, stderr.as_str()), (Some(0), format!("2 citations, all found\n{INDEX}").as_str()));
    let expected = "FILE    PLACE   CITATION      STATUS  NOTE  RECORD             NAME\n\
                    a.txt   line 1  410 U.S. 113  Found         scotus-410-us-113  Roe v. Wade\n\
                    b.docx  ¶ 2     410 U.S. 113  Found         scotus-410-us-113  Roe v. Wade\n";
    assert_eq!(stdout, expected);
    let (code, _, stderr) = check_files(&files, &["--format", "json"]);
    assert_eq!(code, Some(2));
    assert!(stderr.contains("--format json is for one file: use jsonl for several"), "{stderr}");
}

#[test]
fn document_that_cannot_be_checked_does_not_hide_the_others() {
    let files = [("a.png", b"\x89PNG\r\n\x1a\n".to_vec()), ("b.txt", b"999 U.S. 999".to_vec())];
    let (code, stdout, stderr) = check_files(&files, &["--fail-on", "not_in_index"]);
    assert_eq!(code, Some(2));
    assert!(stdout.contains("b.txt"), "{stdout}");
    assert!(stderr.starts_with("error: cannot check a.png: it is a PNG image: "), "{stderr}");
}

#[test]
fn page_without_text_is_named() {
    let text = lines(&["See 410 U.S. 113."], 12);
    let contents = [text.clone(), "0 0 m 9 9 l S".to_owned(), String::new(), text];
    let (code, _, stderr) = check_files(&[("a.pdf", pdf(&contents))], &[]);
    let notice = "a.pdf: pages 2 to 3 have no text that can be read: they may be scans";
    assert_eq!((code, stderr), (Some(0), format!("{notice}\n2 citations, all found\n{INDEX}")));
}
