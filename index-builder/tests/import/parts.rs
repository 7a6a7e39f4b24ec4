//! Parts of a corpus: an import replaces those that its inputs make, whole, and touches no others. The build decides
//! between them.

#[path = "parts/releases.rs"]
mod releases;

#[path = "parts/formats.rs"]
mod formats;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use index_builder::import::publishers::IMPORTERS;
use index_builder::report::import_report::Report;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use serde_json::Value;

use self::formats::{FORMATS, Format};
use self::releases::{Release, Step, releases};
use crate::archive::zip;
use crate::cases::{case, cluster, import_tables, volume};
use crate::code_title::{section, title};
use crate::corpus::{Corpus, Options, importer, removed};

/// The same histories in every run, so that a new failure is caused by a change. `PROPTEST_RNG_SEED` gives others.
pub(crate) fn config(cases: u32) -> ProptestConfig {
    let default = ProptestConfig::default();
    let rng_seed = match default.rng_seed {
        RngSeed::Random => RngSeed::Fixed(1),
        seed => seed,
    };
    ProptestConfig { cases, rng_seed, failure_persistence: None, ..default }
}

/// Imports a release from its folder. Returns nothing if there is nothing to import.
fn import_release(corpus: &Corpus, format: &Format, release: &Release, number: usize) -> Option<Report> {
    let folder = format!("release-{number}/data");
    let path = corpus.path().with_file_name(&folder);
    for (name, content) in (format.render)(release, number) {
        corpus.beside(&format!("{folder}/{name}"), content);
    }
    if !path.exists() {
        return None;
    }
    let mapping = format.mapping.map(|mapping| corpus.beside("mapping.toml", mapping));
    let options = Options { older: true, mapping, ..Options::default() };
    match corpus.try_import_with(importer(format.importer), &[&path], options) {
        Ok(report) => Some(report),
        Err(error) if error.to_string().starts_with("nothing to import") => None,
        Err(error) => panic!("{error:#}"),
    }
}

/// Imports the releases one after the other. Each import must write the parts that it makes in an empty corpus, byte for
/// byte, and leave all others as they were.
fn check_histories(format: &Format, steps: &[Vec<Step>]) -> Result<(), TestCaseError> {
    let corpus = Corpus::new();
    for (number, release) in releases(steps).iter().enumerate() {
        let mut expected = corpus.parts();
        let report = import_release(&corpus, format, release, number);
        let fresh = Corpus::new();
        let of_fresh = import_release(&fresh, format, release, number);
        let names = |report: &Option<Report>| report.as_ref().map(|report| report.parts.clone()).unwrap_or_default();
        prop_assert_eq!(names(&report), names(&of_fresh), "{}", format.importer);
        expected.extend(fresh.parts());
        prop_assert_eq!(corpus.parts(), expected, "{} {:?}", format.importer, release);
    }
    corpus.build();
    Ok(())
}

proptest! {
    #![proptest_config(config(24))]

    #[test]
    fn import_writes_what_it_writes_into_an_empty_corpus(
        steps in prop::collection::vec(prop::collection::vec(any::<Step>(), 0..7), 2..5),
        format in prop::sample::select((0..FORMATS.len()).collect::<Vec<_>>()),
    ) {
        check_histories(&FORMATS[format], &steps)?;
    }
}

#[test]
fn every_format_has_a_history() {
    let mut formats: Vec<&str> = FORMATS.iter().map(|format| format.importer).chain(["cap", "courtlistener"]).collect();
    let mut importers: Vec<&str> = IMPORTERS.iter().map(|importer| importer.name).collect();
    formats.sort_unstable();
    importers.sort_unstable();
    assert_eq!(formats, importers);
}

/// Writes title 7 of the U.S. Code beside the corpus.
fn title_7(corpus: &Corpus, created: &str, headings: &[(&str, &str)]) -> PathBuf {
    let sections: Vec<String> = headings.iter().map(|(number, heading)| section(number, heading)).collect();
    corpus.beside("usc07.xml", title("7", created, &sections))
}

fn titles(corpus: &Corpus) -> BTreeMap<String, String> {
    let text = |record: &Value, field: &str| record[field].as_str().unwrap().to_owned();
    corpus.records("statutes").iter().map(|record| (text(record, "id"), text(record, "title"))).collect()
}

