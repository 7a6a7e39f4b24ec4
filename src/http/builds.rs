/*!
The build that is served, and how another one takes its place: between two requests. A request that has begun goes on
with the build it began with, which is let go when the last of them has ended.
*/

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use arc_swap::ArcSwap;
use axum::http::HeaderValue;

use super::Options;
use super::build::Build;
use crate::index::Index;

/// The build that is served.
pub struct Builds {
    current: ArcSwap<Build>,
    cache_bytes: u64,
    max_age_secs: u64,
    n_swaps: AtomicU64,
    n_refusals: AtomicU64,
}

impl Builds {
    /// Serves this index first.
    pub fn new(index: Arc<Index>, options: &Options) -> Self {
        let Options { cache_bytes, max_age_secs, .. } = *options;
        let current = ArcSwap::from_pointee(Build::new(index, cache_bytes, max_age_secs));
        Self { current, cache_bytes, max_age_secs, n_swaps: AtomicU64::new(0), n_refusals: AtomicU64::new(0) }
    }

    /// Serves another index from the next request on.
    pub fn swap(&self, index: Arc<Index>) {
        self.current.store(Arc::new(Build::new(index, self.cache_bytes, self.max_age_secs)));
        self.n_swaps.fetch_add(1, Ordering::Relaxed);
    }

    /// Notes that an index was not fit to be served.
    pub fn note_refusal(&self) {
        self.n_refusals.fetch_add(1, Ordering::Relaxed);
    }

    /// The id of the build that is served.
    pub fn id(&self) -> HeaderValue {
        self.current().id.clone()
    }

    /// How often another build has taken the place of the one before.
    pub fn n_swaps(&self) -> u64 {
        self.n_swaps.load(Ordering::Relaxed)
    }

    /// How many indexes were not fit to be served.
    pub fn n_refusals(&self) -> u64 {
        self.n_refusals.load(Ordering::Relaxed)
    }

    /// The build that a request is answered from. It asks once, at its start.
    pub(super) fn current(&self) -> Arc<Build> {
        self.current.load_full()
    }
}
