/*!
Parallel citations of cases: `q` and `citation` find their case, and ids made from them redirect to it.
*/

use std::collections::{BTreeMap, BTreeSet};

use axum::http::{Method, StatusCode};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use serde_json::{Value, json};

use super::contract::{Contract, List, bundled_corpus, normalize, text};
use super::corpus::{Corpus, CorpusDirectory, case, with};
use super::oracle::check;
use super::support::{ReceivedResponse, TestApp, proptest_cases, request, target};

/// A citation as the end of an id.
fn id_form(citation: &str) -> String {
    let kept = citation.to_lowercase().replace(['.', '\'', '’'], "").replace('ñ', "n");
    let words: Vec<&str> = kept.split(|character: char| !character.is_ascii_alphanumeric()).collect();
    words.into_iter().filter(|word| !word.is_empty()).collect::<Vec<_>>().join("-")
}

/// An id form without the hyphens between letters.
fn squeezed(form: &str) -> String {
    let mut squeezed = String::new();
    for word in form.split('-') {
        let is_letter = |character: Option<char>| character.is_some_and(char::is_alphabetic);
        let is_one_word = is_letter(squeezed.chars().next_back()) && is_letter(word.chars().next());
        if !squeezed.is_empty() && !is_one_word {
            squeezed.push('-');
        }
        squeezed.push_str(word);
    }
    squeezed
}

/// The address of the record to which a path leads.
fn location(app: &TestApp, path: &str) -> Option<String> {
    let response = app.get(path);
    match response.status {
        StatusCode::PERMANENT_REDIRECT => Some(response.header("location").unwrap().to_owned()),
        StatusCode::NOT_FOUND => None,
        status => panic!("{path}: {status} {}", response.text()),
    }
}

fn ids(response: &ReceivedResponse) -> Vec<String> {
    let body = response.good();
    body["data"].as_array().unwrap().iter().map(|record| text(record, "id").to_owned()).collect()
}

#[test]
fn every_parallel_citation_of_the_bundled_corpus_finds_its_case() {
    let app = TestApp::bundled();
    let contract = Contract::read(&bundled_corpus());
    let mut n_aliases = 0;
    for case in contract.records(List::Cases) {
        let id = text(case, "id");
        for alias in contract.texts.aliases_of(List::Cases, case) {
            let court = id.strip_suffix(&id_form(text(case, "citation"))).unwrap();
            let form = id_form(alias);
            let expected = Some(format!("/api/v1/cases/{id}"));
            for alias_id in BTreeSet::from([format!("{court}{form}"), format!("{court}{}", squeezed(&form))]) {
                assert_eq!(location(&app, &format!("/api/v1/cases/{alias_id}")), expected, "{alias_id}");
            }
            for parameter in ["q", "citation"] {
                let query = vec![(parameter, alias.clone()), ("limit", "1".to_owned()), ("fields", "id".to_owned())];
                assert_eq!(ids(&app.get(&target("/api/v1/cases", &query))), [id], "{parameter} {alias}");
            }
            n_aliases += 1;
        }
    }
    assert!(n_aliases >= 1865, "{n_aliases}");
}

#[test]
fn quoted_and_embedded_citations_find_only_the_case() {
    let app = TestApp::bundled();
    for citation in ["93 S. Ct. 705", "93 S.Ct. 705", "\"93 S.Ct. 705\"", "Roe v. Wade, 93 Sup. Ct. 705 (1973)"] {
        let found = app.get(&target("/api/v1/cases", &vec![("q", citation.to_owned())]));
        assert_eq!(ids(&found), ["scotus-410-us-113"], "{citation}");
        let body = found.good();
        assert_eq!(body["meta"]["match"], "all", "{citation}");
        assert_eq!(body["meta"].get("corrected"), None, "{citation}");
    }
    let body = app.get("/api/v1/suggest?q=93+S.+Ct.+705").good();
    assert_eq!(body["data"][0]["url"], "/api/v1/cases/scotus-410-us-113");
}

#[test]
fn alias_is_answered_with_an_empty_redirect_for_any_client() {
    let app = TestApp::bundled();
    let record = "/api/v1/cases/scotus-410-us-113";
    for (path, expected) in [
        ("/api/v1/cases/scotus-93-s-ct-705", record.to_owned()),
        ("/api/v1/cases/scotus-93-sct-705/", record.to_owned()),
        ("/api/v1/cases/%20SCOTUS-35-L-Ed-2d-147", record.to_owned()),
        ("/api/v1/cases/scotus-93-s-ct-705?fields=id,meta", format!("{record}?fields=id,meta")),
        ("/api/v1/cases/scotus-93-s-ct-705/similar/?fields=id", format!("{record}/similar?fields=id")),
    ] {
        let response = app.get(path);
        assert_eq!(response.status, StatusCode::PERMANENT_REDIRECT, "{path}");
        assert_eq!(response.header("location"), Some(expected.as_str()), "{path}");
        assert_eq!(response.text(), "", "{path}");
        let served = app.get(&expected);
        for name in ["cache-control", "access-control-allow-origin", "access-control-expose-headers", "lexdex-build"] {
            assert_eq!(response.header(name), served.header(name), "{path} {name}");
        }
        assert_eq!((response.header("etag"), response.header("content-type")), (None, None), "{path}");
        let head = app.send(request(Method::HEAD, path));
        assert_eq!((head.status, head.header("location")), (response.status, response.header("location")));
    }
}

