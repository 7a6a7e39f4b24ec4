/*!
Compares lists over the bundled corpus with the oracle in [`contract`](super::contract), record by record and in order,
for every value of each filter and for combinations of filters.

The oracle does not rank. By relevance, the records that a query selects must be in the order in which `q` alone finds
them. The tests in [`search`](super::search) hold that order.
*/

use std::collections::{BTreeMap, BTreeSet};

use lexdex_core::model::{FilterKind, Parameter};
use serde_json::Value;

use super::contract::filters::values_of;
use super::contract::{Contract, LEVELS, List, bundled_corpus, citations, given, text, with_fields};
use super::parameters::refused;
use super::support::{Query, TestApp, target};

/// The largest page, so that a walk needs the fewest requests.
const MAX_LIMIT: usize = 100;

/// Compares all pages of a query with the oracle.
pub(super) fn check(app: &TestApp, contract: &Contract, list: List, query: &Query) {
    check_in_pages(app, contract, list, query, || MAX_LIMIT);
}

/// Whether a query is invalid because its citation is unreadable. If so, asserts that the response is 400.
pub(super) fn is_refused(app: &TestApp, path: &str, query: &Query) -> bool {
    let is_mistake = query.iter().any(|(name, value)| *name == "citation" && !citations::is_readable(value));
    if is_mistake {
        refused(app, &target(path, query), &["citation"]);
    }
    is_mistake
}

/// Compares all pages of a query with the oracle, with the given sequence of page sizes.
pub(super) fn check_in_pages(
    app: &TestApp,
    contract: &Contract,
    list: List,
    query: &Query,
    next_limit: impl FnMut() -> usize,
) {
    if is_refused(app, list.path(), query) {
        return;
    }
    let (found, reading) = app.walk_with_reading(list, query, next_limit);
    assert_eq!(reading, contract.reading(list, query), "{list:?} {query:?}");
    let expected = match given(query, "q").is_some() && given(query, "sort").is_none_or(|sort| sort == "relevance") {
        true => by_relevance(app, contract, list, query),
        false => contract.expected(list, query),
    };
    check_records(&found, expected, list, query);
}

/// Returns the records that a query selects, in the order in which its `q` alone finds them. Checks that `q` alone finds
/// the expected records, first those with exactly this name or citation.
fn by_relevance<'c>(app: &TestApp, contract: &'c Contract, list: List, query: &Query) -> Vec<&'c Value> {
    let alone: Query = query.iter().filter(|(name, _)| ["q", "match"].contains(name)).cloned().collect();
    let ids_only = alone.iter().cloned().chain([("fields", "id".to_owned())]).collect();
    let ids: Vec<String> =
        app.walk(list, &ids_only, || MAX_LIMIT).iter().map(|record| text(record, "id").to_owned()).collect();
    let exact = contract.exact_ids(list, &alone);
    let first: BTreeSet<&str> = ids.iter().take(exact.len()).map(String::as_str).collect();
    assert_eq!(first, exact.into_iter().collect(), "{list:?} {alone:?}");
    let by_id = |query: &Query| -> BTreeMap<&str, &Value> {
        contract.selected(list, query).into_iter().map(|record| (text(record, "id"), record)).collect()
    };
    let found: BTreeSet<&str> = ids.iter().map(String::as_str).collect();
    assert!(found.iter().copied().eq(by_id(&alone).into_keys()) && found.len() == ids.len(), "{list:?} {alone:?}");
    let selected = by_id(query);
    ids.iter().filter_map(|id| selected.get(id.as_str()).copied()).collect()
}

/// Compares the records found by a query with the expected ones.
pub(super) fn check_records(found: &[Value], in_full: Vec<&Value>, list: List, query: &Query) {
    let fields = query.iter().find(|(name, _)| *name == "fields").map(|(_, fields)| fields.as_str());
    let expected: Vec<Value> =
        in_full.into_iter().map(|record| fields.map_or(record.clone(), |fields| with_fields(record, fields))).collect();
    let ids = |records: &[Value]| records.iter().map(|record| record["id"].to_string()).collect::<Vec<_>>();
    assert_eq!(ids(found), ids(&expected), "{list:?} {query:?}");
    for (found, expected) in found.iter().zip(expected) {
        assert_eq!(*found, expected, "{list:?} {query:?}");
    }
}

