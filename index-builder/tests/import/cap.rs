//! The Caselaw Access Project.

use std::collections::BTreeMap;

use index_builder::import::run_in_memory::run_in_memory;
use index_builder::report::import_report::Report;
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::corpus::{Corpus, importer, places_of};
use crate::shared_data::Set;

/// A case in the form of the static files, with some fields changed.
fn case(id: u64, file_name: &str, changes: Value) -> Value {
    let mut case = json!({
        "id": id,
        "name": "JANE DOE, Plaintiff, v. RICHARD ROE, Defendant",
        "name_abbreviation": "Doe v. Roe",
        "decision_date": "1969-10-31",
        "docket_number": "",
        "first_page": "80",
        "last_page": "92",
        "citations": [{ "type": "parallel", "cite": "3 P.2d 7" }, { "type": "official", "cite": "1 Cal. 3d 80" }],
        "court": { "name_abbreviation": "Cal.", "id": 9021, "name": "Supreme Court of California" },
        "jurisdiction": { "id": 30, "name_long": "California", "name": "Cal." },
        "cites_to": [{ "cite": "6 Am. Dec. 156" }],
        "last_updated": "2024-02-27T16:57:40.052731+00:00",
        "file_name": file_name,
    });
    for (key, value) in changes.as_object().unwrap() {
        case[key] = value.clone();
    }
    case
}

fn import(files: &[(&str, &str)]) -> (Vec<Value>, Report) {
    let files: Vec<(&str, &[u8])> = files.iter().map(|(name, text)| (*name, text.as_bytes())).collect();
    let (lines, report) = run_in_memory(importer("cap"), &files);
    (lines.iter().map(|(_, line)| serde_json::from_str(line).unwrap()).collect(), report)
}

fn import_one(changes: Value) -> (Vec<Value>, Report) {
    import(&[("0080-01.json", &case(7, "0080-01", changes).to_string())])
}

fn ids(records: &[Value]) -> Vec<&str> {
    records.iter().map(|record| record["id"].as_str().unwrap()).collect()
}

#[test]
fn date_before_1600_or_after_the_data_is_left_out_and_counted() {
    for date in ["1071-03-04", "2024-02-29", "2971-03-04"] {
        let (records, report) = import_one(json!({ "decision_date": date }));
        assert_eq!(records[0].get("decisionDate"), None, "{date}");
        assert_eq!(report.disregarded_as("impossible_date"), 1, "{report}");
    }
    let (records, report) = import_one(json!({ "decision_date": "2024-02-27" }));
    assert_eq!((&records[0]["decisionDate"], report.disregarded_as("impossible_date")), (&json!("2024-02-27"), 0));
}

#[test]
fn case_becomes_a_complete_record() {
    let (records, _) = import_one(json!({}));
    assert_eq!(
        records,
        [json!({
            "id": "cal-1-cal-3d-80",
            "caseName": "Doe v. Roe",
            "citation": "1 Cal. 3d 80",
            "court": "Supreme Court of California",
            "jurisdiction": "California",
            "jurisdictionId": "ca",
            "decisionDate": "1969-10-31",
            "topics": [],
            "meta": {
                "source": "Caselaw Access Project, Harvard Law School Library Innovation Lab",
                "jurisdiction": "ca",
                "last_updated": "2024-02-27",
                "citation": "1 Cal. 3d 80",
                "license": "CC0 1.0",
            },
        })]
    );
}

#[test]
fn date_without_a_day_is_left_out() {
    for date in ["1902", "1902-07", "1902-02-30", ""] {
        let (records, _) = import_one(json!({ "decision_date": date }));
        assert_eq!(records[0].get("decisionDate"), None, "{date}");
    }
}