fn of(pairs: &[(&str, &str)]) -> BTreeMap<String, String> {
    pairs.iter().map(|(id, title)| (format!("federal-usc-7-{id}"), (*title).to_owned())).collect()
}

#[test]
fn title_replaces_its_part_and_others_stay() {
    let corpus = Corpus::new();
    corpus.import(importer("uslm"), &[&title_7(&corpus, "2024-01-01", &[("1", "One"), ("2", "Two")])]);
    let other = corpus.beside("usc08.xml", title("8", "2024-01-01", &[section("1", "Other")]));
    corpus.import(importer("uslm"), &[&other]);
    let newer = title_7(&corpus, "2024-02-01", &[("1", "One, amended"), ("3", "Three")]);
    let report = corpus.import(importer("uslm"), &[&newer]);
    assert_eq!((report.added, report.replaced, report.unchanged), (1, 1, 0));
    assert_eq!(removed(&report), ["federal-usc-7-2: its part no longer has it"]);
    assert_eq!(report.parts, ["uslm-7"]);
    let mut expected = of(&[("1", "One, amended"), ("3", "Three")]);
    expected.insert("federal-usc-8-1".to_owned(), "Other".to_owned());
    assert_eq!(titles(&corpus), expected);
    let again = corpus.import(importer("uslm"), &[&newer]);
    assert_eq!((again.unchanged, again.written(), again.removed.count), (2, 2, 0));
}

fn run(corpus: &Corpus, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_index-builder"));
    command.args(arguments).current_dir(corpus.path().parent().unwrap()).output().unwrap()
}

fn stderr(output: &Output) -> &str {
    std::str::from_utf8(&output.stderr).unwrap()
}

#[test]
fn older_inputs_are_refused_unless_they_are_wanted() {
    let corpus = Corpus::new();
    corpus.import(importer("uslm"), &[&title_7(&corpus, "2024-02-01", &[("1", "New")])]);
    title_7(&corpus, "2024-01-01", &[("1", "Old")]);
    let import = ["import", "uslm", "usc07.xml", "--corpus", "corpus", "--max-age-months", "0"];
    let output = run(&corpus, &import);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    let dates = "their data are of 2024-01-01, and its data of 2024-02-01";
    assert!(stderr(&output).contains(dates) && stderr(&output).contains("--older"), "{output:?}");
    assert_eq!(titles(&corpus), of(&[("1", "New")]));
    let output = run(&corpus, &[&import[..], &["--older"]].concat());
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert_eq!(titles(&corpus), of(&[("1", "Old")]));
}

