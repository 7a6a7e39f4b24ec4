/*!
Equality of citations. The reader of citations is that of the index: the tests of its spellings hold it.
*/

use serde_json::Value;

use lexdex_core::citations::LoneCitation;
use lexdex_index::{Citation, citation_key};

use super::words;

/// Normalizes the citation of a record for comparison.
pub(crate) fn normal(citation: &str) -> String {
    citation_key(citation)
}

/// Returns the entry for a record's id among its citations.
pub(super) fn id_entry(id: &str) -> String {
    format!("id {id}")
}

/// Returns the keys of a bill.
pub(super) fn bill_keys(record: &Value) -> Vec<String> {
    serde_json::from_value(record.clone()).map_or(Vec::new(), |bill| lexdex_core::citations::bill_keys(&bill))
}

/// Returns the citations that a text may contain, the most likely first, then the bills that it can name.
pub(super) fn candidates(citation: &str) -> Vec<Vec<String>> {
    let citation = Citation::parse(citation);
    let id = citation.bill_id().map(id_entry);
    let single = citation.keys().iter().cloned().chain(id).map(|one| vec![one]);
    single.chain(citation.bill_keys().iter().cloned()).collect()
}

/// Returns the keys of a text that is a citation.
pub(super) fn keys(citation: &str) -> Vec<String> {
    Citation::parse(citation).keys().to_vec()
}

/// Returns the standard forms with a number of a citation whose reporter or code is known, without the longest, which
/// together have more than 32 words.
pub(super) fn standard(citation: &str) -> Vec<String> {
    let mut n_words = 0;
    let forms = if citation.chars().count() > 200 || Citation::parse(citation).keys().is_empty() {
        Vec::new()
    } else {
        LoneCitation::read(citation).standard
    };
    let mut forms: Vec<String> =
        forms.into_iter().filter(|form| form.contains(|sign: char| sign.is_ascii_digit())).collect();
    forms.retain(|form| {
        n_words += words::words(form).len();
        n_words <= 32
    });
    forms
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
