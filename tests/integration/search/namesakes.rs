/*!
The order of records whose name is exactly `q`.
*/

use std::fs;

use serde_json::{Value, json};

use super::rules::{Expected, check_all, write};
use crate::integration::contract::{List, text};
use crate::integration::corpus::{Corpus, bill, case, with};
use crate::integration::support::{Query, TestApp};

const SUPREME: &str = "Supreme Court of the United States";
const APPELLATE: &str = "United States Court of Appeals for the Ninth Circuit";
const TRIAL: &str = "United States District Court for the District of Guam";

fn decided(id: &str, name: &str, court: &str, date: Option<&str>) -> Value {
    let mut case = with(case(id, "federal"), json!({ "caseName": name, "court": court, "summary": "A decision." }));
    date.into_iter().for_each(|date| case["decisionDate"] = json!(date));
    case
}

#[test]
fn famous_cases_are_first_by_name_and_by_first_party() {
    let app = TestApp::bundled();
    for (q, expected) in [
        ("roe", "scotus-410-us-113"),
        ("roe v wade", "scotus-410-us-113"),
        ("obergefell", "scotus-576-us-644"),
        ("obergfell", "scotus-576-us-644"),
        ("brown v board of education", "scotus-347-us-483"),
        ("Brown v. Bd. of Ed.", "scotus-347-us-483"),
        ("Jackson Women's Health Organization", "scotus-597-us-215"),
        ("weisman", "scotus-505-us-577"),
        ("BMW v. Gore", "scotus-517-us-559"),
        ("cohen", "scotus-403-us-15"),
    ] {
        let found = app.walk(List::Cases, &vec![("q", q.to_owned())], || 100);
        assert_eq!(text(&found[0], "id"), expected, "{q}");
    }
}

#[test]
fn popular_name_then_court_then_age_order_namesakes() {
    let cases = vec![
        decided("a", "Roe v. Wade", TRIAL, Some("2003-01-01")),
        decided("b", "Roe v. Wade", SUPREME, Some("2002-01-01")),
        decided("c", "Roe v. Wade", SUPREME, Some("2001-01-01")),
        decided("d", "Roe v. Wade", SUPREME, Some("2001-01-01")),
        decided("e", "Roe v. Wade", SUPREME, None),
        decided("f", "Roe v. Wade", APPELLATE, Some("1990-01-01")),
        decided("g", "Wade v. Roe v. Wade", SUPREME, Some("1980-01-01")),
        decided("h", "Roe v. Doe", SUPREME, Some("2002-01-02")),
    ];
    let named = |id: &str, status: &str, date: &str| {
        with(bill(id, "federal"), json!({ "title": "Equal Pay Act", "status": status, "introducedDate": date }))
    };
    let bills = vec![
        named("a", "in_committee", "2003-01-01"),
        named("b", "in_committee", "2001-01-01"),
        named("c", "signed", "2002-01-01"),
        named("d", "in_committee", "2004-01-01"),
    ];
    let directory = write(&Corpus { cases, bills, ..Corpus::default() }, "");
    let table = "The Roe\tcase\tIt.\tcases/a\t\tcommon usage\nThe Act\tbill\tIt.\tbills/b\t\tcommon usage\n";
    fs::write(directory.path().join("popular-names.tsv"), table).unwrap();
    let searches: &[Expected<'_>] = &[
        ("\"roe v wade\"", &["a", "d", "c", "b", "e", "f", "g"]),
        ("roe", &["d", "c", "b", "h", "e", "a", "f", "g"]),
        ("wade", &["g", "b", "c", "d", "e", "f", "a"]),
    ];
    for mode in ["auto", "all", "any"] {
        check_all(&directory, List::Cases, mode, searches);
        check_all(&directory, List::Bills, mode, &[("equal pay act", &["b", "c", "d", "a"])]);
    }
}

#[test]
fn government_and_party_of_many_cases_are_no_names() {
    let parties = ["State", "Texas", "United States", "City of Rome"];
    let of_party = |(idx, party): (usize, &str)| {
        let id = ["a", "b", "c", "d"][idx];
        let named = |id: String, date: &str| decided(&id, &format!("{party} v. Doe"), SUPREME, Some(date));
        [named(format!("{id}1"), "2001-01-01"), named(format!("{id}2"), "2002-01-01")]
    };
    let cases = parties.into_iter().enumerate().flat_map(of_party).collect();
    let directory = write(&Corpus { cases, ..Corpus::default() }, "");
    let searches: &[Expected<'_>] = &[
        ("state", &["a2", "a1", "c2", "c1", "b2", "d2", "b1", "d1"]),
        ("texas", &["b2", "b1"]),
        ("city of rome", &["d1", "d2"]),
        ("rome", &["d2", "d1"]),
    ];
    check_all(&directory, List::Cases, "all", searches);
    let first_of_smiths = |n_cases: usize| {
        let date = |number: usize| format!("{}-01-01", 900 + number);
        let case = |number: usize| decided(&format!("c{number}"), "Smith v. Doe", SUPREME, Some(&date(number)));
        let cases = (100..100 + n_cases).map(case).collect();
        let directory = Corpus { cases, ..Corpus::default() }.write();
        let found = directory.app().walk(List::Cases, &Query::from([("q", "smith".to_owned())]), || 100);
        text(&found[0], "id").to_owned()
    };
    assert_eq!([1024, 1025].map(first_of_smiths), ["c100", "c1124"]);
}
