/*!
Rules for parameters, each at its limit and one past it, on every endpoint.
*/

use std::collections::BTreeSet;

use axum::http::StatusCode;
use lexdex_core::model::{Parameter, Values};
use serde_json::{Value, json};

use super::contract::List;
use super::support::{TestApp, encode, problem_parameters};

/// Returns every endpoint with its parameters except `build`, which all of them have.
pub(super) fn endpoints() -> Vec<(&'static str, Vec<&'static str>)> {
    let lists = List::ALL.map(|list| (list.path(), list.parameters()));
    let filters = |list: List| list.filters().iter().map(|parameter| parameter.as_str()).collect();
    let facets = ["/api/v1/statutes/facets", "/api/v1/cases/facets", "/api/v1/bills/facets"];
    let facets = facets.into_iter().zip(List::ALL.map(filters));
    let records = ["/api/v1/statutes/federal-usc-18-1341", "/api/v1/statutes/federal-usc-18-1341/similar"];
    let records = records.into_iter().zip([vec!["fields", "format"], vec!["fields"]]);
    let others =
        ["/api/v1/jurisdictions", "/api/v1/topics", "/api/v1/courts", "/api/v1/coverage", "/api/v1/jurisdictions/ca"];
    lists.into_iter().chain(facets).chain(records).chain(others.map(|path| (path, Vec::new()))).collect()
}

fn endpoints_with(parameter: &'static str) -> impl Iterator<Item = &'static str> {
    endpoints().into_iter().filter(move |(_, known)| known.contains(&parameter)).map(|(path, _)| path)
}

/// Returns the names of the parameters that may be repeated.
fn repeatable() -> Vec<&'static str> {
    Parameter::ALL.iter().filter(|parameter| parameter.is_repeatable()).map(|parameter| parameter.as_str()).collect()
}

/// Returns a valid value for a parameter of an endpoint, in the form of a query.
fn valid_value(path: &str, parameter: &str) -> String {
    let list = List::ALL.into_iter().find(|list| path.starts_with(list.path())).unwrap_or(List::Statutes);
    // The example of `format` is of exports.
    let example = parameter.parse::<Parameter>().unwrap().spec(list.resource()).example;
    encode(if parameter == "format" { "ris" } else { example })
}

/// Returns the body of a 400. Asserts that its problems name these parameters.
pub(super) fn refused(app: &TestApp, target: &str, parameters: &[&str]) -> Value {
    let body = app.get(target).error(StatusCode::BAD_REQUEST);
    assert_eq!(problem_parameters(&body), parameters, "{target}: {body}");
    for problem in body["details"]["problems"].as_array().unwrap() {
        let message = problem["message"].as_str().unwrap();
        assert!(body["error"].as_str().unwrap().contains(message), "{target}: {body}");
    }
    body
}

/// The filters of each list as the specification names them, with a `*` after those that may be repeated.
const FILTERS: [(&str, &str); 3] = [
    ("/api/v1/statutes", "jurisdiction* topic* topic_all* status* q match citation effective_from effective_to id*"),
    ("/api/v1/cases", "jurisdiction* topic* topic_all* court* q match citation decided_from decided_to id*"),
    (
        "/api/v1/bills",
        "jurisdiction* topic* topic_all* status* chamber* session* congress q match citation introduced_from \
         introduced_to id*",
    ),
];

#[test]
fn lists_take_the_filters_of_the_specification() {
    let app = TestApp::bundled();
    for (path, filters) in FILTERS {
        let body = refused(&app, &format!("{path}?no=1"), &["no"]);
        let names = filters.replace('*', "").replace(' ', ", ");
        let known = format!("this endpoint takes {names}, sort, fields, limit, offset, build");
        assert!(body["error"].as_str().unwrap().ends_with(&known), "{path}: {body}");
        for filter in filters.split(' ') {
            let name = filter.trim_end_matches('*');
            let value = valid_value(path, name);
            let words = if name == "match" { "q=law&" } else { "" };
            let response = app.get(&format!("{path}?{words}{name}={value}&{name}={value}"));
            let expected = if filter == name { StatusCode::BAD_REQUEST } else { StatusCode::OK };
            assert_eq!(response.status, expected, "{path}: {filter}");
        }
    }
}

