/*!
The answers that are asked for again and again, by the meaning of the request and the coding of the answer: two
spellings of one question share a body.

A body is kept from the second time it is asked for, so that a client that walks through a list, or asks for a
thousand different things, takes nobody's place. The bytes held are bounded.
*/

use std::hash::BuildHasher;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use axum::http::HeaderValue;
use foldhash::fast::RandomState;
use quick_cache::Weighter;
use quick_cache::sync::Cache;

use crate::http::metrics::registry::Metrics;
use crate::http::protocol::content_coding::{ContentCoding, Encoded};
use crate::http::response::links::Links;
use crate::http::snapshot::query::Question;

/// What a body is kept under, and what its tag is made of: each coding has a tag of its own.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct AnswerKey {
    pub(crate) question: Question,
    pub(crate) coding: ContentCoding,
}

/// What is kept of an answer.
pub(crate) struct KeptAnswer {
    pub(crate) body: Encoded,
    pub(crate) etag: HeaderValue,
    /// The way to the other pages, where the answer is a page.
    pub(crate) links: Option<Links>,
}

/// The cache.
pub(crate) struct AnswerCache {
    pages: Cache<AnswerKey, Arc<KeptAnswer>, AnswerBytes>,
    metrics: Arc<Metrics>,
    hasher: RandomState,
    /// For each of the pages asked for lately that is not kept, 32 bits of its hash, at a place that the others give.
    asked: Box<[AtomicU32]>,
}

/// How many pages are remembered as asked for once.
const N_ASKED: usize = 1 << 16;

/// A usual body, to guess how many the cache will hold.
const USUAL_BODY_BYTES: u64 = 12 << 10;

/// Weighs an answer by its size, and what is held beside it.
#[derive(Clone)]
struct AnswerBytes;

impl Weighter<AnswerKey, Arc<KeptAnswer>> for AnswerBytes {
    fn weight(&self, _: &AnswerKey, page: &Arc<KeptAnswer>) -> u64 {
        const BESIDE: usize = 512;
        (page.body.bytes.len() + page.links.as_ref().map_or(0, Links::n_bytes) + BESIDE) as u64
    }
}

impl AnswerCache {
    /// A cache that holds this many bytes at the most.
    pub(crate) fn new(n_bytes: u64, metrics: Arc<Metrics>) -> Self {
        let n_bodies = (n_bytes / USUAL_BODY_BYTES) as usize;
        Self {
            pages: Cache::with_weighter(n_bodies, n_bytes, AnswerBytes),
            metrics,
            hasher: RandomState::default(),
            asked: std::iter::repeat_with(AtomicU32::default).take(N_ASKED).collect(),
        }
    }

    /// A page, if it is kept.
    pub(crate) fn get(&self, key: &AnswerKey) -> Option<Arc<KeptAnswer>> {
        let page = self.pages.get(key);
        let Metrics { response_cache_hits, response_cache_misses, .. } = &*self.metrics;
        if page.is_some() { response_cache_hits } else { response_cache_misses }.inc();
        page
    }

    /// The bytes that are held.
    pub(crate) fn n_bytes(&self) -> u64 {
        self.pages.weight()
    }

    /// Keeps a page that was made, if it was asked for before.
    pub(crate) fn put(&self, key: AnswerKey, page: &Arc<KeptAnswer>) {
        if self.was_asked_before(&key) {
            self.pages.insert(key, Arc::clone(page));
        }
    }

    /// Whether a page was asked for lately; from now on it was.
    fn was_asked_before(&self, key: &AnswerKey) -> bool {
        let hash = self.hasher.hash_one(key);
        let mark = (hash >> 32) as u32 | 1;
        self.asked[hash as usize % N_ASKED].swap(mark, Ordering::Relaxed) == mark
    }
}

#[cfg(test)]
mod tests {
    use axum::body::Bytes;

    use super::*;
    use crate::index::{Filter, Page};
    use crate::model::Resource;

    fn key(offset: u64) -> AnswerKey {
        let filter = Filter::all(Resource::Statutes);
        let question = Question::Page { filter, order: None, page: Page { limit: 20, offset }, fields: None };
        AnswerKey { question, coding: ContentCoding::Identity }
    }

    fn kept(body: Bytes) -> Arc<KeptAnswer> {
        let etag = HeaderValue::from_static("\"tag\"");
        Arc::new(KeptAnswer { body: Encoded::new(body, ContentCoding::Identity), etag, links: None })
    }

    #[test]
    fn a_body_is_kept_from_the_second_time_on() {
        let cache = AnswerCache::new(1 << 20, Arc::default());
        let is_kept = [(); 3].map(|()| {
            cache.put(key(0), &kept(Bytes::from_static(b"body")));
            cache.get(&key(0)).is_some()
        });
        assert_eq!(is_kept, [false, true, true]);
    }

    #[test]
    fn a_walk_through_everything_takes_no_place_and_the_bytes_are_bounded() {
        const N_BYTES: u64 = 1 << 20;
        let cache = AnswerCache::new(N_BYTES, Arc::default());
        let big_body = || kept(Bytes::from(vec![b'x'; 10_000]));
        for offset in 0..1000 {
            cache.put(key(offset), &big_body());
        }
        assert_eq!(cache.pages.weight(), 0);
        for offset in 0..1000 {
            cache.put(key(offset), &big_body());
            cache.put(key(offset), &big_body());
        }
        assert!(cache.pages.weight() > N_BYTES / 2 && cache.pages.weight() <= N_BYTES, "{}", cache.pages.weight());
    }
}
