/*!
The words of the clauses of a search, by their positions.
*/

use std::collections::BTreeMap;

use crate::search::text_search::facet_names::AMENDMENT;
use crate::text::stem::stem;
use crate::text::text_query::{Clause, ClauseRole, Term, TextQuery};

/// A clause that is one unquoted word.
#[derive(Clone)]
pub(super) struct PlainWord {
    pub(super) text: String,
    pub(super) stem: String,
    pub(super) clause_idx: usize,
}

/// The clauses that are one unquoted word, by their position in the search.
pub(super) fn words_by_position(query: &TextQuery, corrected: &BTreeMap<String, String>) -> Vec<Option<PlainWord>> {
    let n_positions = query.clauses.last().map_or(0, |clause| clause.position + 1);
    let mut words = vec![None; n_positions];
    for (clause_idx, clause) in query.clauses.iter().enumerate() {
        if let [Term::Word { text, .. }] = &clause.alternatives[..]
            && clause.role != ClauseRole::Excluded
        {
            let text = corrected.get(text).unwrap_or(text).clone();
            words[clause.position] = Some(PlainWord { stem: stem(&text).into_owned(), text, clause_idx });
        }
    }
    words
}

/// The stem and the clause of each word that can be part of a synonym, by its position in the search.
pub(super) fn synonym_words(
    query: &TextQuery,
    corrected: &BTreeMap<String, String>,
) -> Vec<(Option<String>, Option<usize>)> {
    let mut words = Vec::new();
    for (clause_idx, clause) in query.clauses.iter().enumerate() {
        let of_clause = clause.synonym_words();
        words.resize(words.len().max(clause.position + of_clause.len()), (None, None));
        for (word, place) in of_clause.iter().zip(clause.position..) {
            let word = corrected.get(word).unwrap_or(word);
            words[place] = (Some(stem(word).into_owned()), Some(clause_idx));
        }
    }
    words
}

/// Returns whether the word `amendment` follows a clause.
pub(super) fn is_before_amendment(clause: &Clause, words: &[Option<PlainWord>]) -> bool {
    let next = words.get(clause.position + clause.alternatives[0].n_words()).and_then(Option::as_ref);
    next.is_some_and(|word| word.stem == AMENDMENT)
}
