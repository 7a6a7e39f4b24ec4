/*!
The build that is served, and how another one takes its place: between two requests. A request that has begun goes on
with the build it began with, which is let go when the last of them has ended.
*/

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use arc_swap::ArcSwap;
use axum::http::HeaderValue;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::http::Options;
use crate::http::handlers::export::MOST_EXPORTS;
use crate::http::metrics::registry::Metrics;
use crate::http::snapshot::snapshot::Build;
use crate::index::Index;

/// The build that is served.
pub struct Builds {
    current: ArcSwap<Build>,
    cache_bytes: u64,
    max_age_secs: u64,
    /// What all builds together were asked.
    metrics: Arc<Metrics>,
    n_swaps: AtomicU64,
    n_refusals: AtomicU64,
    exports: Arc<Semaphore>,
    take_timeout: Duration,
}

impl Builds {
    /// Serves this index first.
    pub fn new(index: Arc<Index>, options: &Options) -> Self {
        let Options { cache_bytes, max_age_secs, timeouts, .. } = *options;
        let metrics = Arc::<Metrics>::default();
        let current = ArcSwap::from_pointee(Build::new(index, cache_bytes, max_age_secs, Arc::clone(&metrics)));
        Self {
            current,
            cache_bytes,
            max_age_secs,
            metrics,
            n_swaps: AtomicU64::new(0),
            n_refusals: AtomicU64::new(0),
            exports: Arc::new(Semaphore::new(MOST_EXPORTS)),
            take_timeout: timeouts.take,
        }
    }

    /// Serves another index from the next request on.
    pub fn swap(&self, index: Arc<Index>) {
        let build = Build::new(index, self.cache_bytes, self.max_age_secs, Arc::clone(&self.metrics));
        self.current.store(Arc::new(build));
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

    pub(crate) fn metrics(&self) -> &Arc<Metrics> {
        &self.metrics
    }

    /// Room for another export beside those under way, if there is any.
    pub(crate) fn room_for_export(&self) -> Option<OwnedSemaphorePermit> {
        Arc::clone(&self.exports).try_acquire_owned().ok()
    }

    /// The time limit of an export for the client to take a chunk.
    pub(crate) fn take_timeout(&self) -> Duration {
        self.take_timeout
    }

    /// The build that a request is answered from. It asks once, at its start.
    pub(crate) fn current(&self) -> Arc<Build> {
        self.current.load_full()
    }
}
