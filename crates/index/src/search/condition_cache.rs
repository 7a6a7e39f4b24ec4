/*!
Caches the sets of conditions on citations, ids and dates, so that the next page of a request reads no postings. The
cache is bounded in bytes.
*/

use std::sync::Arc;

use anyhow::Result;
use quick_cache::Weighter;
use quick_cache::sync::Cache;

use crate::docset::doc_set::DocSet;
use crate::search::condition::Condition;

/// The capacity, as a multiple of the size of a bitmap of the whole list.
const MAX_BITMAPS: u64 = 32;

/// The minimum capacity in bytes, enough for the sets of a small list.
const MIN_BYTES: u64 = 1 << 20;

/// The size of a typical entry, from which the number of entries is estimated.
const TYPICAL_ENTRY_BYTES: u64 = 4 << 10;

/// The size of an entry without its heap data: the inline parts of key and value, and the slot in the table.
const ENTRY_OVERHEAD_BYTES: u64 = 256;

/// The cache of a list.
pub(crate) struct ConditionCache(Cache<Condition, Arc<DocSet>, ConditionWeighter>);

#[derive(Clone)]
struct ConditionWeighter;

impl Weighter<Condition, Arc<DocSet>> for ConditionWeighter {
    fn weight(&self, condition: &Condition, set: &Arc<DocSet>) -> u64 {
        ENTRY_OVERHEAD_BYTES + (condition.n_heap_bytes() + set.n_heap_bytes()) as u64
    }
}

impl ConditionCache {
    /// A cache for a list of `n_docs` documents.
    pub(crate) fn new(n_docs: u32) -> Self {
        let n_bytes = (MAX_BITMAPS * u64::from(n_docs) / 8).max(MIN_BYTES);
        Self(Cache::with_weighter((n_bytes / TYPICAL_ENTRY_BYTES) as usize, n_bytes, ConditionWeighter))
    }

    /// Whether the set of a condition is cached.
    pub(crate) fn contains(&self, condition: &Condition) -> bool {
        self.0.peek(condition).is_some()
    }

    /// Returns the set of a condition, computing and caching it if needed.
    pub(crate) fn get_or_try_insert_with(
        &self,
        condition: &Condition,
        compute: impl FnOnce() -> Result<DocSet>,
    ) -> Result<Arc<DocSet>> {
        if let Some(set) = self.0.get(condition) {
            return Ok(set);
        }
        let set = Arc::new(compute()?);
        self.0.insert(condition.clone(), Arc::clone(&set));
        Ok(set)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cached_set_is_computed_once_and_cache_stays_within_its_bytes() {
        const N_DOCS: u32 = 1 << 24;
        let cache = ConditionCache::new(N_DOCS);
        // Every other document up to a limit: a sparse set.
        let docs: Vec<u32> = (0..1 << 14).map(|number| 2 * number).collect();
        let condition = |number: u32| Condition::Ids(vec![number.to_string()]);
        let max_bytes = MAX_BITMAPS * u64::from(N_DOCS) / 8;
        let n_sets = 2 * (max_bytes / DocSet::from_docs(&docs, N_DOCS).n_heap_bytes() as u64) as u32;
        let mut n_computed = 0;
        for number in 0..n_sets {
            for _ in 0..2 {
                let set = cache.get_or_try_insert_with(&condition(number), || {
                    n_computed += 1;
                    Ok(DocSet::from_docs(&docs, N_DOCS))
                });
                assert_eq!(set.unwrap().len() as usize, docs.len());
            }
        }
        assert_eq!(n_computed, n_sets);
        let weight = cache.0.weight();
        assert!(weight > max_bytes / 2 && weight <= max_bytes, "{weight} of {max_bytes}");
    }
}
