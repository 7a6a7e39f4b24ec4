/*!
Equality of citations. The reader of citations is that of the index: the tests of its spellings hold it.
*/

use lexdex_index::{Citation, citation_key};

/// Normalizes the citation of a record for comparison.
pub(crate) fn normal(citation: &str) -> String {
    citation_key(citation)
}

/// Returns the entry for a record's id among its citations.
pub(super) fn id_entry(id: &str) -> String {
    format!("id {id}")
}

/// Returns the citations that a text may contain, the most likely first, then the ids of the bills that it can name.
pub(super) fn candidates(citation: &str) -> Vec<Vec<String>> {
    let citation = Citation::parse(citation);
    let bills = citation.bill_ids().iter().map(|id| id_entry(id)).collect();
    citation.keys().iter().map(|key| vec![key.clone()]).chain([bills]).collect()
}

/// Returns whether a text has the form of a citation: a name and a number, or a constitution's.
pub(crate) fn is_readable(citation: &str) -> bool {
    Citation::parse(citation).is_readable()
}

/// Returns the candidates in `q`. Without both letters and a number, words are not a citation.
pub(super) fn in_words(q: &str) -> Vec<Vec<String>> {
    let is_number = |character: char| character.is_alphanumeric() && !character.is_alphabetic();
    let mut candidates = candidates(q);
    candidates.iter_mut().for_each(|same| {
        same.retain(|candidate| candidate.contains(char::is_alphabetic) && candidate.contains(is_number));
    });
    candidates
}
