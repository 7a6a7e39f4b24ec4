/*!
Searches without `match`: the records that have enough of the words.
*/

use std::collections::BTreeSet;

use serde_json::json;

use super::rules::{check_readings, statutes};
use crate::integration::contract::{Contract, List, bundled_corpus, text};
use crate::integration::queries::Draw;
use crate::integration::support::{Query, TestApp};

#[test]
fn record_with_enough_of_the_words_is_found() {
    let directory = statutes(&[
        ("a", "Interest of a tenant deposit"),
        ("b", "Tenant deposit"),
        ("c", "Tenant deposit"),
        ("d", "Tenant"),
        ("e", "Interest"),
        ("f", "Deposit interest"),
    ]);
    let app = directory.app();
    for (q, ids) in [
        // Three records have both words.
        ("tenant deposit", "abc"),
        // One record has all words, and only the one with the most common word does not have enough.
        ("tenant deposit interest", "abcef"),
        // The name of a record.
        ("deposit interest", "af"),
        ("interest zebra", "aef"),
        ("tenant zebra -deposit", "d"),
    ] {
        let found = app.walk(List::Statutes, &vec![("q", q.to_owned())], || 2);
        let found: BTreeSet<&str> = found.iter().map(|record| text(record, "id")).collect();
        assert_eq!(String::from_iter(found), ids, "{q}");
    }
    let readings = [
        ("tenant deposit", "all"),
        ("tenant deposit interest", "most"),
        ("deposit interest", "all"),
        ("interest zebra", "any"),
        ("tenant", "all"),
        ("zebra", "any"),
    ];
    check_readings(&directory, &readings.map(|(q, rule)| (q, "auto", json!({ "match": rule }))));
}

#[test]
fn enough_words_lie_between_all_and_any_and_ignore_filters() {
    let app = TestApp::bundled();
    let contract = Contract::read(&bundled_corpus());
    let mut draw = Draw(5);
    let mut rules = BTreeSet::new();
    for list in List::ALL {
        let records = contract.records(list);
        for _ in 0..40 {
            let titles = (0..2).map(|_| &records[draw.below(records.len())]);
            let titles: Vec<&str> = titles.filter_map(|record| record["summary"].as_str()).collect();
            let words: Vec<&str> = titles.iter().flat_map(|title| title.split_whitespace()).collect();
            if words.is_empty() {
                continue;
            }
            let n_words = 2 + draw.below(5);
            let words: Vec<&str> = (0..n_words).map(|_| words[draw.below(words.len())]).collect();
            let q: String = words.join(" ").chars().filter(|sign| sign.is_alphabetic() || *sign == ' ').collect();
            if q.trim().is_empty() {
                continue;
            }
            let ask = |more: &[(&'static str, &str)]| {
                let more = more.iter().map(|(name, value)| (*name, (*value).to_owned()));
                let query: Query = [("q", q.clone())].into_iter().chain(more).collect();
                let (found, reading) = app.walk_with_reading(list, &query, || 100);
                let ids = found.iter().map(|record| text(record, "id").to_owned());
                (ids.collect::<Vec<_>>(), found, reading["match"].as_str().unwrap().to_owned())
            };
            let [(all, ..), (any, ..)] = ["all", "any"].map(|mode| ask(&[("match", mode)]));
            let (enough, found, rule) = ask(&[]);
            assert!(all.iter().all(|id| enough.contains(id)), "{q}");
            assert!(enough.iter().all(|id| any.contains(id)), "{q}");
            assert_eq!(rule == "any", rule != "all" && enough.len() == any.len(), "{q}");
            if rule != "all" {
                assert!(any.iter().filter(|id| enough.contains(id)).eq(&enough), "the order is that of any word: {q}");
            }
            rules.insert(rule);
            let of = |id: &str| found.iter().filter(|record| record["jurisdictionId"] == *id).count();
            assert_eq!(ask(&[("jurisdiction", "federal")]).0.len(), of("federal"), "{q}");
            let sorted = |mut ids: Vec<String>| {
                ids.sort_unstable();
                ids
            };
            assert_eq!(sorted(ask(&[("sort", "oldest")]).0), sorted(enough), "{q}");
        }
    }
    assert_eq!(Vec::from_iter(rules), ["all", "any", "most"]);
}
