//! A record must have exactly the declared fields with the declared types. Otherwise it is rejected with the field's
//! name.

use serde_json::{Map, Value, json};

use crate::samples::{ALL, BILL, CASE, STATUTE, edited};
use crate::workspace::{Workspace, problems};

const OPTIONAL: [&str; 7] =
    ["titleNumber", "sectionNumber", "effectiveDate", "decisionDate", "introducedDate", "topics", "summary"];

const BILL_FIELDS: &str = "`id`, `billNumber`, `title`, `jurisdiction`, `jurisdictionId`, `chamber`, `status`, \
                           `introducedDate`, `topics`, `summary`, `meta`";

type Object = Map<String, Value>;

fn object(record: &str) -> Object {
    serde_json::from_str(record).unwrap()
}

fn text(object: &Object) -> String {
    serde_json::to_string(object).unwrap()
}

/// Builds a list of invalid lines, and compares all reported problems.
#[track_caller]
fn check<M: AsRef<str>>(folder: &str, cases: &[(String, M)]) {
    let lines: Vec<&str> = cases.iter().map(|(line, _)| line.as_str()).collect();
    let expected: Vec<String> = cases
        .iter()
        .enumerate()
        .map(|(idx, (_, message))| format!("corpus/{folder}/a.jsonl:{}: {}", idx + 1, message.as_ref()))
        .collect();
    let workspace = Workspace::with_corpus(&[(&format!("{folder}/a.jsonl"), &lines)]);
    assert_eq!(workspace.refused(), problems(&expected));
}

/// The column at which a part of a line ends.
fn end_of(part: &str, line: &str) -> usize {
    line.find(part).unwrap() + part.len()
}

#[test]
fn record_without_a_required_field_is_rejected() {
    for (folder, record) in ALL {
        let mut cases = Vec::new();
        let whole = object(record);
        for field in whole.keys().filter(|field| !OPTIONAL.contains(&field.as_str())) {
            let mut object = whole.clone();
            object.remove(field);
            let line = text(&object);
            let message = format!("missing field `{field}`");
            cases.push((line, message));
        }
        for field in whole["meta"].as_object().unwrap().keys() {
            let mut object = whole.clone();
            object["meta"].as_object_mut().unwrap().remove(field);
            let line = text(&object);
            cases.push((line, format!("meta: missing field `{field}`")));
        }
        assert!(cases.len() >= 11, "{folder}");
        check(folder, &cases);
    }
}

#[test]
fn every_missing_field_is_reported_with_the_first_other_error() {
    let line = r#"{"id":"a","jurisdiction":"Ohio","chamber":"assembly","status":7,"meta":{"source":"x","license":1}}"#;
    let end = end_of("\"assembly\"", line);
    let messages = [
        &*format!("chamber: \"assembly\" is not one of senate, house, at column {end}"),
        "missing fields `billNumber`, `title`, `jurisdictionId`",
        "meta: missing fields `jurisdiction`, `last_updated`, `citation`",
    ];
    let workspace = Workspace::with_corpus(&[("bills/a.jsonl", &[line])]);
    assert_eq!(workspace.refused(), problems(&messages.map(|message| format!("corpus/bills/a.jsonl:1: {message}"))));
}

#[test]
fn empty_record_lacks_every_required_field() {
    let message =
        "missing fields `id`, `billNumber`, `title`, `jurisdiction`, `jurisdictionId`, `chamber`, `status`, `meta`";
    check("bills", &[("{}".to_owned(), message)]);
}

#[test]
fn each_optional_field_may_be_left_out() {
    let workspace = Workspace::new();
    let mut n_fields = 0;
    for (folder, record) in ALL {
        let whole = object(record);
        let mut lines = Vec::new();
        for field in OPTIONAL.iter().filter(|field| whole.contains_key(**field)) {
            let mut object = whole.clone();
            object.remove(*field);
            object["id"] = json!(format!("without-{}", field.to_lowercase()));
            lines.push(text(&object));
            n_fields += 1;
        }
        workspace.write_lines(&format!("corpus/{folder}/a.jsonl"), &lines);
    }
    // Topics are not inferred, so that they stay left out.
    let arguments = ["build", "--corpus", "corpus", "--out", "index", "--topics", "sources"];
    assert_eq!(workspace.run(&arguments).code, Some(0));
    let tree = workspace.tree("index");
    for (folder, _) in ALL {
        for line in tree.text(&format!("{folder}/records.jsonl")).lines() {
            assert!(!line.contains(":null") || folder == "bills", "{line}");
            let left_out = object(line)["id"].as_str().unwrap().strip_prefix("without-").unwrap().to_owned();
            assert!(!object(line).keys().any(|field| field.to_lowercase() == left_out), "{line}");
            n_fields -= 1;
        }
    }
    assert_eq!(n_fields, 0, "records were lost");
}

#[test]
fn null_or_number_is_rejected_in_every_field_but_meta_citation() {
    for (folder, record) in ALL {
        let mut cases = Vec::new();
        let whole = object(record);
        for (field, value) in &whole {
            let expected = match value {
                Value::Array(_) => "a sequence",
                Value::Object(_) => "an object",
                _ => "a string",
            };
            for (bad, what, n_beyond) in [(Value::Null, "null", 0), (json!(7), "integer `7`", 0)] {
                let mut object = whole.clone();
                object[field] = bad.clone();
                let line = text(&object);
                let column = end_of(&format!("\"{field}\":{bad}"), &line) + n_beyond;
                cases.push((line, format!("{field}: invalid type: {what}, expected {expected}, at column {column}")));
            }
        }
        for field in ["source", "jurisdiction", "last_updated", "license"] {
            let mut object = whole.clone();
            object["meta"][field] = Value::Null;
            let line = text(&object);
            let column = end_of(&format!("\"{field}\":null"), &line);
            cases.push((line, format!("meta.{field}: invalid type: null, expected a string, at column {column}")));
        }
        check(folder, &cases);
    }
}

