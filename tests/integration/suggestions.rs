/*!
Suggestions. The oracle compares every name of the corpus with the typed beginning.
*/

use std::collections::BTreeSet;

use axum::http::{Method, StatusCode};
use proptest::prelude::*;
use serde_json::{Value, json};

use super::contract::suggestions::{Expected, Suggestable, joined};
use super::contract::{Contract, List, bundled_corpus, text};
use super::corpus::{Corpus, bill, case, statute, with};
use super::queries::Draw;
use super::random_corpora::corpora;
use super::support::{TestApp, encode, problem_parameters, proptest_cases, request};

const PATH: &str = "/api/v1/suggest";

/// More records than any corpus of the tests has.
const MAX_RECORDS: usize = 1_000_000;

fn suggest(app: &TestApp, q: &str, limit: usize) -> Value {
    app.get(&format!("{PATH}?q={}&limit={limit}", encode(q))).good()
}

/// Compares a response with the oracle.
fn check(app: &TestApp, contract: &Contract, suggestable: &Suggestable, q: &str, limit: usize) {
    let found = suggest(app, q, limit);
    let Expected { body, is_exact } = contract.suggestions(suggestable, q, limit);
    if is_exact {
        assert_eq!(found, body, "{q:?}, limit {limit}");
    } else {
        // Some titles may be missing, and then others take their places.
        let all = contract.suggestions(suggestable, q, MAX_RECORDS).body;
        let records = |body: &Value| {
            let suggestions = body["data"].as_array().unwrap().iter();
            suggestions.filter(|suggestion| suggestion.get("count").is_none()).cloned().collect::<Vec<_>>()
        };
        let mut expected = records(&all).into_iter();
        let found = records(&found);
        assert!(found.iter().all(|one| expected.any(|other| *one == other)), "{q:?}: {found:#?}");
    }
}

/// The names that people type: titles, citations, numbers, popular names, and names of filters.
fn typed_names(contract: &Contract) -> Vec<String> {
    let mut names = BTreeSet::new();
    for list in List::ALL {
        for record in contract.records(list) {
            let fields =
                ["caseName", "title", "citation", "billNumber"].iter().filter_map(|field| record[*field].as_str());
            names.extend(fields.chain(record["meta"]["citation"].as_str()).map(str::to_owned));
        }
    }
    for entry in contract.topics.iter().chain(&contract.courts).chain(&contract.jurisdictions) {
        names.extend(
            ["label", "tag", "name", "id"].iter().filter_map(|field| entry[*field].as_str()).map(str::to_owned),
        );
    }
    names.extend(contract.popular_names().map(str::to_owned));
    names.into_iter().collect()
}

/// A part of a name, as a person may have typed it.
fn beginning(name: &str, draw: &mut Draw) -> String {
    let letters: Vec<char> = name.chars().collect();
    let mut typed: Vec<char> = letters[..1 + draw.below(letters.len())].to_vec();
    match draw.below(6) {
        // Begins at a later word.
        0 => {
            typed = name
                .split(' ')
                .skip(draw.below(name.split(' ').count()))
                .collect::<Vec<_>>()
                .join(" ")
                .chars()
                .collect()
        }
        // Makes a typing error.
        1 => {
            let position = draw.below(typed.len());
            typed[position] = 'x';
        }
        2 => {
            typed.remove(draw.below(typed.len()));
        }
        // Keeps some of the words.
        3 => typed = name.split(' ').filter(|_| draw.below(2) == 0).collect::<Vec<_>>().join(" ").chars().collect(),
        _ => {}
    }
    let typed: String = typed.into_iter().take(200).collect();
    if typed.trim().is_empty() { "a".to_owned() } else { typed }
}

#[test]
fn record_of_every_name_is_suggested_once_the_name_is_typed() {
    let (app, contract) = (TestApp::bundled(), Contract::read(&bundled_corpus()));
    for list in List::ALL {
        for record in contract.records(list) {
            let title = text(record, if list == List::Cases { "caseName" } else { "title" });
            let typed: String = title.chars().take(200).collect();
            let found = suggest(&app, &typed, 20);
            let found = found["data"].as_array().unwrap();
            let is_found = |suggestion: &Value| {
                suggestion["url"].as_str().is_some_and(|url| url.starts_with(&format!("{}/", list.path())))
                    && suggestion["text"].as_str().is_some_and(|text| joined(text) == joined(title))
            };
            assert!(found.iter().any(is_found), "{title}: {found:#?}");
        }
    }
}

