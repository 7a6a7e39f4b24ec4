/*!
The texts behind records: they are searched and not served.
*/

use std::fs;

use lexdex::http::SnapshotOptions;
use lexdex_index::TextOptions;
use proptest::prelude::*;
use serde_json::json;

use super::rules::{Expected, check_all, check_readings, statutes};
use crate::integration::contract::{Contract, List, text};
use crate::integration::corpus::{Corpus, CorpusDirectory, bill, case, statute};
use crate::integration::oracle::check_in_pages;
use crate::integration::queries::{Draw, any_query};
use crate::integration::random_corpora::corpora;
use crate::integration::support::{TestApp, proptest_cases};

/// Words and signs of texts, some of which no record has.
const WORDS: &[&str] = &[
    "wade",
    "fraud",
    "frauds",
    "mail",
    "mailing",
    "1341",
    "the",
    "of",
    "U.S.",
    "U.",
    "S.",
    "A.",
    "O’Brien",
    "AT&T",
    "HR1",
    "defendant",
    "defendants",
    "negligence",
    "neglgence",
    "trespasser",
    "Straße",
    "最高裁判所",
    "é",
    "\u{0}",
    "\n",
    "—",
    "privacy",
    "tenant",
    "landlord",
    "taxpayer",
    "tax",
    "payer",
];

fn words(draw: &mut Draw) -> String {
    let n_words = [0, 3, 30, 400][draw.below(4)];
    let words: Vec<&str> = (0..n_words).map(|_| WORDS[draw.below(WORDS.len())]).collect();
    words.join(" ")
}

/// Writes texts behind some of the records, in two files a list.
fn add_texts(directory: &CorpusDirectory, contract: &Contract, draw: &mut Draw) {
    for list in List::ALL {
        let mut files = [Vec::new(), Vec::new()];
        for record in contract.records(list) {
            if draw.below(3) > 0 {
                files[draw.below(2)].push((text(record, "id").to_owned(), words(draw)));
            }
        }
        for (file, texts) in ["a.jsonl", "folder/b.jsonl"].into_iter().zip(files) {
            directory.add_texts(list, file, &texts);
        }
    }
}

proptest! {
    #![proptest_config(proptest_cases(24))]

    #[test]
    fn search_of_a_random_corpus_with_texts_matches_the_contract(
        corpus in corpora(),
        seed in any::<u64>(),
        max_kib in 0..3_u16,
        has_positions in any::<bool>(),
    ) {
        let directory = corpus.write();
        let mut draw = Draw(seed);
        add_texts(&directory, &directory.contract(), &mut draw);
        let options = TextOptions { max_kib, has_positions };
        let app = TestApp::new(directory.index_with(options), SnapshotOptions::default());
        let contract = Contract::read_with(directory.path(), options);
        for _ in 0..30 {
            for list in List::ALL {
                let query = any_query(&contract, list, &mut draw);
                check_in_pages(&app, &contract, list, &query, || 1 + draw.below(100));
            }
        }
    }
}

/// Two statutes. The first has this text.
fn statutes_with_text(text: &str) -> CorpusDirectory {
    let directory = statutes(&[("a", "Short title"), ("b", "Definitions")]);
    directory.add_texts(List::Statutes, "all.jsonl", &[("a".to_owned(), text.to_owned())]);
    directory
}

/// The ids that `q` finds in an index with these options.
fn found(directory: &CorpusDirectory, options: TextOptions, q: &str) -> Vec<String> {
    let app = TestApp::new(directory.index_with(options), SnapshotOptions::default());
    let records = app.walk(List::Statutes, &vec![("q", q.to_owned()), ("match", "all".to_owned())], || 100);
    records.iter().map(|record| text(record, "id").to_owned()).collect()
}