#[test]
fn topic_that_is_not_a_string_is_rejected() {
    let line = edited(STATUTE, r#"["fraud"]"#, r#"["fraud",null]"#);
    let column = end_of(r#"["fraud",null"#, &line);
    let message = format!("topics[1]: invalid type: null, expected a string, at column {column}");
    check("statutes", &[(line, message)]);
}

#[test]
fn field_that_is_not_declared_is_rejected_by_name() {
    const STATUTE_FIELDS: &str = "`id`, `jurisdiction`, `jurisdictionId`, `title`, `titleNumber`, `sectionNumber`, \
                                  `status`, `effectiveDate`, `topics`, `summary`, `meta`";
    const CASE_FIELDS: &str = "`id`, `caseName`, `citation`, `court`, `jurisdiction`, `jurisdictionId`, \
                               `decisionDate`, `topics`, `summary`, `meta`";
    const META_FIELDS: &str = "`source`, `jurisdiction`, `last_updated`, `citation`, `license`";
    let unknown = |record: &str, from: &str, to: &str, path: &str, field: &str, fields: &str| {
        let line = edited(record, from, to);
        let column = end_of(&format!("\"{field}\""), &line);
        (line, format!("{path}: unknown field `{field}`, expected one of {fields}, at column {column}"))
    };
    let year = (r#""meta""#, r#""year":2024,"meta""#);
    check(
        "statutes",
        &[
            unknown(STATUTE, year.0, year.1, "year", "year", STATUTE_FIELDS),
            unknown(STATUTE, "titleNumber", "title_number", "title_number", "title_number", STATUTE_FIELDS),
        ],
    );
    check("cases", &[unknown(CASE, year.0, year.1, "year", "year", CASE_FIELDS)]);
    check("bills", &[unknown(BILL, year.0, year.1, "year", "year", BILL_FIELDS)]);
    let (line, of_unknown) =
        unknown(STATUTE, "last_updated", "lastUpdated", "meta.lastUpdated", "lastUpdated", META_FIELDS);
    // The misspelled field counts as missing too.
    let of_missing = "meta: missing field `last_updated`".to_owned();
    let workspace = Workspace::with_corpus(&[("statutes/a.jsonl", &[&line])]);
    let messages = [of_unknown, of_missing].map(|message| format!("corpus/statutes/a.jsonl:1: {message}"));
    assert_eq!(workspace.refused(), problems(&messages));
}

#[test]
fn field_given_twice_is_rejected() {
    let line = edited(STATUTE, r#""title""#, r#""status":"active","title""#);
    let column = line.rfind(r#""status""#).unwrap() + r#""status""#.len();
    check("statutes", &[(line, format!("duplicate field `status`, at column {column}"))]);
}

/// A record with a value replaced, and the problem that is reported for the field.
#[track_caller]
fn bad_value(record: &str, field: &str, from: &str, to: &str, what: &str) -> (String, String) {
    let key = field.rsplit('.').next().unwrap();
    let to = format!("\"{key}\":\"{to}\"");
    let line = edited(record, &format!("\"{key}\":\"{from}\""), &to);
    let column = end_of(&to, &line);
    (line, format!("{field}: {what}, at column {column}"))
}

#[test]
fn value_outside_an_enumeration_fails_with_the_allowed_ones() {
    let words = ["enacted", "Active", "", "in_committee "];
    let cases = words.map(|word| {
        bad_value(STATUTE, "status", "active", word, &format!("\"{word}\" is not one of active, repealed, amended"))
    });
    check("statutes", &cases);
    let words = ["active", "Signed", "", "passed"];
    let mut cases = words
        .map(|word| {
            let what = format!("\"{word}\" is not one of in_committee, passed_chamber, signed");
            bad_value(BILL, "status", "signed", word, &what)
        })
        .to_vec();
    cases.extend(
        ["assembly", "House", ""]
            .map(|word| bad_value(BILL, "chamber", "house", word, &format!("\"{word}\" is not one of senate, house"))),
    );
    check("bills", &cases);
}

#[test]
fn date_that_does_not_exist_is_rejected_in_each_date_field() {
    const NO_DATES: [&str; 8] =
        ["2023-02-29", "1900-02-29", "2024-04-31", "2024-13-01", "2024-1-1", "2024-01-01T00:00:00Z", "0000-01-01", ""];
    for (folder, record, field, date) in [
        ("statutes", STATUTE, "effectiveDate", "1948-06-25"),
        ("cases", CASE, "decisionDate", "1973-01-22"),
        ("bills", BILL, "introducedDate", "2021-06-04"),
        ("statutes", STATUTE, "meta.last_updated", "2024-02-29"),
        ("cases", CASE, "meta.last_updated", "2024-02-29"),
        ("bills", BILL, "meta.last_updated", "2024-02-29"),
    ] {
        let cases = NO_DATES.map(|no_date| {
            let what = format!("\"{no_date}\" is not a date that exists, written YYYY-MM-DD");
            bad_value(record, field, date, no_date, &what)
        });
        check(folder, &cases);
    }
}

#[test]
fn section_number_without_sign_and_space_is_rejected() {
    let cases = ["1341", "§1341", "§ ", "§  ", "Sec. 1341", " § 1341", "§\u{a0}1341", ""].map(|number| {
        let what = format!("\"{number}\" is not a section sign, a space and a number");
        bad_value(STATUTE, "sectionNumber", "§ 1341", number, &what)
    });
    check("statutes", &cases);
}
