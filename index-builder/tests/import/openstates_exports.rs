//! The official JSON zips of Open States.

use serde_json::{Value, json};

use crate::archive::zip;
use crate::corpus::{Corpus, importer};
use crate::openstates::{import, scraped, state};

#[test]
fn bill_has_one_id_in_both_layouts_and_the_newest_wins() {
    let corpus = Corpus::new();
    let scraped = scraped(&json!({"jurisdiction": state("wy"), "identifier": "SF0006"})).to_string();
    let scraped = corpus.beside("a/bill_1.json", scraped);
    let older = corpus.beside("WY_2025_json_3X.zip", export("2025-10-01"));
    let newer = corpus.beside("WY_2025_json_3Y.zip", export("2025-11-01"));
    let inputs = [scraped.as_path(), older.as_path(), newer.as_path()];
    let report = corpus.import(importer("openstates"), &inputs);
    assert_eq!((report.added, report.parts.len()), (5, 3), "{report}");
    let records = corpus.records("bills");
    let key = |record: &Value| (record["id"].clone(), record["meta"]["last_updated"].clone());
    let keys: Vec<_> = records.iter().map(key).collect();
    let expected = ["wy-2025-hb0002", "wy-2025-sf0006"].map(|id| (json!(id), json!("2025-11-01")));
    assert_eq!(keys, expected);
    let files = corpus.files();
    let again = corpus.import(importer("openstates"), &[&newer, &scraped, &older]);
    assert_eq!((again.unchanged, corpus.files() == files), (5, true), "{again}");
    corpus.build();
}

const README: &str = "Open States Data Export\n\nState: wy\nSession: 2025\nGenerated At: ";

fn bills() -> String {
    let action = |name: &str, date: &str, classes: &[&str]| json!({"organization__name": name, "date": date, "description": "x", "classification": classes, "order": 0});
    let bill = |identifier: &str, chamber: &str, actions: Value| {
        json!({
            "id": format!("ocd-bill/{identifier}"),
            "legislative_session": "2025",
            "jurisdiction_name": "Wyoming",
            "identifier": identifier,
            "title": "Water tanks.",
            "chamber": chamber,
            "classification": ["bill"],
            "subject": ["WATER"],
            "abstracts": [{"abstract": "Pays for tanks that hold water.", "note": "", "date": ""}],
            "actions": actions,
            "votes": [{"votes": [{"option": "yes", "voter_name": "A"}]}],
        })
    };
    let bills = json!([
        bill(
            "HB 2",
            "lower",
            json!([
                action("House", "2025-01-10", &["introduction"]),
                action("Senate", "2025-01-05", &["introduction"]),
            ])
        ),
        bill("SF 6", "upper", json!([action("Office of the Governor", "2025-02-01", &["executive-signature"])])),
    ]);
    bills.to_string()
}

fn export(day: &str) -> Vec<u8> {
    zip(&[
        ("wy/2025/wy_2025_bills.json", bills().as_bytes()),
        ("README", format!("{README}{day} 04:05:06.123456\n").as_bytes()),
    ])
}

#[test]
fn bills_of_a_zip_are_read_one_by_one() {
    let (records, report) = import(&[("WY_2025_json_3X.zip", &export("2025-10-01"))]);
    assert_eq!((report.read, report.companions.count), (2, 1), "{report}");
    let shown =
        |record: &Value| (record["introducedDate"].clone(), record["status"].clone(), record["chamber"].clone());
    assert_eq!(shown(&records[0]), (json!("2025-01-10"), json!("in_committee"), json!("house")));
    assert_eq!(shown(&records[1]), (json!("2025-02-01"), json!("signed"), json!("senate")));
    assert_eq!(records[0]["summary"], "Pays for tanks that hold water.");
}

#[test]
fn nearest_readme_has_the_date_else_the_last_action() {
    let [readme, nearer] = ["2025-10-01", "2025-11-01"].map(|day| format!("{README}{day} 04:05:06.123456\n"));
    let import = |readmes: &[(&str, &[u8])]| {
        let (records, report) = import(&[&[("wy/2025/wy_2025_bills.json", bills().as_bytes())], readmes].concat());
        assert_eq!(report.companions.count, readmes.len() as u64, "{report}");
        records.iter().map(|record| record["meta"]["last_updated"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(import(&[("README", readme.as_bytes()), ("wy/README", nearer.as_bytes())]), ["2025-11-01"; 2]);
    assert_eq!(import(&[("README", readme.as_bytes()), ("tx/README", nearer.as_bytes())]), ["2025-10-01"; 2]);
    assert_eq!(import(&[("README", b"Open States")]), ["2025-01-10", "2025-02-01"]);
}

#[test]
fn tables_are_not_read() {
    let (_, report) = import(&[("wy_2025_bills.csv", b"id\n1\n"), ("wy_2025_bill_actions.csv", b"id\n1\n")]);
    assert_eq!((report.read, report.skipped_as("stray_file")), (2, 2), "{report}");
}