#[test]
fn hundreds_of_problems_are_reported_in_part_and_counted() {
    let app = TestApp::bundled();
    let unknown: String = (0..400).map(|number| format!("colour{number}=red&")).collect();
    let body = app.get(&format!("/api/v1/cases?{unknown}limit=0")).error(StatusCode::BAD_REQUEST);
    assert!(body["error"].as_str().unwrap().ends_with("; and 381 more"), "{body}");
    assert_eq!(body["details"]["problems"].as_array().unwrap().len(), 20);
}

#[test]
fn more_than_100_values_of_a_parameter_are_rejected() {
    let app = TestApp::bundled();
    for parameter in repeatable() {
        for path in endpoints_with(parameter) {
            let values = |n_values: usize| format!("{parameter}={}&", valid_value(path, parameter)).repeat(n_values);
            app.get(&format!("{path}?{}", values(100))).good();
            let body = refused(&app, &format!("{path}?{}", values(101)), &[parameter]);
            let message = format!("{parameter} is given 101 times: give it 100 times at most in one request");
            assert_eq!(body["error"], message);
        }
    }
}

#[test]
fn stray_comma_in_fields_is_reported() {
    let app = TestApp::bundled();
    for fields in [",", "id,", "id,,title", ",id"] {
        let body = app.get(&format!("/api/v1/statutes?fields={fields}")).error(StatusCode::BAD_REQUEST);
        let problem = &body["details"]["problems"][0];
        assert_eq!(problem["message"], "fields has an empty name: remove the extra comma", "{fields}");
        assert_eq!(problem["value"], "");
    }
}

#[test]
fn parameters_are_optional() {
    let app = TestApp::bundled();
    for (path, known) in endpoints() {
        ["", "?"].iter().for_each(|rest| drop(app.get(&format!("{path}{rest}")).good()));
        // A reference is not JSON, and excludes `fields`.
        let known: Vec<&str> = known.into_iter().filter(|name| *name != "format").collect();
        for parameter in &known {
            // `match` needs `q`.
            let q = if *parameter == "match" { "&q=law" } else { "" };
            app.get(&format!("{path}?{parameter}={}{q}", valid_value(path, parameter))).good();
        }
        let all: Vec<String> = known.iter().map(|name| format!("{name}={}", valid_value(path, name))).collect();
        app.get(&format!("{path}?{}", all.join("&"))).good();
    }
}

#[test]
fn unknown_parameter_is_rejected_with_the_nearest() {
    let app = TestApp::bundled();
    for (path, known) in endpoints() {
        for (name, nearest) in [
            ("jurisdictions", "jurisdiction"),
            ("Jurisdiction", "jurisdiction"),
            ("TOPIC", "topic"),
            ("topics", "topic"),
            ("limt", "limit"),
            ("offest", "offset"),
        ] {
            let body = refused(&app, &format!("{path}?{name}=1"), &[name]);
            let problem = &body["details"]["problems"][0];
            assert!(problem["message"].as_str().unwrap().contains(name));
            // No other parameter is similar enough.
            let expected = if known.contains(&nearest) { json!(nearest) } else { Value::Null };
            assert_eq!(problem["nearest"], expected, "{path} {name}");
            assert_eq!(problem["allowed"], json!([&known[..], &["build"]].concat()));
        }
        for name in ["year", "query", "page", "order_by", "api_key", "data", "limit ", " limit", "limit%00", "", "%20"]
        {
            let decoded = name.replace("%00", "\0").replace("%20", " ");
            refused(&app, &format!("{path}?{}=1", name.replace(' ', "%20")), &[&decoded]);
        }
    }
}

#[test]
fn parameter_of_another_list_is_unknown() {
    let app = TestApp::bundled();
    let all: BTreeSet<&str> = endpoints().into_iter().flat_map(|(_, known)| known).collect();
    for (path, known) in endpoints() {
        for name in all.iter().filter(|name| !known.contains(name)) {
            refused(&app, &format!("{path}?{name}={}", valid_value(path, name)), &[name]);
        }
    }
}

#[test]
fn repeated_parameter_is_rejected_even_with_the_same_value() {
    let app = TestApp::bundled();
    for (path, known) in endpoints() {
        for name in known.into_iter().filter(|name| !repeatable().contains(name)) {
            let value = valid_value(path, name);
            let path = if name == "match" { format!("{path}?q=law&") } else { format!("{path}?") };
            refused(&app, &format!("{path}{name}={value}&{name}={value}"), &[name]);
            refused(&app, &format!("{path}{name}={value}&limit=0&{name}={value}").replace("limit=0&", ""), &[name]);
            let escaped: String = name.bytes().map(|byte| format!("%{byte:02x}")).collect();
            refused(&app, &format!("{path}{name}={value}&{escaped}={value}"), &[name]);
        }
    }
}

