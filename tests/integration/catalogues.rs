/*!
Catalogues and coverage. The oracle computes each count with a loop over the records.
*/

use std::collections::BTreeMap;

use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Value, json};

use super::contract::{Contract, List, bundled_corpus, natural, text};
use super::random_corpora::corpora;
use super::support::{TestApp, bundled_index, proptest_cases};

fn has_tag(record: &Value, tag: &str) -> bool {
    record["topics"].as_array().is_some_and(|topics| topics.iter().any(|topic| topic == tag))
}

fn sorted_by(mut entries: Vec<Value>, field: &str) -> Vec<Value> {
    entries.sort_by_key(|entry| entry[field].as_str().map(str::to_owned));
    entries
}

fn check_topics(app: &TestApp, contract: &Contract) {
    let mut topics: BTreeMap<String, Value> = BTreeMap::new();
    for topic in &contract.topics {
        let aliases = topic.get("aliases").cloned().unwrap_or(json!([]));
        let entry = json!({ "tag": topic["tag"], "label": topic["label"], "aliases": aliases });
        topics.insert(text(topic, "tag").to_owned(), entry);
    }
    for list in List::ALL {
        for tag in contract.records(list).iter().flat_map(|record| record["topics"].as_array()).flatten() {
            topics.entry(tag.as_str().unwrap().to_owned()).or_insert_with(|| json!({ "tag": tag, "aliases": [] }));
        }
    }
    for (tag, topic) in &mut topics {
        for list in List::ALL {
            let n_records = contract.records(list).iter().filter(|record| has_tag(record, tag)).count();
            topic["counts"][list.folder()] = json!(n_records);
        }
    }
    let body = app.get("/api/v1/topics").good();
    assert_eq!(body["meta"], json!({ "total": topics.len() }));
    let in_catalogue = |entry: &Value| entry.get("label").is_some();
    let data = body["data"].as_array().unwrap();
    assert_eq!(sorted_by(data.clone(), "tag"), topics.into_values().collect::<Vec<_>>());
    assert!(data.is_sorted_by_key(|entry| (!in_catalogue(entry), text(entry, "tag").to_owned())));
}

fn check_courts(app: &TestApp, contract: &Contract) {
    let word = |level: &str| level.rsplit('/').next().unwrap().to_owned();
    let name_of = |id: &Value| {
        let jurisdiction = contract.jurisdictions.iter().find(|jurisdiction| jurisdiction["id"] == *id);
        jurisdiction.unwrap()["name"].clone()
    };
    // A court is identified by its id, or by its jurisdiction and its name if it has no id.
    let mut courts: BTreeMap<(Option<String>, String, String), Value> = BTreeMap::new();
    for court in &contract.courts {
        let entry = json!({
            "id": court["id"],
            "name": court["name"],
            "level": word(text(court, "level")),
            "jurisdiction": name_of(&court["jurisdiction"]),
            "jurisdictionId": court["jurisdiction"],
            "cases": 0,
        });
        courts.insert((Some(text(court, "id").to_owned()), String::new(), String::new()), entry);
    }
    for (idx, case) in contract.records(List::Cases).iter().enumerate() {
        let (id, level) = contract.court(idx);
        let key = match &id {
            Some(id) => (Some(id.clone()), String::new(), String::new()),
            None => (None, text(case, "court").to_owned(), text(case, "jurisdictionId").to_owned()),
        };
        let entry = courts.entry(key).or_insert_with(|| {
            let mut entry = json!({
                "name": case["court"],
                "jurisdiction": case["jurisdiction"],
                "jurisdictionId": case["jurisdictionId"],
                "cases": 0,
            });
            level.iter().for_each(|level| entry["level"] = json!(word(level)));
            entry
        });
        entry["cases"] = json!(entry["cases"].as_u64().unwrap() + 1);
    }
    let body = app.get("/api/v1/courts").good();
    assert_eq!(body["meta"], json!({ "total": courts.len() }));
    // Courts of the catalogue come first, by id; the others follow, by name.
    let (catalogued, others): (Vec<_>, Vec<_>) = courts.into_iter().partition(|((id, _, _), _)| id.is_some());
    let expected: Vec<Value> = catalogued.into_iter().chain(others).map(|(_, entry)| entry).collect();
    assert_eq!(body["data"], Value::Array(expected));
}

