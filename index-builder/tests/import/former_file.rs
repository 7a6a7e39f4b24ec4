//! Earlier versions named the files of state codes without the publisher, `statutes/wy.jsonl`. An import renames such a
//! file if all its records are the importer's own.

use std::collections::BTreeMap;
use std::fs;

use index_builder::report::import_report::Report;

use crate::corpus::{Corpus, importer};

const REVIEWED: &str = r#"{"id":"wy-stat-6-1-101","jurisdiction":"Wyoming","jurisdictionId":"wy","title":"Reviewed","titleNumber":"6","sectionNumber":"§ 6-1-101","status":"active","topics":[],"meta":{"source":"Wyoming Legislature","jurisdiction":"wy","last_updated":"2020-01-01","citation":"Wyo. Stat. § 6-1-101","license":"CC0 1.0"}}"#;

/// The former names of the files, and the names that they get.
const RENAMED: [[&str; 2]; 3] = [
    ["text/statutes/wy.jsonl", "text/statutes/public-resource-wy.jsonl"],
    ["statutes/.wy.jsonl.ledger", "statutes/.public-resource-wy.jsonl.ledger"],
    ["statutes/wy.jsonl", "statutes/public-resource-wy.jsonl"],
];

fn page(title: u8, day: &str, sections: &[&str]) -> String {
    let sections: String = sections.iter().map(|section| format!("<h3>§ {title}-{section}</h3><p>Law.</p>")).collect();
    format!(
        "<html><head><meta content=\"Wyoming Code\" name=\"Subject\"/><meta name=\"description\" \
         content=\"Release 84 of the Code. Transformed and posted by P.R.O on {day}.\"/></head><body>\
         <h1>Title {title} Crimes</h1>{sections}</body></html>"
    )
}

fn import(corpus: &Corpus, title: u8, day: &str, sections: &[&str]) -> Report {
    let input = corpus.beside(&format!("gov.wy.code.title.{title:02}.html"), page(title, day, sections));
    corpus.import(importer("public-resource"), &[&input])
}

/// A corpus of two titles, with a section that was removed. `is_former` gives its files their former names.
fn two_titles(is_former: bool) -> Corpus {
    let corpus = Corpus::new();
    import(&corpus, 5, "2022-01-01", &["1-101. Courts.", "1-102. Judges."]);
    import(&corpus, 6, "2022-01-01", &["1-101. Arson.", "1-102. Theft."]);
    import(&corpus, 6, "2022-02-01", &["1-101. Arson.", "1-102. [Renumbered as § 6-9-102.]"]);
    if is_former {
        for [former, new] in RENAMED {
            fs::rename(corpus.path().join(new), corpus.path().join(former)).unwrap();
        }
    }
    corpus
}

fn import_newer(corpus: &Corpus) -> (Report, BTreeMap<String, String>) {
    (import(corpus, 6, "2022-03-01", &["1-101. Fires.", "1-103. Fraud."]), corpus.files())
}

#[test]
fn file_of_the_former_name_is_renamed_with_its_companions() {
    let corpus = two_titles(true);
    let (report, files) = import_newer(&corpus);
    assert_eq!((report.replaced, report.added), (1, 1), "{report}");
    assert_eq!(files, import_newer(&two_titles(false)).1);
    corpus.build();
    let (report, again) = import_newer(&corpus);
    assert_eq!((report.unchanged, again), (2, files));
    // The sidecar still has the section that was removed.
    assert_eq!(import(&corpus, 6, "2022-01-15", &["1-102. Theft."]).older, 1);
}

#[test]
fn reviewed_file_of_the_former_name_is_not_touched() {
    let imported = fs::read_to_string(two_titles(true).path().join("statutes/wy.jsonl")).unwrap();
    for (file, n_conflicts) in [
        (format!("{REVIEWED}\n"), 1),
        (format!("{imported}{}\n", REVIEWED.replace("6-1-101", "6-1-103")), 2),
        (format!("{}\n{imported}", REVIEWED.replace("6-1-101", "6-1-103")), 2),
        (String::new(), 0),
    ] {
        let corpus = Corpus::new();
        let path = corpus.beside("corpus/statutes/wy.jsonl", &file);
        let report = import(&corpus, 6, "2022-03-01", &["1-101. Fires.", "1-103. Fraud."]);
        assert_eq!((report.skipped_as("held_elsewhere"), report.added), (n_conflicts, 2 - n_conflicts), "{report}");
        assert_eq!(fs::read_to_string(path).unwrap(), file);
        corpus.build();
    }
}

#[test]
fn file_of_the_former_name_stays_beside_one_of_the_new_name() {
    let corpus = two_titles(false);
    let former = import_newer(&two_titles(true)).1["statutes/public-resource-wy.jsonl"].clone();
    let former: String = former.lines().filter(|line| line.contains("1-103")).map(|line| format!("{line}\n")).collect();
    let path = corpus.beside("corpus/statutes/wy.jsonl", &former);
    assert_eq!(import_newer(&corpus).0.skipped_as("held_elsewhere"), 1);
    assert_eq!(fs::read_to_string(path).unwrap(), former);
    corpus.build();
}
