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

/// A word that can be part of a synonym.
#[derive(Clone)]
pub(super) struct SynonymWord {
    pub(super) stem: String,
    pub(super) clause_idx: usize,
    /// Whether the next word is of the same piece of letters and digits.
    pub(super) is_joined: bool,
}

/// The words that can be part of a synonym, by their positions in the search. A repeated word has several.
pub(super) fn synonym_words(query: &TextQuery, corrected: &BTreeMap<String, String>) -> Vec<Option<SynonymWord>> {
    let mut words = Vec::new();
    for (clause_idx, clause) in query.clauses.iter().enumerate() {
        let of_clause = clause.synonym_words();
        for position in [clause.position].into_iter().chain(clause.repeated_at.iter().copied()) {
            words.resize(words.len().max(position + of_clause.len()), None);
            for (idx, word) in of_clause.iter().enumerate() {
                let stem = stem(corrected.get(word).unwrap_or(word)).into_owned();
                let is_joined = idx + 1 < of_clause.len();
                words[position + idx] = Some(SynonymWord { stem, clause_idx, is_joined });
            }
        }
    }
    words
}

/// Returns whether the word `amendment` follows a clause.
pub(super) fn is_before_amendment(clause: &Clause, words: &[Option<PlainWord>]) -> bool {
    let next = words.get(clause.position + clause.alternatives[0].n_words()).and_then(Option::as_ref);
    next.is_some_and(|word| word.stem == AMENDMENT)
}
