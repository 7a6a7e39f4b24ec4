/*!
The part that each clause has in a search: most are about its subject.
*/

use crate::search::text_search::plan::Units;
use crate::text::text_query::{Clause, Term, TextQuery};

/// The part that a clause has in a search, from the least important one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Part {
    /// It neither selects nor ranks.
    StopWord,
    /// A word for the records of the list. It ranks, and does not select.
    OwnNoun,
    /// A word in the name of a place. It ranks, and does not select.
    Place,
    Subject,
}

/// Returns the part of each clause in a search of a list whose records have these nouns, given the clauses in names of
/// places.
pub(super) fn parts(query: &TextQuery, own_nouns: &[&str], in_places: Units) -> Vec<Part> {
    let is_noun = |term: &Term| matches!(term, Term::Word { text, .. } if own_nouns.contains(&text.as_str()));
    let part = |(clause_idx, clause): (usize, &Clause)| match &clause.alternatives[..] {
        [term] if is_noun(term) => Part::OwnNoun,
        _ if is_stop(clause) => Part::StopWord,
        _ if in_places >> clause_idx & 1 == 1 => Part::Place,
        _ => Part::Subject,
    };
    query.clauses.iter().enumerate().map(part).collect()
}

/// Returns whether a clause has only stop words.
pub(super) fn is_stop(clause: &Clause) -> bool {
    clause.alternatives.iter().all(Term::is_stop_word)
}
