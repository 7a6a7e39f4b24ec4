//! Federal bills.

use index_builder::import::run_in_memory::run_in_memory;
use index_builder::report::import_report::Report;
use serde_json::{Value, json};

use crate::corpus::{Corpus, importer, places_of};
use crate::shared_data::Set;

const UNVERSIONED: &str = include_str!("samples/billstatus/unversioned.xml");
const V1: &str = include_str!("samples/billstatus/1.0.0.xml");
const V3: &str = include_str!("samples/billstatus/3.0.0.xml");

/// Imports one file. Returns the records and the report.
fn import(file: &str) -> (Vec<Value>, Report) {
    let (lines, report) = run_in_memory(importer("billstatus"), &[("BILLSTATUS.xml", file.as_bytes())]);
    (lines.iter().map(|(_, line)| serde_json::from_str(line).unwrap()).collect(), report)
}

/// The only record of a file.
fn record(file: &str) -> Value {
    let (mut records, report) = import(file);
    assert_eq!((records.len(), report.read, report.skipped()), (1, 1, 0), "{report}");
    records.remove(0)
}

/// A sample with a text replaced. The sample must have it.
fn with(sample: &str, from: &str, to: &str) -> String {
    assert!(sample.contains(from), "the sample has no {from}");
    sample.replace(from, to)
}

/// A sample without the part from one text to the end of another.
fn without(sample: &str, from: &str, to: &str) -> String {
    let start = sample.find(from).unwrap();
    let end = start + sample[start..].find(to).unwrap() + to.len();
    format!("{}{}", &sample[..start], &sample[end..])
}

#[test]
fn layout_without_a_version_is_read() {
    assert_eq!(
        record(UNVERSIONED),
        json!({
            "id": "federal-114-sconres-14",
            "billNumber": "S. Con. Res. 14",
            "title": "A concurrent resolution honoring the honeybee.",
            "jurisdiction": "United States",
            "jurisdictionId": "federal",
            "chamber": "senate",
            "status": "passed_chamber",
            "introducedDate": "2016-02-29",
            "topics": ["animals"],
            "summary": "Honors the honeybee.",
            "meta": {
                "source": "GovInfo BILLSTATUS, U.S. Government Publishing Office",
                "jurisdiction": "federal",
                "last_updated": "2016-04-01",
                "citation": "S. Con. Res. 14, 114th Cong. (2016)",
                "license": "CC0 1.0",
            },
        })
    );
}

#[test]
fn resolution_never_becomes_law() {
    let law = "<laws><item><type>Public Law</type><number>114-1</number></item></laws><title>";
    let file = with(UNVERSIONED, "<title>", law);
    let (records, report) = import(&file);
    assert_eq!(records[0]["status"], "passed_chamber");
    assert_eq!(records[0]["meta"]["citation"], "S. Con. Res. 14, 114th Cong. (2016)");
    assert_eq!(report.disregarded_as("resolution_as_law"), 1, "{report}");
    assert!(report.to_string().contains("BILLSTATUS.xml: S. Con. Res. 14"), "{report}");
    let unpassed = without(&file, "<actionCode>17000", "</actionCode>");
    assert_eq!(import(&unpassed).0[0]["status"], "in_committee");
    let joint = with(&file, "SCONRES", "SJRES");
    assert_eq!(
        (&record(&joint)["status"], &record(&joint)["meta"]["citation"]),
        (&json!("signed"), &json!("Pub. L. 114-1"))
    );
}

#[test]
fn layout_1_0_0_is_read() {
    let (lines, report) = run_in_memory(importer("billstatus"), &[("BILLSTATUS-115hr7.xml", V1.as_bytes())]);
    assert_eq!(lines[0].0, "bills/parts.jsonl");
    assert_eq!(report.unmapped_subjects.by_count(), [("Congressional oversight", 1)]);
    let record = record(V1);
    assert_eq!(record["id"], "federal-115-hr-7");
    assert_eq!(record["billNumber"], "H.R. 7");
    assert_eq!(record["title"], "Bees & Trees Act of 2017");
    assert_eq!(record["chamber"], "house");
    assert_eq!(record["status"], "signed", "not the latest action decides");
    assert_eq!(record["topics"], json!(["agriculture", "animals"]), "the policy area comes first");
    assert_eq!(record["summary"], "(Sec. 2) This bill funds research on bees’ habitats. It ends in 2030.");
    assert_eq!(record["meta"]["citation"], "Pub. L. 115-999");
    assert_eq!(record["meta"]["last_updated"], "2018-11-30");
}

#[test]
fn layout_3_0_0_is_read() {
    let record = record(V3);
    assert_eq!(record["id"], "federal-117-s-21", "an amendment's number and a related bill's are others");
    assert_eq!(record["billNumber"], "S. 21");
    assert_eq!(record["title"], "Bees’ Act of 2021");
    assert_eq!(record["status"], "in_committee", "neither words nor an amendment's actions decide");
    assert_eq!(record["introducedDate"], "2021-01-22");
    assert_eq!(record["topics"], json!(["animals", "public-lands"]));
    assert_eq!(record["summary"], "This bill protects bees.");
    assert_eq!(record["meta"]["citation"], "S. 21, 117th Cong. (2021)");
    assert_eq!(record["meta"]["last_updated"], "2022-12-16");
}

