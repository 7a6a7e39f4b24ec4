/*!
Swaps the served index without downtime, on SIGHUP or when the index directory is replaced. An index that cannot be
served is rejected, and the current one stays. The replaced index stays open for a limited time, for requests that name
its build.

Separate threads read the directory, so that it neither waits for the queries of clients nor delays them.
*/

use std::future::pending;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use anyhow::{Context, Result, bail};
use lexdex_core::platform::Hangups;
use lexdex_index::{Fingerprint, Index};
use tokio::sync::oneshot;
use tokio::time::{sleep, sleep_until, timeout};

use crate::http::{CurrentSnapshot, PreviousBuild};

/// The maximum time for a check of the directory. If the server of a network file system is down, a check may never
/// return.
const CHECK_TIMEOUT: Duration = Duration::from_secs(10);

/// The time between two checks whether a request still uses a replaced index.
const CLOSE_PAUSE: Duration = Duration::from_millis(500);

/// The maximum time between two attempts to open an index that cannot be opened, unless the directory is checked less
/// often.
const MAX_RETRY_PAUSE: Duration = Duration::from_secs(300);

/// Watches the directory of the served index.
pub struct IndexWatcher {
    directory: PathBuf,
    /// The fingerprint of the directory at the last attempt to open it, successful or not.
    opened: Option<Fingerprint>,
    /// A check that has timed out. The next check waits for it, so that at most one thread hangs.
    pending_check: Option<PendingCheck>,
    /// The last attempt to open the index, if it failed.
    failure: Option<OpenFailure>,
}

/// A running check of the directory.
type PendingCheck = oneshot::Receiver<Option<Fingerprint>>;

/// A failed attempt to open the index. A part of it may be missing only for a while, in a folder that the fingerprint
/// does not cover, so that it is tried again.
struct OpenFailure {
    reason: String,
    /// The time from this attempt to the next, which doubles with every further failure.
    pause: Duration,
    time: tokio::time::Instant,
}

impl IndexWatcher {
    /// Creates a watcher, and takes the fingerprint of the directory, before the index is opened for the first time.
    pub fn new(directory: &Path) -> Self {
        let opened = Fingerprint::from_path(directory);
        Self { directory: directory.to_owned(), opened, pending_check: None, failure: None }
    }

    /// Reloads the index on each SIGHUP. With an interval, also polls the fingerprint of the directory, reloads the
    /// index when it has been replaced, and tries again to open an index that could not be opened. Never returns.
    pub async fn watch(mut self, current: Arc<CurrentSnapshot>, mut hangups: Hangups, interval: Option<Duration>) {
        let mut is_requested = false;
        loop {
            // A reload request during a pending check is retried.
            let pause = interval.or(is_requested.then_some(CHECK_TIMEOUT));
            let tick = async { if let Some(pause) = pause { sleep(pause).await } else { pending().await } };
            tokio::select! {
                Some(()) = hangups.recv() => is_requested = true,
                () = tick => {}
            }
            match self.read_fingerprint().await {
                Ok(found) if is_requested || self.is_replaced(found) => {
                    self.note_replaced(is_requested);
                    is_requested = false;
                    self.opened = found;
                    self.reload(&current, interval).await;
                }
                Ok(_) if self.failure.as_ref().is_some_and(|failure| failure.time.elapsed() >= failure.pause) => {
                    self.reload(&current, interval).await;
                }
                Ok(_) => {}
                Err(error) => tracing::error!("cannot check the index directory: {error:#}"),
            }
        }
    }

    /// Whether the directory has another index than at the last attempt to open it.
    fn is_replaced(&self, found: Option<Fingerprint>) -> bool {
        match (found, self.opened) {
            (Some(found), Some(opened)) => !found.is_same_index(&opened),
            (found, opened) => found != opened,
        }
    }

    /// Begins anew with short pauses between attempts. The reason of the last failure is logged again only if the operator
    /// has requested the attempt: the directory changes often while files are copied into it.
    fn note_replaced(&mut self, is_requested: bool) {
        if is_requested {
            self.failure = None;
        } else if let Some(failure) = &mut self.failure {
            failure.pause = Duration::ZERO;
        }
    }

    /// Takes the fingerprint of the directory.
    async fn read_fingerprint(&mut self) -> Result<Option<Fingerprint>> {
        let directory = self.directory.clone();
        let mut check = match self.pending_check.take() {
            Some(check) => check,
            None => on_own_thread(move || Fingerprint::from_path(&directory))?,
        };
        match timeout(CHECK_TIMEOUT, &mut check).await {
            Ok(found) => found.context("the thread failed"),
            Err(_) => {
                self.pending_check = Some(check);
                bail!("{} could not be read within {} seconds", self.directory.display(), CHECK_TIMEOUT.as_secs())
            }
        }
    }