#[test]
fn redirect_counts_for_the_limit_and_beyond_it_is_refused() {
    let (app, _) = TestApp::limited(2);
    for remaining in ["1", "0"] {
        let response = app.get("/api/v1/cases/scotus-1-t-est-1");
        assert_eq!(response.status, StatusCode::PERMANENT_REDIRECT);
        assert_eq!(response.header("x-ratelimit-remaining"), Some(remaining));
    }
    app.get("/api/v1/cases/scotus-1-t-est-1").error(StatusCode::TOO_MANY_REQUESTS);
}

#[test]
fn id_of_another_court_or_list_does_not_lead_to_the_case() {
    let app = TestApp::bundled();
    for path in [
        "/api/v1/cases/ca9-93-s-ct-705",
        "/api/v1/cases/93-s-ct-705",
        "/api/v1/cases/scotus-93-s-ct-7055",
        "/api/v1/cases/scotus-93%20S.%20Ct.%20705",
        "/api/v1/statutes/scotus-93-s-ct-705",
        "/api/v1/bills/scotus-93-s-ct-705/similar",
    ] {
        app.get(path).error(StatusCode::NOT_FOUND);
    }
    app.get("/api/v1/cases/scotus-93-s-ct-705?field=id").error(StatusCode::BAD_REQUEST);
    let selected = app.get("/api/v1/cases?id=scotus-93-s-ct-705").good();
    assert_eq!(selected["meta"]["total"], 0, "the filter by ids takes the records' own");
}

#[test]
fn parallel_citations_are_not_served() {
    let (with_aliases, without) = (corpus_of_two().0, corpus_of_two().0);
    with_aliases.add_aliases(&[("scotus-1-us-1".to_owned(), vec!["2 Special Ed. 3".to_owned()])]);
    let (with_aliases, without) = (with_aliases.app(), without.app());
    for path in [
        "/api/v1/cases",
        "/api/v1/cases/scotus-1-us-1",
        "/api/v1/cases/scotus-1-us-1/similar",
        "/api/v1/cases/facets",
        "/api/v1/cases/export?format=csv",
        "/api/v1/cases/export?format=ndjson",
        // The words of a parallel citation do not match.
        "/api/v1/cases?q=special",
        "/api/v1/cases?q=ed",
    ] {
        assert_eq!(with_aliases.get(path).text(), without.get(path).text(), "{path}");
    }
}

/// Two cases on one page. The second has an alias of the maximum length of an id.
fn corpus_of_two() -> (CorpusDirectory, String) {
    let first = with(case("scotus-1-us-1", "federal"), json!({ "citation": "1 U.S. 1" }));
    let second = with(case("scotus-1-us-1-roe", "federal"), json!({ "citation": "1 U.S. 1" }));
    let corpus = Corpus { cases: vec![first, second], ..Corpus::default() };
    let page = "7".repeat(200 - "scotus-1-x-".len());
    (corpus.write(), page)
}

#[test]
fn alias_of_the_longest_id_is_found_and_a_longer_one_is_not() {
    let (directory, page) = corpus_of_two();
    directory.add_aliases(&[("scotus-1-us-1-roe".to_owned(), vec![format!("1 X {page}"), format!("1 X {page}8")])]);
    let app = directory.app();
    let found = location(&app, &format!("/api/v1/cases/scotus-1-x-{page}"));
    assert_eq!(found.as_deref(), Some("/api/v1/cases/scotus-1-us-1-roe"));
    let too_long = app.get(&format!("/api/v1/cases/scotus-1-x-{page}8"));
    assert!([StatusCode::NOT_FOUND, StatusCode::BAD_REQUEST].contains(&too_long.status), "{}", too_long.status);
}

/// Courts. One id begins with another id.
const COURTS: [&str; 3] = ["scotus", "cal", "cal-app"];

/// Citations, some of which have the same form in ids, and some the same key.
const CITATIONS: [&str; 14] = [
    "1 U.S. 1",
    "1 U. S. 1",
    "93 S. Ct. 705",
    "93 S.Ct. 705",
    "35 L. Ed. 2d 147",
    "5 U.S. (1 Cranch) 137",
    "5 U.S. 1 Cranch 137",
    "1 Cranch 137",
    "5 Pa. D. & C.4th 12",
    "2001 WY 12.5",
    "3 Ass’n 4",
    "3 Ass'n 4",
    "7 Año 8",
    "2012-Ohio-35",
];