#[test]
fn summary_text_without_cdata_element_is_read() {
    let flat = with(&with(V3, "<cdata>", ""), "</cdata>", "");
    assert_eq!(record(&flat)["summary"], "This bill protects bees.");
}

#[test]
fn type_decides_number_citation_and_chamber() {
    for (code, prefix, citation, chamber) in [
        ("HR", "H.R.", "H.R.", "house"),
        ("HJRES", "H.J. Res.", "H.R.J. Res.", "house"),
        ("HCONRES", "H. Con. Res.", "H.R. Con. Res.", "house"),
        ("HRES", "H. Res.", "H.R. Res.", "house"),
        ("S", "S.", "S.", "senate"),
        ("SJRES", "S.J. Res.", "S.J. Res.", "senate"),
        ("SCONRES", "S. Con. Res.", "S. Con. Res.", "senate"),
        ("sres", "S. Res.", "S. Res.", "senate"),
    ] {
        let file = with(V3, "<type>S</type>", &format!("<type>{code}</type>"));
        let record = record(&without(&file, "<originChamber>", "</originChamber>"));
        assert_eq!(record["id"], format!("federal-117-{}-21", code.to_lowercase()));
        assert_eq!(record["billNumber"], format!("{prefix} 21"));
        assert_eq!(record["meta"]["citation"], format!("{citation} 21, 117th Cong. (2021)"));
        assert_eq!(record["chamber"], chamber);
    }
}

#[test]
fn status_follows_from_laws_and_action_codes() {
    let action = |kind: &str, code: &str| {
        let file = with(V3, "<type>Floor</type>", &format!("<type>{kind}</type>"));
        with(&file, ">19500<", &format!(">{code}<"))
    };
    let law = |kind: &str, number: &str| {
        let laws = format!("<laws><item><type>{kind}</type><number>{number}</number></item></laws><title>");
        with(V3, "<title>Bees", &format!("{laws}Bees"))
    };
    let uncited = "S. 21, 117th Cong. (2021)";
    for (file, status, citation) in [
        (action("Floor", "19500"), "in_committee", uncited),
        (action("Floor", "8000"), "passed_chamber", uncited),
        (action("Floor", "17000"), "passed_chamber", uncited),
        (action("BecameLaw", "17000"), "signed", uncited),
        (action("President", "36000"), "signed", uncited),
        (action("Veto", "31000"), "in_committee", uncited),
        (law("Public Law", "117-999"), "signed", "Pub. L. 117-999"),
        (law("Private Law", "117–1"), "signed", "Priv. L. 117-1"),
        (law("Public Law", ""), "signed", uncited),
        (with(V3, "<title>Bees", "<laws/><title>Bees"), "in_committee", uncited),
    ] {
        let record = record(&file);
        assert_eq!((&record["status"], &record["meta"]["citation"]), (&json!(status), &json!(citation)));
    }
}

#[test]
fn missing_elements_are_left_out_of_the_record() {
    let file = without(V3, "<policyArea>", "</policyArea>");
    let file = without(&file, "<subjects>", "</subjects>");
    let file = without(&file, "<summaries>", "</summaries>");
    let file = with(&file, "2021-01-22</introducedDate>", "2021-02-30</introducedDate>");
    let record = record(&file);
    for field in ["introducedDate", "topics", "summary"] {
        assert_eq!(record.get(field), None, "{field}");
    }
    assert_eq!(record["meta"]["citation"], "S. 21, 117th Cong.");
}

#[test]
fn files_without_a_valid_bill_are_skipped_with_their_reason() {
    let placeholder = |title: &str| {
        let file = without(V3, "<sponsors>", "</sponsors>");
        with(&file, "Bees’ Act of 2021", title)
    };
    for (file, reason) in [
        (placeholder("Reserved for the Speaker."), "reserved_number"),
        (placeholder("Minority Leader"), "reserved_number"),
        (with(V3, "<type>S</type>", "<type>SAMDT</type>"), "unknown_type"),
        (with(V3, ">Senate<", ">House<"), "other_chamber"),
        (without(V3, "<type>S", "</type>"), "unknown_type"),
        (with(V3, "<number>21</number>", "<number/>"), "no_number"),
        (with(V3, "<congress>117</congress>", ""), "no_number"),
        (with(V3, "Bees’ Act of 2021", " "), "no_title"),
        (without(V3, "<updateDate>", "</updateDate>"), "no_date_of_data"),
        ("<billStatus/>".to_owned(), "stray_file"),
        ("<bill session='117'><title>Bees</title></bill>".to_owned(), "stray_file"),
        (V3[..V3.len() - 40].to_owned(), "damaged"),
        (V3[..900].to_owned(), "damaged"),
        (with(V3, "</title>", "</titel>"), "not_well_formed"),
        (with(V3, "<billStatus>", "<!DOCTYPE a [<!ENTITY b 'bb'>]><billStatus>"), "defines_entities"),
    ] {
        let (records, report) = import(&file);
        assert_eq!((records.len(), report.read, report.skipped_as(reason)), (0, 1, 1), "{reason}: {report}");
    }
    let (records, report) = import(&placeholder("An original bill on bees."));
    assert_eq!((records.len(), report.skipped()), (1, 0), "a bill of a committee has no sponsor");
}

