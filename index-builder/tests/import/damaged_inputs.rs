//! Damaged inputs: the exit codes of `import`, its messages, and `--strict`.

use std::fs;
use std::process::{Command, Output};

use serde_json::Value;

use crate::accounts;
use crate::archive::{gzip, tar, zip};
use crate::code_title::{section, small_title, title};
use crate::corpus::Corpus;

/// Imports a folder beside the corpus with the program.
fn run(corpus: &Corpus, format: &str, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_index-builder"));
    command.args(["import", format, "data", "--max-age-months", "0", "--corpus"]).arg(corpus.path());
    command.args(arguments).current_dir(corpus.path().parent().unwrap()).output().unwrap()
}

fn stderr(output: &Output) -> &str {
    std::str::from_utf8(&output.stderr).unwrap()
}

/// A zip of this file whose entry claims an unsupported compression.
fn zip_of_unknown_method(name: &str, content: &[u8]) -> Vec<u8> {
    let mut archive = zip(&[(name, content)]);
    let directory = archive.windows(4).position(|bytes| bytes == b"PK\x01\x02").unwrap();
    for method in [8, directory + 10] {
        archive[method..method + 2].copy_from_slice(&97_u16.to_le_bytes());
    }
    archive
}

/// A title whose second section has these bytes in its heading.
fn title_with(bytes: &[u8]) -> Vec<u8> {
    let xml = title("8", "2024-01-01", &[section("1", "One"), section("2", "@")]);
    let (front, back) = xml.split_once('@').unwrap();
    [front.as_bytes(), bytes, back.as_bytes()].concat()
}

/// Files that are damaged, with the reason and the beginning of the detail.
fn damaged_files() -> Vec<(&'static str, Vec<u8>, &'static str, &'static str)> {
    let xml = small_title("8").into_bytes();
    let long: Vec<String> = (0..2000).map(|n| section(&n.to_string(), &format!("Heading {}", n * 7919))).collect();
    let [first, second] = ["8", "9"].map(|number| title(number, "2024-01-01", &long));
    let both = zip(&[("usc08.xml", first.as_bytes()), ("usc09.xml", second.as_bytes())]);
    let whole = gzip(first.as_bytes());
    vec![
        ("a.zip", both[..both.len() / 2].to_vec(), "damaged", ": the list of entries at its end cannot be read"),
        ("a.zip", zip_of_unknown_method("usc08.xml", &xml), "damaged", "!usc08.xml: "),
        ("a.zip", b"<!DOCTYPE html><html>404</html>".to_vec(), "damaged", ": it is not the archive that its name says"),
        ("a.zip", b"".to_vec(), "damaged", ": it is not the archive that its name says"),
        ("a.zip", zip(&[("../../usc08.xml", &xml)]), "climbs_out", "!../../usc08.xml"),
        ("a.tar", tar(&[("../../usc08.xml", &xml)]), "climbs_out", "!../../usc08.xml"),
        ("a.xml", b"<!DOCTYPE html>\n<html><body>Not found</body></html>".to_vec(), "damaged", ": it is a web page"),
        ("a.xml.gz", whole[..whole.len() / 2].to_vec(), "damaged", ": "),
        ("a.xml", first.as_bytes()[..first.len() / 2].to_vec(), "damaged", ": line "),
        ("a.xml", title_with(b"<<"), "not_well_formed", ": line "),
        ("a.xml", b"".to_vec(), "not_well_formed", ": "),
        ("a.xml", title_with(b"\xe9"), "not_utf8", ": line "),
        ("a.xml.gz", gzip(&title_with(&vec![b'x'; 17 << 20])), "too_large", ": line "),
        ("a.xml", title_with("<chapter>".repeat(1000).as_bytes()), "nested_too_deep", ": line "),
        ("a.xml", [b"<!DOCTYPE uscDoc [<!ENTITY a \"b\">]>", &xml[..]].concat(), "defines_entities", ": line "),
    ]
}

#[test]
fn each_kind_of_damage_exits_with_3_and_the_rest_is_imported() {
    for (name, content, reason, detail) in damaged_files() {
        let corpus = Corpus::new();
        corpus.beside("data/usc07.xml", small_title("7"));
        corpus.beside(&format!("data/{name}"), content);
        let output = run(&corpus, "uslm", &[]);
        assert_eq!(output.status.code(), Some(3), "{name} {reason}: {output:?}");
        let warnings: Vec<&str> = stderr(&output).lines().filter(|line| line.starts_with("warning: ")).collect();
        let [warning] = warnings[..] else { panic!("{name} {reason}: {output:?}") };
        let (counts, rest) = warning.split_once("), the first is ").unwrap();
        assert!(counts.starts_with("warning: damaged inputs: ") && counts.contains(reason), "{warning}");
        assert!(rest.starts_with(&format!("data/{name}{detail}")), "{reason}: {warning}");
        let remedy = "; everything else was imported: download what is damaged again and repeat the import, or use \
                      --strict to import nothing";
        assert!(rest.ends_with(remedy), "{warning}");
        let ids = corpus.records("statutes");
        assert!(ids.iter().any(|record| record["id"] == "federal-usc-7-1"), "{name} {reason}");
        corpus.build();
    }
}

