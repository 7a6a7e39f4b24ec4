/*!
The response to any request is a success or a client error, with a status from a closed set and the declared shape.
*/

use std::fmt::Write;

use axum::http::{Method, StatusCode, Uri};
use lexdex_core::model::{Parameter, ParameterSpec, Resource, Values};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use super::support::{ROUTES, ReceivedResponse, TestApp, encode, proptest_cases, request, target};

/// Escapes the bytes that cannot occur in a request target. Percent signs stay as they are.
fn sendable(bytes: &[u8]) -> String {
    let mut text = String::new();
    for byte in bytes {
        let is_allowed = byte.is_ascii_graphic() && !b"#?\"<>\\^`{|}".contains(byte);
        if is_allowed {
            text.push(char::from(*byte));
        } else {
            write!(text, "%{byte:02X}").unwrap();
        }
    }
    text
}

/// Parameter names: known ones and arbitrary ones.
fn names() -> impl Strategy<Value = String> {
    let known = Parameter::ALL.iter().map(|parameter| parameter.as_str()).chain(["LIMIT", "limit[]", "year"]);
    prop_oneof![
        8 => select(known.collect::<Vec<_>>()).prop_map(str::to_owned),
        1 => "\\PC{0,12}".prop_map(|name| sendable(name.as_bytes())),
        1 => vec(any::<u8>(), 0..300).prop_map(|name| sendable(&name)),
    ]
}

/// Parameters, each with an accepted value or a variant of it.
fn declared_pairs() -> impl Strategy<Value = (String, String)> {
    let mut pairs = Vec::new();
    for parameter in Parameter::ALL {
        for ParameterSpec { values, example, .. } in Resource::ALL.iter().map(|list| parameter.spec(*list)) {
            let words = if let Values::Words(words) = values { words } else { Vec::new() };
            for value in words.into_iter().chain([example]) {
                let without_first: String = value.chars().skip(1).collect();
                let variants = [value, &format!(" {} ", value.to_uppercase()), &without_first, &value.repeat(2)];
                pairs.extend(variants.map(|value| (parameter.to_string(), encode(value))));
            }
        }
    }
    select(pairs)
}

fn values() -> impl Strategy<Value = String> {
    let odd = [
        "",
        "%",
        "%%",
        "%0",
        "%00",
        "%FF",
        "%C3%28",
        "%ED%A0%80",
        "+",
        "-1",
        "0",
        "1",
        "100",
        "101",
        "007",
        "1e9",
        "NaN",
        "9223372036854775807",
        "9223372036854775808",
        "18446744073709551616",
        "340282366920938463463374607431768211456",
        "..%2f..%2fetc%2fpasswd",
        "%27%20OR%201=1--",
        "$(id)",
        "%E2%80%AE",
        "%EF%BB%BF",
        "\u{7f}",
        "2000-02-29",
        "id,,title",
        "%22a%22+b",
        "supreme",
        "circuit",
        "scotus",
        "tenant",
        "%2A",
        "*",
        "%22",
        "%5B%5D",
        "%7B%7D",
        "%0D%0AX:1",
        "%EF%B7%BA",
        "I%CC%87",
        "%E1%BA%9E",
        "%CD%85",
        "_",
        "-",
    ];
    prop_oneof![
        4 => select(odd.to_vec()).prop_map(|value| sendable(value.as_bytes())),
        2 => any::<u128>().prop_map(|number| number.to_string()),
        1 => any::<i64>().prop_map(|number| number.to_string()),
        2 => "\\PC{0,40}".prop_map(|value| sendable(value.as_bytes())),
        2 => "(%[0-9a-fA-F]{2}){0,40}",
        1 => "(%[0-9a-gA-G%]{0,2}){0,8}",
        1 => vec(any::<u8>(), 0..40).prop_map(|value| sendable(&value)),
        1 => ("[a-z%&=+]", 100..4000usize).prop_map(|(character, n_times)| character.repeat(n_times)),
    ]
}

fn queries() -> impl Strategy<Value = String> {
    let separators = select(&["&", "&", "&", ";", "&&", "?"][..]);
    let any_pairs = (names(), values());
    let pairs = prop_oneof![3 => any_pairs, 1 => declared_pairs()];
    let pairs = (pairs, select(&["=", "=", "=", "", "=="][..]), separators);
    prop_oneof![
        6 => vec(pairs, 0..8)
            .prop_map(|pairs| pairs.iter().map(|((name, value), is, end)| format!("{name}{is}{value}{end}")).collect()),
        1 => vec(any::<u8>(), 0..200).prop_map(|query| sendable(&query)),
    ]
}