/// A decision: its court, own citation, date and name, and its parallel citations.
type Decision = (&'static str, &'static str, Option<&'static str>, &'static str, Vec<&'static str>);

fn decisions() -> impl Strategy<Value = Vec<Decision>> {
    let dates = option::of(select(&["1973-01-22", "1973-01-23", "1850-12-31"][..]));
    let names = select(&["Doe v. Roe", "doe v. roe", "Abe v. Roe", "\u{c9}lan v. Roe"][..]);
    let aliases = subsequence(CITATIONS.to_vec(), 0..5);
    vec((select(COURTS.to_vec()), select(CITATIONS.to_vec()), dates, names, aliases), 1..12)
}

/// A corpus of decisions. If several have the same court and citation, the first has the plain id.
fn corpus_of(decisions: &[Decision]) -> CorpusDirectory {
    let mut corpus = Corpus::default();
    let mut n_of_id = BTreeMap::<String, usize>::new();
    let mut all_aliases = Vec::new();
    for (court, citation, date, name, aliases) in decisions {
        let plain = format!("{court}-{}", id_form(citation));
        let n_before = n_of_id.entry(plain.clone()).or_default();
        let id = if *n_before == 0 { plain } else { format!("{plain}-no-{n_before}") };
        *n_before += 1;
        let mut record = with(case(&id, "federal"), json!({ "citation": citation, "caseName": name }));
        if let Some(date) = date {
            record["decisionDate"] = json!(date);
        }
        corpus.cases.push(record);
        let mut forms = BTreeSet::from([id_form(citation)]);
        let aliases = aliases.iter().filter(|alias| forms.insert(id_form(alias)));
        let aliases: Vec<String> = aliases.map(|alias| (*alias).to_owned()).collect();
        all_aliases.extend((!aliases.is_empty()).then_some((id, aliases)));
    }
    let directory = corpus.write();
    directory.add_aliases(&all_aliases);
    directory
}

/// The id of the case to which a court and a citation lead: the first by date, name and id.
fn claimant(contract: &Contract, decisions: &[Decision], court: &str, citation: &str) -> Option<String> {
    let wanted = squeezed(&id_form(citation));
    let is_claimed = |case: &&Value| {
        let aliases = contract.texts.aliases_of(List::Cases, case).iter().map(String::as_str);
        let mut citations = aliases.chain([text(case, "citation")]);
        let is_of_court = decisions.iter().any(|(of, own, ..)| {
            let plain = format!("{of}-{}", id_form(own));
            let id = text(case, "id");
            *of == court && (id == plain || id.starts_with(&format!("{plain}-no-")))
        });
        is_of_court && citations.any(|citation| squeezed(&id_form(citation)) == wanted)
    };
    let order = |case: &&Value| {
        let date = case["decisionDate"].as_str().map(str::to_owned);
        (date.is_none(), date, normalize(text(case, "caseName")), text(case, "id").to_owned())
    };
    let cases = contract.records(List::Cases).iter().filter(is_claimed);
    cases.min_by_key(order).map(|case| text(case, "id").to_owned())
}

proptest! {
    #![proptest_config(proptest_cases(48))]

    #[test]
    fn random_aliases_lead_to_the_first_case_that_claims_them(decisions in decisions()) {
        let directory = corpus_of(&decisions);
        let (app, contract) = (directory.app(), directory.contract());
        let records: BTreeSet<&str> = contract.records(List::Cases).iter().map(|case| text(case, "id")).collect();
        for court in COURTS {
            for citation in CITATIONS {
                let form = id_form(citation);
                for id in BTreeSet::from([format!("{court}-{form}"), format!("{court}-{}", squeezed(&form))]) {
                    if records.contains(id.as_str()) {
                        prop_assert_eq!(&app.get(&format!("/api/v1/cases/{id}")).good()["data"]["id"], &json!(id));
                        continue;
                    }
                    let expected = claimant(&contract, &decisions, court, citation);
                    let expected = expected.map(|id| format!("/api/v1/cases/{id}"));
                    prop_assert_eq!(location(&app, &format!("/api/v1/cases/{id}")), expected, "{}", id);
                }
            }
        }
        for citation in CITATIONS {
            for parameter in ["q", "citation"] {
                check(&app, &contract, List::Cases, &vec![(parameter, citation.to_owned())]);
            }
        }
    }
}

#[test]
fn citation_of_more_than_a_thousand_cases_makes_no_alias() {
    let alias_of = |n_cases: usize| {
        let one = |number: usize| {
            let id = format!("court-slip-op-{number:04}");
            with(case(&id, "ny"), json!({ "caseName": format!("Roe {number}"), "citation": "Slip Op." }))
        };
        let corpus = Corpus { cases: (0..n_cases).map(one).collect(), ..Corpus::default() };
        location(&corpus.write().app(), "/api/v1/cases/court-slip-op")
    };
    assert_eq!(alias_of(1000).as_deref(), Some("/api/v1/cases/court-slip-op-0000"));
    assert_eq!(alias_of(1001), None);
}