#[test]
fn invalid_cases_are_skipped_with_their_reason() {
    for (reason, changes) in [
        ("no_citation", json!({ "citations": [] })),
        ("no_citation", json!({ "citations": [{ "type": "official", "cite": " " }] })),
        ("no_citation", json!({ "citations": null })),
        ("no_name", json!({ "name_abbreviation": "" })),
        ("withdrawn", json!({ "name_abbreviation": "Opinion Withdrawn by Order of the Court" })),
        ("no_court", json!({ "court": {} })),
        ("no_court", json!({ "court": null })),
        ("unknown_jurisdiction", json!({ "court": { "name": "X" }, "jurisdiction": { "name_long": "Navajo Nation" } })),
        ("not_well_formed", json!({ "id": null })),
        ("stray_file", json!({ "id": null, "name_abbreviation": null, "citations": null, "court": null })),
        ("not_well_formed", json!({ "citations": "1 Cal. 3d 80" })),
    ] {
        let (records, report) = import_one(changes);
        assert_eq!((records.len(), report.read, report.skipped_as(reason)), (0, 1, 1), "{reason}: {report}");
    }
}

#[test]
fn courts_are_found_by_their_printed_names() {
    for (court, jurisdiction, date, expected) in [
        (
            "Alaska District Court",
            "Alaska",
            "1901",
            "akd-1-cal-3d-80|United States District Court for the District of Alaska|federal",
        ),
        ("Alaska District Court", "Alaska", "1961-01-02", "ak.ct-quar-1-cal-3d-80|Alaska District Court|ak"),
        (
            "Kentucky Court of Appeals",
            "Kentucky",
            "1975-12",
            "kyctapphigh-1-cal-3d-80|Court of Appeals of Kentucky (before 1976)|ky",
        ),
        ("Kentucky Court of Appeals", "Kentucky", "1976-09-01", "kyctapp-1-cal-3d-80|Kentucky Court of Appeals|ky"),
        (
            "New Jersey Court of Errors and Appeals",
            "New Jersey",
            "1933-07",
            "nj-1-cal-3d-80|Supreme Court of New Jersey|nj",
        ),
        (
            "United States Supreme Court",
            "U.S.",
            "1969",
            "scotus-1-cal-3d-80|Supreme Court of the United States|federal",
        ),
        ("Illinois Appellate Court", "Illinois", "1969", "illappct-1-cal-3d-80|Appellate Court of Illinois|il"),
        ("Court of Old Quarrels", "Ohio", "1969", "oh.ct-quar-1-cal-3d-80|Court of Old Quarrels|oh"),
    ] {
        let (records, report) = import_one(json!({
            "decision_date": date,
            "court": { "name": court, "name_abbreviation": "Ct. Quar." },
            "jurisdiction": { "name_long": jurisdiction },
        }));
        let record = &records[0];
        let found = ["id", "court", "jurisdictionId"].map(|field| record[field].as_str().unwrap()).join("|");
        assert_eq!(found, expected);
        let n_unresolved = report.unresolved_courts.by_count().len();
        assert_eq!(n_unresolved, usize::from(expected.contains("ct-quar")));
    }
}

#[test]
fn case_names_are_cleaned() {
    for (raw, name) in [
        ("Doe &amp; Co. v.\u{a0}Roe", "Doe & Co. v. Roe"),
        ("DOE v. ROE", "DOE v. ROE"),
        ("IN RE DOE", "In re Doe"),
        ("Gr\u{ae}co-Russian Church v. Cohen", "Gr\u{ae}co-Russian Church v. Cohen"),
    ] {
        assert_eq!(import_one(json!({ "name_abbreviation": raw })).0[0]["caseName"], name);
    }
}

