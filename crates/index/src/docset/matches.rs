/*!
The documents of a list that match a filter.
*/

use std::sync::Arc;

use tantivy::DocId;

use crate::docset::disjunction::Disjunction;
use crate::docset::intersection::Intersection;

/// The documents that are in every disjunction, in list order.
pub(crate) struct Matches<'s> {
    disjunctions: Vec<Disjunction<'s>>,
    n_docs: u32,
    plan: ReadPlan,
}

/// The cheapest way to read the matches.
enum ReadPlan {
    /// No document matches.
    Nothing,
    /// Every document matches, because there are no disjunctions.
    Everything,
    /// The only set of the only disjunction.
    SingleSet,
    /// The intersection of the disjunctions.
    Intersection(Arc<Intersection>),
}

impl<'s> Matches<'s> {
    /// The matches in a list with `n_docs` documents. `intersect` is called only if sets must be combined.
    pub(crate) fn new(
        disjunctions: Vec<Disjunction<'s>>,
        n_docs: u32,
        intersect: impl FnOnce(&[Disjunction<'s>]) -> Arc<Intersection>,
    ) -> Self {
        let plan = match &disjunctions[..] {
            [] => ReadPlan::Everything,
            [disjunction] if disjunction.sets.len() == 1 => ReadPlan::SingleSet,
            // Empty disjunctions bypass the result cache, because clients can send any number of values that no record
            // has.
            _ if disjunctions.iter().any(Disjunction::is_empty) => ReadPlan::Nothing,
            _ => ReadPlan::Intersection(intersect(&disjunctions)),
        };
        Self { disjunctions, n_docs, plan }
    }

    /// No matches, in a list with `n_docs` documents.
    pub(crate) fn nothing(n_docs: u32) -> Self {
        Self { disjunctions: Vec::new(), n_docs, plan: ReadPlan::Nothing }
    }

    /// The number of documents.
    pub(crate) fn len(&self) -> u32 {
        match &self.plan {
            ReadPlan::Nothing => 0,
            ReadPlan::Everything => self.n_docs,
            ReadPlan::SingleSet => self.disjunctions[0].sets[0].len(),
            ReadPlan::Intersection(intersection) => intersection.len(),
        }
    }

    /// Up to `limit` documents after the first `offset`.
    pub(crate) fn slice(&self, offset: u32, limit: usize) -> Vec<DocId> {
        match &self.plan {
            ReadPlan::Nothing => Vec::new(),
            ReadPlan::Everything => (offset..self.n_docs).take(limit).collect(),
            ReadPlan::SingleSet => self.disjunctions[0].sets[0].slice(offset, limit),
            ReadPlan::Intersection(intersection) => intersection.slice(&self.disjunctions, self.n_docs, offset, limit),
        }
    }

    /// The number of matching documents before `doc`.
    pub(crate) fn rank(&self, doc: DocId) -> u32 {
        match &self.plan {
            ReadPlan::Nothing => 0,
            ReadPlan::Everything => doc.min(self.n_docs),
            ReadPlan::SingleSet => self.disjunctions[0].sets[0].rank(doc),
            ReadPlan::Intersection(intersection) => intersection.rank(&self.disjunctions, self.n_docs, doc),
        }
    }
}
