/*!
Lists: the envelope, the order, and exactly the declared fields with the declared types in every record.
*/

use std::collections::HashSet;

use axum::http::StatusCode;
use lexdex_core::model::Date;
use serde_json::{Value, json};

use super::contract::{Contract, List, bundled_corpus, text};
use super::corpus::{Corpus, bill, case, statute, tiny};
use super::support::TestApp;

/// A declared field: its name, whether it is required, and a check of its value.
type Field = (&'static str, bool, fn(&Value) -> bool);

const REQUIRED: bool = true;
const OPTIONAL: bool = false;

const STATUTE_FIELDS: &[Field] = &[
    ("id", REQUIRED, is_id),
    ("jurisdiction", REQUIRED, is_text),
    ("jurisdictionId", REQUIRED, is_text),
    ("title", REQUIRED, is_text),
    ("titleNumber", OPTIONAL, is_text),
    ("sectionNumber", OPTIONAL, |value| value.as_str().is_some_and(|text| text.starts_with("§ ") && text.len() > 3)),
    ("status", REQUIRED, |value| ["active", "repealed", "amended"].iter().any(|status| value == *status)),
    ("effectiveDate", OPTIONAL, is_date),
    ("topics", OPTIONAL, are_tags),
    ("summary", OPTIONAL, is_text),
    ("meta", REQUIRED, Value::is_object),
];

const CASE_FIELDS: &[Field] = &[
    ("id", REQUIRED, is_id),
    ("caseName", REQUIRED, is_text),
    ("citation", REQUIRED, is_text),
    ("court", REQUIRED, is_text),
    ("jurisdiction", REQUIRED, is_text),
    ("jurisdictionId", REQUIRED, is_text),
    ("decisionDate", OPTIONAL, is_date),
    ("topics", OPTIONAL, are_tags),
    ("summary", OPTIONAL, is_text),
    ("meta", REQUIRED, Value::is_object),
];

const BILL_FIELDS: &[Field] = &[
    ("id", REQUIRED, is_id),
    ("billNumber", REQUIRED, is_text),
    ("title", REQUIRED, is_text),
    ("jurisdiction", REQUIRED, is_text),
    ("jurisdictionId", REQUIRED, is_text),
    ("chamber", REQUIRED, |value| value == "senate" || value == "house"),
    ("status", REQUIRED, |value| ["in_committee", "passed_chamber", "signed"].iter().any(|status| value == *status)),
    ("introducedDate", OPTIONAL, is_date),
    ("topics", OPTIONAL, are_tags),
    ("summary", OPTIONAL, is_text),
    ("meta", REQUIRED, Value::is_object),
];

const JURISDICTION_FIELDS: &[Field] = &[
    ("id", REQUIRED, is_id),
    ("name", REQUIRED, is_text),
    ("abbreviation", REQUIRED, is_text),
    ("slug", REQUIRED, is_id),
    ("level", REQUIRED, |value| ["federal", "state", "territory", "district"].iter().any(|level| value == *level)),
    ("capital", OPTIONAL, is_text),
    ("population", OPTIONAL, Value::is_u64),
    ("meta", REQUIRED, Value::is_object),
];

const META_FIELDS: &[Field] = &[
    ("source", REQUIRED, is_text),
    ("jurisdiction", REQUIRED, is_text),
    ("last_updated", REQUIRED, is_date),
    // Required, but may be null.
    ("citation", REQUIRED, |value| value.is_null() || is_text(value)),
    ("license", REQUIRED, |value| value == "CC0 1.0"),
];

fn fields_of(list: List) -> &'static [Field] {
    match list {
        List::Statutes => STATUTE_FIELDS,
        List::Cases => CASE_FIELDS,
        List::Bills => BILL_FIELDS,
    }
}

fn is_text(value: &Value) -> bool {
    value.as_str().is_some_and(|text| !text.trim().is_empty())
}

fn is_id(value: &Value) -> bool {
    let is_id_byte = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b".-".contains(&byte);
    value.as_str().is_some_and(|id| !id.is_empty() && id.bytes().all(is_id_byte))
}

fn is_date(value: &Value) -> bool {
    value.as_str().is_some_and(|date| date.len() == "YYYY-MM-DD".len() && date.parse::<Date>().is_ok())
}

fn are_tags(value: &Value) -> bool {
    let is_tag = |tag: &Value| is_id(tag) && !text(&json!({ "tag": tag }), "tag").contains('.');
    value.as_array().is_some_and(|tags| tags.iter().all(is_tag))
}

/// Asserts that an object has every required field, valid values, and no undeclared field.
fn check_fields(object: &Value, fields: &[Field]) {
    for (name, is_required, is_valid) in fields {
        match object.get(name) {
            Some(value) => assert!(is_valid(value), "{name}: {object}"),
            None => assert!(!is_required, "{name} is missing: {object}"),
        }
    }
    for name in object.as_object().unwrap().keys() {
        assert!(fields.iter().any(|(known, _, _)| known == name), "{name} is not declared: {object}");
    }
}

