/*!
The order by date for a list with another order: newest first, records of one date in list order, undated ones last.

Pages in this order are read like pages in list order, with positions in place of documents. The sets of conditions are
translated to sets of positions once. These sets and their intersections are cached.
*/

use anyhow::Result;
use lexdex_core::blocking;

use crate::docset::bitmap::Bitmap;
use crate::docset::disjunction::{Disjunction, SetRef};
use crate::docset::doc_set::DocSet;
use crate::docset::intersection::{Intersection, intersect_to_bitmap};
use crate::docset::matches::Matches;
use crate::search::condition::Condition;
use crate::search::date_index::DateIndex;
use crate::search::intersection_cache::IntersectionCache;

/// The cached sets of positions.
pub(crate) struct DateOrder {
    n_docs: u32,
    cache: IntersectionCache,
}

impl DateOrder {
    /// The order of a list with `n_docs` documents.
    pub(crate) fn new(n_docs: u32) -> Self {
        Self { n_docs, cache: IntersectionCache::new(n_docs) }
    }

    /// Returns whether the positions for a condition are known without its documents.
    pub(crate) fn is_ready(&self, condition: &Condition) -> bool {
        matches!(condition, Condition::DateRange(_)) || self.cache.contains(condition)
    }

    /// Returns the positions that meet all conditions. `resolve` returns the documents that meet a condition.
    pub(crate) fn matches<'d>(
        &self,
        conditions: &[Condition],
        dates: &DateIndex,
        resolve: impl Fn(&Condition) -> Result<Disjunction<'d>>,
    ) -> Result<Matches<'static>> {
        let positions = |condition: &Condition| {
            let set = match condition {
                Condition::DateRange(range) => DocSet::Range(dates.positions_in_range(*range)).into(),
                _ => SetRef::Computed(self.cache.set_of(condition, || self.translate(resolve(condition)?, dates))?),
            };
            Ok(Disjunction { sets: vec![set] })
        };
        let disjunctions = conditions.iter().map(positions).collect::<Result<_>>()?;
        Ok(Matches::new(disjunctions, self.n_docs, |disjunctions| {
            self.cache.intersection_of(conditions, || Intersection::new(disjunctions, self.n_docs))
        }))
    }

    /// The positions of the documents of a disjunction.
    fn translate(&self, disjunction: Disjunction<'_>, dates: &DateIndex) -> Result<DocSet> {
        blocking::step("sorting by date")?;
        let docs = intersect_to_bitmap(&[disjunction], self.n_docs);
        let positions = (0..self.n_docs).filter(|position| docs.contains(dates.doc_at(*position)));
        Ok(DocSet::from_bitmap(Bitmap::new(positions, self.n_docs), self.n_docs))
    }
}
