/*!
What a filter finds in a list, in whatever way is cheapest: everything, one set, or what several sets have in common.
*/

use std::sync::Arc;

use tantivy::DocId;

use crate::index::docset::doc_set::Bitmap;
use crate::index::docset::intersection::{Clause, Selection, join_all};

/// The documents that match, in list order.
pub(crate) struct Matches<'s> {
    clauses: Vec<Clause<'s>>,
    n_docs: u32,
    found: Found,
}

enum Found {
    Nothing,
    Everything,
    /// The only set of the only clause.
    OneSet,
    Joined(Arc<Selection>),
}

impl<'s> Matches<'s> {
    /// Of a list with `n_docs` documents; `select` joins clauses that must be joined.
    pub(crate) fn new(
        clauses: Vec<Clause<'s>>,
        n_docs: u32,
        select: impl FnOnce(&[Clause<'s>]) -> Arc<Selection>,
    ) -> Self {
        let found = match &clauses[..] {
            [] => Found::Everything,
            [clause] if clause.sets.len() == 1 && !clause.is_excluding => Found::OneSet,
            // Not kept: there is no end of values that nothing has.
            _ if clauses.iter().any(Clause::is_never) => Found::Nothing,
            _ => Found::Joined(select(&clauses)),
        };
        Self { clauses, n_docs, found }
    }

    /// How many documents match.
    pub(crate) fn len(&self) -> u32 {
        match &self.found {
            Found::Nothing => 0,
            Found::Everything => self.n_docs,
            Found::OneSet => self.clauses[0].sets[0].len(),
            Found::Joined(selection) => selection.len(),
        }
    }

    /// Up to `limit` documents behind the first `offset`.
    pub(crate) fn slice(&self, offset: u32, limit: usize) -> Vec<DocId> {
        match &self.found {
            Found::Nothing => Vec::new(),
            Found::Everything => (offset..self.n_docs).take(limit).collect(),
            Found::OneSet => self.clauses[0].sets[0].slice(offset, limit),
            Found::Joined(selection) => selection.slice(&self.clauses, self.n_docs, offset, limit),
        }
    }

    /// How many of the documents stand before one.
    pub(crate) fn rank(&self, doc: DocId) -> u32 {
        match &self.found {
            Found::Nothing => 0,
            Found::Everything => doc.min(self.n_docs),
            Found::OneSet => self.clauses[0].sets[0].rank(doc),
            Found::Joined(selection) => selection.rank(&self.clauses, self.n_docs, doc),
        }
    }

    /// The documents as a bitmap.
    pub(crate) fn bitmap(&self) -> Bitmap {
        join_all(&self.clauses, self.n_docs)
    }

    /// Whether every document of the list matches because nothing was asked for.
    pub(crate) fn is_everything(&self) -> bool {
        matches!(self.found, Found::Everything)
    }
}
