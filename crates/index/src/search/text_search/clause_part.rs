/*!
The part that each clause has in a search: most are about its subject.
*/

use crate::text::text_query::{Clause, ClauseRole, Term, TextQuery};

/// The part that a clause has in a search, from the least important one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Part {
    /// It neither selects nor ranks.
    StopWord,
    /// A word for the records of the list. It ranks, and does not select.
    OwnNoun,
    Subject,
}

/// Returns the part of a clause in a search of a list whose records have these nouns.
pub(super) fn part_of(clause: &Clause, own_nouns: &[&str]) -> Part {
    let is_noun = |term: &Term| matches!(term, Term::Word { text, .. } if own_nouns.contains(&text.as_str()));
    match &clause.alternatives[..] {
        [term] if is_noun(term) => Part::OwnNoun,
        _ if is_stop(clause) => Part::StopWord,
        _ => Part::Subject,
    }
}

/// Returns the least part that a clause needs in order to select records: the highest that any clause has.
pub(super) fn least_part(query: &TextQuery, own_nouns: &[&str]) -> Part {
    let clauses = query.clauses.iter().filter(|clause| clause.role != ClauseRole::Excluded);
    clauses.map(|clause| part_of(clause, own_nouns)).max().unwrap_or(Part::Subject)
}

/// Returns whether a clause has only stop words.
pub(super) fn is_stop(clause: &Clause) -> bool {
    clause.alternatives.iter().all(Term::is_stop_word)
}
