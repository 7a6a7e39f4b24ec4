/*!
Tracks the unsent responses of an HTTP/2 connection: their number, and how long they have waited.

An HTTP/2 client controls the flow of each response, and can stall all of them on an active connection. So the number of
concurrent responses is bounded, and each chunk passed to hyper is tracked until it is written to the socket.
*/

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::body::Bytes;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::Instant;

/// The maximum number of responses of a connection that are being prepared or sent. Further requests wait.
pub(crate) const MAX_RESPONSES: usize = 16;

/// The unsent responses of one connection.
pub(crate) struct Unsent {
    slots: Arc<Semaphore>,
    pending: Mutex<PendingChunks>,
    /// Whether a request has arrived since the last call to [`Self::was_idle`].
    is_used: AtomicBool,
}

/// The chunks that are not written yet.
#[derive(Default)]
struct PendingChunks {
    /// The time at which each chunk was passed to hyper. The first is the oldest.
    times: BTreeMap<u64, Instant>,
    next_number: u64,
}

impl Unsent {
    pub(crate) fn new() -> Self {
        Self {
            slots: Arc::new(Semaphore::new(MAX_RESPONSES)),
            pending: Mutex::default(),
            is_used: AtomicBool::new(false),
        }
    }

    /// Waits for the slot for another response.
    pub(crate) async fn slot(self: Arc<Self>) -> Slot {
        self.is_used.store(true, Ordering::Relaxed);
        let permit = Arc::clone(&self.slots).acquire_owned().await.expect("the semaphore is never closed");
        Slot { unsent: self, _permit: permit }
    }

    /// Returns whether no response was prepared or sent since the last call.
    pub(crate) fn was_idle(&self) -> bool {
        !self.is_used.swap(false, Ordering::Relaxed) && self.slots.available_permits() == MAX_RESPONSES
    }

    /// Returns whether a chunk has waited for at least this time.
    pub(crate) fn is_stalled(&self, timeout: Duration) -> bool {
        self.pending().times.first_key_value().is_some_and(|(_, time)| time.elapsed() >= timeout)
    }

    fn pending(&self) -> MutexGuard<'_, PendingChunks> {
        self.pending.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The slot of one response. It is occupied until the slot and all chunks of the body are dropped.
pub(crate) struct Slot {
    unsent: Arc<Unsent>,
    _permit: OwnedSemaphorePermit,
}

impl Slot {
    /// Tracks a chunk of the body until hyper drops it, after writing it.
    pub(crate) fn track(self: &Arc<Self>, bytes: Bytes) -> Bytes {
        let mut pending = self.unsent.pending();
        let number = pending.next_number;
        pending.next_number += 1;
        pending.times.insert(number, Instant::now());
        Bytes::from_owner(TrackedChunk { bytes, number, slot: Arc::clone(self) })
    }
}

/// A chunk of a body that is not written yet.
struct TrackedChunk {
    bytes: Bytes,
    number: u64,
    slot: Arc<Slot>,
}

impl AsRef<[u8]> for TrackedChunk {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

impl Drop for TrackedChunk {
    fn drop(&mut self) {
        self.slot.unsent.pending().times.remove(&self.number);
    }
}

#[cfg(test)]
mod tests {
    use tokio::time::{advance, timeout};

    use super::*;

    const TIMEOUT: Duration = Duration::from_secs(60);

    #[tokio::test(start_paused = true)]
    async fn response_beyond_the_maximum_waits_until_another_is_sent_whole() {
        let unsent = Arc::new(Unsent::new());
        let mut slots = Vec::new();
        for _ in 0..MAX_RESPONSES {
            slots.push(Arc::new(Arc::clone(&unsent).slot().await));
        }
        let chunk = slots[0].track(Bytes::from_static(b"x"));
        slots.truncate(1);
        for _ in 1..MAX_RESPONSES {
            slots.push(Arc::new(Arc::clone(&unsent).slot().await));
        }
        slots.remove(0);
        // The chunk alone keeps the slot occupied.
        assert!(timeout(TIMEOUT, Arc::clone(&unsent).slot()).await.is_err());
        drop(chunk);
        Arc::clone(&unsent).slot().await;
    }

    #[tokio::test(start_paused = true)]
    async fn oldest_chunk_that_is_not_written_decides_whether_the_connection_is_stalled() {
        let unsent = Arc::new(Unsent::new());
        let slot = Arc::new(Arc::clone(&unsent).slot().await);
        let first = slot.track(Bytes::from_static(b"1"));
        advance(TIMEOUT / 2).await;
        let second = slot.track(Bytes::from_static(b"22"));
        advance(TIMEOUT / 2 - Duration::from_millis(1)).await;
        assert!(!unsent.is_stalled(TIMEOUT));
        advance(Duration::from_millis(1)).await;
        assert!(unsent.is_stalled(TIMEOUT));
        drop(first);
        assert!(!unsent.is_stalled(TIMEOUT));
        let rest = second.slice(1..);
        drop(second);
        advance(TIMEOUT).await;
        assert!(unsent.is_stalled(TIMEOUT));
        drop(rest);
        assert!(!unsent.is_stalled(TIMEOUT));
    }

    #[tokio::test]
    async fn connection_is_idle_without_a_response_since_the_last_check() {
        let unsent = Arc::new(Unsent::new());
        assert!(unsent.was_idle());
        let slot = Arc::clone(&unsent).slot().await;
        assert_eq!([unsent.was_idle(), unsent.was_idle()], [false; 2]);
        drop(slot);
        assert!(unsent.was_idle());
        drop(Arc::clone(&unsent).slot().await);
        assert_eq!([unsent.was_idle(), unsent.was_idle()], [false, true]);
    }
}