#[test]
fn file_damaged_anywhere_is_one_record_or_one_skip() {
    for sample in [UNVERSIONED, V1, V3] {
        for place in (0..sample.len()).step_by(13) {
            let mut damaged = sample.as_bytes().to_vec();
            damaged[place] = b"<>&/\xff\0"[place % 6];
            for file in [&sample.as_bytes()[..place], &damaged] {
                let (lines, report) = run_in_memory(importer("billstatus"), &[("a.xml", file)]);
                assert_eq!((lines.len() as u64 + report.skipped(), report.read), (1, 1), "{place}: {report}");
            }
        }
    }
}

#[test]
fn files_of_other_kinds_are_companions_or_stray() {
    let files: [(&str, &[u8]); 4] = [
        ("s21/fdsys_billstatus.xml", V3.as_bytes()),
        ("s21/data.json", b"{}"),
        ("billstatus.xsl", b""),
        ("a.XML", b""),
    ];
    let (lines, report) = run_in_memory(importer("billstatus"), &files);
    assert_eq!((lines.len(), report.read, report.companions.count), (1, 3, 1));
    assert_eq!(places_of(&report, "stray_file"), ["s21/data.json"]);
    assert_eq!(report.skipped_as("not_well_formed"), 1);
}

#[test]
fn newer_snapshot_of_a_bill_wins_in_either_order() {
    let newer = with(&with(V3, "2022-12-16", "2023-01-17"), "Bees’ Act of 2021", "Newer Bees Act");
    let corpus = |files: [&str; 2]| {
        let corpus = Corpus::new();
        for (idx, file) in files.iter().enumerate() {
            corpus.import(importer("billstatus"), &[&corpus.beside(&format!("{idx}.xml"), file)]);
        }
        corpus.build();
        corpus
    };
    let forth = corpus([V3, &newer]);
    assert_eq!(forth.records("bills")[0]["title"], "Newer Bees Act");
    assert_eq!(forth.files(), corpus([&newer, V3]).files());
}

/// The numbers of records of a type that are signed, passed a chamber and in committee.
fn statuses(records: &[Value], prefix: &str) -> [usize; 3] {
    ["signed", "passed_chamber", "in_committee"].map(|status| {
        let of_type = records.iter().filter(|record| {
            let number = record["billNumber"].as_str().unwrap();
            number.rsplit_once(' ').unwrap().0 == prefix
        });
        of_type.filter(|record| record["status"] == status).count()
    })
}

#[test]
fn congress_115_imports_with_known_counts() {
    let Some(set) = Set::unpack("billstatus_115") else { return };
    let corpus = Corpus::new();
    let report = corpus.import(importer("billstatus"), &[&set.path("billstatus_115")]);
    assert_eq!((report.read, report.added), (11_277 + 78, 11_277));
    assert_eq!((report.skipped(), report.skipped_as("stray_file")), (78, 78));
    let records = corpus.records("bills");
    assert_eq!(statuses(&records, "H.R."), [284, 714, 6396]);
    assert_eq!(statuses(&records, "S."), [133, 128, 3544]);
    assert_eq!(statuses(&records, "S. Res."), [0, 34, 44]);
    assert!(report.with_topic >= 11_000, "{}", report.with_topic);
    corpus.build();
}

#[test]
fn senate_117_imports_with_known_counts() {
    let Some(set) = Set::unpack("billstatus_117_senate") else { return };
    let corpus = Corpus::new();
    let report = corpus.import(importer("billstatus"), &[&set.path("billstatus_117")]);
    assert_eq!((report.read, report.added), (6356, 6356));
    let records = corpus.records("bills");
    assert_eq!(statuses(&records, "S."), [131, 141, 5085]);
    assert_eq!(statuses(&records, "S.J. Res."), [4, 7, 59]);
    assert_eq!(statuses(&records, "S. Res."), [0, 529, 348]);
    assert_eq!(statuses(&records, "S. Con. Res."), [0, 19, 33]);
    assert!(report.with_topic >= 5700, "{}", report.with_topic);
    corpus.build();
}

#[test]
fn publishers_samples_of_all_layouts_import_with_known_counts() {
    let Some(set) = Set::unpack("billstatus_samples") else { return };
    let corpus = Corpus::new();
    let report = corpus.import(importer("billstatus"), &[&set.path("billstatus_samples")]);
    // 53 files of 43 bills, some of them in two or three layouts, and three texts.
    assert_eq!((report.read, report.valid, report.added, report.repeated.count), (56, 53, 43, 10));
    assert_eq!((report.skipped(), report.skipped_as("stray_file")), (3, 3));
    corpus.build();
}