#[test]
fn date_after_the_day_of_the_inputs_is_a_fault_of_its_row() {
    let corpus = Corpus::new();
    let mapping = corpus.beside("m.toml", formats::MAPPING);
    let row = |number: u8, updated: &str| {
        format!(r#"{{"state":"wy","number":{number},"title":"T","moved":false,"updated":"{updated}"}}"#)
    };
    let rows = corpus.beside("rows.jsonl", [row(1, "2024-01-01"), row(2, "2052-01-01")].join("\n"));
    let options = || Options { mapping: Some(mapping.clone()), ..Options::default() };
    let report = corpus.try_import_with(importer("jsonl"), &[&rows], options()).unwrap();
    assert_eq!((report.written(), report.skipped_as("future_date")), (1, 1));
    assert_eq!(report.newest.unwrap().to_string(), "2024-01-01");
    // The correction counts.
    let rows = corpus.beside("rows.jsonl", [row(1, "2024-01-01"), row(2, "2024-01-02")].join("\n"));
    let report = corpus.try_import_with(importer("jsonl"), &[&rows], options()).unwrap();
    assert_eq!((report.written(), report.skipped()), (2, 0));
}

#[test]
fn record_of_the_operator_precedes_and_what_lost_comes_back() {
    let corpus = Corpus::new();
    corpus.import(importer("uslm"), &[&title_7(&corpus, "2024-01-01", &[("1", "Imported"), ("2", "Two")])]);
    let own = corpus.path().join("statutes/own.jsonl");
    let mut reviewed = corpus.records("statutes")[0].clone();
    reviewed["title"] = "Reviewed".into();
    fs::create_dir_all(own.parent().unwrap()).unwrap();
    fs::write(&own, format!("{reviewed}\n")).unwrap();
    assert_eq!(titles(&corpus), of(&[("1", "Reviewed"), ("2", "Two")]));
    corpus.build();
    fs::remove_file(&own).unwrap();
    assert_eq!(titles(&corpus), of(&[("1", "Imported"), ("2", "Two")]));
}

/// A bill as both sources of federal bills have it. The text is that of the Government Publishing Office.
fn bill_status(number: u8, updated: &str, title: &str) -> String {
    format!(
        "<billStatus><version>3.0.0</version><bill><number>{number}</number><updateDate>{updated}T00:00:00Z</updateDate>\
         <originChamber>House</originChamber><type>HR</type><introducedDate>2001-01-22</introducedDate>\
         <congress>107</congress><title>{title}</title></bill></billStatus>"
    )
}

fn bills(corpus: &Corpus) -> Vec<(String, String)> {
    let text = |record: &Value, field: &str| record[field].as_str().unwrap().to_owned();
    corpus.records("bills").iter().map(|record| (text(record, "billNumber"), text(record, "title"))).collect()
}

fn own(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
    pairs.iter().map(|(number, title)| ((*number).to_owned(), (*title).to_owned())).collect()
}

#[test]
fn source_that_precedes_hides_records_only_while_its_part_is_there() {
    let corpus = Corpus::new();
    let scraped = serde_json::json!({
        "bill_id": "hr1-107", "bill_type": "hr", "number": "1", "congress": "107", "short_title": "Scraped",
        "updated_at": "2024-01-01T00:00:00Z", "status": "REFERRED",
    });
    let scraped = corpus.beside("107/bills/hr/hr1/data.json", scraped.to_string());
    corpus.import(importer("congress-json"), &[&scraped]);
    let official = corpus.beside("hr.zip", zip(&[("a.xml", bill_status(1, "2002-01-01", "Official").as_bytes())]));
    corpus.import(importer("billstatus"), &[&official]);
    assert_eq!(bills(&corpus), own(&[("H.R. 1", "Official")]));
    let output = run(&corpus, &["drop", "--corpus", "corpus", "billstatus-hr"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert_eq!(bills(&corpus), own(&[("H.R. 1", "Scraped")]));
    let output = run(&corpus, &["drop", "--corpus", "corpus", "billstatus-hr"]);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert!(stderr(&output).contains("has no part billstatus-hr: its parts are congress-json-data"), "{output:?}");
}

#[test]
fn archive_of_a_whole_session_hides_bills_that_it_lacks() {
    let corpus = Corpus::new();
    let folder = corpus.beside("old/1.xml", bill_status(1, "2024-01-01", "One"));
    corpus.beside("old/2.xml", bill_status(2, "2024-01-02", "Two"));
    corpus.import(importer("billstatus"), &[folder.parent().unwrap()]);
    let newer = bill_status(1, "2024-02-01", "One, amended");
    corpus.import(importer("billstatus"), &[&corpus.beside("new.zip", zip(&[("1.xml", newer.as_bytes())]))]);
    assert_eq!(bills(&corpus), own(&[("H.R. 1", "One, amended")]));
    let output = run(&corpus, &["build", "--corpus", "corpus", "--out", "ix", "--skips", "skips.jsonl"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let skips = fs::read_to_string(corpus.path().with_file_name("skips.jsonl")).unwrap();
    let skips: Vec<Value> = skips.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let of = |skip: &Value| ["reason", "id", "part", "by"].map(|field| skip[field].as_str().unwrap().to_owned());
    assert_eq!(
        skips.iter().map(of).collect::<Vec<_>>(),
        [
            ["no_longer_in_session", "federal-107-hr-1", "billstatus-old", "billstatus-new"],
            ["no_longer_in_session", "federal-107-hr-2", "billstatus-old", "billstatus-new"],
        ]
    );
    assert!(String::from_utf8_lossy(&output.stdout).starts_with("2 records of parts left out: "), "{output:?}");
}

#[test]
fn input_that_breaks_off_leaves_the_part_as_it_was() {
    let corpus = Corpus::new();
    corpus.import(importer("uslm"), &[&title_7(&corpus, "2024-01-01", &[("1", "One"), ("2", "Two")])]);
    let whole = title("7", "2024-02-01", &[section("1", "One, amended"), section("2", "Two")]);
    let cut = corpus.beside("usc07.xml", &whole[..whole.len() - 40]);
    let report = corpus.import(importer("uslm"), &[&cut]);
    assert_eq!((report.written(), report.n_damaged(), report.broken_parts), (0, 1, vec!["uslm-7".to_owned()]));
    assert_eq!(titles(&corpus), of(&[("1", "One"), ("2", "Two")]));
}

#[test]
fn status_lists_the_parts_and_what_they_are_complete_for() {
    let corpus = Corpus::new();
    corpus.import(importer("uslm"), &[&title_7(&corpus, "2024-01-01", &[("1", "One"), ("2", "Two")])]);
    let zip = corpus.beside("HR.zip", zip(&[("1.xml", bill_status(1, "2024-02-01", "One").as_bytes())]));
    corpus.import(importer("billstatus"), &[&zip]);
    let output = run(&corpus, &["status", "corpus"]);
    assert_eq!(
        String::from_utf8_lossy(&output.stdout),
        "billstatus-hr: 1 bills of 2024-02-01, complete: federal-107-hr\n\
         uslm-7: 2 statutes of 2024-01-01, complete: federal 7\n"
    );
    let output = run(&corpus, &["status", "nothing"]);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
}

#[test]
fn damaged_part_and_former_layout_are_errors_with_a_fix() {
    let corpus = Corpus::new();
    corpus.import(importer("uslm"), &[&title_7(&corpus, "2024-01-01", &[("1", "One")])]);
    let part = corpus.path().join("parts/uslm-7.part");
    let content = fs::read_to_string(&part).unwrap();
    let build = |expected: &str| {
        let output = run(&corpus, &["build", "--corpus", "corpus", "--out", "ix"]);
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        assert!(stderr(&output).contains(expected), "{output:?}");
        assert!(!Path::new(&corpus.path().with_file_name("ix")).exists());
    };
    for damaged in [&content[..content.len() - 1], &content[..20], "", "{}\n"] {
        fs::write(&part, damaged).unwrap();
        build("is not a whole part: remove it, and import its files again");
    }
    fs::write(&part, content.replace("\"layout\":1", "\"layout\":0")).unwrap();
    build("has layout 0 in place of 1: import its files again");
    fs::write(&part, &content).unwrap();
    fs::write(corpus.path().join("topics.jsonl"), "{\"id\":\"other\",\"label\":\"Other\",\"aliases\":[]}\n").unwrap();
    build("have changed since these parts were made: uslm-7. Import them again: uslm usc07.xml");
    fs::remove_file(corpus.path().join("topics.jsonl")).unwrap();
    fs::create_dir_all(corpus.path().join("statutes")).unwrap();
    fs::write(corpus.path().join("statutes/.uslm.jsonl.ledger"), "").unwrap();
    build("is of the former layout");
}

#[test]
fn three_dispositions_on_one_page_are_three_decisions() {
    let corpus = Corpus::new();
    let dispositions = [1, 2, 3].map(|number| cluster(number, "2024-01-02", "Doe v. Roe", &["500 U.S. 901"]));
    import_tables(&corpus, "2024-01-31", &dispositions);
    let expected = ["1-1", "1-2", "1-3"].map(|docket| format!("scotus-500-us-901-doe-v-roe-1999-12-31-{docket}"));
    let ids = corpus.ids("cases");
    assert_eq!((ids.len(), &ids[0]), (3, &"scotus-500-us-901".to_owned()), "{ids:?}");
    assert!(ids[1..].iter().all(|id| expected.contains(id)), "{ids:?}");
    // Another publisher's decisions are the same only by their dockets.
    let mut cases = [1, 2].map(|number| case(number, "2024-01-01", "Doe v. Roe", &["500 U.S. 901"]));
    cases[0]["docket_number"] = "1-2".into();
    cases[1]["docket_number"] = "9-9".into();
    corpus.import(importer("cap"), &[&volume(&corpus, "us/500", "32044", &cases)]);
    assert_eq!(corpus.ids("cases").len(), 4);
    corpus.build();
}
