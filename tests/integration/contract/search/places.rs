/*!
The places that `q` names.
*/

use std::collections::{BTreeMap, BTreeSet};

use super::query::Clause;
use super::searched_list::{Kind, NamedRecords, SearchedList};

/// Returns the clauses whose words are all in names of places, and the records of these places.
pub(super) fn places(
    list: &SearchedList,
    clauses: &[Clause],
    corrected: &BTreeMap<String, String>,
    mode: &str,
) -> (BTreeSet<usize>, BTreeSet<usize>) {
    let mut words: BTreeMap<usize, &str> = BTreeMap::new();
    for clause in clauses.iter().filter(|clause| !clause.is_required && !list.is_cases && mode != "all") {
        for (place, word) in clause.again.iter().chain([&clause.place]).zip(std::iter::repeat(clause.word())) {
            words.extend(word.map(|word| (*place, corrected.get(word).map_or(word, String::as_str))));
        }
    }
    let is_named_at = |first: usize, name: &[String]| {
        name.iter().enumerate().all(|(number, of_name)| match words.get(&(first + number)) {
            Some(word) if number + 1 == name.len() => *word == of_name || **word == format!("{of_name}s"),
            word => word == Some(&of_name.as_str()),
        })
    };
    let (mut in_names, mut records) = (BTreeSet::new(), BTreeSet::new());
    let mut next = 0;
    for first in words.keys().copied() {
        // The names of all jurisdictions count, since `Washington, D.C.` is no state.
        let names = list.governments.iter().filter(|name| is_named_at(first, name));
        let Some(n_words) = names.map(Vec::len).max().filter(|_| first >= next) else { continue };
        next = first + n_words;
        let has_name =
            |place: &&NamedRecords| place.names.iter().any(|name| name.len() == n_words && is_named_at(first, name));
        if let Some(place) = list.named.iter().filter(|named| named.kind == Kind::Place).find(has_name) {
            in_names.extend(first..next);
            records.extend(&place.records);
        }
    }
    let is_in_names = |clause: &Clause| {
        clause.word().is_some() && clause.again.iter().chain([&clause.place]).all(|place| in_names.contains(place))
    };
    let found = clauses.iter().enumerate().filter(|(_, clause)| is_in_names(clause)).map(|(idx, _)| idx);
    (found.collect(), records)
}