#[test]
fn empty_value_is_rejected() {
    let app = TestApp::bundled();
    for (path, known) in endpoints() {
        for name in known {
            for empty in ["", "=", "=%20", "=+", "=%09%0A", "=%C2%A0", "=%E3%80%80"] {
                let body = refused(&app, &format!("{path}?{name}{empty}"), &[name]);
                assert!(body["error"].as_str().unwrap().contains("leave it out"), "{body}");
            }
        }
    }
}

#[test]
fn limit_from_1_to_100_is_served_and_echoed() {
    let app = TestApp::bundled();
    for path in endpoints_with("limit") {
        for (limit, echoed) in [("1", 1), ("2", 2), ("99", 99), ("100", 100), ("007", 7), ("%31%30", 10)] {
            let body = app.get(&format!("{path}?limit={limit}")).good();
            assert_eq!(body["meta"]["limit"], echoed);
            assert_eq!(body["data"].as_array().unwrap().len(), echoed);
        }
    }
}

#[test]
fn limit_outside_1_to_100_or_not_in_digits_is_rejected() {
    let app = TestApp::bundled();
    let huge = "9".repeat(200);
    for path in endpoints_with("limit") {
        for limit in [
            "0",
            "101",
            "1000",
            "-1",
            "-0",
            "+5",
            "%2B5",
            "5.0",
            "5.",
            "1e1",
            "0x10",
            "1,0",
            "1_0",
            "five",
            "null",
            "NaN",
            "%205",
            "5%20",
            "5%00",
            "%D9%A5",
            "%EF%BC%95",
            "18446744073709551616",
            "18446744073709551617",
            "4294967297",
            "'5'",
            "5;",
            "5%26",
            &huge,
        ] {
            let body = refused(&app, &format!("{path}?limit={limit}"), &["limit"]);
            assert!(body["error"].as_str().unwrap().contains("limit must be between 1 and 100"), "{limit}: {body}");
        }
    }
    insta::assert_json_snapshot!(app.get("/api/v1/bills?limit=101").error(StatusCode::BAD_REQUEST), @r#"
    {
      "details": {
        "problems": [
          {
            "message": "limit must be between 1 and 100",
            "parameter": "limit",
            "value": "101"
          }
        ]
      },
      "error": "limit must be between 1 and 100"
    }
    "#);
}

#[test]
fn offset_below_2_to_the_63_is_served_and_echoed() {
    let app = TestApp::bundled();
    for path in endpoints_with("offset") {
        for (offset, echoed) in [
            ("0", 0),
            ("00", 0),
            ("1", 1),
            ("4294967295", u64::from(u32::MAX)),
            ("4294967296", u64::from(u32::MAX) + 1),
            ("9223372036854775806", (1 << 63) - 2),
            ("9223372036854775807", (1 << 63) - 1),
        ] {
            assert_eq!(app.get(&format!("{path}?offset={offset}")).good()["meta"]["offset"], echoed);
        }
    }
}

#[test]
fn offset_of_2_to_the_63_or_not_in_digits_is_rejected() {
    let app = TestApp::bundled();
    let huge = "9".repeat(200);
    for path in endpoints_with("offset") {
        for offset in [
            "9223372036854775808",
            "18446744073709551615",
            "18446744073709551616",
            "-1",
            "-0",
            "+5",
            "%2B5",
            "1.0",
            "1e3",
            "ten",
            "%200",
            "0%20",
            "%D9%A5",
            &huge,
        ] {
            let body = refused(&app, &format!("{path}?offset={offset}"), &["offset"]);
            let expected = "offset must be between 0 and 9223372036854775807";
            assert!(body["error"].as_str().unwrap().contains(expected), "{offset}: {body}");
        }
    }
}

#[test]
fn value_of_200_characters_is_accepted_and_no_longer_one() {
    let app = TestApp::bundled();
    // Each value is one character, of one to four bytes.
    for character in ["a", "%C3%A9", "%E6%9C%80", "%F0%9F%8F%9B"] {
        for name in ["topic", "court"] {
            for path in endpoints_with(name) {
                let body = app.get(&format!("{path}?{name}={}", character.repeat(200))).good();
                assert_eq!(body["meta"]["total"], 0);
                refused(&app, &format!("{path}?{name}={}", character.repeat(201)), &[name]);
            }
        }
    }
    // Spaces around a value count toward its length.
    for path in endpoints_with("jurisdiction") {
        app.get(&format!("{path}?jurisdiction={}ca", "+".repeat(198))).good();
        refused(&app, &format!("{path}?jurisdiction={}ca", "+".repeat(199)), &["jurisdiction"]);
    }
}

#[test]
fn all_problems_of_a_request_are_reported_at_once() {
    let app = TestApp::bundled();
    let query = "jurisdiction=atlantis&topic=&limit=0&offset=-1&colour=red&offset=2&%zz=1";
    for path in endpoints_with("limit") {
        let body = app.get(&format!("{path}?{query}")).error(StatusCode::BAD_REQUEST);
        let mut parameters = problem_parameters(&body);
        parameters.sort_unstable();
        assert_eq!(parameters, ["%zz", "colour", "jurisdiction", "limit", "offset", "offset", "topic"]);
    }
    let body = app.get("/api/v1/bills?status=x&chamber=y&court=z&limit=101").error(StatusCode::BAD_REQUEST);
    let mut parameters = problem_parameters(&body);
    parameters.sort_unstable();
    assert_eq!(parameters, ["chamber", "court", "limit", "status"]);
    refused(&app, "/api/v1/jurisdictions?limit=5&offset=0&x=%", &["limit", "offset", "x"]);
}

/// Iterates over the filters of a list that are dates.
fn dates(list: List) -> impl Iterator<Item = &'static str> {
    let is_date = move |parameter: &&Parameter| matches!(parameter.spec(list.resource()).values, Values::Date);
    list.filters().iter().filter(is_date).map(|parameter| parameter.as_str())
}

