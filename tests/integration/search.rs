/*!
Search compared with the oracle: words, citations, dates, repeated filters, orders and fields, alone and combined.
*/

mod enough;
mod long;
mod meanings;
mod namesakes;
mod order;
mod places;
mod rules;
mod texts;
mod words;

use axum::http::StatusCode;
use lexdex::http::SnapshotOptions;
use proptest::prelude::*;
use serde_json::{Value, json};

use super::contract::{Contract, List, bundled_corpus, text};
use super::corpus::{Corpus, bill, case, statute, with};
use super::oracle::{check, check_in_pages};
use super::queries::{Draw, any_query, citation_spellings};
use super::random_corpora::{corpora, large};
use super::support::{Query, TestApp, proptest_cases, target};

#[test]
fn search_of_the_bundled_corpus_matches_the_contract() {
    let app = TestApp::bundled();
    let contract = Contract::read(&bundled_corpus());
    let mut draw = Draw(6);
    for _ in 0..200 {
        for list in List::ALL {
            let query = any_query(&contract, list, &mut draw);
            check_in_pages(&app, &contract, list, &query, || 1 + draw.below(100));
        }
    }
}

/// The first five results must hold an answer to all but one in this number of the judged questions.
const QUESTIONS_PER_MISS: usize = 100;

#[test]
fn judged_questions_match_the_contract_and_find_answers() {
    let app = TestApp::bundled();
    let contract = Contract::read(&bundled_corpus());
    let questions = include_str!("../../benches/relevance/questions.tsv");
    let tuned = questions.lines().filter_map(|line| line.strip_prefix("tune\t"));
    let (mut n_questions, mut missed) = (0, Vec::new());
    for question in tuned {
        let cells: Vec<&str> = question.split('\t').collect();
        let list = List::ALL.into_iter().find(|list| list.folder() == cells[1]).unwrap();
        let query: Query = vec![("q", cells[2].to_owned())];
        check(&app, &contract, list, &query);
        let page = app.get(&target(list.path(), &[query, vec![("limit", "5".to_owned())]].concat())).good();
        let answers: Vec<&str> = cells[3].split(' ').filter(|id| !id.is_empty()).collect();
        let is_answer = |record: &Value| answers.contains(&text(record, "id"));
        n_questions += 1;
        if !answers.is_empty() && !page["data"].as_array().unwrap().iter().any(is_answer) {
            missed.push(cells[2]);
        }
    }
    assert!(missed.len() * QUESTIONS_PER_MISS <= n_questions, "{missed:#?}");
}

proptest! {
    #![proptest_config(proptest_cases(24))]

    #[test]
    fn search_of_a_random_corpus_matches_the_contract(corpus in corpora(), seed in any::<u64>()) {
        let directory = corpus.write();
        let (app, contract) = (directory.app(), directory.contract());
        let mut draw = Draw(seed);
        for _ in 0..30 {
            for list in List::ALL {
                let query = any_query(&contract, list, &mut draw);
                check_in_pages(&app, &contract, list, &query, || 1 + draw.below(100));
            }
        }
    }
}

#[test]
fn search_of_ten_thousand_records_matches_despite_the_cache() {
    let directory = large(10_000).write();
    let contract = directory.contract();
    let app =
        |cache_bytes| TestApp::new(directory.index(), SnapshotOptions { cache_bytes, ..SnapshotOptions::default() });
    let (without_cache, with_cache) = (app(0), app(64 << 20));
    let mut draw = Draw(1);
    for _ in 0..15 {
        for list in List::ALL {
            let query = any_query(&contract, list, &mut draw);
            for app in [&without_cache, &with_cache, &with_cache, &with_cache] {
                check(app, &contract, list, &query);
            }
        }
    }
}