fn check_lists(app: &TestApp, contract: &Contract) {
    for list in List::ALL {
        let mut ids = HashSet::new();
        for record in app.walk(list, &Vec::new(), || 100) {
            check_fields(&record, fields_of(list));
            check_fields(&record["meta"], META_FIELDS);
            let jurisdiction = contract.jurisdictions.iter().find(|entry| entry["id"] == record["jurisdictionId"]);
            assert_eq!(record["jurisdiction"], jurisdiction.unwrap()["name"]);
            assert_eq!(record["meta"]["jurisdiction"], record["jurisdictionId"]);
            assert!(ids.insert(text(&record, "id").to_owned()), "twice: {record}");
        }
    }
}

#[test]
fn bundled_records_have_exactly_the_declared_fields() {
    check_lists(&TestApp::bundled(), &Contract::read(&bundled_corpus()));
}

#[test]
fn full_and_minimal_records_have_exactly_the_declared_fields() {
    let directory = tiny().write();
    check_lists(&directory.app(), &directory.contract());
}

#[test]
fn list_body_has_data_and_four_meta_numbers() {
    let app = TestApp::bundled();
    for list in List::ALL {
        let body = app.get(list.path()).good();
        assert_eq!(body.as_object().unwrap().keys().collect::<Vec<_>>(), ["data", "meta"]);
        let meta: Vec<&String> = body["meta"].as_object().unwrap().keys().collect();
        assert_eq!(meta, ["hasMore", "limit", "offset", "total"]);
    }
}

#[test]
fn page_without_limit_has_the_first_twenty_records() {
    let app = TestApp::bundled();
    for list in List::ALL {
        let body = app.get(list.path()).good();
        assert_eq!(body["meta"]["limit"], 20);
        assert_eq!(body["meta"]["offset"], 0);
        assert_eq!(body["data"].as_array().unwrap().len(), 20);
        assert_eq!(body, app.get(&format!("{}?limit=20&offset=0", list.path())).good());
    }
}

#[test]
fn well_known_case_has_its_citation() {
    let cases = TestApp::bundled().walk(List::Cases, &vec![("court", "scotus".to_owned())], || 100);
    let roe = cases.iter().find(|case| case["id"] == "scotus-410-us-113").unwrap();
    assert_eq!(roe["caseName"], "Roe v. Wade");
    assert_eq!(roe["citation"], "410 U.S. 113");
    assert_eq!(roe["court"], "Supreme Court of the United States");
    assert_eq!(roe["jurisdiction"], "United States");
    assert_eq!(roe["jurisdictionId"], "federal");
    assert_eq!(roe["decisionDate"], "1973-01-22");
}

#[test]
fn jurisdictions_are_served_completely_in_catalogue_order() {
    let body = TestApp::bundled().get("/api/v1/jurisdictions").good();
    assert_eq!(body.as_object().unwrap().keys().collect::<Vec<_>>(), ["data", "meta"]);
    assert_eq!(body["meta"], json!({ "total": 57 }));
    let mut expected = Contract::read(&bundled_corpus()).jurisdictions;
    for entry in &mut expected {
        entry.as_object_mut().unwrap().remove("aliases");
    }
    assert_eq!(body["data"], Value::Array(expected));
}

#[test]
fn jurisdictions_are_the_57_of_the_contract() {
    let body = TestApp::bundled().get("/api/v1/jurisdictions").good();
    let jurisdictions = body["data"].as_array().unwrap();
    let levels: Vec<&str> = jurisdictions.iter().map(|entry| text(entry, "level")).collect();
    assert_eq!(levels, [vec!["federal"], vec!["state"; 50], vec!["district"], vec!["territory"; 5]].concat());
    let names = |range: std::ops::Range<usize>| {
        jurisdictions[range].iter().map(|entry| text(entry, "name")).collect::<Vec<_>>()
    };
    assert_eq!(names(0..3), ["United States", "Alabama", "Alaska"]);
    assert!(names(1..51).is_sorted());
    assert_eq!(names(50..52), ["Wyoming", "District of Columbia"]);
    let territories =
        ["American Samoa", "Guam", "Northern Mariana Islands", "Puerto Rico", "U.S. Virgin Islands"].to_vec();
    assert_eq!(names(52..57), territories);
}