/// Returns the only problem of a 400, which names this parameter.
fn problem_of(app: &TestApp, target: &str, parameter: &str) -> Value {
    let body = refused(app, target, &[parameter]);
    body["details"]["problems"][0].clone()
}

#[test]
fn impossible_date_and_reversed_range_are_rejected() {
    let app = TestApp::bundled();
    for list in List::ALL {
        let [from, to] = list.date_parameters();
        for path in [list.path().to_owned(), format!("{}/facets", list.path())] {
            for name in dates(list) {
                for date in [
                    "2023-02-29",
                    "1900-02-29",
                    "2024-13-01",
                    "2024-00-01",
                    "0000-01-01",
                    "2024",
                    "2024-1-1",
                    "today",
                    "20240101",
                    "2024-01-01T00:00",
                    "10000-01-01",
                    "-001-01-01",
                    "%D9%A2024-01-01",
                ] {
                    let problem = problem_of(&app, &format!("{path}?{name}={date}"), name);
                    assert!(problem["message"].as_str().unwrap().contains("YYYY-MM-DD"), "{problem}");
                }
                app.get(&format!("{path}?{name}=2024-02-29")).good();
                app.get(&format!("{path}?{name}=+0001-01-01+")).good();
            }
            let problem = problem_of(&app, &format!("{path}?{from}=2000-01-02&{to}=2000-01-01"), from);
            assert!(problem["message"].as_str().unwrap().contains(to), "{problem}");
            app.get(&format!("{path}?{from}=2000-01-01&{to}=2000-01-01")).good();
        }
    }
}

#[test]
fn q_without_words_and_an_unclosed_quotation_are_rejected() {
    let app = TestApp::bundled();
    for list in List::ALL {
        for q in ["%C2%A7", "%22%22", "--", "...", "%E2%80%94", "%22", "%22mail+fraud", "a+%E2%80%9Cb", "%22a%22%22"] {
            let problem = problem_of(&app, &format!("{}?q={q}", list.path()), "q");
            assert!(problem["value"].is_string(), "{problem}");
        }
        app.get(&format!("{}?q={}", list.path(), "%C3%A9+".repeat(500))).good();
        refused(&app, &format!("{}?q={}", list.path(), "%C3%A9+".repeat(501)), &["q"]);
    }
}