/// Returns each value of a filter that occurs in a record or a catalogue.
pub(super) fn values(contract: &Contract, list: List, parameter: Parameter) -> BTreeSet<String> {
    let kind = parameter.filter_kind().unwrap();
    let of_records = contract.records(list).iter().flat_map(|record| values_of(list, record, kind));
    of_records.chain(contract.catalogued_values(list, parameter)).collect()
}

/// Iterates over the filters of a list with few values, of which every one and every combination is tested. Random
/// queries test the others.
pub(super) fn filters(list: List) -> impl Iterator<Item = Parameter> {
    let has_many_values = |parameter: &Parameter| {
        matches!(
            parameter.filter_kind().unwrap(),
            FilterKind::Search
                | FilterKind::MatchMode
                | FilterKind::Citation
                | FilterKind::FirstDay { .. }
                | FilterKind::LastDay
                | FilterKind::Id
        )
    };
    list.filters().iter().copied().filter(move |parameter| !has_many_values(parameter))
}

/// Returns every combination of two or more filters that selects a record of the list.
fn combinations(contract: &Contract, list: List) -> BTreeSet<Query> {
    let mut combinations = BTreeSet::new();
    for record in contract.records(list) {
        let mut queries: Vec<Query> = vec![Vec::new()];
        // Leaves out `topic_all` and `congress`, which equal `topic` and `session` for one value. Random queries test
        // them.
        let is_apart = |parameter: &Parameter| ![Parameter::TopicAll, Parameter::Congress].contains(parameter);
        for parameter in filters(list).filter(is_apart) {
            let mut longer = queries.clone();
            for query in &queries {
                for value in values_of(list, record, parameter.filter_kind().unwrap()) {
                    let mut query = query.clone();
                    query.push((parameter.as_str(), value));
                    longer.push(query);
                }
            }
            queries = longer;
        }
        combinations.extend(queries.into_iter().filter(|query| query.len() > 1));
    }
    combinations
}

fn check_single_values(list: List) {
    let app = TestApp::bundled();
    let contract = Contract::read(&bundled_corpus());
    check(&app, &contract, list, &Query::new());
    for parameter in filters(list) {
        for value in values(&contract, list, parameter) {
            check(&app, &contract, list, &vec![(parameter.as_str(), value)]);
        }
    }
}

fn check_combinations(list: List) {
    let app = TestApp::bundled();
    let contract = Contract::read(&bundled_corpus());
    for query in combinations(&contract, list) {
        check(&app, &contract, list, &query);
    }
}

#[test]
fn filter_values_select_their_statutes() {
    check_single_values(List::Statutes);
}

#[test]
fn filter_values_select_their_cases() {
    check_single_values(List::Cases);
}

#[test]
fn filter_values_select_their_bills() {
    check_single_values(List::Bills);
}

#[test]
fn combined_filters_select_statutes_that_match_all() {
    check_combinations(List::Statutes);
}

#[test]
fn combined_filters_select_cases_that_match_all() {
    check_combinations(List::Cases);
}

#[test]
fn combined_filters_select_bills_that_match_all() {
    check_combinations(List::Bills);
}

#[test]
fn filters_with_few_or_no_common_records_select_exactly_those() {
    let app = TestApp::bundled();
    let contract = Contract::read(&bundled_corpus());
    for list in List::ALL {
        for jurisdiction in ["federal", "ca", "ny", "gu"] {
            for topic in values(&contract, list, Parameter::Topic) {
                check(&app, &contract, list, &vec![("jurisdiction", jurisdiction.to_owned()), ("topic", topic)]);
            }
        }
    }
    for level in LEVELS {
        for jurisdiction in values(&contract, List::Cases, Parameter::Jurisdiction) {
            let query = vec![("court", level.to_owned()), ("jurisdiction", jurisdiction)];
            check(&app, &contract, List::Cases, &query);
        }
    }
    for topic in values(&contract, List::Cases, Parameter::Topic) {
        check(&app, &contract, List::Cases, &vec![("court", "trial".to_owned()), ("topic", topic)]);
    }
}
