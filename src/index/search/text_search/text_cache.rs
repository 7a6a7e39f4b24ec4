/*!
Caches the matches of recent searches, so that the next page of a search, its facets and its export score nothing again.
The cache is bounded in bytes.
*/

use std::sync::Arc;

use anyhow::Result;
use quick_cache::Weighter;
use quick_cache::sync::Cache;

use crate::index::search::text_search::text_matches::TextMatches;
use crate::index::text::text_query::TextQuery;

/// The capacity in bytes for each document of the list: a few searches that match half of them.
const BYTES_PER_DOC: u64 = 8;

/// The minimum capacity in bytes, enough for the searches of a small list.
const MIN_BYTES: u64 = 4 << 20;

/// The size of a typical entry, from which the number of entries is estimated.
const TYPICAL_ENTRY_BYTES: u64 = 4 << 10;

/// The size of an entry without its heap data: the inline parts of key and value, and the slot in the table.
const ENTRY_OVERHEAD_BYTES: u64 = 320;

/// The cache of a list.
pub(crate) struct TextCache(Cache<TextQuery, Arc<TextMatches>, HeapBytes>);

#[derive(Clone)]
struct HeapBytes;

impl Weighter<TextQuery, Arc<TextMatches>> for HeapBytes {
    fn weight(&self, query: &TextQuery, matches: &Arc<TextMatches>) -> u64 {
        ENTRY_OVERHEAD_BYTES + (query.n_heap_bytes() + matches.n_heap_bytes()) as u64
    }
}

impl TextCache {
    /// A cache for a list of `n_docs` documents.
    pub(crate) fn new(n_docs: u32) -> Self {
        let n_bytes = (BYTES_PER_DOC * u64::from(n_docs)).max(MIN_BYTES);
        Self(Cache::with_weighter((n_bytes / TYPICAL_ENTRY_BYTES) as usize, n_bytes, HeapBytes))
    }

    /// Whether the matches of a search are cached.
    pub(crate) fn contains(&self, query: &TextQuery) -> bool {
        self.0.peek(query).is_some()
    }

    /// Returns the matches of a search, computing and caching them if needed.
    pub(crate) fn get_or_try_insert_with(
        &self,
        query: &TextQuery,
        compute: impl FnOnce() -> Result<TextMatches>,
    ) -> Result<Arc<TextMatches>> {
        if let Some(matches) = self.0.get(query) {
            return Ok(matches);
        }
        let matches = Arc::new(compute()?);
        self.0.insert(query.clone(), Arc::clone(&matches));
        Ok(matches)
    }
}
