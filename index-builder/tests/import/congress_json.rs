//! Federal bills of the unitedstates/congress project.

use std::fs;
use std::path::Path;

use index_builder::import::run_in_memory::run_in_memory;
use index_builder::report::import_report::Report;
use serde_json::{Value, json};

use crate::corpus::{Corpus, importer, places_of};
use crate::shared_data::Set;

/// A law of the 107th Congress, with the fields that a file from THOMAS has.
fn sample() -> Value {
    json!({
        "bill_id": "hr7-107", "bill_type": "hr", "number": "7", "congress": "107",
        "introduced_at": "2009-09-17", "updated_at": "2013-07-12T05:04:49-04:00",
        "status": "ENACTED:SIGNED", "status_at": "2010-03-23T11:56:00-04:00",
        "history": { "enacted": true, "house_passage_result": "pass", "house_passage_result_at": "2010-03-21" },
        "enacted_as": { "congress": "107", "law_type": "public", "number": "999" },
        "official_title": "An act to protect bees.", "short_title": "Bees & Trees Act", "popular_title": "Bee bill",
        "titles": [
            { "as": null, "is_for_portion": false, "title": "Bee bill", "type": "popular" },
            { "as": "enacted", "is_for_portion": true, "title": "Wasps Act", "type": "short" },
            { "as": "enacted", "is_for_portion": false, "title": "Bees & Trees Act", "type": "short" },
        ],
        "sponsor": { "name": "Doe, Jane", "thomas_id": "01729", "type": "person" }, "cosponsors": [],
        "subjects_top_term": "Agriculture and food",
        "subjects": ["Agriculture and food", "Animals", "Bees of unknown kinds"],
        "summary": { "as": "Public Law", "date": "2010-03-23", "text": "Bees Act - Funds research on bees < 1 inch." },
        "actions": [
            { "acted_at": "2009-09-17", "text": "Referred to the Committee on Bees.", "type": "referral" },
            { "acted_at": "2010-03-23T11:56:00-04:00", "text": "Signed by President.", "type": "signed" },
        ],
        "amendments": [], "committees": [], "related_bills": [],
    })
}

/// The sample with some fields replaced. A field whose value is `None` is removed.
fn with(fields: &[(&str, Option<Value>)]) -> Value {
    let mut bill = sample();
    let object = bill.as_object_mut().unwrap();
    for (name, value) in fields {
        match value {
            Some(value) => object.insert((*name).to_owned(), value.clone()),
            None => object.remove(*name),
        };
    }
    bill
}

fn import(file: &str) -> (Vec<(String, Value)>, Report) {
    let (lines, report) = run_in_memory(importer("congress-json"), &[("107/bills/hr/hr7/data.json", file.as_bytes())]);
    (lines.into_iter().map(|(file, line)| (file, serde_json::from_str(&line).unwrap())).collect(), report)
}

/// The only record of a file.
#[track_caller]
fn record(file: &Value) -> Value {
    let (mut records, report) = import(&file.to_string());
    assert_eq!((records.len(), report.read, report.skipped()), (1, 1, 0), "{report}");
    records.remove(0).1
}

#[test]
fn law_of_thomas_becomes_a_signed_bill() {
    let (records, report) = import(&sample().to_string());
    assert_eq!(records[0].0, "bills/parts.jsonl");
    assert_eq!(report.unmapped_subjects.by_count(), [("Bees of unknown kinds", 1)]);
    assert_eq!(
        records[0].1,
        json!({
            "id": "federal-107-hr-7",
            "billNumber": "H.R. 7",
            "title": "Bees & Trees Act",
            "jurisdiction": "United States",
            "jurisdictionId": "federal",
            "chamber": "house",
            "status": "signed",
            "introducedDate": "2009-09-17",
            "topics": ["agriculture", "animals"],
            "summary": "Bees Act - Funds research on bees < 1 inch.",
            "meta": {
                "source": "unitedstates/congress",
                "jurisdiction": "federal",
                "last_updated": "2013-07-12",
                "citation": "Pub. L. 107-999",
                "license": "CC0 1.0",
            },
        })
    );
}

#[test]
fn integers_are_read_like_texts() {
    let law = json!({ "congress": 107, "law_type": "public", "number": 999 });
    let fields = [("congress", Some(json!(107))), ("number", Some(json!(7))), ("enacted_as", Some(law))];
    assert_eq!(record(&with(&fields)), record(&sample()));
}

