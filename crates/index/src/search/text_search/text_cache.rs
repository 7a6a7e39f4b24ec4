/*!
Caches the matches of recent searches, so that the next page, the facets and the export of a search need no new scoring.
The cache is bounded in bytes.
*/

use std::sync::Arc;

use anyhow::Result;
use quick_cache::sync::{Cache, DefaultLifecycle};
use quick_cache::{DefaultHashBuilder, OptionsBuilder, Weighter};

use crate::search::text_search::text_matches::TextMatches;
use crate::text::text_query::TextQuery;

/// The capacity in bytes per document of the list, enough for a few searches that match half of the documents.
const BYTES_PER_DOC: u64 = 8;

/// The minimum capacity in bytes, enough for the searches of a small list.
const MIN_BYTES: u64 = 4 << 20;

/// The size of a typical entry, from which the number of entries is estimated.
const TYPICAL_ENTRY_BYTES: u64 = 4 << 10;

/// The size of an entry without its heap data: the inline parts of key and value, and the slot in the table.
const ENTRY_OVERHEAD_BYTES: u64 = 320;

/// The cache of a list.
pub(crate) struct TextCache(Cache<TextQuery, Arc<TextMatches>, TextWeighter>);

#[derive(Clone)]
struct TextWeighter;

impl Weighter<TextQuery, Arc<TextMatches>> for TextWeighter {
    fn weight(&self, query: &TextQuery, matches: &Arc<TextMatches>) -> u64 {
        ENTRY_OVERHEAD_BYTES + (query.n_heap_bytes() + matches.n_heap_bytes()) as u64
    }
}

impl TextCache {
    /// A cache for a list of `n_docs` documents.
    pub(crate) fn new(n_docs: u32) -> Self {
        let n_bytes = (BYTES_PER_DOC * u64::from(n_docs)).max(MIN_BYTES);
        let n_entries = (n_bytes / TYPICAL_ENTRY_BYTES) as usize;
        // One shard, because an entry must fit into a shard, and a search that matches every document takes a quarter
        // of the capacity.
        let options =
            OptionsBuilder::new().estimated_items_capacity(n_entries).weight_capacity(n_bytes).shards(1).build();
        let options = options.expect("every option is given");
        Self(Cache::with_options(options, TextWeighter, DefaultHashBuilder::default(), DefaultLifecycle::default()))
    }

    /// Whether the matches of a search are cached.
    pub(crate) fn contains(&self, query: &TextQuery) -> bool {
        self.0.peek(query).is_some()
    }

    /// Returns the matches of a search, and computes and caches them if needed. Concurrent threads with the same search
    /// wait for the one that computes the matches. If it fails, the next thread computes them.
    pub(crate) fn get_or_try_insert_with(
        &self,
        query: &TextQuery,
        compute: impl FnOnce() -> Result<TextMatches>,
    ) -> Result<Arc<TextMatches>> {
        self.0.get_or_insert_with(query, || compute().map(Arc::new))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::sync::Barrier;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::thread;
    use std::time::Duration;

    use anyhow::ensure;
    use lexdex_core::model::MatchMode;

    use super::*;
    use crate::docset::block::{BLOCK_DOCS, BLOCK_WORDS};
    use crate::search::text_search::plan::MatchRule;
    use crate::search::text_search::scorer::Scored;

    #[test]
    fn search_wanted_by_several_threads_is_scored_once() {
        const N_THREADS: usize = 8;
        let cache = TextCache::new(1);
        let query = TextQuery::parse("law", MatchMode::Auto).unwrap();
        let n_computed = AtomicUsize::new(0);
        let start = Barrier::new(N_THREADS);
        let compute = || {
            // Long enough for all other threads to arrive.
            thread::sleep(Duration::from_millis(50));
            ensure!(n_computed.fetch_add(1, Ordering::Relaxed) > 0, "the first one gives up");
            Ok(TextMatches::new(MatchRule::All, BTreeMap::new(), Scored::default(), 1))
        };
        let n_failed: usize = thread::scope(|scope| {
            let search = || {
                start.wait();
                cache.get_or_try_insert_with(&query, compute)
            };
            let threads: Vec<_> = (0..N_THREADS).map(|_| scope.spawn(search)).collect();
            threads.into_iter().map(|thread| usize::from(thread.join().unwrap().is_err())).sum()
        });
        assert_eq!((n_failed, n_computed.into_inner()), (1, 2));
    }

    #[test]
    fn search_that_matches_every_document_of_a_long_list_is_cached() {
        const N_BLOCKS: usize = 512;
        const N_DOCS: u32 = N_BLOCKS as u32 * BLOCK_DOCS;
        let cache = TextCache::new(N_DOCS);
        let query = TextQuery::parse("law", MatchMode::Auto).unwrap();
        let mut n_computed = 0;
        for _ in 0..2 {
            let everything = || {
                n_computed += 1;
                let blocks = (0..N_BLOCKS).map(|block_idx| (block_idx, [u64::MAX; BLOCK_WORDS])).collect();
                let scored = Scored { blocks, keys: vec![0; N_DOCS as usize], ..Scored::default() };
                Ok(TextMatches::new(MatchRule::All, BTreeMap::new(), scored, N_DOCS))
            };
            assert_eq!(cache.get_or_try_insert_with(&query, everything).unwrap().docs.len(), N_DOCS);
        }
        assert_eq!(n_computed, 1);
    }
}
