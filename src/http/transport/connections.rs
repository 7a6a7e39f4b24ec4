/*!
The set of a server's open connections: its capacity, and draining.
*/

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::time::sleep;

/// The open connections of a server, up to a fixed capacity. Clones share one set.
///
/// `hyper_util::server::graceful` counts and drains connections the same way, but it owns each connection's future: the
/// delay before idle connections are closed, and the closing of idle HTTP/2 connections, would have no place.
#[derive(Clone)]
pub struct Connections {
    /// Each connection holds a receiver until it has ended.
    is_draining: Arc<watch::Sender<bool>>,
    permits: Arc<Semaphore>,
    capacity: usize,
}

impl Connections {
    /// Creates an empty set that holds up to `capacity` connections.
    pub fn new(capacity: usize) -> Self {
        Self { is_draining: Arc::default(), permits: Arc::new(Semaphore::new(capacity)), capacity }
    }

    /// The number of open connections.
    pub fn n_open(&self) -> usize {
        self.is_draining.receiver_count()
    }

    /// The maximum number of open connections.
    pub fn capacity(&self) -> usize {
        self.capacity
    }

    /// Whether [`Self::drain`] was called.
    pub(crate) fn is_draining(&self) -> bool {
        *self.is_draining.borrow()
    }

    pub(crate) fn is_full(&self) -> bool {
        self.permits.available_permits() == 0
    }

    /// Waits until another connection may be opened.
    pub(crate) async fn permit(&self) -> OwnedSemaphorePermit {
        Arc::clone(&self.permits).acquire_owned().await.expect("the semaphore is never closed")
    }

    /// Returns the permit for another connection, or `None` at capacity.
    pub(crate) fn try_permit(&self) -> Option<OwnedSemaphorePermit> {
        Arc::clone(&self.permits).try_acquire_owned().ok()
    }

    /// Registers a connection, which counts as open until the signal is dropped.
    pub(crate) fn register(&self) -> ShutdownSignal {
        ShutdownSignal(self.is_draining.subscribe())
    }

    /// Signals all connections to close once they are idle, and waits until they have.
    pub(crate) async fn drain(&self) {
        self.is_draining.send_replace(true);
        self.is_draining.closed().await;
    }
}

/// Tells one connection that the server drains.
pub(crate) struct ShutdownSignal(watch::Receiver<bool>);

impl ShutdownSignal {
    /// Completes once the server drains, immediately if it does already.
    pub(crate) async fn received(&mut self) {
        // The error means that the server is gone, which ends its connections too.
        let _ = self.0.wait_for(|is_draining| *is_draining).await;
    }

    /// Completes when an idle connection is to close: this long after the server drains.
    pub(crate) async fn after(&mut self, delay: Duration) {
        self.received().await;
        sleep(delay).await;
    }
}
