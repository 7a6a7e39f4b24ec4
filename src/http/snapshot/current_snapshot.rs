/*!
The snapshot that new requests are answered from, and its replacement. A request that has started keeps its snapshot,
which is dropped after the last such request.

After a swap, the replaced snapshot still answers the requests that name its build, for a time. It is the only one that
does: the next swap replaces it, so that no more than two indexes are open except while a third one is opened.
*/

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use arc_swap::ArcSwap;
use axum::http::StatusCode;

use crate::corpus::Catalogue;
use crate::http::metrics::registry::Metrics;
use crate::http::protocol::api_error::ApiError;
use crate::http::protocol::conditional::CachePolicy;
use crate::http::request::params::Params;
use crate::http::snapshot::options::SnapshotOptions;
use crate::http::snapshot::snapshot::Snapshot;
use crate::http::snapshot::workers::Workers;
use crate::index::Index;
use crate::model::Parameter;

/// Holds the current snapshot and the previous one.
pub struct CurrentSnapshot {
    served: ArcSwap<Served>,
    options: SnapshotOptions,
    /// Shared by all snapshots, so that counters go on after a swap.
    metrics: Arc<Metrics>,
    /// Shared by all snapshots, too: they bound the work of the machine.
    workers: Arc<Workers>,
    n_swaps: AtomicU64,
    n_refusals: AtomicU64,
    is_draining: AtomicBool,
}

/// The snapshots that answer requests.
struct Served {
    current: Arc<Snapshot>,
    previous: Option<PreviousSnapshot>,
}

/// A snapshot that was replaced.
#[derive(Clone)]
struct PreviousSnapshot {
    snapshot: Arc<Snapshot>,
    /// The end of the time for which it answers requests.
    end: Instant,
}

/// The previous build, as a swap left it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PreviousBuild {
    /// Its id.
    pub id: Box<str>,
    /// The end of the time for which it answers the requests that name it.
    pub end: Instant,
}

impl CurrentSnapshot {
    /// Makes the first snapshot, of this index.
    pub fn new(index: Arc<Index>, options: SnapshotOptions) -> Self {
        let metrics = Arc::<Metrics>::default();
        let n_processors = std::thread::available_parallelism().map_or(1, usize::from);
        let workers = Arc::new(Workers::new(n_processors, Arc::clone(&metrics)));
        let snapshot = Snapshot::new(index, options, Arc::clone(&metrics), Arc::clone(&workers));
        let served = ArcSwap::from_pointee(Served { current: Arc::new(snapshot), previous: None });
        Self {
            served,
            options,
            metrics,
            workers,
            n_swaps: AtomicU64::new(0),
            n_refusals: AtomicU64::new(0),
            is_draining: AtomicBool::new(false),
        }
    }

    /// Replaces the snapshot: requests that start from now on are answered from this index, unless they name the build
    /// of the replaced one. Returns the previous build, if one is kept. An index of the same build replaces the snapshot
    /// alone.
    pub fn swap(&self, index: Arc<Index>) -> Option<PreviousBuild> {
        let snapshot = Snapshot::new(index, self.options, Arc::clone(&self.metrics), Arc::clone(&self.workers));
        let snapshot = Arc::new(snapshot);
        let end = Instant::now() + Duration::from_secs(self.options.keep_previous_secs);
        self.served.rcu(|served| {
            let replaced = &served.current;
            let previous = if replaced.build_id == snapshot.build_id {
                served.previous.clone()
            } else {
                let is_kept = self.options.keep_previous_secs > 0;
                is_kept.then(|| PreviousSnapshot { snapshot: Arc::new(replaced.without_cache()), end })
            };
            Served { current: Arc::clone(&snapshot), previous }
        });
        self.n_swaps.fetch_add(1, Ordering::Relaxed);
        self.previous_build()
    }

    /// Drops the previous snapshot if its time is over. The caller's thread may have to wait for that.
    pub fn drop_expired(&self) {
        self.served.rcu(|served| {
            let previous = served.previous.clone().filter(|previous| Instant::now() < previous.end);
            Served { current: Arc::clone(&served.current), previous }
        });
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
    pub fn build_id(&self) -> Box<str> {
        self.load().build_id.clone()
    }

    /// Returns the previous build, if one is kept.
    pub fn previous_build(&self) -> Option<PreviousBuild> {
        let served = self.served.load();
        let previous = served.previous.as_ref();
        previous.map(|PreviousSnapshot { snapshot, end }| PreviousBuild { id: snapshot.build_id.clone(), end: *end })
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
        Arc::clone(&self.served.load().current)
    }

    /// Reads the parameters of a request by the catalogue of the snapshot that its `build` selects, which is the current
    /// one if it has none. Fails with everything that is wrong with them, or with a 412 if no snapshot is of that build.
    /// Returns the snapshot that the response is of, an error as well.
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

impl Served {
    /// The snapshot of a build. For a build that is not served: the current snapshot, and an error that says so.
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
            "this server does not answer from build {build} any more, or not yet; the build served now is {served}: \
             begin again without build"
        );
        let error = ApiError::new(StatusCode::PRECONDITION_FAILED, message).detail("build", build);
        let error = error.detail("served", served);
        match previous {
            Some(previous) => error.detail("previous", &*previous.build_id),
            None => error,
        }
    }
}