#[test]
fn match_requires_q_and_other_words_are_rejected() {
    let app = TestApp::bundled();
    for list in List::ALL {
        for path in [list.path().to_owned(), format!("{}/facets", list.path())] {
            let problem = problem_of(&app, &format!("{path}?match=any"), "match");
            assert!(problem["message"].as_str().unwrap().contains("needs q"), "{problem}");
            let problem = problem_of(&app, &format!("{path}?q=law&match=some"), "match");
            assert_eq!(problem["allowed"], json!(["auto", "all", "any"]));
            let problem = problem_of(&app, &format!("{path}?q=law&match=most"), "match");
            assert_eq!(problem["message"], "match must be one of auto, all, any; the one for \"most\" is auto");
            // Only the invalid `q` is reported, and not also that `match` needs `q`.
            refused(&app, &format!("{path}?match=all&q=%22"), &["q"]);
            app.get(&format!("{path}?match=+ALL&q=law")).good();
        }
    }
}

#[test]
fn sort_by_relevance_requires_q_and_other_words_are_rejected() {
    let app = TestApp::bundled();
    for list in List::ALL {
        let path = list.path();
        let problem = problem_of(&app, &format!("{path}?sort=relevance"), "sort");
        assert!(problem["message"].as_str().unwrap().contains("needs q"), "{problem}");
        let problem = problem_of(&app, &format!("{path}?sort=best"), "sort");
        assert_eq!(problem["allowed"], json!(["newest", "oldest", "relevance"]));
        // Only the invalid `q` is reported, and not also that `sort` needs `q`.
        refused(&app, &format!("{path}?sort=relevance&q=%22"), &["q"]);
        app.get(&format!("{path}?sort=+Relevance&q=law")).good();
    }
}

#[test]
fn unknown_fields_are_rejected_with_the_nearest() {
    let app = TestApp::bundled();
    for path in ["/api/v1/cases", "/api/v1/cases/scotus-410-us-113", "/api/v1/cases/export"] {
        let format = if path.ends_with("export") { "&format=csv" } else { "" };
        let body = refused(&app, &format!("{path}?fields=id,casename,,Topics{format}"), &["fields"; 3]);
        let problems = body["details"]["problems"].as_array().unwrap();
        let suggestions: Vec<_> =
            problems.iter().map(|problem| (problem["value"].clone(), problem["nearest"].clone())).collect();
        assert_eq!(suggestions[0], (json!("casename"), json!("caseName")));
        assert_eq!(suggestions[1].0, json!(""));
        assert_eq!(suggestions[2], (json!("Topics"), json!("topics")));
        assert_eq!(problems[0]["allowed"].as_array().unwrap().len(), 10);
        assert_eq!(app.get(&format!("{path}?fields=+id+,meta{format}")).status, StatusCode::OK);
    }
}

#[test]
fn nearest_jurisdictions_are_searched_at_most_ten_times() {
    let app = TestApp::bundled();
    let unknown: Vec<String> = (0..12).map(|number| format!("jurisdiction=calif{number}")).collect();
    let query = format!("{0}&{0}", unknown.join("&"));
    for path in endpoints_with("jurisdiction") {
        let body = refused(&app, &format!("{path}?{query}"), &["jurisdiction"; 12]);
        let problems = body["details"]["problems"].as_array().unwrap();
        let n_with_nearest = problems.iter().filter(|problem| problem["nearest"].is_array()).count();
        assert_eq!(n_with_nearest, 10);
        assert_eq!(problems[11]["message"], "jurisdiction \"calif11\" is not in the catalogue");
    }
}

#[test]
fn repeated_filter_accepts_every_value() {
    let app = TestApp::bundled();
    for list in List::ALL {
        let path = list.path();
        let body = refused(
            &app,
            &format!("{path}?jurisdiction=ca&jurisdiction=x1&jurisdiction=&jurisdiction=x2"),
            &["jurisdiction"; 3],
        );
        let values: BTreeSet<&str> = body["details"]["problems"]
            .as_array()
            .unwrap()
            .iter()
            .filter_map(|problem| problem["value"].as_str())
            .collect();
        assert_eq!(values, ["x1", "x2"].into());
    }
    refused(
        &app,
        "/api/v1/bills?status=signed&status=vetoed&chamber=house&chamber=x&sort=x&introduced_to=x",
        &["status", "chamber", "introduced_to", "sort"],
    );
}
