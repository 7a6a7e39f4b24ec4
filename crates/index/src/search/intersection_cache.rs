/*!
Caches the documents that meet recent conditions, so that another page of a filter reads no postings, and intersects
only its own blocks. The cache is bounded in bytes.

The keys are lists of conditions, without the page: a single one, whose set was computed from postings or dates, or
those of a filter, whose sets were intersected. A client that always sends new conditions evicts entries that were used
once, not those that are used repeatedly.

Two bitmaps of a million records are intersected in 18 µs if they are not in the processor's cache, and two of ten
million in 120. Most requests find theirs here.
*/

use std::slice;
use std::sync::Arc;

use anyhow::Result;
use quick_cache::sync::{Cache, DefaultLifecycle};
use quick_cache::{DefaultHashBuilder, OptionsBuilder, Weighter};

use crate::docset::doc_set::DocSet;
use crate::docset::intersection::Intersection;
use crate::search::condition::Condition;

/// The capacity in bytes per document of the list, which is 48 times the size of the largest set.
const BYTES_PER_DOC: u64 = 6;

/// The minimum capacity in bytes, enough for the intersections of a small list.
const MIN_BYTES: u64 = 4 << 20;

/// The number of parts with a lock and a share of the capacity each. An entry must fit into a part.
const N_SHARDS: usize = 8;

/// The size of a typical entry, from which the number of entries is estimated.
const TYPICAL_ENTRY_BYTES: u64 = 512;

/// The size of an entry without the data of its sets: the inline parts of key and value, the slot in the table, the
/// counters of the value, and the rounding of its allocations.
const ENTRY_OVERHEAD_BYTES: usize = 256;

/// The cache of a list in one order.
pub(crate) struct IntersectionCache(Cache<Vec<Condition>, Intersection, IntersectionWeighter>);

#[derive(Clone)]
struct IntersectionWeighter;

impl Weighter<Vec<Condition>, Intersection> for IntersectionWeighter {
    fn weight(&self, conditions: &Vec<Condition>, intersection: &Intersection) -> u64 {
        let n_key_bytes: usize =
            conditions.iter().map(|condition| size_of::<Condition>() + condition.n_heap_bytes()).sum();
        (ENTRY_OVERHEAD_BYTES + n_key_bytes + intersection.n_heap_bytes()) as u64
    }
}

impl IntersectionCache {
    /// A cache for a list of `n_docs` documents.
    pub(crate) fn new(n_docs: u32) -> Self {
        let n_bytes = (BYTES_PER_DOC * u64::from(n_docs)).max(MIN_BYTES);
        let n_entries = (n_bytes / TYPICAL_ENTRY_BYTES) as usize;
        let options =
            OptionsBuilder::new().estimated_items_capacity(n_entries).weight_capacity(n_bytes).shards(N_SHARDS).build();
        let options = options.expect("every option is given");
        let hasher = DefaultHashBuilder::default();
        Self(Cache::with_options(options, IntersectionWeighter, hasher, DefaultLifecycle::default()))
    }

    /// Whether the set of a condition is cached.
    pub(crate) fn contains(&self, condition: &Condition) -> bool {
        matches!(self.0.peek(slice::from_ref(condition)), Some(Intersection::Set(_)))
    }

    /// Returns the set of a condition, computing and caching it if needed.
    pub(crate) fn set_of(
        &self,
        condition: &Condition,
        compute: impl FnOnce() -> Result<DocSet>,
    ) -> Result<Arc<DocSet>> {
        if let Some(Intersection::Set(set)) = self.0.get(slice::from_ref(condition)) {
            return Ok(set);
        }
        let set = Arc::new(compute()?);
        self.0.insert(vec![condition.clone()], Intersection::Set(Arc::clone(&set)));
        Ok(set)
    }

    /// Returns the intersection of the sets of conditions, computing and caching it if needed.
    pub(crate) fn intersection_of(
        &self,
        conditions: &[Condition],
        compute: impl FnOnce() -> Intersection,
    ) -> Intersection {
        if let Some(intersection) = self.0.get(conditions) {
            return intersection;
        }
        let intersection = compute();
        self.0.insert(conditions.to_vec(), intersection.clone());
        intersection
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::docset::block::{BLOCK_DOCS, BLOCK_WORDS};
    use crate::docset::rank_index::RankIndex;

    const N_DOCS: u32 = 1 << 22;

    fn ids(number: u32) -> Condition {
        Condition::Ids(vec![number.to_string()])
    }

    /// Adds twice as many entries as fit, each twice. `add` returns whether it computed the entry, and its size.
    fn check(add: impl Fn(&IntersectionCache, u32) -> (bool, usize)) {
        let cache = IntersectionCache::new(N_DOCS);
        let max_bytes = BYTES_PER_DOC * u64::from(N_DOCS);
        let mut n_bytes = 0;
        for number in 0.. {
            let (is_computed, n_entry_bytes) = add(&cache, number);
            assert!(is_computed, "entry {number} is new");
            assert!(!add(&cache, number).0, "entry {number} is computed again");
            n_bytes += n_entry_bytes as u64;
            if n_bytes > 2 * max_bytes {
                break;
            }
        }
        let weight = cache.0.weight();
        assert!(weight > max_bytes / 2 && weight <= max_bytes, "{weight} of {max_bytes}");
    }

    #[test]
    fn set_of_a_condition_is_computed_once_within_the_bound() {
        for n_docs_of_set in [1 << 14, N_DOCS / 2] {
            check(|cache, number| {
                let mut is_computed = false;
                let set = cache.set_of(&ids(number), || {
                    is_computed = true;
                    Ok(DocSet::new((0..n_docs_of_set).map(|doc| 2 * doc), n_docs_of_set, N_DOCS))
                });
                let set = set.unwrap();
                assert_eq!(set.len(), n_docs_of_set);
                (is_computed, set.n_heap_bytes())
            });
        }
    }

    #[test]
    fn intersection_is_computed_once_within_the_bound() {
        let ranks = Arc::new(RankIndex::new((N_DOCS / BLOCK_DOCS) as usize, |_| [0; BLOCK_WORDS]));
        check(|cache, number| {
            let mut is_computed = false;
            let intersection = cache.intersection_of(&[ids(number), ids(number + 1)], || {
                is_computed = true;
                Intersection::Ranks(Arc::clone(&ranks))
            });
            (is_computed, intersection.n_heap_bytes())
        });
    }
}
