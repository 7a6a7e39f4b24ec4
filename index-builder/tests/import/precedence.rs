//! Two publishers of the same bills: the records of one give way to those of the other, in either order of the imports.

use std::fs;

use index_builder::report::import_report::Report;
use serde_json::json;

use crate::corpus::{Corpus, importer, places_of, removed};

const OFFICIAL: &str = "bills/billstatus-117.jsonl";
const SCRAPED: &str = "bills/congress-json-117.jsonl";

/// Imports official bills of the 117th Congress with these numbers and titles. A bill without a title is skipped.
fn import_official(corpus: &Corpus, day: &str, bills: &[(u32, &str)]) -> Report {
    let files = bills.iter().map(|(number, title)| {
        let bill = format!(
            "<billStatus><bill><type>S</type><number>{number}</number><congress>117</congress><title>{title}</title>\
             <updateDate>{day}</updateDate></bill></billStatus>"
        );
        corpus.beside(&format!("{number}.xml"), bill)
    });
    let files: Vec<_> = files.collect();
    corpus.import(importer("billstatus"), &files.iter().map(AsRef::as_ref).collect::<Vec<_>>())
}

fn import_scraped(corpus: &Corpus, congress: u32, numbers: &[u32]) -> Report {
    let files = numbers.iter().map(|number| {
        let bill = json!({
            "bill_id": format!("s{number}-{congress}"), "bill_type": "s", "number": number.to_string(),
            "congress": congress.to_string(), "short_title": "Scraped", "status": "REFERRED", "updated_at": "2024-01-01",
        });
        corpus.beside(&format!("{congress}/bills/s/s{number}/data.json"), bill.to_string())
    });
    let files: Vec<_> = files.collect();
    corpus.import(importer("congress-json"), &files.iter().map(AsRef::as_ref).collect::<Vec<_>>())
}

fn ids(corpus: &Corpus, file: &str) -> Vec<String> {
    corpus.records(file).iter().map(|record| record["id"].as_str().unwrap().to_owned()).collect()
}

/// The numbers of records that were read, added, skipped and removed.
fn counts(report: &Report) -> [u64; 4] {
    [report.read, report.added, report.skipped(), report.removed.count]
}

#[test]
fn scraped_bill_is_skipped_if_there_is_an_official_one() {
    let corpus = Corpus::new();
    import_official(&corpus, "2023-01-01", &[(1, "Official"), (2, "Official")]);
    let official = corpus.files()[OFFICIAL].clone();
    let report = import_scraped(&corpus, 117, &[2, 3]);
    assert_eq!(counts(&report), [2, 1, 1, 0], "{report}");
    assert_eq!(places_of(&report, "outranked"), [format!("federal-117-s-2 is in {OFFICIAL}")]);
    assert_eq!(corpus.files()[OFFICIAL], official, "also if the scraped data are newer");
    assert_eq!(ids(&corpus, SCRAPED), ["federal-117-s-3"]);
    corpus.build();
}

#[test]
fn scraped_bill_gives_way_to_a_later_import_of_the_official_one() {
    let corpus = Corpus::new();
    import_scraped(&corpus, 117, &[1, 2, 3]);
    import_scraped(&corpus, 116, &[1, 2, 3]);
    let of_116 = corpus.files()["bills/congress-json-116.jsonl"].clone();
    let report = import_official(&corpus, "2023-01-01", &[(2, "Official"), (4, "Official")]);
    assert_eq!(counts(&report), [2, 2, 0, 1], "{report}");
    assert_eq!(removed(&report), [format!("federal-117-s-2: it is in {OFFICIAL}")]);
    let json = report.to_json();
    assert_eq!(json["corpus"], json!({ "bills": { "before": 3, "added": 2, "removed": 1, "after": 4 } }));
    assert_eq!(ids(&corpus, OFFICIAL), ["federal-117-s-2", "federal-117-s-4"]);
    assert_eq!(ids(&corpus, SCRAPED), ["federal-117-s-1", "federal-117-s-3"]);
    assert_eq!(corpus.files()["bills/congress-json-116.jsonl"], of_116);
    corpus.build();

    let report = import_official(&corpus, "2023-01-02", &[(1, "Official"), (3, "Official")]);
    assert_eq!(counts(&report), [2, 2, 0, 2], "{report}");
    assert!(!corpus.files().contains_key(SCRAPED), "a file without records is removed");
    corpus.build();
}

#[test]
fn scraped_bill_is_back_after_the_official_one_was_removed() {
    let corpus = Corpus::new();
    import_scraped(&corpus, 117, &[1, 2]);
    import_official(&corpus, "2023-01-01", &[(1, "Official")]);
    let report = import_official(&corpus, "2023-01-02", &[(1, "")]);
    assert_eq!((counts(&report), report.skipped_as("no_title")), ([1, 0, 1, 1], 1), "{report}");
    assert_eq!(corpus.ids("bills"), ["federal-117-s-2"]);
    let report = import_scraped(&corpus, 117, &[1, 2]);
    assert_eq!((counts(&report), report.unchanged), ([2, 1, 0, 0], 1), "{report}");
    assert_eq!(ids(&corpus, SCRAPED), ["federal-117-s-1", "federal-117-s-2"]);
    corpus.build();
}

#[test]
fn reviewed_bill_has_precedence_over_both() {
    let corpus = Corpus::new();
    import_official(&corpus, "2023-01-01", &[(1, "Reviewed")]);
    fs::rename(corpus.path().join(OFFICIAL), corpus.path().join("bills/federal.jsonl")).unwrap();
    let files = corpus.files();
    for report in [import_scraped(&corpus, 117, &[1]), import_official(&corpus, "2023-01-02", &[(1, "Official")])] {
        assert_eq!((counts(&report), report.skipped_as("held_elsewhere")), ([1, 0, 1, 0], 1), "{report}");
    }
    assert_eq!(corpus.files(), files);
}

#[test]
fn text_and_sidecar_of_a_file_that_gives_way_keep_the_rest() {
    let corpus = Corpus::new();
    import_scraped(&corpus, 117, &[1, 2]);
    let text = |number: u32| format!("{{\"id\":\"federal-117-s-{number}\",\"text\":\"Bees.\"}}\n");
    corpus.beside(&format!("corpus/text/{SCRAPED}"), text(1) + &text(2));
    let note = "{\"id\":\"federal-117-s-9\",\"gone\":\"2024-01-01\"}\n";
    corpus.beside("corpus/bills/.congress-json-117.jsonl.ledger", note);
    import_official(&corpus, "2023-01-01", &[(1, "Official")]);
    let files = corpus.files();
    assert_eq!(files[&format!("text/{SCRAPED}")], text(2));
    assert_eq!(files["bills/.congress-json-117.jsonl.ledger"], note);
    corpus.build();
}

#[test]
fn repeated_id_of_a_file_that_gives_way_is_counted_as_removed() {
    let corpus = Corpus::new();
    import_scraped(&corpus, 117, &[1, 2]);
    let scraped = corpus.files()[SCRAPED].clone();
    corpus.beside(&format!("corpus/{SCRAPED}"), scraped.repeat(2));
    let report = import_official(&corpus, "2023-01-01", &[(1, "Official")]);
    assert_eq!(counts(&report), [1, 1, 0, 3], "{report}");
    assert_eq!(corpus.ids("bills"), ["federal-117-s-1", "federal-117-s-2"]);
}