#[test]
fn complete_reporter_name_suggests_only_its_citations() {
    let corpus = Corpus {
        cases: vec![
            with(case("a", "ca"), json!({ "caseName": "First", "citation": "100 P. 5" })),
            with(case("b", "ca"), json!({ "caseName": "Second", "citation": "100 P.2d 5" })),
            with(case("c", "ca"), json!({ "caseName": "Third", "citation": "100 Pa. 5" })),
        ],
        ..Corpus::default()
    };
    let directory = corpus.write();
    let app = directory.app();
    let found = |q: &str| {
        let body = suggest(&app, q, 10);
        let mut texts: Vec<String> =
            body["data"].as_array().unwrap().iter().map(|one| text(one, "text").to_owned()).collect();
        texts.sort();
        texts
    };
    assert_eq!(found("100 P"), ["First", "Second", "Third"]);
    for q in ["100 Pac", "100 Pac.", "100 pac. "] {
        assert_eq!(found(q), ["First", "Second"], "{q}");
    }
    let app = TestApp::bundled();
    let is_law = |one: &Value| one["foundBy"].as_str().is_some_and(|name| name.starts_with("Pub. L."));
    assert!(!suggest(&app, "pac", 20)["data"].as_array().unwrap().iter().any(is_law));
    assert!(suggest(&app, "publ", 20)["data"].as_array().unwrap().iter().any(is_law));
}

#[test]
fn prefixes_of_all_bundled_names_match_the_contract() {
    let (app, contract) = (TestApp::bundled(), Contract::read(&bundled_corpus()));
    let suggestable = contract.suggestable();
    let mut draw = Draw(17);
    for (number, name) in typed_names(&contract).iter().enumerate() {
        if number % 4 == 0 {
            let typed = beginning(name, &mut draw);
            check(&app, &contract, &suggestable, &typed, 1 + draw.below(20));
        }
    }
}

/// Every suggestion leads to a success, and the count of a filter is the total there.
fn check_urls(app: &TestApp, suggestions: &Value) {
    for suggestion in suggestions["data"].as_array().unwrap() {
        let body = app.get(text(suggestion, "url")).good();
        assert_eq!(suggestion.get("count"), body["meta"].get("total"), "{suggestion}");
    }
}

#[test]
fn every_suggested_url_has_the_suggested_count() {
    let app = TestApp::bundled();
    let letters = ('a'..='z').chain('0'..='9').map(String::from);
    for q in letters.chain(["supreme court", "united states d", "new", "410 us", "civil", "9th"].map(str::to_owned)) {
        check_urls(&app, &suggest(&app, &q, 20));
    }
}

proptest! {
    #![proptest_config(proptest_cases(16))]

    #[test]
    fn suggestions_of_a_random_corpus_match_the_contract(corpus in corpora(), seed in any::<u64>()) {
        let directory = corpus.write();
        let (app, contract) = (directory.app(), directory.contract());
        let suggestable = contract.suggestable();
        let mut draw = Draw(seed);
        let names = typed_names(&contract);
        for _ in 0..60 {
            let typed = beginning(&names[draw.below(names.len())], &mut draw);
            let limit = 1 + draw.below(20);
            check(&app, &contract, &suggestable, &typed, limit);
            check_urls(&app, &suggest(&app, &typed, limit));
        }
    }

    #[test]
    fn any_text_gets_suggestions_or_a_400(q in "(\\PC|[a-z0-9 .'&()§\"-]){0,220}", n_repeats in 1..8_usize, limit in 0..30_usize) {
        let q = q.repeat(n_repeats);
        let target = format!("{PATH}?q={}&limit={limit}", encode(&q));
        prop_assume!(target.len() <= 8192);
        let response = TestApp::tiny().get(&target);
        let is_valid = !q.trim().is_empty() && q.chars().count() <= 1000 && (1..=20).contains(&limit);
        prop_assert_eq!(response.status, if is_valid { StatusCode::OK } else { StatusCode::BAD_REQUEST });
    }
}

#[test]
fn suggestions_are_the_same_whatever_the_order_of_the_corpus() {
    let records = |number: usize| {
        let title = json!({ "title": format!("Roe {}", number % 7) });
        (with(statute(&format!("s-{number}"), "ca"), title.clone()), with(bill(&format!("b-{number}"), "ny"), title))
    };
    let (statutes, bills): (Vec<Value>, Vec<Value>) = (0..40).map(records).unzip();
    let cases: Vec<Value> = (0..40).map(|number| case(&format!("roe-{}", number % 40), "federal")).collect();
    let corpus = Corpus { statutes, cases, bills };
    let mut reversed = corpus.clone();
    [&mut reversed.statutes, &mut reversed.cases, &mut reversed.bills].into_iter().for_each(|list| list.reverse());
    let apps = [corpus, reversed].map(|corpus| corpus.write().app());
    for q in ["r", "roe", "roe 1", "1 test", "hr", "h", "v st", "united", "title"] {
        let [one, other] = apps.each_ref().map(|app| suggest(app, q, 20));
        assert_eq!(one, other, "{q}");
    }
}