fn paths() -> impl Strategy<Value = String> {
    let segment = prop_oneof![
        select(
            &[
                "api",
                "v1",
                "statutes",
                "cases",
                "facets",
                "export",
                "topics",
                "citations",
                "jurisdictions",
                "ca",
                "..",
                ".",
                "",
                "%2e%2e",
                "%00",
                "{id}",
                "*"
            ][..]
        )
        .prop_map(str::to_owned),
        "\\PC{0,12}",
    ];
    vec(segment, 0..8).prop_map(|segments| format!("/{}", sendable(segments.join("/").as_bytes())))
}

fn methods() -> impl Strategy<Value = Method> {
    select(vec![Method::GET, Method::GET, Method::GET, Method::HEAD, Method::OPTIONS, Method::POST, Method::TRACE])
}

/// Returns whether this is the explorer's page.
fn is_page(response: &ReceivedResponse) -> bool {
    response.header("content-type") == Some("text/html; charset=utf-8")
}

/// The statuses of a service without a rate limit.
const STATUSES: [u16; 7] = [200, 204, 400, 404, 405, 414, 415];

/// Checks that the response has a declared status and the shape that goes with it.
fn check(app: &TestApp, method: Method, target: &str) {
    assert!(target.parse::<Uri>().is_ok(), "{target:?} cannot be sent");
    let response = app.send(request(method.clone(), target));
    // A request may name a build that is not served.
    let is_of_other_build = response.status == StatusCode::PRECONDITION_FAILED && target.contains("build=");
    assert!(is_of_other_build || STATUSES.contains(&response.status.as_u16()), "{method} {target}: {response:?}");
    match method {
        // The error of a view is a page, too.
        Method::GET if is_page(&response) => assert!(response.text().contains("<h1>")),
        Method::GET if response.status == StatusCode::OK => drop(response.good()),
        Method::HEAD | Method::OPTIONS if response.status.is_success() => assert!(response.body.is_empty()),
        Method::HEAD => assert!(response.body.is_empty()),
        _ => drop(response.error(response.status)),
    }
}

proptest! {
    #![proptest_config(proptest_cases(1000))]

    #[test]
    fn any_query_is_answered_with_success_or_a_client_error(method in methods(), path in select(&ROUTES[..]), query in queries()) {
        check(&TestApp::bundled(), method, &format!("{path}?{query}"));
    }

    #[test]
    fn any_path_is_answered_with_success_or_a_client_error(method in methods(), path in paths(), query in queries()) {
        check(&TestApp::bundled(), method.clone(), &path);
        check(&TestApp::bundled(), method, &format!("{path}?{query}"));
    }
}

proptest! {
    // Fewer cases: each compares a long text with every name of every jurisdiction.
    #![proptest_config(proptest_cases(100))]

    /// An unknown topic or court matches nothing. An unknown jurisdiction is an error.
    #[test]
    fn any_text_is_accepted_as_topic_and_court(value in "\\PC{1,200}") {
        prop_assume!(!value.trim().is_empty());
        let app = TestApp::bundled();
        app.get(&target("/api/v1/statutes", &vec![("topic", value.clone())])).good();
        app.get(&target("/api/v1/cases", &vec![("court", value.clone()), ("topic", value.clone())])).good();
        let response = app.get(&target("/api/v1/cases", &vec![("citation", value.clone())]));
        if response.status != StatusCode::OK {
            prop_assert_eq!(&response.error(StatusCode::BAD_REQUEST)["details"]["problems"][0]["value"], &value);
        }
        let response = app.get(&target("/api/v1/cases", &vec![("q", value.clone()), ("sort", "relevance".to_owned())]));
        if response.status != StatusCode::OK {
            prop_assert_eq!(&response.error(StatusCode::BAD_REQUEST)["details"]["problems"][0]["value"], &value);
        }
        let response = app.get(&target("/api/v1/bills", &vec![("jurisdiction", value.clone())]));
        if response.status != StatusCode::OK {
            prop_assert_eq!(&response.error(StatusCode::BAD_REQUEST)["details"]["problems"][0]["value"], &value);
        }
    }
}

#[test]
fn query_of_many_problems_has_a_bounded_body() {
    let app = TestApp::bundled();
    for unit in ["x&", "%&", "limit=0&", "é=1&", "a=%FF&"] {
        let unit = sendable(unit.as_bytes());
        for path in ["/api/v1/statutes", "/api/v1/cases", "/api/v1/bills", "/api/v1/jurisdictions"] {
            let query = unit.repeat(8000 / unit.len());
            let response = app.get(&format!("{path}?{query}"));
            response.error(StatusCode::BAD_REQUEST);
            assert!(response.body.len() < 32 << 10, "{} bytes for {unit:?}", response.body.len());
        }
    }
}
