/*!
Holds the current snapshot and swaps it. A request keeps the snapshot that it started with; a replaced snapshot is
dropped after its last request.

After a swap, the previous snapshot answers requests that name its build for a limited time. Only one previous snapshot
is kept, so at most two indexes are open, or three during a swap.
*/

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use arc_swap::ArcSwap;
use axum::http::StatusCode;
use lexdex_core::corpus::Catalogue;
use lexdex_core::model::Parameter;
use lexdex_index::Index;

use crate::http::metrics::registry::Metrics;
use crate::http::protocol::api_error::ApiError;
use crate::http::protocol::conditional::CachePolicy;
use crate::http::request::params::Params;
use crate::http::snapshot::options::SnapshotOptions;
use crate::http::snapshot::snapshot::Snapshot;
use crate::http::snapshot::workers::Workers;

/// Holds the current snapshot and the previous one.
pub struct CurrentSnapshot {
    served: ArcSwap<Served>,
    options: SnapshotOptions,
    /// Shared by all snapshots, so that a swap does not reset the counters.
    metrics: Arc<Metrics>,
    n_swaps: AtomicU64,
    n_refusals: AtomicU64,
    is_draining: AtomicBool,
}

/// The snapshots that requests are answered from.
struct Served {
    current: Arc<Snapshot>,
    previous: Option<PreviousSnapshot>,
}

/// A snapshot that was replaced.
#[derive(Clone)]
struct PreviousSnapshot {
    snapshot: Arc<Snapshot>,
    /// The time at which it stops answering requests.
    end: Instant,
}

/// The previous build, still served after a swap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PreviousBuild {
    /// Its id.
    pub id: Box<str>,
    /// The time at which it stops answering the requests that name it.
    pub end: Instant,
}

impl CurrentSnapshot {
    /// Creates the first snapshot from an index.
    pub fn new(index: Arc<Index>, options: SnapshotOptions) -> Self {
        let metrics = Arc::<Metrics>::default();
        let workers = Workers::new(n_processors(), !index.fits_into_memory(), Arc::clone(&metrics));
        let snapshot = Snapshot::new(index, options, Arc::clone(&metrics), Arc::new(workers));
        let served = ArcSwap::from_pointee(Served { current: Arc::new(snapshot), previous: None });
        Self {
            served,
            options,
            metrics,
            n_swaps: AtomicU64::new(0),
            n_refusals: AtomicU64::new(0),
            is_draining: AtomicBool::new(false),
        }
    }

    /// Replaces the current snapshot for new requests, and keeps the replaced one for requests that name its build.
    /// Returns the previous build, if one is kept. An index of the same build takes the place of the current one, and
    /// leaves the cached responses and the previous snapshot as they are.
    pub fn swap(&self, index: Arc<Index>) -> Option<PreviousBuild> {
        let replaced = self.load();
        // Both snapshots use the same workers, which bound the work of the whole machine. Queries that run on others
        // end within seconds.
        let workers = replaced.workers.for_index(n_processors(), !index.fits_into_memory());
        let snapshot = Arc::new(if *replaced.build_id == index.manifest().build_id() {
            replaced.with_index(index, Arc::clone(&workers))
        } else {
            Snapshot::new(index, self.options, Arc::clone(&self.metrics), Arc::clone(&workers))
        });
        drop(replaced);
        let end = Instant::now() + Duration::from_secs(self.options.keep_previous_secs);
        self.served.rcu(|served| {
            let replaced = &served.current;
            let previous = if replaced.build_id == snapshot.build_id {
                served.previous.clone()
            } else {
                let is_kept = self.options.keep_previous_secs > 0;
                let mut previous = replaced.without_cache();
                previous.workers = Arc::clone(&workers);
                is_kept.then(|| PreviousSnapshot { snapshot: Arc::new(previous), end })
            };
            Served { current: Arc::clone(&snapshot), previous }
        });
        self.n_swaps.fetch_add(1, Ordering::Relaxed);
        self.previous_build()
    }

    /// Drops the previous snapshot if its time is over. May block while its files are closed, if nothing else holds its
    /// index.
    pub fn drop_expired(&self) {
        self.served.rcu(|served| {
            let previous = served.previous.clone().filter(|previous| Instant::now() < previous.end);
            Served { current: Arc::clone(&served.current), previous }
        });
    }

    /// Counts an index that was rejected.
    pub fn note_refusal(&self) {
        self.n_refusals.fetch_add(1, Ordering::Relaxed);
    }

