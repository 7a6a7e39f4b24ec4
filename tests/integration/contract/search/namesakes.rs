/*!
The records whose citation or name is all of `q`, and their order.
*/

use std::collections::BTreeMap;

use lexdex_core::citations::spelled_out;

use super::super::{citations, words};
use super::searched_list::SearchedList;

/// The order of records with one name: whether the record has a popular name, the level of its court or its progress, and
/// of cases their number among the dated ones, newest first. None has a summary of the project here.
pub(super) type Fame = (bool, u64, usize);

/// Returns the records whose citation or name is `q`.
pub(super) fn namesakes(list: &SearchedList, q: &str, corrected: &BTreeMap<String, String>) -> Vec<usize> {
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
            || parties.contains(&&record.first_party)
            || cited.iter().any(|citation| record.citations.contains(citation))
    };
    (0..list.records.len()).filter(is_named).collect()
}

/// Returns the order of a record among those with its name.
pub(super) fn fame(list: &SearchedList, record: usize) -> Fame {
    let of_record = &list.records[record];
    let age = if list.is_cases && of_record.has_date { 1 + record } else { 0 };
    (of_record.has_popular_name, of_record.prior_steps, age)
}