#[test]
fn words_of_a_text_find_its_record_in_any_form() {
    let titles = [("a", "Short title"), ("b", "Definitions"), ("c", "Trespassers")];
    let directory = statutes(&titles);
    let of_a = "The owner of a\u{0}swimming\u{1b}pool fences it.\nA trespasser must not drown.";
    directory.add_texts(List::Statutes, "all.jsonl", &[("a".to_owned(), of_a.to_owned())]);
    let searches: &[Expected<'_>] = &[
        ("fence", &["a"]),
        ("swimming pools", &["a"]),
        ("trespassers", &["c", "a"]),
        ("definitions pool", &["b", "a"]),
        ("trespassers -fences", &["c"]),
        ("\"drown\"", &["a"]),
        ("\"drowned\"", &[]),
        ("\"swimming pool\"", &[]),
        // A typing error is not corrected to a word that only a text has, because responses would reveal that word.
        ("swimmingg", &[]),
    ];
    check_all(&directory, List::Statutes, "auto", searches);
    check_all(&directory, List::Statutes, "all", &[("short pool owner", &["a"]), ("definitions pool", &[])]);
}

#[test]
fn text_with_all_words_does_not_hide_records_that_lack_one() {
    let directory = statutes(&[("a", "Short title"), ("b", "Swimming pools"), ("c", "Fences of pools")]);
    let of_a = "A swimming pool has a fence. What is one?".to_owned();
    directory.add_texts(List::Statutes, "all.jsonl", &[("a".to_owned(), of_a)]);
    let readings = [
        ("swimming pool fences", "any"),
        ("swimming pools", "all"),
        ("\"swimming\" AND fence", "all"),
        ("fence -title", "all"),
        ("short title", "all"),
        ("short title fences", "any"),
        ("what is swimming", "all"),
    ];
    check_readings(&directory, &readings.map(|(q, rule)| (q, "auto", json!({ "match": rule }))));
    let searches: &[Expected<'_>] = &[("swimming pool fences", &["b", "c", "a"]), ("swimming pools", &["b", "a"])];
    check_all(&directory, List::Statutes, "auto", searches);
    check_all(&directory, List::Statutes, "all", &[("swimming pool fences", &["a"])]);
}

#[test]
fn quoted_phrases_find_texts_only_if_positions_are_indexed() {
    let directory = statutes_with_text("The owner of a swimming pool fences it.");
    let with_positions = TextOptions { has_positions: true, ..TextOptions::default() };
    assert_eq!(found(&directory, TextOptions::default(), "\"swimming pool\""), [""; 0]);
    assert_eq!(found(&directory, with_positions, "\"swimming pool\""), ["a"]);
    assert_eq!(found(&directory, with_positions, "\"pool swimming\""), [""; 0]);
}

#[test]
fn text_is_searched_up_to_the_limits_last_whole_character() {
    let options = |max_kib| TextOptions { max_kib, ..TextOptions::default() };
    let filler = "x ".repeat(1024 / 2 - 2);
    assert_eq!(filler.len(), 1020);
    for (end, q, is_found) in [
        ("pool", "pool", true),
        ("pools", "pool", true),
        ("pools", "\"pools\"", false),
        (" pond", "pond", false),
        (" pond", "\"pon\"", true),
        ("pooé", "\"poo\"", true),
        ("pooé", "\"pooe\"", false),
        ("poé", "\"poe\"", true),
    ] {
        let directory = statutes_with_text(&format!("{filler}{end}"));
        assert_eq!(found(&directory, options(1), q) == ["a"], is_found, "{end} {q}");
    }
    let directory = statutes_with_text(&format!("{filler}pond"));
    assert_eq!(found(&directory, options(1), "pond"), ["a"]);
    assert_eq!(found(&directory, options(0), "pond"), [""; 0]);
}

#[test]
fn texts_are_in_no_response() {
    const SECRET: &str = "zyzzyva";
    let corpus = Corpus {
        statutes: vec![statute("s", "federal")],
        cases: vec![case("c", "federal")],
        bills: vec![bill("b", "federal")],
    };
    let directory = corpus.write();
    for (list, id) in List::ALL.into_iter().zip(["s", "c", "b"]) {
        directory.add_texts(list, "all.jsonl", &[(id.to_owned(), format!("A {SECRET} is a weevil."))]);
    }
    let app = directory.app();
    for (list, id) in List::ALL.into_iter().zip(["s", "c", "b"]) {
        for path in ["?", "/facets?", "/export?format=ndjson&", "/export?format=csv&"] {
            let target = format!("{}{path}q=weevil", list.path());
            let found = app.get(&target);
            assert!(found.status.is_success() && found.text().contains("federal"), "{target}");
            assert!(!found.text().contains(SECRET), "{target}");
        }
        let target = format!("{}/{id}", list.path());
        assert!(!app.get(&target).text().contains(SECRET), "{target}");
    }
}

#[test]
fn texts_change_digest_and_build_if_they_are_indexed() {
    let without = statutes(&[("a", "Short title"), ("b", "Definitions")]);
    let one = statutes_with_text("one");
    let other = statutes_with_text("two");
    let manifest = |directory: &CorpusDirectory, max_kib| {
        let options = TextOptions { max_kib, ..TextOptions::default() };
        directory.index_with(options).manifest().clone()
    };
    assert_eq!(manifest(&one, 8), manifest(&statutes_with_text("one"), 8));
    assert_eq!(manifest(&one, 0), manifest(&without, 8));
    for different in [manifest(&without, 8), manifest(&other, 8)] {
        assert_ne!(manifest(&one, 8).corpus_digest, different.corpus_digest);
        assert_ne!(manifest(&one, 8).build_id(), different.build_id());
    }
    let texts = manifest(&one, 8).texts;
    assert_eq!((texts.len(), texts[0].list.as_str(), texts[0].count), (1, "statutes", 1));
}

#[test]
fn order_of_texts_and_their_files_changes_nothing() {
    let pairs: Vec<(String, String)> =
        ["a", "b"].map(|id| (id.to_owned(), format!("a text of {id}"))).into_iter().collect();
    let manifests = [vec![&pairs[..]], vec![&pairs[1..], &pairs[..1]]].map(|files| {
        let directory = statutes(&[("a", "Short title"), ("b", "Definitions")]);
        for (number, texts) in files.into_iter().enumerate() {
            directory.add_texts(List::Statutes, &format!("{number}.jsonl"), texts);
        }
        directory.index_with(TextOptions::default()).manifest().clone()
    });
    assert_eq!(manifests[0], manifests[1]);
}

#[test]
fn list_without_texts_takes_no_space_for_them() {
    let sizes = [Vec::new(), vec![("a".to_owned(), "one".to_owned())]].map(|texts| {
        let directory = statutes(&[("a", "Short title"), ("b", "Definitions")]);
        directory.add_texts(List::Cases, "empty.jsonl", &[]);
        fs::create_dir_all(directory.path().join("text/statutes")).unwrap();
        if !texts.is_empty() {
            directory.add_texts(List::Statutes, "all.jsonl", &texts);
        }
        let manifest = directory.index_with(TextOptions::default()).manifest().clone();
        let lengths =
            manifest.files.iter().find(|file| file.path.starts_with("statutes/") && file.path.ends_with(".fieldnorm"));
        lengths.unwrap().bytes
    });
    assert!(sizes[0] < sizes[1], "{sizes:?}");
}

#[test]
fn words_of_a_records_own_text_make_no_others_similar() {
    let titles = [("a", "Zebras and quaggas"), ("b", "Bridges"), ("c", "Bridges")];
    let directory = statutes(&titles);
    let texts = [("a", "The zebras, the quaggas and a bridge."), ("b", "A bridge.")];
    directory.add_texts(List::Statutes, "all.jsonl", &texts.map(|(id, text)| (id.to_owned(), text.to_owned())));
    let similar = |id: &str| {
        let body = directory.app().get(&format!("/api/v1/statutes/{id}/similar?fields=id")).good();
        body["data"].as_array().unwrap().iter().map(|record| text(record, "id").to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(similar("a"), [""; 0]);
    assert_eq!(similar("c"), ["b", "a"]);
}
