//! The official exports of Open States: JSON and CSV zips.

use serde_json::{Value, json};

use crate::archive::zip;
use crate::corpus::{Corpus, importer, places_of};
use crate::openstates::{import, scraped, state};

#[test]
fn bill_has_one_id_in_all_layouts_and_the_newest_wins() {
    let corpus = Corpus::new();
    let scraped = scraped(&json!({"jurisdiction": state("wy"), "identifier": "SF0006"})).to_string();
    let scraped = corpus.beside("a/bill_1.json", scraped);
    let json_zip = corpus.beside("WY_2025_json_3X.zip", json_export("2025-10-01"));
    let csv_zip = corpus.beside("WY_2025_csv_3Y.zip", csv_export("2025-11-01"));
    let inputs = [scraped.as_path(), json_zip.as_path(), csv_zip.as_path()];
    let report = corpus.import(importer("openstates"), &inputs);
    assert_eq!((report.added, report.repeated.count), (2, 3), "{report}");
    let records = corpus.records("bills/openstates-wy.jsonl");
    let key = |record: &Value| (record["id"].clone(), record["meta"]["last_updated"].clone());
    let keys: Vec<_> = records.iter().map(key).collect();
    let expected = ["wy-2025-hb0002", "wy-2025-sf0006"].map(|id| (json!(id), json!("2025-11-01")));
    assert_eq!(keys, expected);
    let files = corpus.files();
    let again = corpus.import(importer("openstates"), &[&csv_zip, &scraped, &json_zip]);
    assert_eq!((again.unchanged, corpus.files() == files), (2, true), "{again}");
    corpus.build();
}

const README: &str = "Open States Data Export\n\nState: wy\nSession: 2025\nGenerated At: ";

fn json_export(day: &str) -> Vec<u8> {
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
    zip(&[
        ("README", format!("{README}{day} 04:05:06.123456\n").as_bytes()),
        ("wy/2025/wy_2025_bills.json", bills.to_string().as_bytes()),
    ])
}