#[test]
fn jurisdictions_have_exactly_the_declared_fields() {
    let body = TestApp::bundled().get("/api/v1/jurisdictions").good();
    for entry in body["data"].as_array().unwrap() {
        check_fields(entry, JURISDICTION_FIELDS);
        check_fields(&entry["meta"], META_FIELDS);
        assert_eq!(entry["meta"]["jurisdiction"], entry["id"]);
        assert_eq!(entry["meta"]["citation"], Value::Null);
        let (id, abbreviation) = (text(entry, "id"), text(entry, "abbreviation"));
        if id == "federal" {
            assert_eq!((abbreviation, text(entry, "slug")), ("US", "federal"));
        } else {
            assert_eq!((id.len(), id.to_uppercase().as_str()), (2, abbreviation));
            let slug = text(entry, "name").to_lowercase().replace(' ', "-").replace('.', "");
            assert_eq!(text(entry, "slug"), slug);
        }
    }
}

#[test]
fn federal_population_is_the_sum_of_states_and_district() {
    let body = TestApp::bundled().get("/api/v1/jurisdictions").good();
    let population = |levels: &[&str]| -> u64 {
        let entries = body["data"].as_array().unwrap().iter();
        let of_levels = entries.filter(|entry| levels.contains(&text(entry, "level")));
        of_levels.map(|entry| entry["population"].as_u64().unwrap()).sum()
    };
    assert_eq!(population(&["federal"]), 331_449_281);
    assert_eq!(population(&["state", "district"]), 331_449_281);
}

#[test]
fn empty_list_is_a_success() {
    let directory = Corpus::default().write();
    let app = directory.app();
    for list in List::ALL {
        let empty = json!({ "data": [], "meta": { "total": 0, "limit": 20, "offset": 0, "hasMore": false } });
        assert_eq!(app.get(list.path()).good(), empty);
        assert_eq!(app.get(&format!("{}?topic=privacy&jurisdiction=ca", list.path())).good(), empty);
        app.get(&format!("{}/no-such-record", list.path())).error(StatusCode::NOT_FOUND);
        assert_eq!(app.get(list.path()).status, StatusCode::OK);
    }
}

fn ids(app: &TestApp, list: List) -> Vec<String> {
    app.walk(list, &Vec::new(), || 100).iter().map(|record| text(record, "id").to_owned()).collect()
}

#[test]
fn statutes_are_ordered_by_jurisdiction_title_and_section() {
    let mut expected = Vec::new();
    let mut statutes = Vec::new();
    let mut add = |id: &str, jurisdiction: &str, title: Option<&str>, section: Option<&str>| {
        let mut record = statute(id, jurisdiction);
        title.inspect(|title| record["titleNumber"] = json!(title));
        section.inspect(|section| record["sectionNumber"] = json!(format!("§ {section}")));
        expected.push(id.to_owned());
        // The corpus has the records in the opposite order.
        statutes.insert(0, record);
    };
    add("z-federal", "federal", Some("2"), Some("1"));
    add("y-federal", "federal", Some("10"), Some("1"));
    add("al", "al", Some("99"), Some("99"));
    for (id, section) in [
        ("s-2", "2"),
        // Equal numbers are ordered by id.
        ("s-3", "007"),
        ("s-4", "7"),
        ("s-1", "10"),
        ("r-10a", "10a"),
        ("q-11.9", "11.9"),
        ("p-11.10", "11.10"),
        ("o-99", "99999999999999999999"),
        ("n-a", "a"),
    ] {
        add(id, "ca", Some("1"), Some(section));
    }
    add("m-no-section", "ca", Some("1"), None);
    add("l-letters", "ca", Some("PEN"), Some("1"));
    add("k-no-title", "ca", None, Some("1"));
    add("ny", "ny", None, None);
    add("dc", "dc", None, None);
    add("as", "as", None, None);
    add("pr", "pr", None, None);
    let app = Corpus { statutes, ..Corpus::default() }.write().app();
    assert_eq!(ids(&app, List::Statutes), expected);
}

#[test]
fn cases_and_bills_are_ordered_newest_first_with_undated_last() {
    let in_order = [
        ("c", Some("9999-12-31")),
        ("b", Some("2024-01-02")),
        ("a", Some("2023-12-31")),
        // Equal dates are ordered by id.
        ("aa", Some("2023-12-30")),
        ("aa.1", Some("2023-12-30")),
        ("ab", Some("2023-12-30")),
        ("0", Some("0001-01-01")),
        ("a-undated", None),
        ("b-undated", None),
    ];
    let dated = |mut record: Value, field: &str, date: Option<&str>| {
        date.inspect(|date| record[field] = json!(date));
        record
    };
    let reversed = || in_order.iter().rev().copied();
    let corpus = Corpus {
        cases: reversed().map(|(id, date)| dated(case(id, "federal"), "decisionDate", date)).collect(),
        bills: reversed().map(|(id, date)| dated(bill(id, "federal"), "introducedDate", date)).collect(),
        ..Corpus::default()
    };
    let app = corpus.write().app();
    assert_eq!(ids(&app, List::Cases), in_order.map(|(id, _)| id));
    assert_eq!(ids(&app, List::Bills), in_order.map(|(id, _)| id));
}
