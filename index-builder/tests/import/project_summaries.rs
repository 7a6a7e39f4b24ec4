//! The summaries of the project are those of sections that the sources have, and that are in force.

use std::collections::BTreeMap;
use std::fs;

use serde_json::Value;

use crate::corpus::{Corpus, importer};
use crate::shared_data::Set;

/// The fields of each line of a file of summaries.
fn lines(file: &str) -> Vec<Value> {
    file.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn id(line: &Value) -> &str {
    line["id"].as_str().unwrap()
}

#[test]
fn summaries_of_state_codes_are_those_of_sections_in_force() {
    let sets = ["cic_states", "cic_wy", "dc_law_odd"].map(Set::unpack);
    let [Some(states), Some(wyoming), Some(dc)] = sets else { return };
    let corpus = Corpus::new();
    for state in ["ar", "co", "id", "ky", "ms", "vt"] {
        corpus.import(importer("public-resource"), &[&states.path(&format!("cic_states/{state}"))]);
    }
    corpus.import(importer("public-resource"), &[&wyoming.path("cic_code/wy")]);
    corpus.import(importer("dc-law"), &[&dc.path("dc_law")]);
    let records = corpus.records("statutes");
    let facts: BTreeMap<&str, &Value> = records.iter().map(|record| (id(record), record)).collect();
    let mut n_lines = 0;
    for line in lines(include_str!("../../../corpus/summaries/state-codes.jsonl")) {
        let record = facts.get(id(&line)).unwrap_or_else(|| panic!("no record has the id {}", id(&line)));
        assert_ne!(record["status"], "repealed", "{}", id(&line));
        assert_eq!(record["meta"]["last_updated"], line["textAsOf"], "{}", id(&line));
        n_lines += 1;
    }
    assert!(n_lines > 0);
}

#[test]
fn summaries_of_the_us_code_are_those_of_sections_in_force() {
    let Some(set) = Set::unpack("usc_text") else { return };
    let sections = fs::read_to_string(set.path("usc_text/usc_text.jsonl")).unwrap();
    let headings: BTreeMap<String, String> = lines(&sections)
        .iter()
        .map(|section| {
            let text = |field: &str| section[field].as_str().map_or_else(|| section[field].to_string(), str::to_owned);
            let id = format!("federal-usc-{}-{}", text("title"), text("section")).to_lowercase();
            (id.replace(['–', '—', '‑'], "-"), text("heading"))
        })
        .collect();
    for line in lines(include_str!("../../../corpus/summaries/us-code.jsonl")) {
        let heading = headings.get(id(&line)).unwrap_or_else(|| panic!("no section has the id {}", id(&line)));
        let is_gone = ["Repealed", "Omitted", "Transferred", "Renumbered"].iter().any(|word| heading.contains(word));
        assert!(!is_gone, "{}: {heading}", id(&line));
    }
}
