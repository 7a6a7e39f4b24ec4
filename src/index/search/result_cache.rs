/*!
The selections asked for lately: a second page of the same filter joins nothing but its own blocks.

They are kept by the conditions, not by the page, and are small: four bytes for every 65,536 records, or the documents
themselves if they are few. A client that asks for ever new conditions pushes out what was asked for once, not what is
asked for again and again.
*/

use std::sync::Arc;

use quick_cache::Weighter;
use quick_cache::sync::Cache;

use crate::index::docset::intersection::Selection;
use crate::index::docset::rank_index::GROUP_DOCS;
use crate::index::search::filter::Condition;

/// How many selections of many documents have room. One of few can take as much as sixteen of them.
const N_MANY: u64 = 16 << 10;

/// What stands beside a selection's documents: its key without texts, its place in the table.
const BESIDE_BYTES: u64 = 256;

/// The cache: a byte for each of many records, and four megabytes beside.
pub(crate) struct Selections(Cache<Vec<Condition>, Arc<Selection>, HeapBytes>);

#[derive(Clone)]
struct HeapBytes;

impl Weighter<Vec<Condition>, Arc<Selection>> for HeapBytes {
    fn weight(&self, conditions: &Vec<Condition>, selection: &Arc<Selection>) -> u64 {
        let n_key_bytes: usize = conditions.iter().map(Condition::n_heap_bytes).sum();
        BESIDE_BYTES + (n_key_bytes + selection.n_heap_bytes()) as u64
    }
}

impl Selections {
    /// For a list of so many documents.
    pub(crate) fn new(n_docs: u32) -> Self {
        let n_large_bytes = u64::from(n_docs.div_ceil(GROUP_DOCS)) * size_of::<u32>() as u64;
        Self(Cache::with_weighter(N_MANY as usize, N_MANY * (BESIDE_BYTES + n_large_bytes), HeapBytes))
    }

    /// The selection of the conditions: the one that is kept, or the one that `make` gives.
    pub(crate) fn get(&self, conditions: &[Condition], make: impl FnOnce() -> Selection) -> Arc<Selection> {
        if let Some(selection) = self.0.get(conditions) {
            return selection;
        }
        let selection = Arc::new(make());
        self.0.insert(conditions.to_vec(), Arc::clone(&selection));
        selection
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::docset::block::{BLOCK_DOCS, BLOCK_WORDS};
    use crate::index::docset::rank_index::Ranks;
    use crate::index::format::schema::{FacetField, FacetPath};

    fn conditions(number: u64) -> Vec<Condition> {
        vec![Condition::Facet { field: FacetField::Topic, paths: vec![FacetPath::flat(&number.to_string())] }]
    }

    #[test]
    fn a_selection_is_made_once_and_the_bytes_are_bounded() {
        const N_GROUPS: u32 = 10;
        const N_DOCS: u32 = N_GROUPS * GROUP_DOCS;
        let selections = Selections::new(N_DOCS);
        let mut n_made = 0;
        for number in 0..2 * N_MANY {
            for _ in 0..2 {
                selections.get(&conditions(number), || {
                    n_made += 1;
                    Selection::Many(Ranks::new((N_DOCS / BLOCK_DOCS) as usize, |_| [0; BLOCK_WORDS]))
                });
            }
        }
        assert_eq!(n_made, 2 * N_MANY);
        let (weight, most) = (selections.0.weight(), N_MANY * (BESIDE_BYTES + 4 * u64::from(N_GROUPS)));
        assert!(weight > most / 2 && weight <= most, "{weight} of {most}");
    }
}
