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
use crate::search::condition_cache::ConditionCache;
use crate::search::date_index::DateIndex;
use crate::search::result_cache::ResultCache;

/// The cached sets of positions.
pub(crate) struct DateOrder {
    n_docs: u32,
    condition_cache: ConditionCache,
    result_cache: ResultCache,
}

impl DateOrder {
    /// The order of a list with `n_docs` documents.
    pub(crate) fn new(n_docs: u32) -> Self {
        Self { n_docs, condition_cache: ConditionCache::new(n_docs), result_cache: ResultCache::new(n_docs) }
    }

    /// Returns whether the positions for a condition are known without its documents.
    pub(crate) fn is_ready(&self, condition: &Condition) -> bool {
        matches!(condition, Condition::DateRange(_)) || self.condition_cache.contains(condition)
    }

    /// Returns the positions that meet all conditions. `resolve` returns the documents that meet a condition.
    pub(crate) fn matches<'d>(
        &self,
        conditions: &[Condition],
        dates: &DateIndex,
        resolve: impl Fn(&Condition) -> Result<Disjunction<'d>>,
    ) -> Result<Matches<'static>> {
        let positions = |condition: &Condition| match condition {
            Condition::DateRange(range) => Ok(DocSet::Range(dates.positions_in_range(*range)).into()),
            _ => {
                let translated = || self.translate(resolve(condition)?, dates);
                let set = self.condition_cache.get_or_try_insert_with(condition, translated)?;
                Ok(Disjunction { sets: vec![SetRef::Computed(set)] })
            }
        };
        let disjunctions = conditions.iter().map(positions).collect::<Result<_>>()?;
        Ok(Matches::new(disjunctions, self.n_docs, |disjunctions| {
            self.result_cache.get_or_insert_with(conditions, || Intersection::new(disjunctions, self.n_docs))
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
