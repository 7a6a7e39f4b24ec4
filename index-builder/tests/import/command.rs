//! The command line of `import`: its output, its exit codes and its files.

use std::fs;
use std::process::{Command, Output};

use serde_json::Value;

use crate::code_title::{section, title};
use crate::corpus::{Corpus, location_of};

fn run(corpus: &Corpus, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_index-builder"));
    command.args(["import", "uslm"]).args(arguments).arg("--corpus").arg(corpus.path());
    command.output().unwrap()
}

#[test]
fn report_is_printed_and_written_as_json() {
    let corpus = Corpus::new();
    let rule = "<courtRule identifier=\"/us/usc/t7/courtRules/rule1\"><num value=\"1\"/></courtRule>".to_owned();
    let input = corpus.beside("usc07.xml", title("7", "2024-01-01", &[section("1", "One"), rule]));
    let report = corpus.path().with_file_name("report.json");
    let [input, report] = [&input, &report].map(|path| path.to_str().unwrap());
    let output = run(&corpus, &[input, "--report", report]);
    assert!(output.status.success(), "{output:?}");
    let printed = String::from_utf8(output.stdout).unwrap();
    for line in [
        "read              2",
        "written           1  1 added",
        "1 court_rule: A rule of court",
        "usc07.xml: /us/usc/t7/courtRules/rule1",
    ] {
        assert!(printed.contains(line), "{line}\n{printed}");
    }
    let json: Value = serde_json::from_str(&fs::read_to_string(report).unwrap()).unwrap();
    assert_eq!(json["format"], "uslm");
    assert_eq!(json["read"], 2);
    assert_eq!(json["written"]["added"], 1);
    assert_eq!(json["skipped"]["reasons"][0]["reason"], "court_rule");
    assert_eq!(json["skipped"]["reasons"][0]["count"], 1);
}

#[test]
fn source_option_replaces_the_publisher() {
    let corpus = Corpus::new();
    let input = corpus.beside("usc07.xml", title("7", "2024-01-01", &[section("1", "One")]));
    let output = run(&corpus, &[input.to_str().unwrap(), "--source", "Our mirror"]);
    assert!(output.status.success(), "{output:?}");
    assert_eq!(corpus.records("statutes")[0]["meta"]["source"], "Our mirror");
}

#[test]
fn part_option_makes_one_part_of_all_inputs() {
    let corpus = Corpus::new();
    let input = |number: &str| {
        let title = title(number, "2024-01-01", &[section("1", "One")]);
        corpus.beside(&format!("usc{number}.xml"), title).to_str().unwrap().to_owned()
    };
    let output = run(&corpus, &[&input("7"), &input("8"), "--part", "ours"]);
    assert!(output.status.success(), "{output:?}");
    assert_eq!(corpus.parts().into_keys().collect::<Vec<_>>(), ["ours.part"]);
    assert_eq!(corpus.ids("statutes"), ["federal-usc-7-1", "federal-usc-8-1"]);
    let output = run(&corpus, &[&input("7"), "--part", "Our part"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stderr).unwrap().contains("lower-case letters, digits, hyphens and points"));
}

#[test]
fn missing_input_is_an_error() {
    let corpus = Corpus::new();
    let output = run(&corpus, &["nowhere.zip"]);
    assert_eq!(output.status.code(), Some(1));
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(message.starts_with("error: cannot read nowhere.zip"), "{message}");
    assert!(!fs::exists(corpus.path()).unwrap());
}

#[test]
fn inputs_without_anything_of_the_format_exit_with_3() {
    let corpus = Corpus::new();
    let other = corpus.beside("data/bill.xml", "<billStatus/>");
    let folder = other.parent().unwrap();
    let location = location_of(folder);
    let readme = corpus.beside("empty/README.txt", "nothing");
    let none = format!(
        "0 files that are not of the format, 1 that hold no records\n  holds no records: {}\n",
        location_of(&readme)
    );
    for (input, found) in [
        (
            folder.to_str().unwrap(),
            format!(
                "1 files that are not of the format, 0 that hold no records\n  \
                 stray_file: {location}/bill.xml: the root element is billStatus, not uscDoc\n"
            ),
        ),
        (readme.parent().unwrap().to_str().unwrap(), none),
    ] {
        let report = corpus.path().with_file_name("report.json");
        let output = run(&corpus, &[input, "--report", report.to_str().unwrap()]);
        assert_eq!(output.status.code(), Some(3));
        let looked_for = "titles of the U.S. Code: .xml files with the root element uscDoc";
        let message = String::from_utf8(output.stderr).unwrap();
        let told = format!("error: nothing to import: looked for {looked_for}; found {found}");
        assert!(message.contains(&told), "{message}");
        assert!(corpus.files().is_empty() && !fs::exists(report).unwrap());
    }
}

#[test]
fn unknown_format_names_the_known_ones() {
    let output = Command::new(env!("CARGO_BIN_EXE_index-builder"))
        .args(["import", "lawxml", "x", "--corpus", "c"])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stderr).unwrap().contains("uslm"));
}

#[test]
fn report_that_cannot_be_written_fails_before_the_import() {
    let corpus = Corpus::new();
    let input = corpus.beside("usc07.xml", title("7", "2024-01-01", &[section("1", "One")]));
    let output = run(&corpus, &[input.to_str().unwrap(), "--report", "nowhere/report.json"]);
    assert_eq!(output.status.code(), Some(1));
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(message.starts_with("error: cannot write the report nowhere/report.json"), "{message}");
    assert!(!fs::exists(corpus.path()).unwrap());
}
