/*!
A shortcut to cached responses by the exact target of a request, which skips parsing the parameters.

The hash of a target selects one of a fixed number of slots. Each slot counts the requests for its target. An attempt to
replace the target succeeds only if the count is zero or the response was evicted; otherwise the count is halved. A
client with many spellings therefore does not evict the spellings in use.

The slots hold weak references to the entries of the response cache. The response cache must register one use of an entry
in [`REGISTER_INTERVAL`], so that it does not evict an entry that only shortcuts lead to.

The number of slots depends on the size of the response cache, so that the shortcuts take at most an eleventh of it.
*/

use std::hash::BuildHasher;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};
use std::sync::{Arc, Weak};

use arc_swap::ArcSwapOption;
use foldhash::fast::RandomState;

use crate::http::protocol::content_coding::ContentCoding;
use crate::http::snapshot::cached_response::CacheEntry;

/// The maximum number of slots.
const MAX_SLOTS: u64 = 1 << 14;

/// The number of bytes of the response cache for each slot.
const CACHE_BYTES_PER_SLOT: u64 = 4 << 10;

/// The maximum length of a target in bytes. Longer targets bypass the shortcut.
const MAX_TARGET_BYTES: usize = 256;

/// The size of a shortcut in bytes, without its target: the shortcut, the counters of its `Arc`, and the allocation of
/// an evicted entry, which it keeps.
const SPELLING_BYTES: usize = size_of::<Spelling>() + 16 + size_of::<CacheEntry>() + 16;

/// One use of a shortcut in this many is registered.
const REGISTER_INTERVAL: u32 = 16;

/// The shortcuts, by target and content coding.
pub(crate) struct SpellingCache {
    /// Their number is a power of two.
    slots: Box<[ArcSwapOption<Spelling>]>,
    hasher: RandomState,
    /// The size of all shortcuts in bytes.
    n_bytes: AtomicUsize,
}

/// A target, and its cached response.
struct Spelling {
    target: Box<str>,
    coding: ContentCoding,
    entry: Weak<CacheEntry>,
    /// The number of requests that used the shortcut. Each attempt to replace the target halves it.
    n_uses: AtomicU32,
    /// The same number, never halved.
    n_all_uses: AtomicU32,
}

/// A cached response that a shortcut leads to.
pub(crate) struct Shortcut {
    pub(crate) entry: Arc<CacheEntry>,
    /// Whether the response cache must register this use.
    pub(crate) must_register: bool,
}

impl Spelling {
    fn is_of(&self, target: &str, coding: ContentCoding) -> bool {
        self.coding == coding && *self.target == *target
    }

    fn n_bytes(&self) -> usize {
        SPELLING_BYTES + self.target.len()
    }
}

impl SpellingCache {
    /// Creates the shortcuts to a response cache of this size.
    pub(crate) fn new(n_cache_bytes: u64) -> Self {
        let n_slots = 1_usize << (n_cache_bytes / CACHE_BYTES_PER_SLOT).clamp(1, MAX_SLOTS).ilog2();
        let slots = std::iter::repeat_with(ArcSwapOption::empty).take(n_slots).collect();
        Self { slots, hasher: RandomState::default(), n_bytes: AtomicUsize::new(0) }
    }

    /// Returns the cached response to a target in a coding, if there is a shortcut to it.
    pub(crate) fn get(&self, target: &str, coding: ContentCoding) -> Option<Shortcut> {
        let slot = self.slot(target, coding)?.load();
        let spelling = slot.as_ref().filter(|spelling| spelling.is_of(target, coding))?;
        spelling.n_uses.fetch_add(1, Ordering::Relaxed);
        let n_uses = spelling.n_all_uses.fetch_add(1, Ordering::Relaxed);
        let must_register = n_uses % REGISTER_INTERVAL == REGISTER_INTERVAL - 1;
        spelling.entry.upgrade().map(|entry| Shortcut { entry, must_register })
    }

    /// Adds a shortcut from a target to a cached response.
    pub(crate) fn put(&self, target: &str, entry: &Arc<CacheEntry>) {
        let coding = entry.key.coding;
        let Some(slot) = self.slot(target, coding) else { return };
        if let Some(current) = &*slot.load()
            && current.entry.strong_count() > 0
        {
            if current.is_of(target, coding) {
                return;
            }
            let n_uses = current.n_uses.load(Ordering::Relaxed);
            if n_uses > 0 {
                current.n_uses.store(n_uses / 2, Ordering::Relaxed);
                return;
            }
        }
        let spelling = Spelling {
            target: target.into(),
            coding,
            entry: Arc::downgrade(entry),
            n_uses: AtomicU32::new(0),
            n_all_uses: AtomicU32::new(0),
        };
        self.n_bytes.fetch_add(spelling.n_bytes(), Ordering::Relaxed);
        if let Some(replaced) = slot.swap(Some(Arc::new(spelling))) {
            self.n_bytes.fetch_sub(replaced.n_bytes(), Ordering::Relaxed);
        }
    }

    /// Returns the size of the shortcuts in bytes.
    pub(crate) fn n_bytes(&self) -> u64 {
        self.n_bytes.load(Ordering::Relaxed) as u64
    }

    /// Returns the maximum size in bytes, with the table.
    pub(crate) fn max_bytes(&self) -> u64 {
        (self.slots.len() * (size_of::<ArcSwapOption<Spelling>>() + SPELLING_BYTES + MAX_TARGET_BYTES)) as u64
    }

