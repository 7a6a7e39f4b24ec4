/*!
A shortcut to cached responses by the exact target of a request, which skips parsing the parameters.

The hash of a target selects one of a fixed number of slots. Each slot counts the requests for its target. An attempt to
replace the target succeeds only if the count is zero or the response was evicted; otherwise the count is halved. A
client with many spellings therefore does not evict the spellings in use.

The slots hold weak references to the entries of the response cache. One request in [`BYPASS_INTERVAL`] bypasses the
shortcut, so that the response cache registers the use of its entry.
*/

use std::hash::BuildHasher;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Weak};

use arc_swap::ArcSwapOption;
use foldhash::fast::RandomState;

use crate::http::protocol::content_coding::ContentCoding;
use crate::http::snapshot::cached_response::{CachedResponse, ResponseKey};

/// The number of slots. With their targets and keys, they take a few megabytes at most.
const N_SLOTS: usize = 1 << 14;

/// The maximum length of a target in bytes. Longer targets bypass the shortcut.
const MAX_TARGET_BYTES: usize = 256;

/// One request in this many bypasses the shortcut.
const BYPASS_INTERVAL: u32 = 16;

/// The shortcuts, by target and content coding.
pub(crate) struct SpellingCache {
    slots: Box<[ArcSwapOption<Spelling>]>,
    hasher: RandomState,
}

/// A target, and its cached response.
pub(crate) struct Spelling {
    target: Box<str>,
    pub(crate) key: ResponseKey,
    response: Weak<CachedResponse>,
    /// The number of requests that used the shortcut. Each attempt to replace the target halves it.
    n_uses: AtomicU32,
}

impl Spelling {
    fn is_of(&self, target: &str, coding: ContentCoding) -> bool {
        self.key.coding == coding && *self.target == *target
    }
}

impl SpellingCache {
    pub(crate) fn new() -> Self {
        let slots = std::iter::repeat_with(ArcSwapOption::empty).take(N_SLOTS).collect();
        Self { slots, hasher: RandomState::default() }
    }

    /// Returns the response to a target in a coding. Returns `None` if there is no shortcut, or if this request must
    /// bypass it.
    pub(crate) fn get(&self, target: &str, coding: ContentCoding) -> Option<(Arc<Spelling>, Arc<CachedResponse>)> {
        let slot = self.slot(target, coding)?.load();
        let spelling = slot.as_ref().filter(|spelling| spelling.is_of(target, coding))?;
        let n_uses = spelling.n_uses.fetch_add(1, Ordering::Relaxed);
        if n_uses % BYPASS_INTERVAL == BYPASS_INTERVAL - 1 {
            return None;
        }
        Some((Arc::clone(spelling), spelling.response.upgrade()?))
    }

    /// Adds a shortcut from a target to a cached response.
    pub(crate) fn put(&self, target: &str, key: &ResponseKey, response: &Arc<CachedResponse>) {
        let Some(slot) = self.slot(target, key.coding) else { return };
        if let Some(current) = &*slot.load()
            && current.response.strong_count() > 0
        {
            if current.is_of(target, key.coding) {
                return;
            }
            let n_uses = current.n_uses.load(Ordering::Relaxed);
            if n_uses > 0 {
                current.n_uses.store(n_uses / 2, Ordering::Relaxed);
                return;
            }
        }
        slot.store(Some(Arc::new(Spelling {
            target: target.into(),
            key: key.clone(),
            response: Arc::downgrade(response),
            n_uses: AtomicU32::new(0),
        })));
    }

    fn slot(&self, target: &str, coding: ContentCoding) -> Option<&ArcSwapOption<Spelling>> {
        (target.len() <= MAX_TARGET_BYTES)
            .then(|| &self.slots[self.hasher.hash_one((target, coding)) as usize % N_SLOTS])
    }
}

#[cfg(test)]
mod tests {
    use axum::body::Bytes;
    use axum::http::HeaderValue;

    use super::*;
    use crate::http::protocol::content_coding::ContentCoding::{Gzip, Identity};
    use crate::http::protocol::content_coding::EncodedBody;
    use crate::http::snapshot::query::ApiQuery;
    use crate::index::{Filter, Page};
    use crate::model::Resource;

    fn key() -> ResponseKey {
        let filter = Filter::all(Resource::Statutes);
        let query = ApiQuery::Page { filter, order: None, page: Page { limit: 20, offset: 0 }, fields: None };
        ResponseKey { query, coding: Identity }
    }

    fn response() -> Arc<CachedResponse> {
        let body = EncodedBody::new(Bytes::from_static(b"body"), Identity);
        Arc::new(CachedResponse { body, etag: HeaderValue::from_static("\"tag\""), links: None })
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
        let (cache, response) = (SpellingCache::new(), response());
        assert!(cache.get("/a", Identity).is_none());
        cache.put("/a", &key(), &response);
        let (spelling, found) = cache.get("/a", Identity).unwrap();
        assert!(spelling.key == key() && Arc::ptr_eq(&found, &response));
        assert!(cache.get("/a?", Identity).is_none() && cache.get("/a", Gzip).is_none());
        drop((found, response));
        assert!(cache.get("/a", Identity).is_none());
    }

    #[test]
    fn one_request_in_16_takes_the_long_way() {
        let (cache, response) = (SpellingCache::new(), response());
        cache.put("/a", &key(), &response);
        let n_short = (0..160).filter(|_| cache.get("/a", Identity).is_some()).count();
        assert_eq!(n_short, 150);
    }

    #[test]
    fn target_in_use_keeps_its_slot_and_an_unused_one_gives_way() {
        let (cache, response) = (SpellingCache::new(), response());
        let (first, second) = rivals(&cache);
        cache.put(&first, &key(), &response);
        cache.get(&first, Identity);
        cache.put(&second, &key(), &response);
        assert!(cache.get(&first, Identity).is_some() && cache.get(&second, Identity).is_none());
        cache.put(&second, &key(), &response);
        cache.put(&second, &key(), &response);
        assert!(cache.get(&first, Identity).is_none() && cache.get(&second, Identity).is_some());
    }

    #[test]
    fn target_above_256_bytes_has_no_shortcut() {
        let (cache, response) = (SpellingCache::new(), response());
        for (n_bytes, is_kept) in [(256, true), (257, false)] {
            let target = "/".repeat(n_bytes);
            cache.put(&target, &key(), &response);
            assert_eq!(cache.get(&target, Identity).is_some(), is_kept);
        }
    }
}
