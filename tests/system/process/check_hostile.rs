//! `lexdex check` with hostile and damaged files: each ends in a message with the file, the cause and the remedy.

use std::fs;
use std::slice;

use crate::system::process::get::outcome_of;
use crate::system::support::documents::{archive, docx, lines, pdf, pdf_with};
use crate::system::support::server::indexed_command;

/// The file format of Word up to 2003, with a stream of this name.
fn compound_file(stream: &str) -> Vec<u8> {
    let name: Vec<u8> = stream.encode_utf16().flat_map(u16::to_le_bytes).collect();
    [&b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"[..], &[0; 600], &name].concat()
}

/// Checks that a file ends the check with a message.
#[track_caller]
fn assert_refused(name: &str, bytes: &[u8], message: &str) {
    let directory = tempfile::tempdir().unwrap();
    fs::write(directory.path().join(name), bytes).unwrap();
    let mut command = indexed_command(&["check", name]);
    command.current_dir(directory.path());
    let (code, stdout, stderr) = outcome_of(command);
    assert_eq!((code, stdout.as_str()), (Some(2), ""), "{stderr}");
    assert!(stderr.starts_with(&format!("error: cannot check {name}: {message}")), "{stderr}");
    assert_eq!(stderr.lines().count(), 1, "{stderr}");
}

#[test]
fn files_of_other_formats_are_refused() {
    assert_refused(
        "a.doc",
        &compound_file("WordDocument"),
        "it has the format of Word 97 to 2003: save it as DOCX or PDF",
    );
    assert_refused(
        "a.docx",
        &compound_file("EncryptedPackage"),
        "it is encrypted: open it in Word, and save it without",
    );
    assert_refused("a.pdf", b"\xff\xd8\xff\xe0", "it is a JPEG image: read its text by optical character recognition");
    assert_refused("a.docx", &archive(&[("a", b"a")]), "it is a ZIP archive and not a DOCX: unpack it");
    assert_refused("a.txt", b"\xff\xfeR\0", "it is not text in UTF-8, HTML, DOCX or PDF: the byte at offset 0");
}

#[test]
fn truncated_files_are_refused() {
    let whole = docx(&["410 U.S. 113"]);
    assert_refused("a.docx", &whole[..whole.len() / 2], "it is a damaged or truncated ZIP archive");
    assert_refused("a.docx", &archive(&[("word/document.xml", b"<a><b>")]), "word/document.xml: it is truncated");
    assert_refused(
        "a.pdf",
        b"%PDF-1.7\n1 0 obj\n<</Type/Cat",
        "it is a damaged or truncated PDF: copy or save it again",
    );
}

#[test]
fn archive_that_unpacks_to_too_much_is_refused() {
    let bomb = archive(&[("word/document.xml", &vec![b' '; (256 << 20) + 1])]);
    assert_refused("a.docx", &bomb, "it unpacks to more than 256 MiB of text and markup: split it");
}

#[test]
fn pdf_without_text_is_refused() {
    let drawing = "0 0 m 9 9 l S".to_owned();
    assert_refused(
        "a.pdf",
        &pdf(slice::from_ref(&drawing)),
        "it has no text that can be read: its page may be a scan; read it by",
    );
    assert_refused("a.pdf", &pdf(&[drawing.clone(), drawing]), "it has no text that can be read: its 2 pages may be");
}

#[test]
fn pdf_with_a_password_is_refused() {
    let hash = "00".repeat(32);
    let encryption =
        format!("/ID[<{hash}><{hash}>]/Encrypt<</Filter/Standard/V 2/R 3/Length 128/P -4/O<{hash}>/U<{hash}>>>");
    let file = pdf_with(&[lines(&["410 U.S. 113"], 12).as_bytes()], "", &encryption);
    assert_refused("a.pdf", &file, "it is encrypted: save it without a password");
}

#[test]
fn pdf_with_too_many_pages_is_refused() {
    assert_refused("a.pdf", &pdf(&vec![String::new(); 2001]), "it has 2001 pages, more than 2000: split it");
}

/// Each pair of bytes unpacks to 128 of the same, three times. The bytes after the pairs are the ends of the three.
#[cfg(target_os = "linux")]
#[test]
fn pdf_that_takes_too_much_memory_is_refused() {
    let filters = "/Filter[/RunLengthDecode/RunLengthDecode/RunLengthDecode]";
    let file = pdf_with(&[&[&[129; 8000][..], &[2, 0, 128, 128, 128]].concat()], filters, "");
    assert_refused("a.pdf", &file, "reading it takes more than 1 GiB of memory: print it as a new PDF, or split it");
}

#[test]
fn pdf_of_a_form_in_itself_is_refused() {
    let file = pdf_with(&[b"/X Do"], "/Subtype/Form", "");
    assert_refused("a.pdf", &file, "it has forms in more than 20 others: print it as a new PDF");
}
