/*!
The open connections of a server: their maximum number, and draining.
*/

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::time::sleep;

/// The open connections of a server, up to a fixed capacity. Clones share one set.
///
/// `hyper_util::server::graceful` counts and drains connections in the same way, but it owns their futures. That leaves
/// no place for the delay before idle connections are closed.
#[derive(Clone)]
pub struct Connections {
    /// Each open connection holds a receiver.
    is_draining: Arc<watch::Sender<bool>>,
    permits: Arc<Semaphore>,
    capacity: usize,
}

impl Connections {
    /// Creates an empty set that holds up to `capacity` connections.
    pub fn new(capacity: usize) -> Self {
        Self { is_draining: Arc::default(), permits: Arc::new(Semaphore::new(capacity)), capacity }
    }

    /// Returns the number of open connections.
    pub fn n_open(&self) -> usize {
        self.is_draining.receiver_count()
    }

    /// Returns the maximum number of open connections.
    pub fn capacity(&self) -> usize {
        self.capacity
    }

    /// Returns whether [`Self::drain`] was called.
    pub(crate) fn is_draining(&self) -> bool {
        *self.is_draining.borrow()
    }

    pub(crate) fn is_full(&self) -> bool {
        self.permits.available_permits() == 0
    }

    /// Waits for the permit for another connection.
    pub(crate) async fn permit(&self) -> OwnedSemaphorePermit {
        Arc::clone(&self.permits).acquire_owned().await.expect("the semaphore is never closed")
    }

    /// Returns the permit for another connection, or `None` at capacity.
    pub(crate) fn try_permit(&self) -> Option<OwnedSemaphorePermit> {
        Arc::clone(&self.permits).try_acquire_owned().ok()
    }

    /// Registers a connection. It counts as open until the signal is dropped.
    pub(crate) fn register(&self) -> ShutdownSignal {
        ShutdownSignal(self.is_draining.subscribe())
    }

    /// Signals all connections to close once they are idle, and waits until they have closed.
    pub(crate) async fn drain(&self) {
        self.is_draining.send_replace(true);
        self.is_draining.closed().await;
    }
}

/// Signals one connection that the server drains.
pub(crate) struct ShutdownSignal(watch::Receiver<bool>);

impl ShutdownSignal {
    /// Completes when an idle connection must close: `delay` after the start of draining.
    pub(crate) async fn after(&mut self, delay: Duration) {
        // An error means that the server was dropped, which also ends its connections.
        let _ = self.0.wait_for(|is_draining| *is_draining).await;
        sleep(delay).await;
    }
}