    fn slot(&self, target: &str, coding: ContentCoding) -> Option<&ArcSwapOption<Spelling>> {
        (target.len() <= MAX_TARGET_BYTES)
            .then(|| &self.slots[self.hasher.hash_one((target, coding)) as usize & (self.slots.len() - 1)])
    }
}

#[cfg(test)]
mod tests {
    use axum::body::Bytes;
    use axum::http::HeaderValue;
    use lexdex_core::model::Resource;
    use lexdex_index::{Filter, Page};

    use super::*;
    use crate::http::protocol::content_coding::ContentCoding::{Gzip, Identity};
    use crate::http::protocol::content_coding::EncodedBody;
    use crate::http::snapshot::cached_response::{CachedResponse, ResponseKey};
    use crate::http::snapshot::query::ApiQuery;

    const N_CACHE_BYTES: u64 = 64 << 20;

    fn entry() -> Arc<CacheEntry> {
        let filter = Filter::all(Resource::Statutes);
        let query = ApiQuery::Page { filter, order: None, page: Page { limit: 20, offset: 0 }, fields: None };
        let body = EncodedBody::new(Bytes::from_static(b"body"), Identity);
        let response = CachedResponse { body, etag: HeaderValue::from_static("\"tag\""), links: None };
        Arc::new(CacheEntry { key: Arc::new(ResponseKey { query, coding: Identity }), response: Box::new(response) })
    }

    /// Two targets that share a slot.
    fn rivals(cache: &SpellingCache) -> (String, String) {
        let slot = |target: &str| std::ptr::from_ref(cache.slot(target, Identity).unwrap());
        let first = "/0".to_owned();
        let second = (1..).map(|number| format!("/{number}")).find(|target| slot(target) == slot(&first)).unwrap();
        (first, second)
    }

    #[test]
    fn shortcut_leads_to_the_response_until_the_response_cache_drops_it() {
        let (cache, entry) = (SpellingCache::new(N_CACHE_BYTES), entry());
        assert!(cache.get("/a", Identity).is_none());
        cache.put("/a", &entry);
        let found = cache.get("/a", Identity).unwrap().entry;
        assert!(Arc::ptr_eq(&found, &entry));
        assert!(cache.get("/a?", Identity).is_none() && cache.get("/a", Gzip).is_none());
        drop((found, entry));
        assert!(cache.get("/a", Identity).is_none());
    }

    #[test]
    fn one_use_in_16_is_registered() {
        let (cache, entry) = (SpellingCache::new(N_CACHE_BYTES), entry());
        cache.put("/a", &entry);
        let n_registered = (0..160).filter(|_| cache.get("/a", Identity).unwrap().must_register).count();
        assert_eq!(n_registered, 10);
    }

    #[test]
    fn attempts_of_others_do_not_keep_uses_from_being_registered() {
        let (cache, entry) = (SpellingCache::new(N_CACHE_BYTES), entry());
        let (first, second) = rivals(&cache);
        cache.put(&first, &entry);
        let is_registered = || {
            let must_register = cache.get(&first, Identity).unwrap().must_register;
            cache.put(&second, &entry);
            must_register
        };
        assert_eq!((0..160).filter(|_| is_registered()).count(), 10);
    }

    #[test]
    fn target_in_use_keeps_its_slot_and_an_unused_one_gives_way() {
        let (cache, entry) = (SpellingCache::new(N_CACHE_BYTES), entry());
        let (first, second) = rivals(&cache);
        cache.put(&first, &entry);
        cache.get(&first, Identity);
        cache.put(&second, &entry);
        assert!(cache.get(&first, Identity).is_some() && cache.get(&second, Identity).is_none());
        cache.put(&second, &entry);
        cache.put(&second, &entry);
        assert!(cache.get(&first, Identity).is_none() && cache.get(&second, Identity).is_some());
    }

    #[test]
    fn target_above_256_bytes_has_no_shortcut() {
        let (cache, entry) = (SpellingCache::new(N_CACHE_BYTES), entry());
        for (n_bytes, is_kept) in [(256, true), (257, false)] {
            let target = "/".repeat(n_bytes);
            cache.put(&target, &entry);
            assert_eq!(cache.get(&target, Identity).is_some(), is_kept);
        }
    }

    #[test]
    fn number_of_slots_fits_the_size_of_the_response_cache() {
        for (n_cache_bytes, n_slots) in
            [(0, 1), (1 << 20, 256), (3 << 20, 512), (64 << 20, 1 << 14), (128 << 20, 1 << 14)]
        {
            let cache = SpellingCache::new(n_cache_bytes);
            assert_eq!(cache.slots.len(), n_slots, "{n_cache_bytes}");
            assert!(cache.max_bytes() <= n_cache_bytes / 11 || n_slots == 1, "{} bytes", cache.max_bytes());
        }
    }

    #[test]
    fn size_is_that_of_the_shortcuts_in_the_slots() {
        let (cache, entry) = (SpellingCache::new(N_CACHE_BYTES), entry());
        let (first, second) = rivals(&cache);
        assert_eq!(cache.n_bytes(), 0);
        for target in [&first, &first, &second] {
            cache.put(target, &entry);
            assert_eq!(cache.n_bytes(), (SPELLING_BYTES + target.len()) as u64, "{target}");
        }
    }
}
