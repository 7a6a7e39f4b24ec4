/*!
The similar records of a record: their properties, and their order in small corpora.
*/

use std::collections::BTreeSet;

use axum::http::StatusCode;
use proptest::prelude::*;
use serde_json::{Value, json};

use super::contract::{Contract, List, bundled_corpus, text, with_fields};
use super::corpus::{Corpus, CorpusDirectory, statute, with};
use super::random_corpora::corpora;
use super::support::{TestApp, problem_parameters, proptest_cases};

/// The maximum number of similar records.
const MAX_RECORDS: usize = 20;

/// Checks the similar records of the record at every `step`-th position: each is another record as its list has it, only
/// once, and has a word or a topic of the record.
fn check(app: &TestApp, contract: &Contract, step: usize) {
    for list in List::ALL {
        let records = contract.records(list);
        for record in records.iter().step_by(step) {
            let target = format!("{}/{}/similar", list.path(), text(record, "id"));
            let body = app.get(&target).good();
            let similar = body["data"].as_array().unwrap();
            assert_eq!(body["meta"], json!({ "total": similar.len() }), "{target}");
            assert!(similar.len() <= MAX_RECORDS && !similar.contains(record), "{target}");
            let ids: BTreeSet<&str> = similar.iter().map(|other| text(other, "id")).collect();
            assert_eq!(ids.len(), similar.len(), "{target}");
            assert!(similar.iter().all(|other| contract.is_related(list, record, other)), "{target}");
        }
    }
}

#[test]
fn similar_records_of_a_bundled_record_share_its_subjects() {
    check(&TestApp::bundled(), &Contract::read(&bundled_corpus()), 13);
}

proptest! {
    #![proptest_config(proptest_cases(16))]

    #[test]
    fn similar_records_in_a_random_corpus_share_subjects(corpus in corpora()) {
        let directory = corpus.write();
        check(&directory.app(), &directory.contract(), 1);
    }
}

/// A corpus of statutes with these titles and topics.
fn statutes(texts: &[(&str, &[&str])]) -> CorpusDirectory {
    let numbered = texts.iter().enumerate();
    let statutes = numbered.map(|(number, (title, topics))| {
        let id = format!("s-{number:03}");
        with(statute(&id, "federal"), json!({ "title": title, "topics": topics }))
    });
    Corpus { statutes: statutes.collect(), ..Corpus::default() }.write()
}

/// The ids of the records similar to the first one.
fn ids_like_the_first(directory: &CorpusDirectory) -> Vec<String> {
    let body = directory.app().get("/api/v1/statutes/s-000/similar?fields=id").good();
    body["data"].as_array().unwrap().iter().map(|record| text(record, "id").to_owned()).collect()
}

#[test]
fn shared_topic_counts_more_than_a_shared_word() {
    let directory = statutes(&[
        ("The bridges of 1999", &["privacy"]),
        ("A bridge", &["taxation"]),
        ("Roads", &["privacy"]),
        ("The 1999", &["taxation"]),
        ("Of the bridges", &["privacy"]),
        ("Ferries", &["taxation"]),
    ]);
    assert_eq!(ids_like_the_first(&directory), ["s-004", "s-002", "s-001"]);
}

#[test]
fn at_most_twenty_records_are_similar_to_one() {
    for (n_others, n_similar) in [(19, 19), (20, 20), (21, 20)] {
        let texts = vec![("Bridges", ["privacy"].as_slice()); n_others + 1];
        let similar = ids_like_the_first(&statutes(&texts));
        assert_eq!(similar, (1..=n_similar).map(|number| format!("s-{number:03}")).collect::<Vec<_>>());
    }
}

#[test]
fn record_that_shares_nothing_has_no_similar_records() {
    let directory = statutes(&[("Bridges", &["privacy"]), ("Roads", &["taxation"]), ("Ferries", &[])]);
    assert_eq!(ids_like_the_first(&directory), [""; 0]);
    assert_eq!(ids_like_the_first(&statutes(&[("Bridges", &[])])), [""; 0]);
}

#[test]
fn similar_records_have_the_selected_fields() {
    let app = TestApp::bundled();
    let fields = "caseName,meta";
    let in_full = app.get("/api/v1/cases/scotus-410-us-113/similar").good();
    let data: Vec<Value> =
        in_full["data"].as_array().unwrap().iter().map(|record| with_fields(record, fields)).collect();
    let response = app.get(&format!("/api/v1/cases/SCOTUS-410-us-113/similar/?fields={fields}"));
    assert_eq!(response.good(), json!({ "data": data, "meta": { "total": 20 } }));
}

#[test]
fn unknown_id_and_parameter_are_refused_as_for_a_record() {
    let app = TestApp::bundled();
    let body = app.get("/api/v1/cases/scotus-401-us-113/similar").error(StatusCode::NOT_FOUND);
    assert_eq!(body, app.get("/api/v1/cases/scotus-401-us-113").error(StatusCode::NOT_FOUND));
    let body = app.get("/api/v1/cases/scotus-410-us-113/similar?limit=5&fields=x").error(StatusCode::BAD_REQUEST);
    assert_eq!(problem_parameters(&body), ["limit", "fields"]);
    assert_eq!(
        app.get("/api/v1/cases/scotus-410-us-113/similar/x").error(StatusCode::NOT_FOUND)["details"],
        Value::Null
    );
}