#[test]
fn null_and_missing_fields_are_left_out_of_the_record() {
    let fields = ["short_title", "popular_title", "enacted_as", "summary", "introduced_at", "sponsor", "titles"];
    let others = [("subjects_top_term", Some(Value::Null)), ("subjects", Some(json!([])))];
    let status = ("status", Some(json!("REFERRED")));
    for missing in [None, Some(Value::Null)] {
        let fields: Vec<_> = fields.iter().map(|field| (*field, missing.clone())).chain(others.clone()).collect();
        assert_eq!(
            record(&with(&[&fields[..], std::slice::from_ref(&status)].concat())),
            json!({
                "id": "federal-107-hr-7",
                "billNumber": "H.R. 7",
                "title": "An act to protect bees.",
                "jurisdiction": "United States",
                "jurisdictionId": "federal",
                "chamber": "house",
                "status": "in_committee",
                "meta": {
                    "source": "unitedstates/congress",
                    "jurisdiction": "federal",
                    "last_updated": "2013-07-12",
                    "citation": "H.R. 7, 107th Cong.",
                    "license": "CC0 1.0",
                },
            })
        );
    }
}

#[test]
fn every_status_maps_to_a_status_of_bills() {
    let passed_house = json!({ "house_passage_result": "pass", "senate_passage_result": "fail" });
    let failed = json!({ "house_passage_result": "fail" });
    for (status, history, expected) in [
        ("INTRODUCED", Value::Null, "in_committee"),
        ("REFERRED", Value::Null, "in_committee"),
        ("REPORTED", Value::Null, "in_committee"),
        ("PASS_OVER:HOUSE", Value::Null, "passed_chamber"),
        ("PASS_OVER:SENATE", Value::Null, "passed_chamber"),
        ("PASS_BACK:HOUSE", Value::Null, "passed_chamber"),
        ("PASS_BACK:SENATE", Value::Null, "passed_chamber"),
        ("CONFERENCE:PASSED:HOUSE", Value::Null, "passed_chamber"),
        ("CONFERENCE:PASSED:SENATE", Value::Null, "passed_chamber"),
        ("PASSED:SIMPLERES", Value::Null, "passed_chamber"),
        ("PASSED:CONCURRENTRES", Value::Null, "passed_chamber"),
        ("PASSED:CONSTAMEND", Value::Null, "passed_chamber"),
        ("PASSED:BILL", Value::Null, "passed_chamber"),
        ("FAIL:ORIGINATING:HOUSE", failed.clone(), "in_committee"),
        ("FAIL:ORIGINATING:SENATE", Value::Null, "in_committee"),
        ("FAIL:SECOND:HOUSE", Value::Null, "passed_chamber"),
        ("FAIL:SECOND:SENATE", Value::Null, "passed_chamber"),
        ("PROV_KILL:PINGPONGFAIL", Value::Null, "passed_chamber"),
        ("PROV_KILL:VETO", Value::Null, "passed_chamber"),
        ("VETOED:POCKET", Value::Null, "passed_chamber"),
        ("VETOED:OVERRIDE_PASS_OVER:HOUSE", Value::Null, "passed_chamber"),
        ("VETOED:OVERRIDE_FAIL_SECOND:SENATE", Value::Null, "passed_chamber"),
        ("PROV_KILL:SUSPENSIONFAILED", Value::Null, "in_committee"),
        ("PROV_KILL:SUSPENSIONFAILED", failed.clone(), "in_committee"),
        ("PROV_KILL:SUSPENSIONFAILED", json!({ "senate_passage_result": "pass" }), "passed_chamber"),
        ("PROV_KILL:CLOTUREFAILED", failed, "in_committee"),
        ("PROV_KILL:CLOTUREFAILED", passed_house, "passed_chamber"),
        ("ENACTED:SIGNED", Value::Null, "signed"),
        ("ENACTED:VETO_OVERRIDE", Value::Null, "signed"),
        ("ENACTED:TENDAYRULE", Value::Null, "signed"),
    ] {
        let of_law = json!({ "congress": "107", "law_type": "private", "number": "3" });
        let bill = |law: Value| {
            with(&[("status", Some(json!(status))), ("history", Some(history.clone())), ("enacted_as", Some(law))])
        };
        let (unlawful, law) = (record(&bill(Value::Null)), record(&bill(of_law)));
        let of = |record: &Value| (record["status"].clone(), record["meta"]["citation"].clone());
        assert_eq!(of(&unlawful), (json!(expected), json!("H.R. 7, 107th Cong. (2009)")), "{status} {history}");
        assert_eq!(of(&law), (json!("signed"), json!("Priv. L. 107-3")), "{status}");
    }
}