#[test]
fn abbreviated_names_find_their_cases_by_all_words() {
    let app = TestApp::bundled();
    for (q, name) in [
        ("Dep't of Commerce v. N.Y.", "Department of Commerce v. New York"),
        ("brown vs board of ed", "Brown v. Board of Education"),
        ("Brown v. Bd. of Educ.", "Brown v. Board of Education"),
        ("W. Va. v. EPA", "West Virginia v. EPA"),
    ] {
        let query = vec![("q", q.to_owned())];
        let (found, reading) = app.walk_with_reading(List::Cases, &query, || 100);
        assert_eq!((&found[0]["caseName"], reading), (&json!(name), json!({ "match": "all" })), "{q}");
    }
}

#[test]
fn bundled_records_match_every_spelling_of_their_citation() {
    let app = TestApp::bundled();
    let contract = Contract::read(&bundled_corpus());
    for list in [List::Statutes, List::Cases] {
        for record in contract.records(list) {
            let Some(citation) = record["meta"]["citation"].as_str().or(record["citation"].as_str()) else { continue };
            let spellings = citation_spellings(record, citation);
            for spelling in spellings.into_iter().filter(|spelling| spelling.chars().count() <= 200) {
                let found = app.walk(list, &vec![("citation", spelling.clone())], || 100);
                assert!(found.contains(record), "{spelling}: {found:?}");
            }
        }
    }
}

#[test]
fn spellings_of_a_reporter_match_each_other() {
    let spellings: &[(&str, &[&str])] = &[
        ("410 U.S. 113", &["410 US 113", "410 U. S. 113", "410 U S 113", "410us113", "410 United States Reports 113"]),
        ("93 S. Ct. 705", &["93 S.Ct. 705", "93 S Ct 705", "93 SCt 705", "93 Sup. Ct. 705", "93 s.ct. 705"]),
        ("35 L. Ed. 2d 147", &["35 L.Ed.2d 147", "35 LEd2d 147", "35 L. Ed.2d 147", "35 L ED 2D 147"]),
        ("49 F.3d 807", &["49 F. 3d 807", "49 F3d 807", "49 f.3d 807", "49 Fed. 3d 807"]),
        ("31 F.4th 1180", &["31 F. 4th 1180", "31 F4th 1180"]),
        ("142 F. Supp. 707", &["142 F.Supp. 707", "142 FSupp 707", "142 F Supp 707", "142 Fed. Supp. 707"]),
        ("142 F. Supp. 2d 708", &["142 F.Supp.2d 708", "142 FSupp2d 708"]),
        ("1 F. App'x 2", &["1 F. App’x 2", "1 Fed. Appx. 2", "1 F.App'x 2", "1 FAppx 2"]),
        ("1 N.E.2d 5", &["1 N. E. 2d 5", "1 NE2d 5", "1 N E 2d 5", "1 ne 2d 5"]),
        ("1 So. 3d 5", &["1 So.3d 5", "1 So3d 5"]),
        ("1 N.Y.S.2d 5", &["1 N. Y. S. 2d 5", "1 NYS2d 5"]),
        ("1 Cal. Rptr. 2d 5", &["1 Cal.Rptr.2d 5", "1 CalRptr2d 5", "1 Cal Rptr 2d 5"]),
        ("1 Cal. App. 4th 5", &["1 Cal.App.4th 5", "1 CalApp4th 5"]),
        ("100 Wash. 2d 5", &["100 Wn.2d 5", "100 Wn. 2d 5", "100 Wash.2d 5", "100 wn2d 5"]),
        ("1 Fed. Cl. 5", &["1 Fed.Cl. 5", "1 FedCl 5"]),
        ("1 U.S. App. D.C. 5", &["1 U.S.App.D.C. 5", "1 US App DC 5"]),
        ("5 U.S.C. § 552a", &["5 USC 552a", "5 U.S.C. § 552a(a)(8)"]),
        ("5 U.S.C. § 552", &["5 U.S.C. § 552(a)", "5 USC 552(b)(6)", "5 U.S.C. Section 552(a)", "5 USC sec. 552"]),
        ("44 U.S. 484", &["44 Liquormart, Inc. v. Rhode Island, 44 U.S. 484 (1996)", "A, 7th Ward, 44 US 484, 490"]),
    ];
    let cases = spellings
        .iter()
        .enumerate()
        .map(|(idx, (citation, _))| with(case(&format!("c-{idx}"), "federal"), json!({ "citation": citation })));
    let app = Corpus { cases: cases.collect(), ..Corpus::default() }.write().app();
    for (idx, (citation, others)) in spellings.iter().enumerate() {
        for spelling in others.iter().chain([citation]) {
            let found = app.walk(List::Cases, &vec![("citation", (*spelling).to_owned())], || 100);
            let ids: Vec<&str> = found.iter().map(|case| text(case, "id")).collect();
            assert_eq!(ids, [format!("c-{idx}")], "{spelling}");
        }
    }
}

