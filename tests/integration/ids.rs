/*!
Several records at once, by their ids.
*/

use axum::http::StatusCode;

use super::contract::{Contract, List, bundled_corpus, text};
use super::oracle::check;
use super::parameters::refused;
use super::support::{Query, TestApp, target};

/// Returns the ids of every record of the bundled corpus, in list order.
fn all_ids(contract: &Contract, list: List) -> Vec<&str> {
    contract.records(list).iter().map(|record| text(record, "id")).collect()
}

/// Returns a query for records by their ids.
fn by_ids<'i>(ids: impl IntoIterator<Item = &'i str>) -> Query {
    ids.into_iter().map(|id| ("id", id.to_owned())).collect()
}

#[test]
fn ids_select_their_records_in_list_order_with_the_exact_total() {
    let app = TestApp::bundled();
    let contract = Contract::read(&bundled_corpus());
    for list in List::ALL {
        let ids = all_ids(&contract, list);
        for step in [1, 7, ids.len() - 1] {
            // In reverse list order.
            let mut query = by_ids(ids.iter().step_by(step).take(50).rev().copied());
            check(&app, &contract, list, &query);
            query.push(("sort", "oldest".to_owned()));
            check(&app, &contract, list, &query);
            query.extend([("q", "law".to_owned()), ("jurisdiction", "federal".to_owned())]);
            check(&app, &contract, list, &query);
        }
    }
}

#[test]
fn id_is_compared_as_in_the_path_and_unknown_ones_miss() {
    let app = TestApp::bundled();
    let total = |query: &str| app.get(&format!("/api/v1/cases?{query}")).good()["meta"]["total"].clone();
    assert_eq!(total("id=+SCOTUS-410-US-113%09"), 1);
    assert_eq!(total("id=scotus-410-us-113&id=scotus-410-us-113"), 1);
    assert_eq!(total("id=scotus-410-us-113&id=no-such-case&id=%C3%A9"), 1);
    assert_eq!(total("id=scotus-410-us-11"), 0);
    assert_eq!(total("id=no-such-case"), 0);
}

#[test]
fn hundred_ids_fit_one_page_and_one_more_is_rejected() {
    let app = TestApp::bundled();
    let contract = Contract::read(&bundled_corpus());
    for list in List::ALL {
        let ids: Vec<&str> = all_ids(&contract, list).into_iter().take(100).collect();
        let mut query = by_ids(ids.iter().copied());
        let whole_page: Query = query.iter().cloned().chain([("limit", "100".to_owned())]).collect();
        let body = app.get(&target(list.path(), &whole_page)).good();
        let found: Vec<&str> = body["data"].as_array().unwrap().iter().map(|record| text(record, "id")).collect();
        assert_eq!(found, ids);
        assert_eq!(body["meta"]["total"], 100);
        // Repeated values count.
        query.push(("id", ids[0].to_owned()));
        for path in ["", "/facets", "/export"] {
            let body = refused(&app, &target(&format!("{}{path}", list.path()), &query), &["id"]);
            assert_eq!(body["error"], "id is given 101 times: give it 100 times at most in one request");
        }
    }
}

#[test]
fn hundred_ids_of_75_characters_fit_a_request() {
    let app = TestApp::bundled();
    let ids = |length: usize| by_ids(vec!["a".repeat(length).as_str(); 100]);
    assert_eq!(app.get(&target("/api/v1/statutes/export", &ids(75))).text(), "");
    app.get(&target(List::Statutes.path(), &ids(80))).error(StatusCode::URI_TOO_LONG);
}