#[test]
fn title_is_the_displayed_one_or_the_short_or_the_official_one() {
    let displayed = json!([{ "title": "Official", "type": "official" }, { "title": "Displayed", "type": "display" }]);
    for (fields, title) in [
        (vec![("titles", Some(displayed))], "Displayed"),
        (vec![("short_title", Some(json!(" ")))], "An act to protect bees."),
        (vec![("short_title", None), ("official_title", None)], "Bee bill"),
        (vec![("short_title", Some(json!("AT&amp;T  Act")))], "AT&T Act"),
    ] {
        assert_eq!(record(&with(&fields))["title"], title);
    }
}

#[test]
fn policy_area_is_mapped_in_any_case() {
    for policy_area in ["Agriculture and food", "Agriculture and Food", "AGRICULTURE AND FOOD"] {
        let fields = [("subjects_top_term", Some(json!(policy_area))), ("subjects", Some(json!([policy_area])))];
        assert_eq!(record(&with(&fields))["topics"], json!(["agriculture"]), "{policy_area}");
    }
}

#[test]
fn summary_begins_with_its_first_sentence() {
    const NOTE: &str =
        "(This measure has not been amended since it was introduced. The summary of that version is repeated here.)";
    for (text, summary) in [
        ("Honors the bee.\n\nHonors the wasp.".to_owned(), json!("Honors the bee. Honors the wasp.")),
        (format!("{NOTE}\n\nHonors the bee."), json!("Honors the bee.")),
        (format!("Bees Act\n\n{NOTE}\n\nTITLE I--BEES\n\nHonors the bee."), json!("Honors the bee.")),
        ("Bees Act\n\nThis bill honors the bee.".to_owned(), json!("This bill honors the bee.")),
        ("Honey through Bees and Trees Act\n\nThis bill honors.".to_owned(), json!("This bill honors.")),
        ("Bees Act of 2009\nThis bill honors the bee.".to_owned(), json!("This bill honors the bee.")),
        ("This bill honors\n\n the bee; and\n\nthe wasp.".to_owned(), json!("This bill honors the bee; and the wasp.")),
        ("Honors R&D on the bee".to_owned(), json!("Honors R&D on the bee")),
        (" \n\n".to_owned(), Value::Null),
        (format!("{}.", "Honors the bee and ".repeat(60)), Value::Null),
    ] {
        let found = record(&with(&[("summary", Some(json!({ "text": text })))]));
        assert_eq!(found["summary"], summary, "{text}");
    }
    assert_eq!(record(&with(&[("summary", Some(json!({ "as": "Introduced" })))]))["summary"], Value::Null);
}

#[test]
fn file_without_a_valid_bill_is_skipped_with_its_reason() {
    let field = |name: &'static str, value: Value| with(&[(name, Some(value))]).to_string();
    let without = |name: &'static str| with(&[(name, None)]).to_string();
    let whole = sample().to_string();
    let reserved = [("sponsor", Some(Value::Null)), ("short_title", Some(json!("Reserved for the Speaker.")))];
    for (file, reason, place) in [
        (with(&reserved).to_string(), "reserved_number", "Reserved for the Speaker."),
        (field("bill_type", json!("samdt")), "unknown_type", "samdt"),
        (without("bill_type"), "unknown_type", ""),
        (without("number"), "no_number", "there is no number"),
        (field("congress", json!("")), "no_number", "there is no Congress"),
        (without("updated_at"), "no_date_of_data", "H.R. 7"),
        (field("updated_at", json!("yesterday")), "no_date_of_data", "H.R. 7"),
        (
            with(&[("short_title", None), ("official_title", None), ("popular_title", None)]).to_string(),
            "no_title",
            "H.R. 7",
        ),
        (field("status", json!("LOST")).replace("enacted_as", "x"), "unknown_status", "LOST"),
        (without("status").replace("enacted_as", "x"), "unknown_status", ""),
        (without("bill_id"), "stray_file", "not a bill: it has no bill_id"),
        (json!({ "vote_id": "h1-107", "number": 1, "congress": 107 }).to_string(), "stray_file", "not a bill"),
        (json!([sample()]).to_string(), "stray_file", "not a bill"),
        (field("number", json!(7.5)), "not_well_formed", "a number is neither text nor an integer"),
        (field("summary", json!("Bees")), "not_well_formed", "invalid type: string"),
        (whole[..whole.len() - 1].to_owned(), "not_well_formed", "EOF"),
        (String::new(), "not_well_formed", "EOF"),
    ] {
        let (records, report) = import(&file);
        assert_eq!((records.len(), report.read, report.skipped_as(reason)), (0, 1, 1), "{reason}: {report}");
        assert!(places_of(&report, reason)[0].contains(place), "{place}: {report}");
    }
    let committee = with(&[("sponsor", Some(Value::Null))]);
    assert_eq!(record(&committee)["id"], "federal-107-hr-7", "a bill of a committee has no sponsor");
}

