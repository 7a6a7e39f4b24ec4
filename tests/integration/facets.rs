/*!
Facet counts: each equals the total of the list filtered by that value.
*/

use std::collections::{BTreeMap, BTreeSet};

use lexdex_core::corpus::Source;
use lexdex_core::model::{MAX_VALUE_CHARS, Parameter};
use lexdex_index::Index;
use proptest::prelude::*;
use serde_json::{Value, json};

use super::contract::filters::is_ignored_by;
use super::contract::{Contract, LEVELS, List, bundled_corpus, normalize, session, text};
use super::corpus::{Corpus, bill, case, statute, with};
use super::oracle::is_refused;
use super::queries::{Draw, any_filters};
use super::random_corpora::corpora;
use super::support::{Query, TestApp, proptest_cases, target};

fn facets(list: List) -> &'static [&'static str] {
    match list {
        List::Statutes => &["jurisdiction", "topic", "status", "year"],
        List::Cases => &["jurisdiction", "topic", "court", "level", "year"],
        List::Bills => &["jurisdiction", "topic", "status", "chamber", "session", "year"],
    }
}

/// Returns the query with a facet's own filters replaced by one of its values.
fn choice(list: List, query: &Query, facet: &str, value: &str) -> Query {
    let is_own = |parameter: &&Parameter| is_ignored_by(facet, parameter.filter_kind().unwrap());
    let own: Vec<&'static str> = list.filters().iter().filter(is_own).map(|parameter| parameter.as_str()).collect();
    let mut choice: Query = query.iter().filter(|(name, _)| !own.contains(name)).cloned().collect();
    match facet {
        "year" => {
            let [from, to] = list.date_parameters();
            choice.extend([(from, format!("{value}-01-01")), (to, format!("{value}-12-31"))]);
        }
        _ => choice.push((own[0], value.to_owned())),
    }
    choice
}

/// Returns every value of a facet that a record of the list has and the filter accepts.
fn values(contract: &Contract, list: List, facet: &str) -> BTreeSet<String> {
    let records = contract.records(list).iter().enumerate();
    let of_record = |(idx, record): (usize, &Value)| -> Vec<String> {
        match facet {
            "jurisdiction" => vec![text(record, "jurisdictionId").to_owned()],
            "topic" => {
                record["topics"].as_array().into_iter().flatten().map(|tag| tag.as_str().unwrap().into()).collect()
            }
            "court" => contract.court_value(idx).into_iter().collect(),
            "level" => LEVELS.map(str::to_owned).into(),
            "session" => session::session(record).map(str::to_owned).into_iter().collect(),
            "year" => record[list.date_field()].as_str().map(|date| date[..4].to_owned()).into_iter().collect(),
            _ => vec![text(record, facet).to_owned()],
        }
    };
    records.flat_map(of_record).collect()
}

/// Returns the label of a value, if a catalogue has one.
fn label(contract: &Contract, facet: &str, value: &str) -> Option<Value> {
    let (entries, key, name) = match facet {
        "jurisdiction" => (&contract.jurisdictions, "id", "name"),
        "topic" => (&contract.topics, "tag", "label"),
        "court" => (&contract.courts, "id", "name"),
        "session" => return Some(session::label(value, &contract.jurisdictions).into()),
        _ => return None,
    };
    entries.iter().find(|entry| entry[key] == value).map(|entry| entry[name].clone())
}

