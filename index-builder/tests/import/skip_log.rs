//! `--skips`: a line for each thing that the report counts and the import did not write.

use std::fs;
use std::process::{Command, Output};

use serde_json::Value;

use crate::accounts;
use crate::archive::zip;
use crate::code_title::{section, title};
use crate::corpus::Corpus;

/// Imports a folder beside the corpus with the program.
fn run(corpus: &Corpus, format: &str, input: &str, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_index-builder"));
    command.args(["import", format, input, "--max-age-months", "0", "--corpus"]).arg(corpus.path());
    command.args(arguments).current_dir(corpus.path().parent().unwrap()).output().unwrap()
}

/// Imports, and checks the skips against the report. Returns the lines of the skips.
fn skips(corpus: &Corpus, format: &str, input: &str) -> Vec<String> {
    let output = run(corpus, format, input, &["--report", "report.json", "--skips", "skips.jsonl"]);
    assert!(matches!(output.status.code(), Some(0 | 3)), "{output:?}");
    let read = |name| fs::read_to_string(corpus.path().with_file_name(name)).unwrap();
    let (report, skips): (Value, String) = (serde_json::from_str(&read("report.json")).unwrap(), read("skips.jsonl"));
    accounts::check(&report, &skips);
    skips.lines().map(str::to_owned).collect()
}

#[test]
fn each_skip_and_removal_is_a_line_in_the_order_of_the_input() {
    let corpus = Corpus::new();
    let moved = |number| section(number, "Moved").replace("<section ", "<section status=\"transferred\" ");
    let numbers = ["1", "2", "3", "4", "5"];
    let first = title("7", "2024-01-01", &numbers.map(|number| section(number, "Here")));
    corpus.beside("first/usc07.xml", first);
    assert_eq!(skips(&corpus, "uslm", "first"), Vec::<String>::new());

    let [usc09, usc10] = ["9", "10"].map(|number| title(number, "2024-02-01", &[section("", "Nameless")]));
    let again = title("7", "2024-01-15", &[section("1", "Older")]);
    let usc07 = title("7", "2024-02-01", &[section("1", "Here"), moved("2"), moved("4")]);
    corpus.beside("second/a.zip", zip(&[("usc10.xml", usc10.as_bytes()), ("usc09.xml", usc09.as_bytes())]));
    corpus.beside("second/again.xml", again);
    corpus.beside("second/readme.txt", "");
    corpus.beside("second/usc07.xml", usc07);
    corpus.beside("second/usc11.xml", title("11", "2024-02-01", &[]));
    corpus.beside("second/usc12.json", "{}");
    let expected = [
        r#"{"kind":"skipped","reason":"no_number","location":"second/a.zip!usc10.xml: /us/usc/t1/s"}"#,
        r#"{"kind":"skipped","reason":"no_number","location":"second/a.zip!usc09.xml: /us/usc/t1/s"}"#,
        r#"{"kind":"companion","location":"second/readme.txt"}"#,
        r#"{"kind":"skipped","reason":"moved","location":"second/usc07.xml: /us/usc/t1/s2"}"#,
        r#"{"kind":"skipped","reason":"moved","location":"second/usc07.xml: /us/usc/t1/s4"}"#,
        r#"{"kind":"companion","location":"second/usc11.xml"}"#,
        r#"{"kind":"skipped","reason":"stray_file","location":"second/usc12.json"}"#,
        r#"{"kind":"repeated","resource":"statutes","id":"federal-usc-7-1","location":"second/again.xml: /us/usc/t1/s1"}"#,
        r#"{"kind":"removed","resource":"statutes","id":"federal-usc-7-2","location":"its part no longer has it"}"#,
        r#"{"kind":"removed","resource":"statutes","id":"federal-usc-7-3","location":"its part no longer has it"}"#,
        r#"{"kind":"removed","resource":"statutes","id":"federal-usc-7-4","location":"its part no longer has it"}"#,
        r#"{"kind":"removed","resource":"statutes","id":"federal-usc-7-5","location":"its part no longer has it"}"#,
    ];
    assert_eq!(skips(&corpus, "uslm", "second"), expected);
}

#[test]
fn lines_that_do_not_fit_into_memory_are_written_in_order() {
    let corpus = Corpus::new();
    // More identifiers than a sorter keeps in memory: 400 of 100 KB.
    let of_file = |file: usize| {
        let number = |n: usize| format!("{file}-{n}-{}", "x".repeat(100_000));
        let sections = (0..20).map(|n| section(&number(n), "Moved").replace("<section ", "<section status='omitted' "));
        title("7", "2024-01-01", &sections.collect::<Vec<_>>())
    };
    (0..20).for_each(|file| _ = corpus.beside(&format!("data/{file:02}.xml"), of_file(file)));
    corpus.beside("data/20.xml", title("8", "2024-01-01", &[section("1", "One")]));
    let found = skips(&corpus, "uslm", "data");
    let expected =
        (0..20).flat_map(|file| (0..20).map(move |n| format!("data/{file:02}.xml: /us/usc/t1/s{file}-{n}-xx")));
    assert_eq!(found.len(), 400);
    for (line, expected) in found.iter().zip(expected) {
        assert!(line.contains(&expected), "{expected}: {}", &line[..100]);
    }
}

#[test]
fn skips_that_cannot_be_written_fail_before_the_import() {
    let corpus = Corpus::new();
    corpus.beside("usc07.xml", title("7", "2024-01-01", &[section("1", "One")]));
    for (arguments, message) in [
        (&["--skips", "nowhere/skips.jsonl"][..], "error: cannot write the skips nowhere/skips.jsonl: "),
        (&["--skips", "a.json", "--report", "a.json"], "error: --report and --skips are the same file: name two\n"),
    ] {
        let output = run(&corpus, "uslm", "usc07.xml", arguments);
        assert_eq!(output.status.code(), Some(1));
        assert!(output.stderr.starts_with(message.as_bytes()), "{output:?}");
        assert!(!fs::exists(corpus.path()).unwrap() && !fs::exists(corpus.path().with_file_name("a.json")).unwrap());
    }
}
