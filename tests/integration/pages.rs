/*!
Pages: pages of any size together are the list, and the `meta` of each is exact.
*/

use lexdex::http::SnapshotOptions;
use proptest::collection::vec;
use proptest::prelude::*;
use serde_json::json;

use super::contract::List;
use super::support::{Query, TestApp, bundled_index, proptest_cases, target};

/// The largest valid offset.
const MAX_OFFSET: u64 = i64::MAX as u64;

fn lists() -> impl Strategy<Value = List> {
    prop_oneof![Just(List::Statutes), Just(List::Cases), Just(List::Bills)]
}

/// Combinations of filters with few and with many matches.
fn queries() -> impl Strategy<Value = (List, Query)> {
    let jurisdiction = prop_oneof![Just("federal"), Just("ca"), Just("ny")];
    let topic = prop_oneof![Just("privacy"), Just("criminal-law"), Just("civil-rights"), Just("no-such-topic")];
    let court = prop_oneof![Just("supreme"), Just("appellate"), Just("scotus"), Just("district court"), Just("court")];
    let status = prop_oneof![Just("signed"), Just("in_committee")];
    (
        lists(),
        prop::option::of(jurisdiction),
        prop::option::of(topic),
        prop::option::of(court),
        prop::option::of(status),
    )
        .prop_map(|(list, jurisdiction, topic, court, status)| {
            let court = court.filter(|_| list == List::Cases);
            let status = status.filter(|_| list == List::Bills);
            let filters = [("jurisdiction", jurisdiction), ("topic", topic), ("court", court), ("status", status)];
            let given = filters.into_iter().filter_map(|(name, value)| Some((name, value?.to_owned())));
            (list, given.collect())
        })
}

proptest! {
    #![proptest_config(proptest_cases(48))]

    /// `TestApp::walk` asserts that every page has the same total and is full unless it is the last.
    #[test]
    fn walk_with_any_limits_visits_each_record_once_in_order(
        (list, query) in queries(),
        limits in vec(prop_oneof![1..=100usize, 30..=100usize], 1..20),
    ) {
        let app = TestApp::bundled();
        let mut limits = limits.into_iter().cycle();
        let walked = app.walk(list, &query, || limits.next().unwrap());
        let whole = app.walk(list, &query, || 100);
        prop_assert_eq!(&walked, &whole);
        let mut ids: Vec<&str> = walked.iter().map(|record| record["id"].as_str().unwrap()).collect();
        ids.sort_unstable();
        ids.dedup();
        prop_assert_eq!(ids.len(), walked.len());
    }

    #[test]
    fn page_at_any_offset_is_that_slice_of_the_list(
        (list, query) in queries(),
        offset in 0..1500usize,
        limit in 1..=100usize,
    ) {
        let app = TestApp::bundled();
        let whole = app.walk(list, &query, || 100);
        let mut page_query = query.clone();
        page_query.extend([("limit", limit.to_string()), ("offset", offset.to_string())]);
        let slice: Vec<_> = whole.iter().skip(offset).take(limit).collect();
        let has_more = offset + limit < whole.len();
        let meta = json!({ "total": whole.len(), "limit": limit, "offset": offset, "hasMore": has_more });
        prop_assert_eq!(app.get(&target(list.path(), &page_query)).good(), json!({ "data": slice, "meta": meta }));
    }
}

#[test]
fn offset_at_or_past_the_total_is_an_empty_page_with_the_total() {
    let app = TestApp::bundled();
    for (list, filter) in [
        (List::Statutes, None),
        (List::Statutes, Some(("jurisdiction", "ca"))),
        (List::Statutes, Some(("topic", "no-such-topic"))),
        (List::Cases, None),
        (List::Cases, Some(("court", "scotus"))),
        (List::Cases, Some(("court", "court"))),
        (List::Cases, Some(("court", "no-such-court"))),
        (List::Bills, None),
        (List::Bills, Some(("status", "signed"))),
    ] {
        let filter: Query = filter.into_iter().map(|(name, value)| (name, value.to_owned())).collect();
        let total = app.get(&target(list.path(), &filter)).good()["meta"]["total"].as_u64().unwrap();
        for limit in [1, 20, 100] {
            for offset in [total, total + 1, total + 4096, u64::from(u32::MAX), u64::from(u32::MAX) + 1, MAX_OFFSET] {
                let mut query = filter.clone();
                query.extend([("limit", limit.to_string()), ("offset", offset.to_string())]);
                let meta = json!({ "total": total, "limit": limit, "offset": offset, "hasMore": false });
                let expected = json!({ "data": [], "meta": meta });
                assert_eq!(app.get(&target(list.path(), &query)).good(), expected, "{query:?}");
            }
        }
    }
}

#[test]
fn has_more_is_false_once_a_page_holds_the_last_record() {
    let app = TestApp::bundled();
    for list in List::ALL {
        let whole = app.walk(list, &Vec::new(), || 100);
        let page =
            |limit: usize, offset: usize| app.get(&format!("{}?limit={limit}&offset={offset}", list.path())).good();
        let last = page(100, whole.len() - 1);
        assert_eq!(last["data"], json!([whole[whole.len() - 1]]));
        assert_eq!(last["meta"]["hasMore"], false);
        // The first page ends with the last record, the second one before it.
        assert_eq!(page(2, whole.len() - 2)["meta"]["hasMore"], false);
        assert_eq!(page(1, whole.len() - 2)["meta"]["hasMore"], true);
    }
}

#[test]
fn repeated_page_is_identical_with_any_cache_size() {
    let targets: Vec<String> = [
        "statutes?",
        "statutes?topic=privacy",
        "statutes?topic=landlord-tenant",
        "statutes?topic=tenant",
        "statutes?jurisdiction=ca",
        "statutes?jurisdiction=California&limit=20&offset=0",
        "cases?",
        "cases?topic=privacy",
        "cases?jurisdiction=ca",
        "cases?court=ca",
        "cases?court=supreme",
        "cases?court=scotus",
        "cases?court=scotus&topic=privacy",
        "bills?",
        "bills?topic=privacy",
        "bills?jurisdiction=ca",
        "bills?status=signed",
        "bills?chamber=senate",
    ]
    .iter()
    .flat_map(|target| ["", "&limit=3", "&offset=3", "&limit=4&offset=3"].map(|page| format!("/api/v1/{target}{page}")))
    // A repeated parameter is an error.
    .filter(|target| target.matches("limit=").count() < 2 && target.matches("offset=").count() < 2)
    .collect();
    let app =
        |cache_bytes| TestApp::new(bundled_index(), SnapshotOptions { cache_bytes, ..SnapshotOptions::default() });
    let without = app(0);
    let expected: Vec<String> = targets.iter().map(|target| without.get(target).text().to_owned()).collect();
    for cache_bytes in [1, 64 << 10, 64 << 20] {
        let with = app(cache_bytes);
        for _ in 0..4 {
            for (target, expected) in targets.iter().zip(&expected) {
                assert_eq!(with.get(target).text(), expected, "{target} with {cache_bytes} bytes");
            }
        }
    }
}