const BILLS: &str = r#"id,identifier,title,classification,subject,session_identifier,jurisdiction,organization_classification
ocd-bill/1,HB 2,"Water ""tanks"",
and more.",['bill'],"['WATER', ""VETERANS' HOMES""]",2025,Wyoming,lower
ocd-bill/2,SF 6,Tanks.,['bill'],[],2025,Wyoming,upper
"#;

const ACTIONS: &str = r#"id,bill_id,organization_id,description,date,classification,order
a,ocd-bill/1,ocd-organization/s,Introduced,2025-01-05,['introduction'],1
b,ocd-bill/1,ocd-organization/h,Introduced,2025-01-10,['introduction'],0
c,ocd-bill/2,ocd-organization/h,Passed,2025-01-12,"['passage', 'reading-3']",0
"#;

/// The actions of a resolution that arrived in the other chamber on the day of its adoption, the last action first.
const ADOPTED: &str = r#"bill_id,order,organization_id,description,date,classification
ocd-bill/1,7,,Arrived,2025-01-10,['introduction']
ocd-bill/1,6,,Adopted,2025-01-10,['passage']
ocd-bill/1,5,,Filed,2025-01-09,['filing']
"#;

const ABSTRACTS: &str = "id,bill_id,abstract,note,date\nx,ocd-bill/1,Pays for tanks that hold water.,summary,\n";

const ORGANIZATIONS: &str = "id,name,classification\nocd-organization/h,House,lower\nocd-organization/s,Senate,upper\n";

fn csv_export(day: &str) -> Vec<u8> {
    csv_tables(&format!("{README}{day} 04:05:06.123456\n"), BILLS.as_bytes(), ACTIONS)
}

fn csv_tables(readme: &str, bills: &[u8], actions: &str) -> Vec<u8> {
    zip(&[
        ("README", readme.as_bytes()),
        ("wy/2025/wy_2025_bills.csv", bills),
        ("wy/2025/wy_2025_bill_abstracts.csv", ABSTRACTS.as_bytes()),
        ("wy/2025/wy_2025_bill_actions.csv", actions.as_bytes()),
        ("wy/2025/wy_2025_bill_related_bills.csv", b"id,bill_id\n1,2\n"),
        ("wy/2025/wy_2025_organizations.csv", ORGANIZATIONS.as_bytes()),
        ("wy/2025/wy_2025_votes.csv", b"id\n1\n"),
    ])
}

#[test]
fn tables_of_a_csv_zip_are_joined() {
    let (records, report) = import(&[("WY_2025_csv_3Y.zip", &csv_export("2025-11-01"))]);
    assert_eq!((report.read, report.companions), (2, 2), "{report}");
    let expected = json!({
        "id": "wy-2025-hb0002",
        "billNumber": "HB 2",
        "title": "Water \"tanks\", and more.",
        "jurisdiction": "Wyoming",
        "jurisdictionId": "wy",
        "chamber": "house",
        "status": "in_committee",
        "introducedDate": "2025-01-10",
        "topics": ["water", "veterans"],
        "summary": "Pays for tanks that hold water.",
        "meta": {
            "source": "Open States",
            "jurisdiction": "wy",
            "last_updated": "2025-11-01",
            "citation": null,
            "license": "CC0 1.0",
        },
    });
    assert_eq!(records[0], expected);
    assert_eq!((&records[1]["id"], &records[1]["status"]), (&json!("wy-2025-sf0006"), &json!("passed_chamber")));
}

#[test]
fn actions_of_one_day_are_in_the_order_of_their_column() {
    for (actions, introduced) in [
        (ADOPTED.to_owned(), "2025-01-09"),
        (ADOPTED.replace(",6,", ",8,"), "2025-01-10"),
        (ADOPTED.replace("order", "position"), "2025-01-10"),
    ] {
        let (records, _) = import(&[("x.zip", &csv_tables(README, BILLS.as_bytes(), &actions))]);
        assert_eq!(records[0]["introducedDate"], introduced, "{actions}");
    }
}

#[test]
fn bills_of_a_json_zip_are_read_one_by_one() {
    let (records, report) = import(&[("WY_2025_json_3X.zip", &json_export("2025-10-01"))]);
    assert_eq!(report.read, 2, "{report}");
    let shown =
        |record: &Value| (record["introducedDate"].clone(), record["status"].clone(), record["chamber"].clone());
    assert_eq!(shown(&records[0]), (json!("2025-01-10"), json!("in_committee"), json!("house")));
    assert_eq!(shown(&records[1]), (json!("2025-02-01"), json!("signed"), json!("senate")));
    assert_eq!(records[0]["summary"], "Pays for tanks that hold water.");
}

#[test]
fn export_without_a_readme_has_the_date_of_its_last_action() {
    let (records, report) = import(&[("x.zip", &csv_tables("", BILLS.as_bytes(), ACTIONS))]);
    let days: Vec<&Value> = records.iter().map(|record| &record["meta"]["last_updated"]).collect();
    assert_eq!(days, [&json!("2025-01-10"), &json!("2025-01-12")], "{report}");
}

#[test]
fn invalid_row_is_skipped_without_affecting_others() {
    let bills = [
        BILLS.as_bytes(),
        b"ocd-bill/3,HB 3,T,bill,[],2025,Wyoming,lower\n",
        b"ocd-bill/4,HB 4,T\n",
        b"ocd-bill/5,HB 5,\xff\xfe,['bill'],[],2025,Wyoming,lower\n",
        b"ocd-bill/2,SF 7,Again.,['bill'],[],2025,Wyoming,upper\n",
    ]
    .concat();
    let actions = format!("{ACTIONS}d,ocd-bill/9,o,Nothing,2025-01-12,[],0\ne,ocd-bill/9,o,Nothing,2025-01-12,[],1\n");
    let (records, report) = import(&[("x.zip", &csv_tables(README, &bills, &actions))]);
    assert_eq!((records.len(), report.read), (2, 7), "{report}");
    for (reason, count) in [("not_well_formed", 2), ("not_utf8", 1), ("same_bill", 1), ("no_bill", 1)] {
        assert_eq!(report.skipped_as(reason), count, "{reason}: {report}");
    }
    assert_eq!(places_of(&report, "not_utf8")[0].split(": ").nth(1), Some("line 7"));
}

#[test]
fn rows_in_any_order_give_the_same_records_and_the_first_skips() {
    let day = |n: usize| format!("2025-{:02}-{:02}", n % 3 + 1, n % 27 + 1);
    let bill = |n: usize| {
        let class = if n.is_multiple_of(4) { "sonnet" } else { "bill" };
        format!("ocd-bill/{n},HB {n},Title {n}.,['{class}'],[],2025,Wyoming,lower")
    };
    let action = |n: usize| {
        let class = ["filing", "passage", "executive-signature", "referral"][n % 4];
        format!("{n},ocd-bill/{},lower,\"Done, {n}\",{},['{class}'],0", n % 400, day(n))
    };
    let table = |header: &str, mut rows: Vec<String>, is_turned: bool| {
        if is_turned {
            rows.reverse();
        }
        rows.insert(0, header.to_owned());
        rows.join("\n")
    };
    let export = |is_turned: bool| {
        let bills = table(BILLS.lines().next().unwrap(), (0..400).map(bill).collect(), is_turned);
        let actions = table(ACTIONS.lines().next().unwrap(), (0..2000).map(action).collect(), is_turned);
        import(&[("wy/bill_actions.csv", actions.as_bytes()), ("wy/bills.csv", bills.as_bytes())])
    };
    let ((records, report), (of_turned, report_of_turned)) = (export(false), export(true));
    assert_eq!((records.len(), records == of_turned), (300, true));
    assert_eq!(records[0]["status"], "passed_chamber", "{}", records[0]);
    let first = |bills: [(u64, u64); 5]| bills.map(|(line, n)| format!("wy/bills.csv: line {line}, HB {n}"));
    let forward = [(2, 0), (6, 4), (10, 8), (14, 12), (18, 16)];
    let backward = [(5, 396), (9, 392), (13, 388), (17, 384), (21, 380)];
    assert_eq!(places_of(&report, "unknown_kind"), first(forward));
    assert_eq!(places_of(&report_of_turned, "unknown_kind"), first(backward));
}

#[test]
fn table_without_columns_or_with_an_endless_row_is_skipped() {
    let (_, report) = import(&[("bills.csv", b"id,title\n1,2\n")]);
    assert_eq!((report.read, report.skipped_as("not_well_formed")), (1, 1), "{report}");
    let mut endless = BILLS.as_bytes().to_vec();
    endless.extend_from_slice(b"ocd-bill/3,\"");
    endless.resize(40 << 20, b'x');
    let (records, report) = import(&[("bills.csv", &endless), ("bill_actions.csv", ACTIONS.as_bytes())]);
    assert_eq!((records.len(), report.skipped_as("damaged")), (2, 1), "{report}");
}
