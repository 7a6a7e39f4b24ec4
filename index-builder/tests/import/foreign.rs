//! Inputs from which no record is imported: the exit code, and the words that say what the inputs have.

use std::fs;
use std::process::{Command, Output};

use index_builder::import::publishers::IMPORTERS;

use crate::corpus::Corpus;
use crate::counts::release;
use crate::jsonl::SECTIONS;

/// Imports the folder `data` beside the corpus with the program.
fn run(corpus: &Corpus, format: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_index-builder"));
    command.args(["import", format, "data", "--max-age-months", "0", "--corpus"]).arg(corpus.path());
    if format == "jsonl" {
        command.arg("--mapping").arg(corpus.beside("mapping.toml", SECTIONS));
    }
    command.current_dir(corpus.path().parent().unwrap()).output().unwrap()
}

/// Asserts that an import wrote no record, and that it says what it looks for and found.
fn assert_nothing_imported(corpus: &Corpus, output: &Output, found: &str) {
    let message = std::str::from_utf8(&output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(3), "{output:?}");
    assert!(message.contains(": looked for ") && message.contains("; found "), "{message}");
    assert!(message.contains(found), "{found} is not in {message}");
    assert!(corpus.n_records().values().all(|n_records| *n_records == 0), "{:?}", corpus.n_records());
}

#[test]
fn folder_of_another_format_exits_with_3_for_every_importer() {
    for importer in IMPORTERS {
        // Rows of any publisher are not of another format.
        for other in IMPORTERS.iter().filter(|other| other.name != importer.name && other.name != "jsonl") {
            let is_json = |name: &str| ["openstates", "cap", "congress-json", "courtlistener"].contains(&name);
            if importer.name == "jsonl" && is_json(other.name) {
                continue;
            }
            let corpus = Corpus::new();
            for (name, content) in release(other.name, 1, &[101, 102]) {
                corpus.beside(&format!("data/{name}"), content);
            }
            let output = run(&corpus, importer.name);
            assert_nothing_imported(&corpus, &output, "data/");
        }
    }
}

#[test]
fn empty_folder_exits_with_3_for_every_importer() {
    for importer in IMPORTERS {
        let corpus = Corpus::new();
        fs::create_dir(corpus.path().with_file_name("data")).unwrap();
        let output = run(&corpus, importer.name);
        assert_nothing_imported(&corpus, &output, "0 files that are not of the format");
    }
}

#[test]
fn uncodified_laws_of_dc_are_named_as_files_without_records() {
    let corpus = Corpus::new();
    for number in 1..=3 {
        let law = format!("<document><num>24-{number}</num><heading>Fires Act.</heading></document>");
        corpus.beside(&format!("data/us/dc/council/periods/24/laws/24-{number}.xml"), law);
    }
    let output = run(&corpus, "dc-law");
    let found = "0 files that are not of the format, 3 that hold no records\n  \
                 holds no records: data/us/dc/council/periods/24/laws/24-1.xml";
    assert_nothing_imported(&corpus, &output, found);
}

#[test]
fn records_that_are_all_skipped_are_named_with_their_reason() {
    let corpus = Corpus::new();
    let page = release("public-resource", 1, &[101]).remove(0).1.replace("Wyoming Code", "Code of Samoa");
    corpus.beside("data/ws.code.title.06.html", page);
    let output = run(&corpus, "public-resource");
    assert_nothing_imported(&corpus, &output, "data/ws.code.title.06.html");
}