    /// Marks the server as shutting down, so that it is no longer ready.
    pub fn start_draining(&self) {
        self.is_draining.store(true, Ordering::Relaxed);
    }

    /// Returns whether the server is shutting down.
    pub(crate) fn is_draining(&self) -> bool {
        self.is_draining.load(Ordering::Relaxed)
    }

    pub(crate) fn index(&self) -> Arc<Index> {
        Arc::clone(&self.load().index)
    }

    /// Returns the build id of the current snapshot.
    pub fn build_id(&self) -> Box<str> {
        self.load().build_id.clone()
    }

    /// Returns the previous build, if one is kept.
    pub fn previous_build(&self) -> Option<PreviousBuild> {
        let served = self.served.load();
        let previous = served.previous.as_ref();
        previous.map(|PreviousSnapshot { snapshot, end }| PreviousBuild { id: snapshot.build_id.clone(), end: *end })
    }

    /// Returns the number of swaps.
    pub fn n_swaps(&self) -> u64 {
        self.n_swaps.load(Ordering::Relaxed)
    }

    /// Returns the number of rejected indexes.
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

    pub(crate) fn workers(&self) -> Arc<Workers> {
        Arc::clone(&self.load().workers)
    }

    /// Returns the current snapshot. A request loads it once, at its start.
    pub(crate) fn load(&self) -> Arc<Snapshot> {
        Arc::clone(&self.served.load().current)
    }

    /// Selects the snapshot of a request by its `build`, or the current one without `build`, and reads the parameters
    /// with its catalogue. The result is a 400 that lists all invalid parameters, or a 412 if no snapshot has that
    /// build. The snapshot is returned with an error, too.
    pub(crate) fn read<T>(
        &self,
        query: Option<&str>,
        known: &[&'static [Parameter]],
        read: impl FnOnce(&mut Params<'_>, &Catalogue) -> T,
    ) -> (Arc<Snapshot>, Result<T, ApiError>) {
        let mut params = Params::parse(query, known);
        let (snapshot, found) = match params.build() {
            None => (self.load(), Ok(())),
            Some(build) => self.served.load().find(&build),
        };
        let value = read(&mut params, snapshot.index.catalogue());
        let value = params.finish().and(found).map(|()| value);
        (snapshot, value)
    }
}

fn n_processors() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

impl Served {
    /// Finds the snapshot of a build. For a build that is not served, returns the current snapshot and a 412.
    fn find(&self, build: &str) -> (Arc<Snapshot>, Result<(), ApiError>) {
        let previous = self.previous.as_ref().filter(|previous| Instant::now() < previous.end);
        let previous = previous.map(|previous| &previous.snapshot);
        let found = [Some(&self.current), previous].into_iter().flatten().find(|snapshot| *snapshot.build_id == *build);
        match found {
            Some(snapshot) => (Arc::clone(snapshot), Ok(())),
            None => (Arc::clone(&self.current), Err(self.not_served(build, previous))),
        }
    }

    fn not_served(&self, build: &str, previous: Option<&Arc<Snapshot>>) -> ApiError {
        let served = &*self.current.build_id;
        let message = format!(
            "this server does not serve build {build}; its current build is {served}: start again without build"
        );
        let error = ApiError::new(StatusCode::PRECONDITION_FAILED, message).detail("build", build);
        let error = error.detail("served", served);
        match previous {
            Some(previous) => error.detail("previous", &*previous.build_id),
            None => error,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn swap_to_another_size_changes_the_workers_of_both() {
        let options = SnapshotOptions { keep_previous_secs: 600, ..SnapshotOptions::default() };
        let corpus = tempfile::tempdir().unwrap();
        std::fs::create_dir(corpus.path().join("bills")).unwrap();
        let other = Index::in_memory(&lexdex_core::corpus::Source::Directory(corpus.path().to_owned())).unwrap();
        let current = CurrentSnapshot::new(Arc::new(Index::bundled().unwrap()), options);
        let first = current.workers();
        current.swap(Arc::new(other.with_cold_records()));
        let second = current.workers();
        assert!(second.n_workers() > first.n_workers());
        let previous = current.served.load().previous.as_ref().map(|previous| Arc::clone(&previous.snapshot)).unwrap();
        assert!(Arc::ptr_eq(&previous.workers, &second));
        current.swap(Arc::new(Index::bundled().unwrap()));
        assert_eq!(current.workers().n_workers(), first.n_workers());
        current.swap(Arc::new(Index::bundled().unwrap().with_cold_records()));
        assert_eq!(current.workers().n_workers(), second.n_workers(), "of the same build");
    }
}
