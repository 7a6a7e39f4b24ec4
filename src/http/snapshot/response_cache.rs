/*!
Caches encoded responses, up to a number of bytes. The key is the normalized request and the content coding, so that the
usual spellings of a request share one entry.

A response is admitted on its second request. A client that pages through a list, or sends many different requests,
therefore evicts nothing.
*/

use std::hash::BuildHasher;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use foldhash::fast::RandomState;
use quick_cache::Weighter;
use quick_cache::sync::Cache;

use crate::http::metrics::registry::Metrics;
use crate::http::snapshot::cached_response::{CachedResponse, ResponseKey};

pub(crate) struct ResponseCache {
    /// The keys are on the heap to keep the slots small: the table grows by doubling.
    responses: Cache<Box<ResponseKey>, Arc<CachedResponse>, EntryWeight>,
    metrics: Arc<Metrics>,
    hasher: RandomState,
    /// The hashes of recent uncached requests. The upper 32 bits of a hash are stored in the slot that the lower bits
    /// select.
    requested: Box<[AtomicU32]>,
}

/// The maximum number of slots for requests seen once.
const MAX_REQUESTED: u64 = 1 << 16;

/// The number of bytes of the cache for each of these slots.
const CACHE_BYTES_PER_REQUESTED: u64 = 256;

/// The size of a typical body, for an estimate of the number of entries.
const TYPICAL_BODY_BYTES: u64 = 12 << 10;

/// Weighs an entry by its size in memory.
#[derive(Clone)]
struct EntryWeight;

impl Weighter<Box<ResponseKey>, Arc<CachedResponse>> for EntryWeight {
    fn weight(&self, key: &Box<ResponseKey>, response: &Arc<CachedResponse>) -> u64 {
        (ENTRY_BYTES + key.query.n_heap_bytes() + response.n_heap_bytes()) as u64
    }
}

/// The fixed size of an entry in bytes: the key, the response, the counters of an `Arc` and three `Bytes`, and its share
/// of a table that is three quarters full.
const ENTRY_BYTES: usize = size_of::<ResponseKey>() + size_of::<CachedResponse>() + 16 + 3 * 24 + 56;

impl ResponseCache {
    /// Creates a cache of at most this many bytes.
    pub(crate) fn new(n_bytes: u64, metrics: Arc<Metrics>) -> Self {
        let n_bodies = (n_bytes / TYPICAL_BODY_BYTES) as usize;
        let n_requested = (n_bytes / CACHE_BYTES_PER_REQUESTED).clamp(1, MAX_REQUESTED) as usize;
        let n_requested_bytes = (n_requested * size_of::<AtomicU32>()) as u64;
        Self {
            responses: Cache::with_weighter(n_bodies, n_bytes.saturating_sub(n_requested_bytes), EntryWeight),
            metrics,
            hasher: RandomState::default(),
            requested: std::iter::repeat_with(AtomicU32::default).take(n_requested).collect(),
        }
    }

    /// Returns the cached response to a query, and counts a hit or a miss.
    pub(crate) fn get(&self, key: &ResponseKey) -> Option<Arc<CachedResponse>> {
        let response = self.responses.get(key);
        let Metrics { response_cache_hits, response_cache_misses, .. } = &*self.metrics;
        if response.is_some() { response_cache_hits } else { response_cache_misses }.inc();
        response
    }

    /// Returns the size of the cached responses in bytes.
    pub(crate) fn n_bytes(&self) -> u64 {
        self.responses.weight()
    }

    /// Caches a response if its key was requested before.
    pub(crate) fn put(&self, key: &ResponseKey, response: &CachedResponse) {
        if self.was_requested_before(key) {
            // A clone of a key has no spare capacity.
            self.responses.insert(Box::new(key.clone()), Arc::new(response.compact()));
        }
    }

    /// Records a request for this key. Returns whether the key was already requested recently.
    fn was_requested_before(&self, key: &ResponseKey) -> bool {
        let hash = self.hasher.hash_one(key);
        let mark = (hash >> 32) as u32 | 1;
        self.requested[hash as usize % self.requested.len()].swap(mark, Ordering::Relaxed) == mark
    }
}

#[cfg(test)]
mod tests {
    use axum::body::Bytes;
    use lexdex_core::model::Resource;
    use lexdex_index::{Filter, Page};

    use super::*;
    use crate::http::protocol::content_coding::{ContentCoding, EncodedBody};
    use crate::http::snapshot::query::ApiQuery;

    fn key(offset: u64) -> ResponseKey {
        let filter = Filter::all(Resource::Statutes);
        let query = ApiQuery::Page { filter, order: None, page: Page { limit: 20, offset }, fields: None };
        ResponseKey { query, coding: ContentCoding::Identity }
    }

    fn cached(body: Bytes) -> CachedResponse {
        CachedResponse { body: EncodedBody::new(body, ContentCoding::Identity), links: None, summary_date: None }
    }

    #[test]
    fn response_is_cached_from_its_second_request_on() {
        let cache = ResponseCache::new(1 << 20, Arc::default());
        let is_cached = [(); 3].map(|()| {
            cache.put(&key(0), &cached(Bytes::from_static(b"body")));
            cache.get(&key(0)).is_some()
        });
        assert_eq!(is_cached, [false, true, true]);
    }

    #[test]
    fn walk_through_all_pages_fills_no_cache() {
        const N_BYTES: u64 = 1 << 20;
        let cache = ResponseCache::new(N_BYTES, Arc::default());
        let big_body = || cached(Bytes::from(vec![b'x'; 10_000]));
        for offset in 0..1000 {
            cache.put(&key(offset), &big_body());
        }
        assert_eq!(cache.responses.weight(), 0);
        for offset in 0..1000 {
            cache.put(&key(offset), &big_body());
            cache.put(&key(offset), &big_body());
        }
        assert!(
            cache.responses.weight() > N_BYTES / 2 && cache.responses.weight() <= N_BYTES,
            "{}",
            cache.responses.weight()
        );
    }
}
