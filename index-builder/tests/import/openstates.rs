//! State bills of Open States.

use index_builder::import::run_in_memory::run_in_memory;
use index_builder::report::import_report::Report;
use serde_json::{Value, json};

use crate::corpus::{Corpus, importer};
use crate::shared_data::Set;

/// A bill as a scraper writes it, with some of its fields changed.
pub(crate) fn scraped(changes: &Value) -> Value {
    let mut bill = json!({
        "legislative_session": "2025",
        "identifier": "HB 12",
        "title": "Relating to ferries.",
        "from_organization": "~{\"classification\": \"lower\"}",
        "classification": ["bill"],
        "subject": ["Water (I0885)"],
        "abstracts": [],
        "actions": [],
        "jurisdiction": {"id": "ocd-jurisdiction/country:us/state:tx/government", "name": "Texas"},
        "scraped_at": "2025-09-01T02:00:00+00:00",
    });
    for (field, value) in changes.as_object().unwrap() {
        bill[field] = value.clone();
    }
    bill
}

pub(crate) fn state(code: &str) -> Value {
    json!({"id": format!("ocd-jurisdiction/country:us/state:{code}/government")})
}

fn action(date: &str, organization: &str, description: &str, classification: &[&str]) -> Value {
    let organization = format!("~{{\"classification\": \"{organization}\"}}");
    json!({"date": date, "organization_id": organization, "description": description, "classification": classification})
}