#[test]
fn exact_names_come_before_prefixes_and_later_words() {
    let cases = [("a", "Roe v. Wade"), ("b", "Roe"), ("c", "Doe v. Roe"), ("d", "Roebuck v. Sears")];
    let cases = cases.map(|(id, name)| with(case(id, "federal"), json!({ "caseName": name, "citation": "1 F. 2" })));
    let directory = Corpus { cases: cases.into(), ..Corpus::default() }.write();
    std::fs::write(directory.path().join("popular-names.tsv"), "").unwrap();
    let app = directory.app();
    let texts = |q: &str| {
        let body = suggest(&app, q, 20);
        body["data"].as_array().unwrap().iter().map(|one| text(one, "text").to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(texts("roe"), ["Roe", "Roe v. Wade", "Roebuck v. Sears", "Doe v. Roe"]);
    assert_eq!(texts("ROE V"), ["Roe v. Wade", "Doe v. Roe"]);
    assert_eq!(texts("wade roe"), ["Roe v. Wade"]);
    assert_eq!(texts("sears ro"), ["Roebuck v. Sears"]);
}

#[test]
fn possessive_is_suggested_with_and_without_its_apostrophe() {
    let cases = [("a", "Whole Woman's Health v. Hellerstedt"), ("b", "Congress's Bank v. Roe")];
    let cases = cases.map(|(id, name)| with(case(id, "federal"), json!({ "caseName": name })));
    let directory = Corpus { cases: cases.into(), ..Corpus::default() }.write();
    let (app, contract) = (directory.app(), directory.contract());
    for (q, name) in [
        ("whole woman's h", "Whole Woman's Health v. Hellerstedt"),
        ("whole womans h", "Whole Woman's Health v. Hellerstedt"),
        ("congress's b", "Congress's Bank v. Roe"),
        ("congress b", "Congress's Bank v. Roe"),
    ] {
        check(&app, &contract, &contract.suggestable(), q, 10);
        let body = suggest(&app, q, 10);
        assert_eq!(body["data"][0]["text"], name, "{q}");
        assert_eq!(body["meta"], json!({}), "{q}");
    }
}

#[test]
fn words_are_corrected_only_if_no_name_has_the_beginning() {
    let app = TestApp::bundled();
    let body = suggest(&app, "plessey v f", 10);
    assert_eq!(body["meta"], json!({ "corrected": { "plessey": "plessy" } }));
    assert_eq!(body["data"][0]["text"], "Plessy v. Ferguson");
    assert_eq!(suggest(&app, "plessy v f", 10)["meta"], json!({}));
    assert_eq!(suggest(&app, "qqqqqq", 10), json!({ "data": [], "meta": {} }));
    assert_eq!(suggest(&app, "§ -", 10), json!({ "data": [], "meta": {} }));
}

#[test]
fn limits_are_accepted_at_the_bounds_and_refused_beyond() {
    let app = TestApp::bundled();
    for (limit, n_suggestions) in [("1", 1), ("20", 20)] {
        let body = app.get(&format!("{PATH}?q=s&limit={limit}")).good();
        assert_eq!(body["data"].as_array().unwrap().len(), n_suggestions);
    }
    assert_eq!(app.get(&format!("{PATH}?q=s")).good(), app.get(&format!("{PATH}?q=s&limit=10")).good());
    app.get(&format!("{PATH}?q={}", "a".repeat(1000))).good();
    let too_long = format!("q={}", "a".repeat(1001));
    for (query, parameters) in [
        ("", &["q"][..]),
        ("q=", &["q"]),
        ("q=+", &["q"]),
        ("q=a&q=b", &["q"]),
        ("q=%ff", &["q"]),
        (&too_long, &["q"]),
        ("q=a&limit=0", &["limit"]),
        ("q=a&limit=21", &["limit"]),
        ("q=a&limit=1e1", &["limit"]),
        ("limit=21", &["q", "limit"]),
        ("q=a&offset=1", &["offset"]),
        ("q=a&list=cases", &["list"]),
    ] {
        let body = app.get(&format!("{PATH}?{query}")).error(StatusCode::BAD_REQUEST);
        assert_eq!(problem_parameters(&body), parameters, "{query}");
    }
}

#[test]
fn suggestions_are_cached_and_encoded_like_pages() {
    let app = TestApp::bundled();
    let target = format!("{PATH}?q=roe");
    let first = app.get(&target);
    assert_eq!(app.get(&format!("{PATH}?q=+ROE+&limit=10")).text(), first.text());
    let mut conditional = request(Method::GET, &target);
    conditional.headers_mut().insert("if-none-match", first.header("etag").unwrap().parse().unwrap());
    assert_eq!(app.send(conditional).status, StatusCode::NOT_MODIFIED);
    let head = app.send(request(Method::HEAD, &target));
    assert_eq!((head.status, head.body.len()), (StatusCode::OK, 0));
    assert_eq!(head.stable_headers(), first.stable_headers());
    assert_eq!(app.send(request(Method::OPTIONS, &target)).status, StatusCode::NO_CONTENT);
    assert_eq!(app.send(request(Method::POST, &target)).status, StatusCode::METHOD_NOT_ALLOWED);
}