#[test]
fn volume_is_read_from_its_list_and_missing_cases_from_files() {
    let listed = [case(1, "0080-01", json!({})), case(2, "0080-02", json!({ "name_abbreviation": "Poe v. Coe" }))];
    let list = Value::from(listed.to_vec()).to_string();
    let other = case(3, "", json!({ "citations": [{ "type": "official", "cite": "1 Cal. 3d 99" }] })).to_string();
    let first = listed[0].to_string();
    for (of_list, of_cases) in [("metadata/CasesMetadata.json", "json"), ("CasesMetadata.json", "cases")] {
        let names = ["0080-01", "0080-02", "0099-01"].map(|name| format!("1.zip!{of_cases}/{name}.json"));
        let (records, report) = import(&[
            (&names[0], &first),
            (&names[1], "not even JSON"),
            (&names[2], &other),
            (&format!("1.zip!{of_list}"), &list),
            ("1.zip!metadata/VolumeMetadata.json", "{}"),
            ("1.zip!html/0080-01.html", "<p>"),
            ("1.zip!json/ideas.qmd", ""),
        ]);
        assert_eq!(ids(&records), ["cal-1-cal-3d-80", "cal-1-cal-3d-80", "cal-1-cal-3d-99"]);
        assert_eq!((report.read, report.valid, report.companions.count), (4, 3, 4), "{report}");
        assert_eq!(places_of(&report, "stray_file"), ["1.zip!json/ideas.qmd"]);
    }
}

#[test]
fn cases_of_an_invalid_list_are_read_from_their_files() {
    let first = case(1, "0080-01", json!({})).to_string();
    let (records, report) =
        import(&[("1/cases/0080-01.json", &first), ("1/CasesMetadata.json", &format!("[{first},"))]);
    assert_eq!((ids(&records), report.skipped_as("not_well_formed")), (vec!["cal-1-cal-3d-80"], 1));
    let list = format!("[{{\"id\": \"one\"}}, {first}]");
    let (records, report) = import(&[("1/CasesMetadata.json", &list)]);
    assert_eq!(ids(&records), ["cal-1-cal-3d-80"]);
    assert!(places_of(&report, "not_well_formed")[0].starts_with("1/CasesMetadata.json: case 1: "), "{report}");
}

#[test]
fn exports_of_the_former_api_are_read_with_any_casebody() {
    let older = |id: u64, page: u64, casebody: Value| {
        let cite = json!([{ "type": "official", "cite": format!("1 Cal. 3d {page}") }]);
        let mut case = case(id, "", json!({ "citations": cite, "casebody": casebody }));
        case.as_object_mut().unwrap().remove("last_updated");
        case.to_string()
    };
    let xml = json!({ "status": "ok", "data": "<casebody><p>\"Text\" &amp; <em>more</em></p></casebody>" });
    let text = json!({ "status": "ok", "data": { "opinions": [{ "type": "majority", "text": "Text" }] } });
    let lines = [older(1, 1, xml), "{ broken".to_owned(), String::new(), older(2, 2, text), older(3, 3, Value::Null)];
    let (records, report) = import(&[("Cal-20180829-xml.zip!data/data.jsonl", &lines.join("\n"))]);
    assert_eq!(ids(&records), ["cal-1-cal-3d-1", "cal-1-cal-3d-2", "cal-1-cal-3d-3"]);
    assert_eq!(records[0]["meta"]["last_updated"], "2018-08-29");
    assert!(places_of(&report, "not_well_formed")[0].starts_with("Cal-20180829-xml.zip!data/data.jsonl: line 2: "));
    let (records, _) = import(&[("data.jsonl", &lines[0])]);
    assert_eq!(records[0]["meta"]["last_updated"], "2018-10-29");
}

#[test]
fn same_case_in_two_trees_is_one_record() {
    let list = Value::from(vec![case(1, "0080-01", json!({}))]).to_string();
    let (records, report) = import(&[("a/us/1/CasesMetadata.json", &list), ("b/us/1/CasesMetadata.json", &list)]);
    assert_eq!((ids(&records), report.valid, report.repeated.count), (vec!["cal-1-cal-3d-80"], 2, 1));
}

/// Imports cases of one page with these numbers. Returns the ids of all cases of the corpus by name.
fn import_page(corpus: &Corpus, numbers: &[u64]) -> BTreeMap<String, String> {
    let lines =
        numbers.iter().map(|n| case(*n, "", json!({ "name_abbreviation": format!("Doe v. No. {n}") })).to_string());
    // Each beginning is a part of its own.
    let input = corpus.beside(&format!("data-{}.jsonl", numbers[0]), lines.collect::<Vec<_>>().join("\n"));
    corpus.import(importer("cap"), &[&input]);
    let records = corpus.records("cases");
    let pairs = records.iter().map(|case| (&case["caseName"], &case["id"]));
    pairs.map(|(name, id)| (name.as_str().unwrap().to_owned(), id.as_str().unwrap().to_owned())).collect()
}

