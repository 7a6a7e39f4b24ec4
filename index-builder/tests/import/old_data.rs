//! `--max-age-months`: a warning about data that are older than expected.

use std::fs;
use std::process::{Command, Output};

use serde_json::{Value, json};

use crate::code_title::{section, title};
use crate::corpus::Corpus;

/// Imports two titles, the newer of 2024-01-15, with this value of `SOURCE_DATE_EPOCH`.
fn import(corpus: &Corpus, clock: &str, arguments: &[&str]) -> Output {
    for (number, created) in [("7", "2024-01-15"), ("8", "2019-01-01")] {
        corpus.beside(&format!("data/{number}.xml"), title(number, created, &[section("1", "One")]));
    }
    let mut command = Command::new(env!("CARGO_BIN_EXE_index-builder"));
    command.args(["import", "uslm", "data", "--report", "report.json", "--corpus"]).arg(corpus.path()).args(arguments);
    command.current_dir(corpus.path().parent().unwrap()).env("SOURCE_DATE_EPOCH", clock).output().unwrap()
}

/// The warnings of an import that runs at this time, in seconds since 1970.
fn warnings(clock: &str, arguments: &[&str]) -> Value {
    let corpus = Corpus::new();
    let output = import(&corpus, clock, arguments);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let report = fs::read_to_string(corpus.path().with_file_name("report.json")).unwrap();
    let report: Value = serde_json::from_str(&report).unwrap();
    assert_eq!(report["newest"], "2024-01-15");
    let printed = String::from_utf8(output.stderr).unwrap();
    for warning in report["warnings"].as_array().unwrap() {
        assert!(printed.contains(&format!("warning: {}\n", warning["message"].as_str().unwrap())), "{printed}");
    }
    report["warnings"].clone()
}

#[test]
fn newest_data_that_are_older_than_the_limit_give_a_warning() {
    // The times are 2025-07-15 and the day after.
    let (at_limit, past_limit) = ("1752537600", "1752624000");
    let warning = |months| {
        json!([{
            "warning": "old_data",
            "message": format!(
                "the newest data are of 2024-01-15, more than {months} months ago: check that the inputs are the newest \
                 release, and that the publisher still publishes at \
                 https://uscode.house.gov/download/download.shtml (--max-age-months sets the limit)"
            ),
        }])
    };
    assert_eq!(warnings(at_limit, &[]), json!([]));
    assert_eq!(warnings(past_limit, &[]), warning(18));
    assert_eq!(warnings(past_limit, &["--max-age-months", "19"]), json!([]));
    assert_eq!(warnings(at_limit, &["--max-age-months", "17"]), warning(17));
    assert_eq!(warnings(past_limit, &["--max-age-months", "0"]), json!([]));
}

#[test]
fn invalid_clock_fails_before_the_import() {
    let corpus = Corpus::new();
    for clock in ["yesterday", "-1e9", "99999999999999999"] {
        let output = import(&corpus, clock, &[]);
        assert_eq!(output.status.code(), Some(1));
        let message = format!(
            "error: SOURCE_DATE_EPOCH is \"{clock}\", not a number of seconds since 1970: unset it or correct it\n"
        );
        assert_eq!(String::from_utf8(output.stderr).unwrap(), message);
        assert!(!fs::exists(corpus.path()).unwrap());
    }
    assert_eq!(import(&corpus, "yesterday", &["--max-age-months", "0"]).status.code(), Some(0));
}