#[test]
fn strict_import_of_damaged_inputs_writes_only_the_report() {
    for (name, content, reason, _) in damaged_files() {
        let corpus = Corpus::new();
        corpus.beside("data/usc07.xml", small_title("7"));
        assert_eq!(run(&corpus, "uslm", &["--strict"]).status.code(), Some(0));
        let (parts, before) = (corpus.parts(), corpus.n_records());
        corpus.beside("data/usc07.xml", small_title("7").replace("Short title", "New title"));
        corpus.beside(&format!("data/{name}"), content);
        let output = run(&corpus, "uslm", &["--strict", "--report", "report.json", "--skips", "skips.jsonl"]);
        assert_eq!(output.status.code(), Some(1), "{name} {reason}: {output:?}");
        assert_eq!(corpus.parts(), parts, "{name} {reason}");
        assert!(stderr(&output).contains("\nerror: damaged inputs: "), "{output:?}");
        let remedy = "; --strict writes nothing then: download what is damaged again, or leave out --strict to import \
                      everything else\n";
        assert!(stderr(&output).ends_with(remedy), "{output:?}");
        let printed = String::from_utf8(output.stdout).unwrap();
        assert!(printed.starts_with("nothing was written; these are the counts of the import without --strict:\n"));
        let beside = |name| fs::read_to_string(corpus.path().with_file_name(name)).unwrap();
        let report: Value = serde_json::from_str(&beside("report.json")).unwrap();
        assert_eq!((&report["imported"], &report["written"]["replaced"]), (&false.into(), &1.into()), "{report:#}");
        accounts::check(&report, &beside("skips.jsonl"));

        let output = run(&corpus, "uslm", &["--report", "report.json"]);
        assert_eq!(output.status.code(), Some(3), "{name} {reason}: {output:?}");
        let without_strict: Value = serde_json::from_str(&beside("report.json")).unwrap();
        assert_eq!(without_strict["written"], report["written"], "{name} {reason}");
        accounts::check_lists(&without_strict, &before, &corpus.n_records());
    }
}

#[test]
fn skips_other_than_damage_exit_with_0() {
    let corpus = Corpus::new();
    let long_heading = section("2", &"x".repeat(30_000));
    corpus.beside("data/usc07.xml", title("7", "2024-01-01", &[section("1", "One"), long_heading, section("3", "")]));
    corpus.beside("data/stray.json", "{}");
    corpus.beside("data/other.xml", "<billStatus/>");
    let output = run(&corpus, "uslm", &["--strict", "--report", "report.json"]);
    assert_eq!((output.status.code(), stderr(&output).contains("warning")), (Some(0), false), "{output:?}");
    let report: Value =
        serde_json::from_str(&fs::read_to_string(corpus.path().with_file_name("report.json")).unwrap()).unwrap();
    assert_eq!((&report["skipped"]["total"], &report["skipped"]["damaged"]), (&4.into(), &0.into()), "{report:#}");
    assert_eq!(report["warnings"], serde_json::json!([]));
}

#[test]
fn failed_download_of_each_format_is_damage() {
    for (format, name, good) in [
        ("uslm", "usc08.xml", ("usc07.xml", small_title("7"))),
        ("billstatus", "BILLSTATUS-117s22.xml", ("a.xml", include_str!("samples/billstatus/3.0.0.xml").to_owned())),
        ("openstates", "bill_2.json", ("stray.md", String::new())),
        ("cap", "0080-01.json", ("stray.md", String::new())),
        ("courtlistener", "citations-2026-01-31.csv", ("stray.md", String::new())),
        ("dc-law", "dc/us/dc/council/code/titles/22/sections/22-1.xml", ("stray.md", String::new())),
        ("dc-law", "dc/us/dc/council/code/titles/22/index.xml", ("stray.md", String::new())),
        ("public-resource", "gov.wy.code.title.06.html", ("stray.md", String::new())),
    ] {
        for content in ["", "<!DOCTYPE html><html><body>503</body></html>"] {
            let corpus = Corpus::new();
            corpus.beside(&format!("data/{}", good.0), &good.1);
            corpus.beside(&format!("data/{name}"), content);
            let output = run(&corpus, format, &["--report", "report.json"]);
            assert_eq!(output.status.code(), Some(3), "{name} {content}: {output:?}");
        }
    }
}
