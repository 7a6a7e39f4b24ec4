/*!
Swaps the served index without downtime, on SIGHUP or when the index directory was replaced. An index that cannot be
served is refused, and the current one stays.

Reading the directory has threads of its own, so that it neither waits for the queries of clients nor delays them.
*/

use std::future::pending;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result};
use tokio::signal::unix::Signal;
use tokio::sync::oneshot;
use tokio::time::sleep;

use crate::http::CurrentSnapshot;
use crate::index::{Fingerprint, Index};

/// Watches the directory of the served index.
pub struct IndexWatcher {
    directory: PathBuf,
    /// The fingerprint of the directory at the latest attempt to open it, whether the index was served or refused.
    opened: Option<Fingerprint>,
}

impl IndexWatcher {
    /// Takes the fingerprint of a directory that is about to be opened for the first time.
    pub fn new(directory: &Path) -> Self {
        Self { directory: directory.to_owned(), opened: Fingerprint::of(directory) }
    }

    /// Opens and serves the index again on each hangup. With an interval, it also polls the fingerprint of the
    /// directory, and does the same when that has changed. Never returns.
    pub async fn watch(mut self, current: Arc<CurrentSnapshot>, mut hangups: Signal, interval: Option<Duration>) {
        loop {
            let tick = async { if let Some(interval) = interval { sleep(interval).await } else { pending().await } };
            let is_requested = tokio::select! {
                Some(()) = hangups.recv() => true,
                () = tick => false,
            };
            let directory = self.directory.clone();
            let found = on_own_thread(move || Fingerprint::of(&directory)).await;
            match found {
                Ok(found) if is_requested || found != self.opened => {
                    self.opened = found;
                    self.reload(&current).await;
                }
                Ok(_) => {}
                Err(error) => tracing::error!("cannot look for another index: {error:#}"),
            }
        }
    }

    async fn reload(&self, current: &Arc<CurrentSnapshot>) {
        let (directory, replaced) = (self.directory.clone(), Arc::clone(current));
        // The thread also drops the replaced index, unless a request still holds it.
        let opened = on_own_thread(move || {
            let index = Index::open(&directory)?;
            let counts = index.manifest().counts;
            replaced.swap(Arc::new(index));
            Ok(counts)
        });
        let opened: Result<_> = opened.await.flatten();
        let build = current.build_id();
        match opened {
            Ok(counts) => tracing::info!(?build, n_swaps = current.n_swaps(), "serving {counts} from now on"),
            Err(error) => {
                current.note_refusal();
                tracing::error!(?build, n_refusals = current.n_refusals(), "the build before goes on: {error:#}");
            }
        }
    }
}

/// Runs blocking work on a new thread.
async fn on_own_thread<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T> {
    let (sender, receiver) = oneshot::channel();
    let run = move || _ = sender.send(work());
    let started: io::Result<_> = thread::Builder::new().name("refresh".to_owned()).spawn(run);
    started.context("cannot start a thread")?;
    receiver.await.context("the index cannot be opened")
}

/// Logs on each hangup that the bundled corpus cannot be reloaded. Returns when no more hangups can come.
pub async fn refuse_reloads(mut hangups: Signal) {
    while hangups.recv().await.is_some() {
        tracing::info!("there is nothing to read again: the corpus that is served is part of the program");
    }
}