fn check_facets(app: &TestApp, contract: &Contract, list: List, query: &Query) {
    let path = format!("{}/facets", list.path());
    if is_refused(app, &path, query) {
        return;
    }
    let body = app.get(&target(&path, query)).good();
    let mut meta = contract.reading(list, query);
    meta["total"] = contract.selected(list, query).len().into();
    assert_eq!(body["meta"], meta, "{query:?}");
    let names: BTreeSet<&str> = body["data"].as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(names, facets(list).iter().copied().collect(), "{list:?}");
    for facet in facets(list) {
        let entries = body["data"][facet].as_array().unwrap();
        let mut counts = BTreeMap::new();
        for entry in entries {
            let value = text(entry, "value");
            // Spellings of an uncatalogued court's name that are equal when normalized share one entry.
            let other = counts.insert(normalize(value), entry["count"].as_u64().unwrap());
            assert_eq!(other, None, "{facet} {value} is listed twice");
            assert_eq!(entry.get("label").cloned(), label(contract, facet, value), "{facet} {value}");
            assert_eq!(entry.as_object().unwrap().len(), 2 + usize::from(entry.get("label").is_some()), "{entry}");
        }
        let expected = values(contract, list, facet).into_iter().map(|value| {
            let n_records = contract.selected(list, &choice(list, query, facet, &value)).len() as u64;
            (normalize(&value), n_records)
        });
        let expected: BTreeMap<String, u64> = expected.filter(|(_, n_records)| *n_records > 0).collect();
        assert_eq!(counts, expected, "{list:?} {facet} {query:?}");
        let order = entries.iter().map(|entry| match *facet {
            "year" => (0, text(entry, "value").parse::<i64>().map(|year| -year).unwrap(), ""),
            _ => (-entry["count"].as_i64().unwrap(), 0, text(entry, "value")),
        });
        assert!(order.collect::<Vec<_>>().is_sorted(), "{list:?} {facet} {query:?}: {entries:?}");
    }
}

#[test]
fn facet_counts_of_the_bundled_corpus_are_filter_totals() {
    let app = TestApp::bundled();
    let contract = Contract::read(&bundled_corpus());
    let mut draw = Draw(2);
    for list in List::ALL {
        check_facets(&app, &contract, list, &Query::new());
        for _ in 0..10 {
            check_facets(&app, &contract, list, &any_filters(&contract, list, &mut draw));
        }
    }
}

proptest! {
    #![proptest_config(proptest_cases(24))]

    #[test]
    fn facet_counts_of_a_random_corpus_are_filter_totals(corpus in corpora(), seed in any::<u64>()) {
        let directory = corpus.write();
        let (app, contract) = (directory.app(), directory.contract());
        let mut draw = Draw(seed);
        for list in List::ALL {
            check_facets(&app, &contract, list, &Query::new());
            for _ in 0..4 {
                check_facets(&app, &contract, list, &any_filters(&contract, list, &mut draw));
            }
        }
    }
}

#[test]
fn every_value_of_a_facet_is_a_filter_up_to_the_maximum_length() {
    let court = "\u{e9}".repeat(MAX_VALUE_CHARS);
    let topic = "t".repeat(100);
    let session = format!("al-{}", "2".repeat(192));
    let number = json!({ "billNumber": "HR1", "topics": [topic] });
    let corpus = |court: &str| Corpus {
        statutes: vec![with(statute("s", "al"), json!({ "topics": [topic] }))],
        cases: vec![with(case("c", "al"), json!({ "court": court, "topics": [topic] })), case("z", "federal")],
        bills: vec![with(bill(&format!("{session}-hr1"), "al"), number.clone())],
    };
    let app = corpus(&court).write().app();
    let mut values = BTreeSet::new();
    for list in List::ALL {
        let body = app.get(&format!("{}/facets", list.path())).good();
        for facet in facets(list) {
            for entry in body["data"][facet].as_array().unwrap() {
                let value = text(entry, "value");
                let page = app.get(&target(list.path(), &choice(list, &Vec::new(), facet, value))).good();
                assert_eq!(page["meta"]["total"], entry["count"], "{facet} {value}");
                values.insert(value.to_owned());
            }
        }
    }
    assert!([&court, &topic, &session].into_iter().all(|value| values.contains(value)), "{values:?}");
    let suggested = app.get("/api/v1/suggest?q=%C3%A9").good();
    let path = suggested["data"][0]["url"].as_str().unwrap();
    assert_eq!(app.get(path).good()["meta"]["total"], 1);

    let longer = corpus(&format!("{court}e")).write();
    let refused = Index::in_memory(&Source::Directory(longer.path().to_owned())).err().unwrap();
    let message = format!("{refused:#}");
    assert!(message.contains("court: is 201 characters long, and a filter value has 200 at most"), "{message}");
}
