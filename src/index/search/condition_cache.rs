/*!
The sets made for conditions that no facet answers: the documents of words, of names, of dates that are scattered over a
list. Those asked for lately are kept, within a bound of bytes, so that the next page of a search reads no postings.
*/

use std::sync::Arc;

use anyhow::Result;
use quick_cache::Weighter;
use quick_cache::sync::Cache;

use crate::index::docset::doc_set::DocSet;
use crate::index::search::filter::Condition;

/// How many bitmaps of the whole list have room.
const N_BITMAPS: u64 = 32;

/// The least room, which holds the sets of a small list.
const LEAST_BYTES: u64 = 1 << 20;

/// A usual set, to guess how many there will be.
const USUAL_BYTES: u64 = 4 << 10;

/// What stands beside a set's documents: its key without texts, its place in the table.
const BESIDE_BYTES: u64 = 256;

/// The cache.
pub(crate) struct MadeSets(Cache<Condition, Arc<DocSet>, HeapBytes>);

#[derive(Clone)]
struct HeapBytes;

impl Weighter<Condition, Arc<DocSet>> for HeapBytes {
    fn weight(&self, condition: &Condition, set: &Arc<DocSet>) -> u64 {
        BESIDE_BYTES + (condition.n_heap_bytes() + set.n_heap_bytes()) as u64
    }
}

impl MadeSets {
    /// For a list of so many documents.
    pub(crate) fn new(n_docs: u32) -> Self {
        let n_bytes = (N_BITMAPS * u64::from(n_docs) / 8).max(LEAST_BYTES);
        Self(Cache::with_weighter((n_bytes / USUAL_BYTES) as usize, n_bytes, HeapBytes))
    }

    /// Whether the set of a condition is kept.
    pub(crate) fn has(&self, condition: &Condition) -> bool {
        self.0.peek(condition).is_some()
    }

    /// The set of a condition: the one that is kept, or the one that `make` gives.
    pub(crate) fn get(&self, condition: &Condition, make: impl FnOnce() -> Result<DocSet>) -> Result<Arc<DocSet>> {
        if let Some(set) = self.0.get(condition) {
            return Ok(set);
        }
        let set = Arc::new(make()?);
        self.0.insert(condition.clone(), Arc::clone(&set));
        Ok(set)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_is_made_once_and_the_bytes_are_bounded() {
        const N_DOCS: u32 = 1 << 24;
        let sets = MadeSets::new(N_DOCS);
        // Every other document up to a place: a sparse set.
        let docs: Vec<u32> = (0..1 << 14).map(|number| 2 * number).collect();
        let condition = |number: u32| Condition::Phrase(vec![number.to_string()]);
        let most = N_BITMAPS * u64::from(N_DOCS) / 8;
        let n_sets = 2 * (most / DocSet::of(&docs, N_DOCS).n_heap_bytes() as u64) as u32;
        let mut n_made = 0;
        for number in 0..n_sets {
            for _ in 0..2 {
                let made = sets.get(&condition(number), || {
                    n_made += 1;
                    Ok(DocSet::of(&docs, N_DOCS))
                });
                assert_eq!(made.unwrap().len() as usize, docs.len());
            }
        }
        assert_eq!(n_made, n_sets);
        let weight = sets.0.weight();
        assert!(weight > most / 2 && weight <= most, "{weight} of {most}");
    }
}
