//! `lexdex check`: the citations of a text.

use std::fs;
use std::io::Write;
use std::process::Stdio;

use crate::system::process::get::{Outcome, outcome_of};
use crate::system::support::server::{Server, command, indexed_command};

const GOOD: &str = "See Roe v. Wade, 410 U.S. 113 (1973).\n";

/// Two lines; the second citation is found, and its name and year disagree.
const BAD: &str = "See 18 U.S.C. § 1341.\nBut see Smith v. Jones, 410 U.S. 113 (1999); 999 U.S. 999.\n";

fn check_text(text: impl AsRef<[u8]>, arguments: &[&str]) -> Outcome {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("brief.txt");
    fs::write(&file, text).unwrap();
    outcome_of(indexed_command(&[&["check", file.to_str().unwrap()], arguments].concat()))
}

#[test]
fn text_whose_citations_are_found_passes() {
    let (code, stdout, stderr) = check_text(GOOD, &[]);
    assert_eq!((code, stderr.as_str()), (Some(0), "1 citation, found\n"));
    let expected = "LINE  CITATION      STATUS  RECORD             NAME         NOTE\n   1  410 U.S. 113  found   scotus-410-us-113  Roe v. Wade\n";
    assert_eq!(stdout, expected);
    let (code, _, stderr) = check_text("Fed. R. Civ. P. 12(b)(6) and 410 U.S. 113", &[]);
    assert_eq!((code, stderr.as_str()), (Some(0), "2 citations, 1 not checkable\n"));
    let (code, stdout, stderr) = check_text("No citation at all.", &[]);
    assert_eq!((code, stdout.as_str(), stderr.as_str()), (Some(0), "", "0 citations\n"));
}

#[test]
fn citation_that_is_not_found_or_disagrees_fails_with_its_line() {
    let (code, stdout, stderr) = check_text(BAD, &[]);
    assert_eq!((code, stderr.as_str()), (Some(1), "3 citations, 2 to review\n"));
    let lines: Vec<&str> = stdout.lines().collect();
    assert!(lines[1].starts_with("   1  18 U.S.C. § 1341  found "), "{stdout}");
    assert!(lines[2].starts_with("   2  410 U.S. 113      found "), "{stdout}");
    assert!(lines[2].ends_with("written as Smith v. Jones; dated 1999, decided 1973-01-22"), "{stdout}");
    assert!(lines[3].starts_with("   2  999 U.S. 999      not in index"), "{stdout}");
    assert_eq!(lines.len(), 4);
}

#[test]
fn json_is_the_body_of_the_api_and_standard_input_is_read() {
    let server = Server::start(&["--rate-limit", "0"]);
    let url = format!("http://{}", server.address);
    let from_stdin = |arguments: &[&str]| {
        let mut check = command(&[&["check", "--format", "json", "--server", &url], arguments].concat());
        let mut child = check.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        child.stdin.take().unwrap().write_all(BAD.as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        (output.status.code(), String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap())
    };
    let mut connection = crate::system::support::client::Client::connect(server.address);
    let head = format!(
        "POST /api/v1/citations HTTP/1.1\r\nHost: lexdex\r\nContent-Type: text/plain\r\nContent-Length: {}\r\n\r\n",
        BAD.len()
    );
    connection.send(format!("{head}{BAD}"));
    let body = connection.response().body;
    for arguments in [&[][..], &["-"]] {
        let (code, stdout, _) = from_stdin(arguments);
        assert_eq!((code, stdout.as_str()), (Some(1), body.as_str()));
    }
    assert_eq!(check_text(BAD, &["--format", "json"]).1, body);
}

#[test]
fn text_that_cannot_be_checked_exits_with_2() {
    let (code, stdout, stderr) = check_text(b"Roe \xff", &[]);
    assert_eq!((code, stdout.as_str()), (Some(2), ""));
    assert!(stderr.contains("is not text in UTF-8: the byte at offset 4 is not valid"), "{stderr}");
    let (code, _, stderr) = check_text("x".repeat((64 << 10) + 1), &[]);
    assert_eq!(code, Some(2));
    assert!(stderr.starts_with("error: ") && stderr.contains("longer than 65536 bytes"), "{stderr}");
    assert_eq!(check_text("x".repeat(64 << 10), &[]).0, Some(0));
    // The end of the first 16 MiB is within a character.
    let (code, _, stderr) = check_text("a".to_owned() + &"§".repeat(9 << 20), &[]);
    assert_eq!(code, Some(2));
    assert!(stderr.contains("has more than 16 MiB"), "{stderr}");
    let (code, _, stderr) = outcome_of(indexed_command(&["check", "/nowhere/brief.txt"]));
    assert_eq!(code, Some(2));
    assert!(stderr.starts_with("error: cannot read /nowhere/brief.txt: "), "{stderr}");
}