#[test]
fn file_damaged_anywhere_is_one_record_or_one_skip() {
    let sample = sample().to_string();
    for place in (0..sample.len()).step_by(7) {
        let mut damaged = sample.as_bytes().to_vec();
        damaged[place] = b"{\"\\,\xff\0"[place % 6];
        for file in [&sample.as_bytes()[..place], &damaged] {
            let (lines, report) = run_in_memory(importer("congress-json"), &[("data.json", file)]);
            assert_eq!((lines.len() as u64 + report.skipped(), report.read), (1, 1), "{place}: {report}");
        }
    }
}

#[test]
fn other_files_of_the_project_are_companions_or_stray() {
    let bill = sample().to_string();
    let files: [(&str, &[u8]); 9] = [
        ("107/bills/hr/hr7/data.json", bill.as_bytes()),
        ("107/bills/hr/hr7/data.xml", b"<bill/>"),
        ("107/bills/hr/hr7/data-fromfdsys-lastmod.txt", b"2017"),
        ("107/bills/hr/hr7/text-versions/enr/data.json", br#"{"bill_version_id": "hr7-107-enr"}"#),
        ("107/amendments/hamdt/hamdt5/data.json", br#"{"amendment_id": "hamdt5-107"}"#),
        ("107/votes/2009/h1/data.json", br#"{"vote_id": "h1-107.2009", "congress": 107}"#),
        ("committee_meetings_house.json", b"[]"),
        ("votes.json", b"{}"),
        ("README.md", b""),
    ];
    let (lines, report) = run_in_memory(importer("congress-json"), &files);
    assert_eq!((lines.len(), report.read, report.companions.count), (1, 4, 5), "{report}");
    assert_eq!(
        places_of(&report, "stray_file"),
        [
            "committee_meetings_house.json: not a bill: it has no bill_id",
            "votes.json: not a bill: it has no bill_id",
            "README.md"
        ]
    );
    // A bill is recognized in any folder and under any name.
    let (lines, _) = run_in_memory(importer("congress-json"), &[("hr7-107.JSON", bill.as_bytes())]);
    assert_eq!(lines.len(), 1);
}

#[test]
fn older_snapshot_does_not_replace_a_newer_one() {
    let early = with(&[
        ("updated_at", Some(json!("2009-12-31T23:59:59-05:00"))),
        ("status", Some(json!("PASS_OVER:HOUSE"))),
        ("enacted_as", None),
    ]);
    let corpus = |files: [&Value; 2]| {
        let corpus = Corpus::new();
        for (idx, file) in files.iter().enumerate() {
            corpus.import(importer("congress-json"), &[&corpus.beside(&format!("{idx}.json"), file.to_string())]);
        }
        corpus.build();
        corpus
    };
    let forth = corpus([&early, &sample()]);
    assert_eq!(forth.records("bills")[0]["status"], "signed");
    assert_eq!(forth.files(), corpus([&sample(), &early]).files());
}

#[test]
fn bill_of_a_later_congress_is_left_to_billstatus() {
    for (congress, n_records) in [("93", 1), ("107", 1), (" 108 ", 0), ("119", 0)] {
        let (records, report) = import(&with(&[("congress", Some(json!(congress)))]).to_string());
        assert_eq!((records.len(), report.skipped_as("later_congress")), (n_records, 1 - n_records as u64), "{report}");
    }
}

#[test]
fn files_made_of_billstatus_give_the_same_records_as_billstatus() {
    let Some(set) = Set::unpack("billstatus_115") else { return };
    let corpus = Corpus::new();
    let folder = corpus.path().with_file_name("sres");
    copy_as_105th(&set.path("billstatus_115/sres"), &folder);
    let import = |format: &str| {
        let corpus = Corpus::new();
        let report = corpus.import(importer(format), &[&folder]);
        assert_eq!(report.added, 78, "{report}");
        corpus.build();
        corpus.records(&format!("bills/{format}-105.jsonl"))
    };
    for (mut record, mut official) in import("congress-json").into_iter().zip(import("billstatus")) {
        for record in [&mut record, &mut official] {
            record["meta"]["source"].take();
            // The project sorts the subjects, and BILLSTATUS has them in an order of its own.
            let mut topics: Vec<String> = serde_json::from_value(record["topics"].take()).unwrap();
            topics.sort();
            record["topics"] = json!(topics);
        }
        assert_eq!(record, official);
    }
}

/// Copies files of the 115th Congress as those of a Congress whose bills are read.
fn copy_as_105th(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        let to = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy_as_105th(&entry.path(), &to);
        } else {
            fs::write(to, fs::read_to_string(entry.path()).unwrap().replace("115", "105")).unwrap();
        }
    }
}