    /// Opens the index and serves it. With an interval of checks, remembers a failure for another attempt.
    async fn reload(&mut self, current: &Arc<CurrentSnapshot>, interval: Option<Duration>) {
        let (directory, replaced) = (self.directory.clone(), Arc::clone(current));
        let replaced_build = current.build_id();
        let opened = on_own_thread(move || {
            let index = Index::open(&directory)?;
            let counts = index.manifest().counts;
            let old = replaced.index();
            Ok((counts, old, replaced.swap(Arc::new(index))))
        });
        let opened: Result<_> = async { opened?.await.context("the index cannot be opened")? }.await;
        let build = current.build_id();
        let failure = self.failure.take();
        match opened {
            Ok((counts, old, previous)) => {
                let n_swaps = current.n_swaps();
                tokio::spawn(close(old));
                if build == replaced_build {
                    tracing::info!(%build, n_swaps, "swapped the index: serving {counts}; it is the same build");
                    return;
                }
                let kept = previous.as_ref().map(kept).unwrap_or_default();
                tracing::info!(%build, n_swaps, "swapped the index: serving {counts}{kept}");
                if let Some(previous) = previous {
                    tokio::spawn(drop_at_end(previous, Arc::clone(current)));
                }
            }
            Err(error) => {
                current.note_refusal();
                let n_refusals = current.n_refusals();
                let reason = format!("{error:#}");
                let is_known = failure.as_ref().is_some_and(|failure| failure.reason == reason);
                let next = if interval.is_some() { ", and it is tried again" } else { "" };
                if !is_known {
                    tracing::error!(%build, n_refusals, "the index was not swapped{next}: {reason}");
                }
                self.failure = interval.map(|interval| {
                    let doubled = failure.map_or(interval, |failure| 2 * failure.pause);
                    let pause = doubled.min(MAX_RETRY_PAUSE).max(interval);
                    OpenFailure { reason, pause, time: tokio::time::Instant::now() }
                });
            }
        }
    }
}

/// Returns the end of the log line of a swap, which says how long the previous build is kept.
fn kept(previous: &PreviousBuild) -> String {
    let end = SystemTime::now() + previous.end.saturating_duration_since(Instant::now());
    format!("; build {} is kept until {} for requests that name it", previous.id, httpdate::fmt_http_date(end))
}

/// Drops the previous snapshot when its time is over.
async fn drop_at_end(previous: PreviousBuild, current: Arc<CurrentSnapshot>) {
    sleep_until(previous.end.into()).await;
    // After another swap, the previous snapshot is a newer one, which stays until its own end.
    current.drop_expired();
}

/// Closes a replaced index once no request uses it, on a thread of its own. Unmapping large files takes time, and the
/// last request would do so on a thread of the runtime.
async fn close<T: Send + Sync + 'static>(index: Arc<T>) {
    while Arc::strong_count(&index) > 1 {
        sleep(CLOSE_PAUSE).await;
    }
    if let Err(error) = on_own_thread(move || drop(index)) {
        tracing::error!("the replaced index was closed on a thread that serves: {error:#}");
    }
}

/// Runs blocking work on a new thread. Returns the receiver of its result.
fn on_own_thread<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<oneshot::Receiver<T>> {
    let (sender, receiver) = oneshot::channel();
    // Sending fails if the watcher has ended.
    let run = move || _ = sender.send(work());
    thread::Builder::new().name("refresh".to_owned()).spawn(run).context("cannot start a thread")?;
    Ok(receiver)
}

/// Logs on each SIGHUP that the bundled corpus cannot be reloaded. Returns when no more can arrive.
pub async fn refuse_reloads(mut hangups: Hangups) {
    while hangups.recv().await.is_some() {
        tracing::info!("nothing to reload: the bundled corpus is compiled into the program");
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    /// Sends the name of the thread that drops it.
    struct Dropped(mpsc::Sender<Option<String>>);

    impl Drop for Dropped {
        fn drop(&mut self) {
            self.0.send(thread::current().name().map(str::to_owned)).unwrap();
        }
    }

    #[tokio::test(start_paused = true)]
    async fn replaced_index_is_closed_by_its_own_thread() {
        let (sender, dropped) = mpsc::channel();
        let index = Arc::new(Dropped(sender));
        let request = Arc::clone(&index);
        let closing = tokio::spawn(close(index));
        sleep(Duration::from_secs(3600)).await;
        assert!(dropped.try_recv().is_err());
        drop(request);
        assert!(dropped.try_recv().is_err(), "the last request closes it");
        closing.await.unwrap();
        assert_eq!(dropped.recv().unwrap().as_deref(), Some("refresh"));
    }

    #[tokio::test(start_paused = true)]
    async fn pending_check_ends_with_an_error_and_the_next_one_waits() {
        let (sender, receiver) = oneshot::channel();
        let mut watcher = IndexWatcher { pending_check: Some(receiver), ..IndexWatcher::new(Path::new("/no-such")) };
        let error = watcher.read_fingerprint().await.unwrap_err();
        assert_eq!(error.to_string(), "/no-such could not be read within 10 seconds");
        sender.send(None).unwrap();
        assert_eq!(watcher.read_fingerprint().await.unwrap(), None);
        assert!(watcher.pending_check.is_none());
        // The paused clock would not wait for the thread of a new check.
        tokio::time::resume();
        assert_eq!(watcher.read_fingerprint().await.unwrap(), None);
    }
}