pub(crate) fn import(files: &[(&str, &[u8])]) -> (Vec<Value>, Report) {
    let (lines, report) = run_in_memory(importer("openstates"), files);
    let records: Vec<Value> = lines.iter().map(|(_, line)| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(report.read, report.valid + report.skipped(), "{report}");
    (records, report)
}

/// The only record that a scraped file gives.
fn record(changes: &Value) -> Value {
    let (mut records, report) = import(&[("bill_1.json", scraped(changes).to_string().as_bytes())]);
    assert_eq!(records.len(), 1, "{report}");
    records.remove(0)
}

/// Asserts that a scraped file is skipped for this reason.
fn skipped(changes: &Value, reason: &str) {
    let (records, report) = import(&[("bill_1.json", scraped(changes).to_string().as_bytes())]);
    assert_eq!((records.len(), report.skipped_as(reason)), (0, 1), "{report}");
}

#[test]
fn scraped_bill_becomes_a_record() {
    let actions = [
        action("2025-01-30", "upper", "Received by the Secretary of the Senate", &["filing", "introduction"]),
        action("2025-01-20", "lower", "Read first time", &["introduction", "reading-1"]),
        action("2025-01-29", "lower", "Passed", &["passage"]),
        action("2024-12-20", "lower", "Filed", &["filing"]),
    ];
    let abstracts = [json!({"note": "summary", "abstract": "Lets <b>ferries</b> run&nbsp;at night. It does more."})];
    let changes = json!({
        "identifier": "HB 12",
        "title": "Relating to\n ferries &amp; boats.",
        "actions": actions,
        "abstracts": abstracts,
        "subject": ["Transportation--Mass Transit (I0823)", "Water--Rights (I0870)", "FERRY, JOHN (NQ4D1)"],
    });
    let expected = json!({
        "id": "tx-2025-hb12",
        "billNumber": "HB 12",
        "title": "Relating to ferries & boats.",
        "jurisdiction": "Texas",
        "jurisdictionId": "tx",
        "chamber": "house",
        "status": "passed_chamber",
        "introducedDate": "2025-01-20",
        "topics": ["transportation", "water"],
        "summary": "Lets ferries run at night. It does more.",
        "meta": {
            "source": "Open States",
            "jurisdiction": "tx",
            "last_updated": "2025-09-01",
            "citation": null,
            "license": "CC0 1.0",
        },
    });
    assert_eq!(record(&changes), expected);
}

#[test]
fn status_follows_from_classes_of_actions_not_their_words() {
    for (classes, status) in [
        (&["passage", "executive-receipt", "executive-signature"][..], "signed"),
        (&["passage", "executive-veto", "became-law"], "signed"),
        (&["passage", "executive-veto"], "passed_chamber"),
        (&["committee-passage", "amendment-passage", "failure"], "in_committee"),
        (&[], "in_committee"),
    ] {
        let mut actions: Vec<Value> =
            classes.iter().map(|class| action("2025-02-01", "lower", "Done", &[*class])).collect();
        actions.push(action("2025-02-02", "lower", "Signed by the Governor, became law", &[]));
        actions.push(action("2025-12-01", "lower", "To come into force", &["became-law"]));
        assert_eq!(record(&json!({"actions": actions}))["status"], status, "{classes:?}");
    }
}

#[test]
fn introduced_date_is_the_day_in_the_chamber_of_origin() {
    let montana = json!({"jurisdiction": state("mt"), "actions": [
        action("2024-12-14T15:15:24+00:00", "legislature", "(LC) Drafter Assigned", &[]),
        action("2025-02-03T19:47:53+00:00", "lower", "(H) First Reading", &["reading-1"]),
        action("2025-02-01T02:24:24+00:00", "lower", "(H) Introduced", &[]),
    ]});
    assert_eq!(record(&montana)["introducedDate"], "2025-01-31");
    let wyoming = json!({"jurisdiction": state("wy"), "identifier": "SF0006", "actions": [
        action("2025-02-25T01:21:50+00:00", "lower", "H Introduced", &["introduction"]),
        action("2025-01-20T01:21:50+00:00", "upper", "S Introduced", &["introduction"]),
        action("2024-12-26T21:15:02+00:00", "executive", "Bill Number Assigned", &["reading-1"]),
    ]});
    assert_eq!(record(&wyoming)["introducedDate"], "2025-01-19");
    let first_action = json!({"actions": [
        action("2025-03-01", "lower", "Referred", &["referral-committee"]),
        action("2025-02-01", "lower", "Noted", &[]),
    ]});
    assert_eq!(record(&first_action)["introducedDate"], "2025-02-01");
    for actions in [
        json!([]),
        json!([action("2025-02", "lower", "Filed", &["filing"])]),
        json!([action("2026-01-13", "lower", "Filed", &["filing"])]),
        json!([
            action("2005-01-14", "lower", "Filed", &["filing"]),
            action("2025-01-20", "lower", "Read", &["reading-1"])
        ]),
        json!([action("2025-01-14T05:00:00+00:00", "lower", "Filed", &["filing"])]),
    ] {
        assert_eq!(record(&json!({ "actions": actions })).get("introducedDate"), None, "{actions}");
    }
}

/// The sources give the arrival in the other chamber with the chamber of origin, or without a chamber.
#[test]
fn introduction_after_the_first_passage_gives_no_date() {
    let filed = action("2025-01-09", "lower", "Filed with the Clerk", &["filing"]);
    let passed = |day: &str| action(day, "lower", "Adopted", &["passage"]);
    let arrived = |day: &str| action(day, "lower", "Arrived in the other chamber", &["introduction"]);
    let signed = action("2025-03-01", "executive", "Signed", &["executive-signature"]);
    for (actions, introduced) in [
        (vec![filed.clone(), passed("2025-02-01"), arrived("2025-02-03")], Some("2025-01-09")),
        (vec![arrived("2025-02-03"), passed("2025-02-01"), filed.clone()], Some("2025-01-09")),
        (vec![filed.clone(), passed("2025-02-01"), passed("2025-02-05"), arrived("2025-02-03")], Some("2025-01-09")),
        (vec![filed.clone(), passed("2025-02-01"), arrived("2025-02-01")], Some("2025-01-09")),
        (vec![filed.clone(), signed, arrived("2025-03-02")], Some("2025-01-09")),
        (
            vec![arrived("2025-02-03"), action("2025-01-12", "lower", "Read", &["reading-1"]), passed("2025-02-01")],
            Some("2025-01-12"),
        ),
        (
            vec![action("2025-01-05", "lower", "Noted", &[]), arrived("2025-02-03"), passed("2025-02-01")],
            Some("2025-01-05"),
        ),
        (vec![passed("2025-02-01"), arrived("2025-02-03")], Some("2025-02-01")),
        (vec![arrived("2025-02-01"), filed.clone(), passed("2025-02-01")], Some("2025-02-01")),
        // An introduction that is not after the passage counts.
        (vec![filed.clone(), arrived("2025-01-31"), passed("2025-02-01")], Some("2025-01-31")),
        (vec![arrived("2025-02-01"), passed("2025-02-01")], Some("2025-02-01")),
        (vec![arrived("2025-01-31"), passed("2005-02-01"), filed], Some("2025-01-31")),
        (vec![arrived("2025-01-31"), passed("")], Some("2025-01-31")),
    ] {
        let bill = record(&json!({"jurisdiction": state("il"), "actions": actions}));
        assert_eq!(bill.get("introducedDate").and_then(Value::as_str), introduced, "{actions:?}");
    }
}

#[test]
fn enactment_before_the_introduction_gives_no_date() {
    let law = |day: &str| action(day, "lower", "Chaptered", &["became-law"]);
    let read = action("2025-01-31", "lower", "Read", &["reading-1"]);
    let introduced = |actions: &[&Value]| record(&json!({ "actions": actions })).get("introducedDate").cloned();
    assert_eq!(introduced(&[&law("2025-01-01"), &read]), Some(json!("2025-01-31")));
    assert_eq!(introduced(&[&read, &law("2024-12-01"), &law("2025-03-01")]), Some(json!("2025-01-31")));
    let referred = action("2025-02-01", "lower", "Referred", &["referral-committee"]);
    assert_eq!(introduced(&[&law("2025-01-01"), &referred]), Some(json!("2025-02-01")));
    assert_eq!(introduced(&[&law("2025-01-01")]), Some(json!("2025-01-01")), "there is no other action");
}

#[test]
fn resolution_never_becomes_law() {
    let [passed, signed] = ["passage", "became-law"].map(|class| action("2025-02-01", "lower", "Done", &[class]));
    for (classes, actions, status) in [
        (&["resolution"][..], vec![&passed, &signed], "passed_chamber"),
        (&["concurrent resolution"], vec![&passed, &signed], "passed_chamber"),
        (&["concurrent resolution"], vec![&signed], "in_committee"),
        (&["joint resolution"], vec![&signed], "signed"),
        (&["resolution", "constitutional amendment"], vec![&signed], "signed"),
        (&["bill"], vec![&passed, &signed], "signed"),
    ] {
        let bill = scraped(&json!({ "classification": classes, "actions": actions }));
        let (records, report) = import(&[("bill_1.json", bill.to_string().as_bytes())]);
        assert_eq!(records[0]["status"], status, "{classes:?}");
        assert_eq!(report.disregarded_as("resolution_as_law"), u64::from(status != "signed"), "{classes:?}");
    }
}

#[test]
fn chamber_follows_from_the_number_with_one_chamber() {
    for (code, number, class, chamber) in [
        ("wy", "SF0006", "lower", "senate"),
        ("wy", "HJ0001", "lower", "house"),
        ("tx", "SB 1", "upper", "senate"),
        ("ca", "AB 1", "lower", "house"),
    ] {
        let from = format!("~{{\"classification\": \"{class}\"}}");
        let bill = record(&json!({"jurisdiction": state(code), "identifier": number, "from_organization": from}));
        assert_eq!(bill["chamber"], chamber, "{number}");
    }
    for (number, chamber) in [("PC0021", "house"), ("RCS0001", "senate"), ("RKC0003", "house"), ("PS 5", "senate")] {
        let jurisdiction = json!({"id": "ocd-jurisdiction/country:us/territory:pr/government"});
        let from = "~{\"classification\": \"upper\"}";
        let bill = record(&json!({"jurisdiction": jurisdiction, "identifier": number, "from_organization": from}));
        assert_eq!(bill["chamber"], chamber, "{number}");
    }
}

#[test]
fn bill_of_a_legislature_with_one_chamber_is_of_the_senate() {
    for (jurisdiction, number) in
        [("state:ne", "LB1"), ("territory:gu", "1-38 (LS)"), ("territory:vi", "36-0001"), ("district:dc", "B26-0001")]
    {
        for class in ["legislature", "upper", "lower"] {
            let bill = record(&json!({
                "jurisdiction": {"id": format!("ocd-jurisdiction/country:us/{jurisdiction}/government")},
                "identifier": number,
                "from_organization": format!("~{{\"classification\": \"{class}\"}}"),
                "actions": [
                    action("2025-01-20", "legislature", "Date of introduction", &["introduction"]),
                    action("2025-01-09", "legislature", "Noted", &[]),
                ],
            }));
            assert_eq!((&bill["chamber"], &bill["introducedDate"]), (&json!("senate"), &json!("2025-01-20")));
        }
    }
}

#[test]
fn measures_that_are_no_state_bills_are_skipped_with_a_reason() {
    let legislature = "~{\"classification\": \"legislature\"}";
    let territory = |code: &str| json!({"id": format!("ocd-jurisdiction/country:us/territory:{code}/government")});
    for (changes, reason) in [
        (json!({"classification": ["appointment"]}), "appointment"),
        (json!({"classification": ["proclamation"]}), "not_a_bill"),
        (json!({"classification": ["contract"]}), "not_a_bill"),
        (json!({"classification": ["proposed bill"]}), "draft"),
        (json!({"classification": []}), "unknown_kind"),
        (json!({"classification": ["sonnet"]}), "unknown_kind"),
        (json!({"jurisdiction": state("mt"), "identifier": "LC1878", "from_organization": legislature}), "draft"),
        (json!({"from_organization": legislature}), "no_chamber"),
        (json!({"from_organization": null}), "no_chamber"),
        (json!({"jurisdiction": territory("pr"), "identifier": "XX0001"}), "no_chamber"),
        (json!({"jurisdiction": {"id": "ocd-jurisdiction/country:us/government"}}), "federal"),
        (
            json!({"jurisdiction": {"id": "ocd-jurisdiction/country:us/state:tx/place:austin/government"}}),
            "unknown_jurisdiction",
        ),
        (json!({"jurisdiction": null}), "unknown_jurisdiction"),
        (json!({"identifier": " "}), "no_number"),
        (json!({"legislative_session": ""}), "no_number"),
        (json!({"title": "  "}), "no_title"),
        (json!({"title": "x".repeat(30_000)}), "invalid_record"),
        (json!({"scraped_at": null}), "no_date_of_data"),
    ] {
        skipped(&changes, reason);
    }
}

#[test]
fn unsuitable_abstract_is_not_used_as_a_summary() {
    for (note, text) in [
        ("summary", "2025/Summaries/SF0034.pdf"),
        ("summary", "https://example.org/a b c d e"),
        ("full subject", "Crimes & Offenses, which is what this is about"),
        ("summary", "Relating to ferries."),
        ("summary", "Water (I0885)"),
        ("", ""),
    ] {
        let bill = record(&json!({"abstracts": [{"note": note, "abstract": text}]}));
        assert_eq!(bill.get("summary"), None, "{text}");
    }
}

#[test]
fn subjects_without_a_tag_are_counted_and_give_no_topic() {
    let subjects = json!(["A", "I0794", "Short Form", "TAXATION", "taxation "]);
    let (records, report) = import(&[("bill_1.json", scraped(&json!({ "subject": subjects })).to_string().as_bytes())]);
    assert_eq!(records[0]["topics"], json!(["tax"]));
    assert_eq!(report.unmapped_subjects.by_count(), [("A", 1), ("I0794", 1), ("Short Form", 1)]);
}

#[test]
fn invalid_json_object_is_skipped_without_affecting_others() {
    let good = scraped(&json!({})).to_string();
    let array = format!("[{good}, {{\"identifier\": 7}}, {{\"a\": 1}}, {}", &good[..100]);
    let (records, report) =
        import(&[("bills.json", array.as_bytes()), ("bill_2.json", b"[]"), ("bill_3.json", b"\xff")]);
    assert_eq!((records.len(), report.read), (1, 6), "{report}");
    for (reason, count) in [("not_well_formed", 2), ("stray_file", 2), ("damaged", 1)] {
        assert_eq!(report.skipped_as(reason), count, "{reason}: {report}");
    }
}

#[test]
fn other_files_of_scrapers_are_companions() {
    let files: &[(&str, &[u8])] = &[
        ("_data/wy/vote_event_1.json", b"{}"),
        ("_data/wy/organization_1.json", b"{}"),
        ("_data/wy/jurisdiction_ocd-jurisdiction-country:us-state:wy-government.json", b"{}"),
        ("bills/HB1/logs/1.json", b"{}"),
        ("docs/DATA.md", b"x"),
        ("bills/HB1/text.pdf", b"x"),
    ];
    let (records, report) = import(files);
    assert_eq!((records.len(), report.companions.count, report.skipped_as("stray_file")), (0, 5, 1), "{report}");
}

/// The counts of a state: files; records that are signed, passed by a chamber and in committee; and skips by reason.
type Counts = (&'static str, u64, [usize; 3], &'static [(&'static str, u64)]);

const COUNTS: &[Counts] = &[
    ("al", 91, [0, 0, 91], &[]),
    ("gu", 100, [0, 0, 100], &[]),
    ("mt", 4495, [777, 423, 3295 - 2736], &[("draft", 2736)]),
    ("ne", 1037, [202, 144, 691], &[]),
    // One title is longer than the limit, because it names every act that the bill amends.
    ("pr", 3471, [0, 1008, 2463 - 331 - 1], &[("appointment", 331), ("invalid_record", 1)]),
    // Eleven concurrent resolutions were signed, and are no laws.
    ("tx", 692, [20, 279, 393], &[]),
    ("wa", 2075, [422, 133, 1520], &[]),
    ("wy", 556, [176, 110, 270], &[]),
];

#[test]
fn real_states_import_with_known_counts() {
    let Some(set) = Set::unpack("openstates_share") else { return };
    let corpus = Corpus::new();
    for (code, n_files, by_status, skips) in COUNTS {
        let report = corpus.import(importer("openstates"), &[&set.path(&format!("openstates/{code}"))]);
        assert_eq!(report.read, *n_files, "{code}");
        assert_eq!(report.added, by_status.iter().sum::<usize>() as u64, "{code}");
        let skipped: u64 = skips.iter().map(|(_, count)| count).sum();
        assert_eq!(report.skipped(), skipped, "{code}");
        for (reason, count) in *skips {
            assert_eq!(report.skipped_as(reason), *count, "{code} {reason}");
        }
        if report.added > 0 {
            let mut records = corpus.records("bills");
            records.retain(|record| record["jurisdictionId"] == *code);
            let count = |status: &str| records.iter().filter(|record| record["status"] == status).count();
            assert_eq!(["signed", "passed_chamber", "in_committee"].map(count), *by_status, "{code}");
        }
    }
    corpus.build();
}

#[test]
fn real_scraper_output_imports_with_known_counts() {
    let Some(set) = Set::unpack("openstates_share") else { return };
    let corpus = Corpus::new();
    let report = corpus.import(importer("openstates"), &[&set.path("openstates_raw_scraper")]);
    assert_eq!((report.read, report.skipped_as("federal"), report.skipped()), (238, 198, 198), "{report}");
    assert_eq!((report.added, report.repeated.count), (20, 20), "{report}");
    assert_eq!(report.companions.count, 40 + 6 + 2 + 1);
}