#[test]
fn ids_of_a_page_are_the_same_whichever_case_came_first() {
    let corpus = Corpus::new();
    import_page(&corpus, &[5]);
    let ids = import_page(&corpus, &[9, 3, 5]);
    let ids: Vec<(&str, &str)> = ids.iter().map(|(name, id)| (name.as_str(), id.as_str())).collect();
    assert_eq!(
        ids,
        [
            ("Doe v. No. 3", "cal-1-cal-3d-80"),
            ("Doe v. No. 5", "cal-1-cal-3d-80-doe-v-no-5"),
            ("Doe v. No. 9", "cal-1-cal-3d-80-doe-v-no-9"),
        ]
    );
    corpus.build();
    let fresh = Corpus::new();
    let of_fresh = import_page(&fresh, &[3, 5, 9]);
    assert!(of_fresh.iter().map(|(name, id)| (name.as_str(), id.as_str())).eq(ids));
}

#[test]
fn newest_part_of_a_publisher_has_the_decision() {
    let of = |id: u64, state: &str, page: u64, day: &str| {
        case(
            id,
            "",
            json!({
                "court": { "name": "Court of Old Quarrels", "name_abbreviation": "Ct. Quar." },
                "jurisdiction": { "name_long": state },
                "citations": [{ "type": "official", "cite": format!("1 Cal. 3d {page}") }],
                "last_updated": day,
            }),
        )
        .to_string()
    };
    let corpus = Corpus::new();
    let older = corpus.beside("older.jsonl", of(1, "Texas", 80, "2024-01-01"));
    corpus.import(importer("cap"), &[&older]);
    let newer = [of(1, "Ohio", 80, "2024-02-01"), of(2, "Texas", 90, "2024-02-01")].join("\n");
    corpus.import(importer("cap"), &[&corpus.beside("newer.jsonl", newer)]);
    assert_eq!(corpus.ids("cases"), ["oh.ct-quar-1-cal-3d-80", "tx.ct-quar-1-cal-3d-90"]);
    corpus.build();
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn ids_of_cases_do_not_depend_on_the_order_of_imports(
        first in prop::collection::btree_set(1..20_u64, 1..6),
        second in prop::collection::btree_set(1..20_u64, 1..6),
    ) {
        let (corpus, other, whole) = (Corpus::new(), Corpus::new(), Corpus::new());
        let [first, second] = [first, second].map(|numbers| numbers.into_iter().collect::<Vec<_>>());
        prop_assume!(first[0] != second[0]);
        import_page(&corpus, &first);
        let ids = import_page(&corpus, &second);
        import_page(&other, &second);
        prop_assert_eq!(&ids, &import_page(&other, &first));
        prop_assert_eq!(&ids, &import_page(&whole, &[first, second].concat()));
        corpus.build();
    }
}

#[test]
fn real_files_import_with_known_counts() {
    let Some(set) = Set::unpack("cap") else { return };
    let corpus = Corpus::new();
    let report = corpus.import(importer("cap"), &[&set.path("cap_static"), &set.path("cap_api")]);
    // 106 cases of Alaska, 6 of the exporter's fixtures in each of two trees, 16 of the former API; and one stray file.
    assert_eq!((report.read, report.added, report.repeated.count), (106 + 12 + 16 + 1, 106 + 6 + 16, 6));
    assert_eq!(report.skipped_as("stray_file"), 1);
    assert_eq!(report.unresolved_courts.by_count(), []);
    let alaska = corpus.records("cases");
    let alaska: Vec<&Value> =
        alaska.iter().filter(|case| case["id"].as_str().unwrap().starts_with("akd-1-alaska-")).collect();
    let n_dated = alaska.iter().filter(|case| case.get("decisionDate").is_some()).count();
    assert_eq!((alaska.len(), n_dated), (106, 86));
    corpus.build();
}
