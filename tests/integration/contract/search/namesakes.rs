/*!
The records whose citation or name is all of `q`.
*/

use std::collections::{BTreeMap, BTreeSet};

use lexdex_core::citations::spelled_out;

use super::super::{citations, words};
use super::searched_list::SearchedList;

/// Returns the records whose citation, name or first party is `q`.
pub(super) fn namesakes(list: &SearchedList, q: &str, corrected: &BTreeMap<String, String>) -> BTreeSet<usize> {
    let typed: Vec<String> = words::words(q).iter().map(|word| corrected.get(word).unwrap_or(word).clone()).collect();
    let in_full = typed.iter().map(|word| spelled_out(word, true).first().unwrap_or(&&**word).split(' '));
    let in_full: Vec<String> = in_full.flatten().map(str::to_owned).collect();
    let is_cited = |citation: &String| list.records.iter().any(|record| record.citations.contains(citation));
    let cited = citations::in_words(q).into_iter().find(|same| same.iter().any(is_cited)).unwrap_or_default();
    let names = [typed, in_full];
    let has_versus = words::words(q).iter().any(|word| word == "v");
    let n_cases = |party: &Vec<String>| list.records.iter().filter(|record| record.first_party == *party).count();
    let is_party =
        |name: &&Vec<String>| !has_versus && !list.governments.contains(*name) && (1..=1024).contains(&n_cases(name));
    let parties: Vec<&Vec<String>> = names.iter().filter(is_party).collect();
    let is_named = |record: &usize| {
        let record = &list.records[*record];
        names.iter().any(|name| record.names.contains(name))
            || cited.iter().any(|citation| record.citations.contains(citation))
    };
    let is_of_party = |record: &usize| {
        let record = &list.records[*record];
        parties.contains(&&record.first_party) && (record.is_of_last_resort || record.has_popular_name)
    };
    (0..list.records.len()).filter(|record| is_named(record) || is_of_party(record)).collect()
}
