//! The content that the bundled corpus must have, counted over its lines.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use lexdex_core::corpus::Source;
use lexdex_core::model::{BillStatus, Chamber, CourtLevel, Resource, StatuteStatus};
use lexdex_tests::tool::ROOT;
use serde_json::Value;

fn records(resource: Resource) -> Vec<Value> {
    let files = Source::Bundled.record_files(resource).unwrap();
    let texts = files.iter().map(|file| String::from_utf8(file.read().unwrap()).unwrap());
    texts.flat_map(|text| text.lines().map(|line| serde_json::from_str(line).unwrap()).collect::<Vec<_>>()).collect()
}

fn catalogue(name: &str) -> Vec<Value> {
    let path = format!("{}/corpus/{name}.jsonl", ROOT);
    let text = std::fs::read_to_string(path).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn text<'r>(record: &'r Value, field: &str) -> &'r str {
    record[field].as_str().unwrap_or_default()
}

/// Counts the records of each value.
fn counts<'r>(values: impl Iterator<Item = &'r str>) -> BTreeMap<&'r str, usize> {
    let mut counts = BTreeMap::new();
    for value in values {
        *counts.entry(value).or_insert(0) += 1;
    }
    counts
}

#[test]
fn records_have_unique_summaries() {
    let mut seen = HashMap::new();
    for resource in Resource::ALL {
        for record in records(*resource) {
            let summary = text(&record, "summary").to_owned();
            let id = text(&record, "id").to_owned();
            assert!(!summary.is_empty(), "{id} has no summary");
            if let Some(other) = seen.insert(summary, id.clone()) {
                panic!("{id} has the summary of {other}");
            }
        }
    }
}

#[test]
fn judged_questions_are_unique_and_mean_records_of_their_list() {
    let ids = |resource: &Resource| records(*resource).iter().map(|record| text(record, "id").to_owned()).collect();
    let ids: HashMap<&str, HashSet<String>> = Resource::ALL.iter().map(|list| (list.as_str(), ids(list))).collect();
    for file in ["questions", "lay", "recalled"] {
        let path = format!("{}/benches/relevance/{file}.tsv", ROOT);
        let questions = std::fs::read_to_string(path).unwrap();
        let mut seen = HashSet::new();
        for line in questions.lines().skip(1) {
            let [_, _, list, question, answers] = line.split('\t').collect::<Vec<_>>()[..] else {
                panic!("{file}.tsv: {line}");
            };
            assert!(seen.insert((list, question)), "{file}.tsv has {question} twice");
            let unknown: Vec<&str> = answers.split_whitespace().filter(|id| !ids[list].contains(*id)).collect();
            assert!(unknown.is_empty(), "{file}.tsv: {question} means {unknown:?}, which the {list} do not have");
        }
        assert!(seen.len() >= 300, "{file}.tsv has {} questions", seen.len());
    }
}

#[test]
fn records_use_exactly_the_topics_of_the_catalogue() {
    let tags: BTreeSet<String> = catalogue("topics").iter().map(|topic| text(topic, "tag").to_owned()).collect();
    let mut used = BTreeSet::new();
    for resource in Resource::ALL {
        for record in records(*resource) {
            let topics = record["topics"].as_array().cloned().unwrap_or_default();
            used.extend(topics.iter().map(|tag| tag.as_str().unwrap().to_owned()));
        }
    }
    assert_eq!(used, tags);
    assert!(tags.len() >= 100);
}

#[test]
fn bundled_statutes_cover_the_code_and_every_state() {
    let statutes = records(Resource::Statutes);
    assert!(statutes.len() >= 300);
    let titles: HashSet<&str> = statutes
        .iter()
        .filter(|statute| text(statute, "jurisdictionId") == "federal")
        .map(|statute| text(statute, "titleNumber"))
        .collect();
    assert!(titles.len() >= 25, "{} titles", titles.len());
    let by_jurisdiction = counts(statutes.iter().map(|statute| text(statute, "jurisdictionId")));
    for jurisdiction in catalogue("jurisdictions") {
        let is_territory = text(&jurisdiction, "level") == "territory";
        let id = text(&jurisdiction, "id");
        assert!(is_territory || by_jurisdiction.get(id).is_some_and(|count| *count >= 3), "{id}");
    }
    let statuses = counts(statutes.iter().map(|statute| text(statute, "status")));
    assert_eq!(statuses.len(), StatuteStatus::ALL.len());
}

