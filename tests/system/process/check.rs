//! `lexdex check`: the citations of a text.

use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::system::process::get::{Outcome, outcome_of};
use crate::system::support::server::{Server, command, indexed_command};

const GOOD: &str = "See Roe v. Wade, 410 U.S. 113 (1973).\n";

/// Two lines; the second citation is found, and its name and year disagree.
const BAD: &str = "See 18 U.S.C. § 1341.\nBut see Smith v. Jones, 410 U.S. 113 (1999); 999 U.S. 999.\n";

/// The sentence on the bundled index.
pub(super) const INDEX: &str = "The index is a sample.\n";

fn check_text(text: impl AsRef<[u8]>, arguments: &[&str]) -> Outcome {
    check_by(indexed_command, text, arguments)
}

/// Checks a text by a command that has its source, or gets it from the arguments.
fn check_by(command: fn(&[&str]) -> Command, text: impl AsRef<[u8]>, arguments: &[&str]) -> Outcome {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("brief.txt");
    fs::write(&file, text).unwrap();
    outcome_of(command(&[&["check", file.to_str().unwrap()], arguments].concat()))
}

#[test]
fn text_whose_citations_are_found_passes() {
    let (code, stdout, stderr) = check_text(GOOD, &[]);
    assert_eq!((code, stderr.as_str()), (Some(0), format!("1 citation, found\n{INDEX}").as_str()));
    let expected = [
        "LINE  CITATION      STATUS  NOTE  RECORD             NAME\n",
        "   1  410 U.S. 113  Found         scotus-410-us-113  Roe v. Wade\n",
    ];
    assert_eq!(stdout, expected.concat());
    let (code, _, stderr) = check_text("Fed. R. Civ. P. 12(b)(6) and 410 U.S. 113", &[]);
    assert_eq!((code, stderr), (Some(0), format!("2 citations, 1 not checkable\n{INDEX}")));
    let (code, stdout, stderr) = check_text("No citation at all.", &[]);
    assert_eq!((code, stdout.as_str(), stderr.as_str()), (Some(0), "", format!("0 citations\n{INDEX}").as_str()));
}

#[test]
fn citation_that_is_not_found_or_disagrees_fails_with_its_line() {
    let (code, stdout, stderr) = check_text(BAD, &[]);
    assert_eq!((code, stderr), (Some(1), format!("3 citations, 2 to review\n{INDEX}")));
    let lines: Vec<&str> = stdout.lines().collect();
    assert!(lines[1].starts_with("   1  18 U.S.C. § 1341  Found "), "{stdout}");
    let note = "written as Smith v. Jones; dated 1999, decided 1973-01-22";
    assert!(lines[2].starts_with(&format!("   2  410 U.S. 113      Name or year differs  {note}")), "{stdout}");
    assert!(lines[2].ends_with("scotus-410-us-113    Roe v. Wade"), "{stdout}");
    assert!(lines[3].starts_with("   2  999 U.S. 999      Not in this index"), "{stdout}");
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
    // The command checks the whole text, so nothing follows for which there is a context.
    let body = connection.response().body;
    let (before, after) = body.split_once(",\"context\":\"").unwrap();
    let body = format!("{before}{}", after.split_once('"').unwrap().1);
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
    assert!(stderr.starts_with("error: cannot check /") && stderr.contains("the byte at offset 4 is not"), "{stderr}");
    // The end of the first 16 MiB is within a character.
    let (code, _, stderr) = check_text("a".to_owned() + &"§".repeat(9 << 20), &[]);
    assert_eq!(code, Some(2));
    assert!(stderr.contains("brief.txt: it has more than 16 MiB of text: split it"), "{stderr}");
    let (code, _, stderr) = check_text("1 U.S. 1. ".repeat(20_001), &[]);
    assert_eq!(code, Some(2));
    assert!(stderr.contains("brief.txt: it has 20001 citations, more than 20000: split it"), "{stderr}");
    let (code, _, stderr) = outcome_of(indexed_command(&["check", "/nowhere/brief.txt"]));
    assert_eq!(code, Some(2));
    assert!(stderr.starts_with("error: cannot read /nowhere/brief.txt: "), "{stderr}");
}

#[test]
fn references_in_a_long_text_are_those_of_a_short_one() {
    let server = Server::start(&["--rate-limit", "0"]);
    let url = format!("http://{}", server.address);
    let padding = format!("\n\n{}\n\n", "word ".repeat(30_000));
    let text = |padding: &str| format!("{BAD}{padding}Smith, supra. Id. at 115; 410 U.S. at 116.{padding}Id.");
    let citations = |padding: &str, command: fn(&[&str]) -> Command, arguments: &[&str]| -> Vec<Value> {
        let arguments = [arguments, &["--format", "json"]].concat();
        let (code, stdout, stderr) = check_by(command, text(padding), &arguments);
        assert_eq!((code, stderr.as_str()), (Some(1), "7 citations, 3 to review\n"));
        let body: Value = serde_json::from_str(&stdout).unwrap();
        body["data"].as_array().unwrap().clone()
    };
    let starts = |citations: &[Value]| -> Vec<u64> {
        citations.iter().map(|citation| citation["span"]["start"].as_u64().unwrap()).collect()
    };
    let without_span = |mut citation: Value| {
        citation.as_object_mut().unwrap().remove("span");
        citation
    };
    let (short, long) = (citations("\n\n", indexed_command, &[]), citations(&padding, indexed_command, &[]));
    assert_eq!(long, citations(&padding, command, &["--server", &url]));
    let n_added = padding.len() as u64 - 2;
    let added = [0, 0, 0, n_added, n_added, n_added, 2 * n_added];
    let expected: Vec<u64> = starts(&short).iter().zip(added).map(|(start, added)| start + added).collect();
    assert_eq!(starts(&long), expected);
    let bare = |citations: Vec<Value>| citations.into_iter().map(without_span).collect::<Vec<_>>();
    assert_eq!(bare(long), bare(short));
}

#[test]
fn outcomes_that_fail_are_chosen_by_name() {
    for (outcomes, code) in [
        ("not_in_index", 3),
        ("disagrees", 3),
        ("cannot_exist,disagrees", 3),
        ("cannot_exist,unresolved", 0),
        ("found", 3),
    ] {
        assert_eq!(check_text(BAD, &["--fail-on", outcomes]).0, Some(code), "{outcomes}");
    }
    assert_eq!(check_text(BAD, &["--fail-on", "unresolved", "--fail-on", "disagrees"]).0, Some(3));
    let (code, _, stderr) = check_text(BAD, &["--fail-on", "wrong"]);
    assert_eq!(code, Some(2));
    let words = "found, ambiguous, not_in_index, cannot_exist, not_checkable, unresolved, not_a_citation, disagrees";
    assert!(stderr.contains(&format!("it is one of {words}")), "{stderr}");
}
