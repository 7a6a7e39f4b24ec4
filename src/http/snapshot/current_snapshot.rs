/*!
The snapshot that new requests are answered from, and its replacement. A request that has started keeps its snapshot,
which is dropped after the last such request.
*/

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use arc_swap::ArcSwap;
use axum::http::HeaderValue;

use crate::http::metrics::registry::Metrics;
use crate::http::protocol::conditional::CachePolicy;
use crate::http::snapshot::options::SnapshotOptions;
use crate::http::snapshot::snapshot::Snapshot;
use crate::http::snapshot::workers::Workers;
use crate::index::Index;

/// Holds the current snapshot.
pub struct CurrentSnapshot {
    current: ArcSwap<Snapshot>,
    options: SnapshotOptions,
    /// Shared by all snapshots, so that counters go on after a swap.
    metrics: Arc<Metrics>,
    /// Shared by all snapshots, too: they bound the work of the machine.
    workers: Arc<Workers>,
    n_swaps: AtomicU64,
    n_refusals: AtomicU64,
    is_draining: AtomicBool,
}

impl CurrentSnapshot {
    /// Makes the first snapshot, of this index.
    pub fn new(index: Arc<Index>, options: SnapshotOptions) -> Self {
        let metrics = Arc::<Metrics>::default();
        let n_processors = std::thread::available_parallelism().map_or(1, usize::from);
        let workers = Arc::new(Workers::new(n_processors, Arc::clone(&metrics)));
        let snapshot = Snapshot::new(index, options, Arc::clone(&metrics), Arc::clone(&workers));
        let current = ArcSwap::from_pointee(snapshot);
        Self {
            current,
            options,
            metrics,
            workers,
            n_swaps: AtomicU64::new(0),
            n_refusals: AtomicU64::new(0),
            is_draining: AtomicBool::new(false),
        }
    }

    /// Replaces the snapshot: requests that start from now on are answered from this index.
    pub fn swap(&self, index: Arc<Index>) {
        let snapshot = Snapshot::new(index, self.options, Arc::clone(&self.metrics), Arc::clone(&self.workers));
        self.current.store(Arc::new(snapshot));
        self.n_swaps.fetch_add(1, Ordering::Relaxed);
    }

    /// Counts an index that could not be served.
    pub fn note_refusal(&self) {
        self.n_refusals.fetch_add(1, Ordering::Relaxed);
    }

    /// Records that the server is about to end, so that it is not ready any more.
    pub fn start_draining(&self) {
        self.is_draining.store(true, Ordering::Relaxed);
    }

    /// Returns whether the server is about to end.
    pub(crate) fn is_draining(&self) -> bool {
        self.is_draining.load(Ordering::Relaxed)
    }

    /// Returns the build id of the current snapshot.
    pub fn build_id(&self) -> HeaderValue {
        self.load().build_id.clone()
    }

    /// Returns how often the snapshot was replaced.
    pub fn n_swaps(&self) -> u64 {
        self.n_swaps.load(Ordering::Relaxed)
    }

    /// Returns how many indexes could not be served.
    pub fn n_refusals(&self) -> u64 {
        self.n_refusals.load(Ordering::Relaxed)
    }

    /// Returns the cache policy, which is the same for all snapshots.
    pub(crate) fn cache_policy(&self) -> CachePolicy {
        self.load().cache_policy.clone()
    }

    pub(crate) fn metrics(&self) -> &Arc<Metrics> {
        &self.metrics
    }

    pub(crate) fn workers(&self) -> &Arc<Workers> {
        &self.workers
    }

    /// Returns the current snapshot. A request loads it once, at its start.
    pub(crate) fn load(&self) -> Arc<Snapshot> {
        self.current.load_full()
    }
}