/// The numbers of titles, each once, in natural order.
fn titles_in_order<'t>(titles: impl Iterator<Item = &'t str>) -> Vec<&'t str> {
    let mut titles: Vec<&str> = titles.collect();
    titles.sort_by_cached_key(|title| (natural(Some(title)), *title));
    titles.dedup();
    titles
}

fn check_coverage(app: &TestApp, contract: &Contract, build: &str) {
    let mut expected = Vec::new();
    for list in List::ALL {
        for jurisdiction in &contract.jurisdictions {
            let is_of = |record: &&Value| record["jurisdictionId"] == jurisdiction["id"];
            let records: Vec<&Value> = contract.records(list).iter().filter(is_of).collect();
            let dates = || records.iter().filter_map(|record| record[list.date_field()].as_str());
            let mut sources: BTreeMap<&str, u64> = BTreeMap::new();
            records.iter().for_each(|record| *sources.entry(text(&record["meta"], "source")).or_default() += 1);
            let sources: Vec<Value> =
                sources.into_iter().map(|(name, records)| json!({ "name": name, "records": records })).collect();
            let mut entry = json!({
                "resource": list.folder(),
                "jurisdiction": jurisdiction["name"],
                "jurisdictionId": jurisdiction["id"],
                "records": records.len(),
                "completeness": contract.completeness(list, text(jurisdiction, "id")),
                "sources": sources,
                "lexdexSummaries": 0,
                "withTopics": records.iter().filter(|record| record["topics"].as_array().is_some_and(|it| !it.is_empty())).count(),
                "inferredTopics": 0,
            });
            let last_updated = records.iter().map(|record| text(&record["meta"], "last_updated")).max();
            for (name, date) in
                [("firstDate", dates().min()), ("lastDate", dates().max()), ("lastUpdated", last_updated)]
            {
                date.iter().for_each(|date| entry[name] = json!(date));
            }
            let is_partial = entry["completeness"] != "complete";
            let titles = titles_in_order(records.iter().filter_map(|record| record["titleNumber"].as_str()));
            if is_partial && !titles.is_empty() {
                entry["titles"] = json!(titles);
                if jurisdiction["id"] == "federal" {
                    let source = "United States Code, Office of the Law Revision Counsel";
                    entry["titlesOf"] = json!({ "total": 53, "source": source });
                }
            }
            expected.push(entry);
        }
    }
    let response = app.get("/api/v1/coverage");
    let body = response.good();
    let n_records = List::ALL.map(|list| (list.folder().to_owned(), json!(contract.records(list).len())));
    let records = Value::Object(n_records.into_iter().collect());
    let mut meta = json!({ "total": expected.len(), "build": build, "records": records });
    let levels = ["sample", "partial", "complete"];
    let least = levels
        .iter()
        .find(|level| expected.iter().any(|entry| entry["records"] != 0 && entry["completeness"] == **level));
    least.iter().for_each(|level| meta["completeness"] = json!(level));
    assert_eq!(body["meta"], meta);
    assert_eq!(response.header("lexdex-build"), Some(build));
    assert_eq!(body["data"], Value::Array(expected));
}

#[test]
fn catalogue_counts_of_the_bundled_corpus_are_exact() {
    let app = TestApp::bundled();
    let contract = Contract::read(&bundled_corpus());
    check_topics(&app, &contract);
    check_courts(&app, &contract);
    check_coverage(&app, &contract, &bundled_index().manifest().build_id());
}

/// Declared completeness, with each key of a list at most once.
fn declarations() -> impl Strategy<Value = Vec<(List, &'static str, &'static str)>> {
    let keys = List::ALL.into_iter().flat_map(|list| ["default", "federal", "ca", "pr"].map(|key| (list, key)));
    let declaration = |(list, key)| {
        let levels = [None, Some("sample"), Some("partial"), Some("complete")];
        select(levels.to_vec()).prop_map(move |level| level.map(|level| (list, key, level)))
    };
    keys.map(declaration).collect::<Vec<_>>().prop_map(|declared| declared.into_iter().flatten().collect())
}

proptest! {
    #![proptest_config(proptest_cases(24))]

    #[test]
    fn catalogue_counts_of_a_random_corpus_are_exact(corpus in corpora(), declared in declarations()) {
        let directory = corpus.write();
        directory.declare(&declared);
        let index = directory.index();
        let build = index.manifest().build_id();
        let app = TestApp::new(index, Default::default());
        let contract = directory.contract();
        check_topics(&app, &contract);
        check_courts(&app, &contract);
        check_coverage(&app, &contract, &build);
    }
}
