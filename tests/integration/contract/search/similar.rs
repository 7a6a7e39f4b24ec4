/*!
The similar records of a record, by the rules of `docs/search.md`.
*/

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use super::super::words;
use super::is_stop_word;
use super::ranking::{Unit, highest, rarity, saturation, share, weight};
use super::searched_list::{SearchedList, stem};

const MAX_WORDS: usize = 16;
const MAX_TOPICS: usize = 16;
const MAX_RECORDS: usize = 20;
const OF_TITLE: u64 = 192;
const OF_SUMMARY: u64 = 64;
const TOPIC_FACTOR: u64 = 3;

/// Returns the records similar to the one at a position, given its texts and the topics of all records.
pub(in super::super) fn similar(
    list: &SearchedList,
    record: usize,
    (title, summary): (&str, &str),
    topics: Vec<BTreeSet<usize>>,
) -> Vec<usize> {
    let n_records = list.records.len() as u64;
    let mut frequencies = BTreeMap::<String, u64>::new();
    for (text, frequency) in [(title, OF_TITLE), (summary, OF_SUMMARY)] {
        for word in words::words(text) {
            if word.chars().count() > 1 && word.chars().all(char::is_alphabetic) && !is_stop_word(&word) {
                *frequencies.entry(stem(&word)).or_default() += frequency;
            }
        }
    }
    let mut weighed: Vec<(Reverse<u64>, Unit)> = Vec::new();
    for (stem, frequency) in frequencies {
        let mut unit = Unit::default();
        list.forms(&stem).iter().for_each(|form| list.add_form(form, 16, &mut unit));
        unit.rarity = rarity(unit.n_matches, n_records);
        if unit.frequencies.keys().any(|other| *other != record) {
            weighed.push((Reverse(unit.rarity * saturation(frequency)), unit));
        }
    }
    weighed.sort_by_key(|(weight, _)| *weight);
    let mut units: Vec<Unit> = weighed.into_iter().map(|(_, unit)| unit).take(MAX_WORDS).collect();
    for records in topics.into_iter().take(MAX_TOPICS).filter(|records| records.len() > 1) {
        let mut unit = Unit::default();
        unit.add(records.into_iter().map(|record| (record, OF_SUMMARY)));
        unit.rarity = TOPIC_FACTOR * rarity(unit.n_matches, n_records);
        units.push(unit);
    }
    let highest = highest(units.iter().map(|unit| unit.rarity), [].into_iter());
    let all: Vec<&Unit> = units.iter().collect();
    let mut ranked = Vec::new();
    for other in (0..list.records.len()).filter(|other| *other != record) {
        let shared: Vec<&Unit> = units.iter().filter(|unit| unit.frequencies.contains_key(&other)).collect();
        if !shared.is_empty() {
            let score: u64 = shared.iter().map(|unit| unit.score(other)).sum();
            let score = (score * weight(&all, other)) >> 16;
            ranked.push((Reverse(share(score, list.records[other].prior_steps, highest, 14)), other));
        }
    }
    ranked.sort_unstable();
    ranked.into_iter().map(|(_, other)| other).take(MAX_RECORDS).collect()
}
