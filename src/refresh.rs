/*!
Another index in place of the one that is served, without a pause: when a signal asks for it, or when something else
lies at its place. What cannot be served is refused, and the index before it goes on being served.
*/

use std::future::pending;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result};
use tokio::signal::unix::Signal;
use tokio::task::spawn_blocking;
use tokio::time::sleep;

use crate::http::Builds;
use crate::index::{Index, Stamp};

/// The place of an index that is served.
pub struct Place {
    directory: PathBuf,
    /// What lay there when it was opened last, whether it was served or refused.
    opened: Option<Stamp>,
}

impl Place {
    /// A directory that is about to be opened for the first time.
    pub fn new(directory: &Path) -> Self {
        Self { directory: directory.to_owned(), opened: Stamp::of(directory) }
    }

    /// Serves what lies there from now on, whenever a hangup asks for it, and, if there is a time to wait between two
    /// looks, whenever something else lies there.
    pub async fn keep_serving(mut self, builds: Arc<Builds>, mut hangups: Signal, watch_time: Option<Duration>) {
        loop {
            let look = async { if let Some(time) = watch_time { sleep(time).await } else { pending().await } };
            let is_asked = tokio::select! {
                Some(()) = hangups.recv() => true,
                () = look => false,
            };
            let directory = self.directory.clone();
            let Ok(stamp) = spawn_blocking(move || Stamp::of(&directory)).await else { continue };
            if is_asked || stamp != self.opened {
                self.opened = stamp;
                self.serve(&builds).await;
            }
        }
    }

    async fn serve(&self, builds: &Arc<Builds>) {
        let (directory, served) = (self.directory.clone(), Arc::clone(builds));
        // The build before it is let go there as well, if no request holds it.
        let opened = spawn_blocking(move || {
            let index = Index::open(&directory)?;
            let counts = index.manifest().counts;
            served.swap(Arc::new(index));
            Ok(counts)
        });
        let opened: Result<_> = opened.await.context("the index cannot be opened").flatten();
        let build = builds.id();
        match opened {
            Ok(counts) => tracing::info!(?build, n_swaps = builds.n_swaps(), "serving {counts} from now on"),
            Err(error) => {
                builds.note_refusal();
                tracing::error!(?build, n_refusals = builds.n_refusals(), "the build before goes on: {error:#}");
            }
        }
    }
}

/// Tells, whenever a hangup asks for it, that the bundled corpus stays as it is.
pub async fn keep_bundled(mut hangups: Signal) {
    while hangups.recv().await.is_some() {
        tracing::info!("there is nothing to read again: the corpus that is served is part of the program");
    }
}