#[test]
fn bundled_cases_cover_all_courts_and_three_centuries() {
    let cases = records(Resource::Cases);
    assert!(cases.len() >= 400);
    let by_court = counts(cases.iter().map(|case| text(case, "court")));
    assert!(by_court["Supreme Court of the United States"] >= 200);
    let centuries: HashSet<&str> = cases
        .iter()
        .filter(|case| text(case, "court") == "Supreme Court of the United States")
        .filter_map(|case| text(case, "decisionDate").get(..2))
        .collect();
    assert!(centuries.len() >= 3, "{centuries:?}");

    let courts = catalogue("courts");
    let mut levels = HashSet::new();
    let mut highest_courts: HashMap<&str, usize> = HashMap::new();
    for court in &courts {
        let n_cases = by_court.get(text(court, "name")).copied().unwrap_or(0);
        let level = text(court, "level");
        levels.extend((n_cases > 0).then_some(level));
        assert!(level != "appellate/circuit" || n_cases > 0, "{} has no case", text(court, "name"));
        if level == "supreme" {
            *highest_courts.entry(text(court, "jurisdiction")).or_default() += n_cases;
        }
    }
    assert_eq!(levels.len(), CourtLevel::ALL.len(), "{levels:?}");
    for jurisdiction in catalogue("jurisdictions") {
        let id = text(&jurisdiction, "id");
        assert!(text(&jurisdiction, "level") == "territory" || highest_courts[id] > 0, "{id}");
    }
}

#[test]
fn bundled_bills_cover_eight_congresses_and_many_states() {
    let bills = records(Resource::Bills);
    assert!(bills.len() >= 300);
    assert_eq!(counts(bills.iter().map(|bill| text(bill, "status"))).len(), BillStatus::ALL.len());
    assert_eq!(counts(bills.iter().map(|bill| text(bill, "chamber"))).len(), Chamber::ALL.len());
    let (federal, of_states): (Vec<_>, Vec<_>) =
        bills.iter().partition(|bill| text(bill, "jurisdictionId") == "federal");
    let congresses: BTreeSet<&str> = federal.iter().filter_map(|bill| text(bill, "id").split('-').nth(1)).collect();
    assert_eq!(congresses, BTreeSet::from(["111", "112", "113", "114", "115", "116", "117", "118"]));
    for bill in bills.iter().filter(|bill| text(bill, "status") == "signed") {
        let law = bill["meta"]["citation"].as_str().unwrap_or_default();
        let is_law = law.starts_with("Pub. L. ") || text(bill, "jurisdictionId") != "federal";
        assert!(is_law && !law.is_empty(), "{} has the law \"{law}\"", text(bill, "id"));
    }
    assert!(counts(of_states.iter().map(|bill| text(bill, "jurisdictionId"))).len() >= 15);
}

#[test]
fn jurisdiction_catalogue_is_complete() {
    let jurisdictions = catalogue("jurisdictions");
    let levels = counts(jurisdictions.iter().map(|jurisdiction| text(jurisdiction, "level")));
    assert_eq!(levels, BTreeMap::from([("district", 1), ("federal", 1), ("state", 50), ("territory", 5)]));
    let population = |level: &str| -> u64 {
        let of_level = jurisdictions.iter().filter(|jurisdiction| text(jurisdiction, "level") == level);
        of_level.map(|jurisdiction| jurisdiction["population"].as_u64().unwrap()).sum()
    };
    assert_eq!(population("federal"), population("state") + population("district"));
}

#[test]
fn every_record_of_a_popular_name_is_in_the_corpus() {
    let ids = Resource::ALL.iter().flat_map(|resource| {
        let records = records(*resource).into_iter();
        records.map(move |record| format!("{resource}/{}", text(&record, "id")))
    });
    let ids: HashSet<String> = ids.collect();
    let table = std::fs::read_to_string(format!("{}/corpus/popular-names.tsv", ROOT)).unwrap();
    let rows: Vec<&str> = table.lines().filter(|line| !line.starts_with('#')).collect();
    assert!(rows.len() >= 600);
    for row in rows {
        let cells: Vec<&str> = row.split('\t').collect();
        for record in cells[3].split(' ') {
            assert!(ids.contains(record), "{record} of \"{}\"", cells[0]);
        }
    }
}
