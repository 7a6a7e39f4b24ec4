/*!
The documents of a list that match a filter.
*/

use std::sync::Arc;

use tantivy::DocId;

use crate::docset::disjunction::{Disjunction, SetRef};
use crate::docset::doc_set::DocSet;
use crate::docset::intersection::{self, Intersection};
use crate::docset::rank_index::RankIndex;

/// The documents that are in every disjunction, in list order.
pub(crate) enum Matches<'s> {
    /// All of them.
    Set(SetRef<'s>),
    /// Their ranks, and the disjunctions, which must be those that were intersected.
    Ranks(Arc<RankIndex>, Vec<Disjunction<'s>>),
}

impl<'s> Matches<'s> {
    /// The matches in a list with `n_docs` documents. `intersect` is called only if sets must be combined.
    pub(crate) fn new(
        disjunctions: Vec<Disjunction<'s>>,
        n_docs: u32,
        intersect: impl FnOnce(&[Disjunction<'s>]) -> Intersection,
    ) -> Self {
        match &disjunctions[..] {
            [] => return DocSet::Range(0..n_docs).into(),
            [Disjunction { sets }] if sets.len() == 1 => return Self::Set(sets[0].clone()),
            // Empty disjunctions bypass the cache, because clients can send any number of values that no record has.
            _ if disjunctions.iter().any(Disjunction::is_empty) => return DocSet::empty().into(),
            _ => {}
        }
        match intersect(&disjunctions) {
            Intersection::Set(set) => Self::Set(SetRef::Computed(set)),
            Intersection::Ranks(ranks) => Self::Ranks(ranks, disjunctions),
        }
    }

    /// The number of documents.
    pub(crate) fn len(&self) -> u32 {
        match self {
            Self::Set(set) => set.len(),
            Self::Ranks(ranks, _) => ranks.len(),
        }
    }

    /// Up to `limit` documents after the first `offset`.
    pub(crate) fn slice(&self, offset: u32, limit: usize) -> Vec<DocId> {
        match self {
            Self::Set(set) => set.slice(offset, limit),
            Self::Ranks(ranks, disjunctions) => intersection::slice(ranks, disjunctions, offset, limit),
        }
    }

    /// The number of matching documents before `doc`.
    pub(crate) fn rank(&self, doc: DocId) -> u32 {
        match self {
            Self::Set(set) => set.rank(doc),
            Self::Ranks(ranks, disjunctions) => intersection::rank(ranks, disjunctions, doc),
        }
    }
}

impl From<DocSet> for Matches<'_> {
    fn from(set: DocSet) -> Self {
        Self::Set(set.into())
    }
}
