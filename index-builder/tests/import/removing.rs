//! In every format, a record that newer data skip is removed from the corpus.

use serde_json::json;

use index_builder::import::importer::Importer;

use crate::corpus::{Corpus, importer, location_of, removed};

/// Imports an older and a newer folder with these files. Returns the removed records.
fn removed_by(importer: &'static Importer, older: &[(&str, &str)], newer: &[(&str, &str)]) -> Vec<String> {
    let corpus = Corpus::new();
    let import = |folder: &str, files: &[(&str, &str)]| {
        for (name, content) in files {
            corpus.beside(&format!("{folder}/{name}"), content);
        }
        let folder = corpus.path().with_file_name(folder);
        (corpus.import(importer, &[&folder]), format!("{}/", location_of(&folder)))
    };
    let (report, _) = import("older", older);
    assert_eq!(report.added, 1, "{report}");
    let (report, folder) = import("newer", newer);
    assert_eq!((report.written(), report.skipped()), (0, 1), "{report}");
    corpus.build();
    let (report_of_older, _) = import("older", older);
    assert_eq!((report_of_older.older, report_of_older.written()), (1, 0), "{report_of_older}");
    removed(&report).iter().map(|place| place.replace(&folder, "")).collect()
}

#[test]
fn federal_bill_whose_newer_file_is_contradictory_is_removed() {
    let older = include_str!("samples/billstatus/3.0.0.xml");
    let newer = older.replace(">Senate<", ">House<").replace("<updateDate>2022-12-16", "<updateDate>2022-12-17");
    assert_eq!(
        removed_by(importer("billstatus"), &[("a.xml", older)], &[("a.xml", &newer)]),
        ["federal-117-s-21: a.xml: S of the House (other_chamber)"]
    );
}

#[test]
fn state_bill_that_newer_data_classify_otherwise_is_removed() {
    let bill = |day: &str, kind: &str| {
        json!({
            "legislative_session": "2025", "identifier": "HB 12", "title": "Relating to ferries.",
            "from_organization": "~{\"classification\": \"lower\"}", "classification": [kind],
            "jurisdiction": {"id": "ocd-jurisdiction/country:us/state:tx/government"},
            "scraped_at": format!("{day}T02:00:00+00:00"),
        })
        .to_string()
    };
    assert_eq!(
        removed_by(
            importer("openstates"),
            &[("bill_1.json", &bill("2025-09-01", "bill"))],
            &[("bill_1.json", &bill("2025-09-02", "claim"))]
        ),
        ["tx-2025-hb12: bill_1.json: HB 12 (not_a_bill)"]
    );
}

#[test]
fn section_of_the_dc_code_that_has_ended_is_removed() {
    let library =
        |day: &str| format!("<library><meta><build><codified-date>{day}</codified-date></build></meta></library>");
    let section =
        |reason: &str| format!("<section><num>22-1</num>{reason}<heading>Fires.</heading><text>No.</text></section>");
    let file = "us/dc/council/code/titles/22/sections/22-1.xml";
    assert_eq!(
        removed_by(
            importer("dc-law"),
            &[("index.xml", &library("2024-01-01")), (file, &section(""))],
            &[("index.xml", &library("2024-02-01")), (file, &section("<reason>Expired</reason>"))]
        ),
        [format!("dc-code-22-1: {file}: 22-1 (ended)")]
    );
}

#[test]
fn section_of_a_state_code_that_was_moved_is_removed() {
    let page = |day: &str, heading: &str| {
        format!(
            "<html><head><meta content=\"Wyoming Code\" name=\"Subject\"/><meta name=\"description\" \
             content=\"Release 84 of the Code. Transformed and posted by P.R.O on {day}.\"/></head><body>\
             <h1>Title 6 Crimes</h1><h3 id=\"s1\"><b>§ 6-1-101. {heading}</b></h3></body></html>"
        )
    };
    let file = "gov.wy.code.title.06.html";
    assert_eq!(
        removed_by(
            importer("public-resource"),
            &[(file, &page("2022-01-01", "Arson."))],
            &[(file, &page("2022-02-01", "[Renumbered as § 6-9-101.]"))]
        ),
        [format!("wy-stat-6-1-101: {file}: s1 (moved)")]
    );
}
