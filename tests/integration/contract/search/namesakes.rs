/*!
The records whose citation or name is all of `q`, and their order.
*/

use std::collections::{BTreeMap, BTreeSet};

use lexdex_core::citations::spelled_out;

use super::super::{citations, words};
use super::searched_list::SearchedList;

/// The order of records with one name: whether it is not only their first party, their marks, and the age of cases. The
/// marks are a popular name and the level of the court or the progress, or the reverse for a first party. None has a
/// summary of the project here.
pub(super) type Fame = (bool, [u64; 2], usize);

/// Returns the records whose citation or name is `q`, and the other ones whose first party is.
pub(super) fn namesakes(
    list: &SearchedList,
    q: &str,
    corrected: &BTreeMap<String, String>,
) -> (Vec<usize>, Vec<usize>) {
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
        parties.contains(&&record.first_party) && (record.prior_steps == 3 || record.has_popular_name)
    };
    let (named, others): (Vec<usize>, Vec<usize>) = (0..list.records.len()).partition(is_named);
    (named, others.into_iter().filter(is_of_party).collect())
}

/// Returns the order of a record among those with its name, given whether it is not only its first party. Of cases,
/// the 512 oldest are in the order of their age, and the others in list order.
pub(super) fn fame(list: &SearchedList, exact: &BTreeSet<usize>, (record, is_named): (usize, bool)) -> Fame {
    let of_record = &list.records[record];
    let n_older = match of_record.has_date {
        true => exact.range(record + 1..).filter(|older| list.records[**older].has_date).count(),
        false => exact.range(..record).count(),
    };
    let age = if list.is_cases { 511_usize.saturating_sub(n_older) } else { 0 };
    let level = of_record.prior_steps + u64::from(of_record.is_of_highest_court);
    let mut marks = [u64::from(of_record.has_popular_name), level];
    if !is_named {
        marks.reverse();
    }
    (is_named, marks, age)
}