#[test]
fn date_ranges_are_inclusive_and_exclude_undated_records() {
    let dated = |id: &str, date: Option<&str>| {
        let case = case(id, "federal");
        date.map_or(case.clone(), |date| with(case, json!({ "decisionDate": date })))
    };
    let cases = vec![
        dated("a", Some("0001-01-01")),
        dated("b", Some("1999-12-31")),
        dated("c", Some("2000-01-01")),
        dated("d", Some("9999-12-31")),
        dated("e", None),
    ];
    let app = Corpus { cases, ..Corpus::default() }.write().app();
    let ids = |query: &[(&'static str, &str)]| {
        let query: Query = query.iter().map(|(name, value)| (*name, (*value).to_owned())).collect();
        let found = app.walk(List::Cases, &query, || 2);
        found.iter().map(|case| text(case, "id")).collect::<String>()
    };
    assert_eq!(ids(&[]), "dcbae");
    assert_eq!(ids(&[("decided_from", "0001-01-01")]), "dcba");
    assert_eq!(ids(&[("decided_to", "9999-12-31")]), "dcba");
    assert_eq!(ids(&[("decided_from", "1999-12-31"), ("decided_to", "2000-01-01")]), "cb");
    assert_eq!(ids(&[("decided_from", "1999-12-31"), ("decided_to", "1999-12-31")]), "b");
    assert_eq!(ids(&[("decided_from", "2000-01-02"), ("decided_to", "9999-12-30")]), "");
    assert_eq!(ids(&[("sort", "oldest")]), "abcde");
    assert_eq!(ids(&[("sort", "oldest"), ("decided_from", "1999-12-31")]), "bcd");
}

#[test]
fn fully_dated_and_undated_lists_sort_in_every_order() {
    for n_records in [0, 1, 3] {
        let ids: Vec<String> = (0..n_records).map(|number| format!("r-{number}")).collect();
        let of = |record: fn(&str, &str) -> Value| ids.iter().map(|id| record(id, "ca")).collect::<Vec<_>>();
        let directory = Corpus { statutes: of(statute), cases: of(case), bills: of(bill) }.write();
        let (app, contract) = (directory.app(), directory.contract());
        for list in List::ALL {
            let [from, to] = list.date_parameters();
            let queries: [&[(&'static str, &str)]; 7] = [
                &[(from, "1900-01-01")],
                &[(to, "1900-01-01")],
                &[("sort", "oldest")],
                &[("sort", "newest")],
                &[("q", "state"), ("sort", "relevance")],
                &[("q", "\"title of r\""), (from, "0001-01-01"), (to, "9999-12-31"), ("sort", "oldest")],
                &[("jurisdiction", "ca"), ("jurisdiction", "ny"), ("sort", "oldest"), ("fields", "id")],
            ];
            for query in queries {
                let query = query.iter().map(|(name, value)| (*name, (*value).to_owned())).collect();
                check(&app, &contract, list, &query);
                assert_eq!(app.get(&target(&format!("{}/facets", list.path()), &Query::new())).status, StatusCode::OK);
            }
        }
    }
}
