/*!
Caches the intersections of recent filters, so that another page of the same filter intersects only its own blocks.

The keys are the conditions, without the page. Entries are small: four bytes for every 65,536 records, or the documents
themselves if they are few. A client that always sends new conditions evicts entries that were used once, not those that
are used repeatedly.
*/

use std::sync::Arc;

use quick_cache::Weighter;
use quick_cache::sync::Cache;

use crate::docset::intersection::Intersection;
use crate::docset::rank_index::GROUP_DOCS;
use crate::search::condition::Condition;

/// The capacity, in intersections of many documents. An intersection of few documents can take the space of 16 of
/// these.
const MAX_LARGE_ENTRIES: u64 = 16 << 10;

/// The size of an entry without its heap data: the inline parts of key and value, and the slot in the table.
const ENTRY_OVERHEAD_BYTES: u64 = 256;

/// The cache of a list: four megabytes, plus one byte per record.
pub(crate) struct ResultCache(Cache<Vec<Condition>, Arc<Intersection>, ResultWeighter>);

#[derive(Clone)]
struct ResultWeighter;

impl Weighter<Vec<Condition>, Arc<Intersection>> for ResultWeighter {
    fn weight(&self, conditions: &Vec<Condition>, intersection: &Arc<Intersection>) -> u64 {
        let n_key_bytes: usize = conditions.iter().map(Condition::n_heap_bytes).sum();
        ENTRY_OVERHEAD_BYTES + (n_key_bytes + intersection.n_heap_bytes()) as u64
    }
}

impl ResultCache {
    /// A cache for a list of `n_docs` documents.
    pub(crate) fn new(n_docs: u32) -> Self {
        let n_large_bytes = u64::from(n_docs.div_ceil(GROUP_DOCS)) * size_of::<u32>() as u64;
        let n_bytes = MAX_LARGE_ENTRIES * (ENTRY_OVERHEAD_BYTES + n_large_bytes);
        Self(Cache::with_weighter(MAX_LARGE_ENTRIES as usize, n_bytes, ResultWeighter))
    }

    /// Returns the intersection of the conditions, computing and caching it if needed.
    pub(crate) fn get_or_insert_with(
        &self,
        conditions: &[Condition],
        compute: impl FnOnce() -> Intersection,
    ) -> Arc<Intersection> {
        if let Some(intersection) = self.0.get(conditions) {
            return intersection;
        }
        let intersection = Arc::new(compute());
        self.0.insert(conditions.to_vec(), Arc::clone(&intersection));
        intersection
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::docset::block::{BLOCK_DOCS, BLOCK_WORDS};
    use crate::docset::rank_index::RankIndex;
    use crate::format::facet_path::FacetPath;
    use crate::format::schema::FacetField;

    fn conditions(number: u64) -> Vec<Condition> {
        vec![Condition::Facet { field: FacetField::Topic, paths: vec![FacetPath::flat(&number.to_string())] }]
    }

    #[test]
    fn cached_intersection_is_computed_once_within_the_bound() {
        const N_GROUPS: u32 = 10;
        const N_DOCS: u32 = N_GROUPS * GROUP_DOCS;
        let cache = ResultCache::new(N_DOCS);
        let mut n_computed = 0;
        for number in 0..2 * MAX_LARGE_ENTRIES {
            for _ in 0..2 {
                cache.get_or_insert_with(&conditions(number), || {
                    n_computed += 1;
                    Intersection::Many(RankIndex::new((N_DOCS / BLOCK_DOCS) as usize, |_| [0; BLOCK_WORDS]))
                });
            }
        }
        assert_eq!(n_computed, 2 * MAX_LARGE_ENTRIES);
        let max_bytes = MAX_LARGE_ENTRIES * (ENTRY_OVERHEAD_BYTES + 4 * u64::from(N_GROUPS));
        let weight = cache.0.weight();
        assert!(weight > max_bytes / 2 && weight <= max_bytes, "{weight} of {max_bytes}");
    }
}
