/*!
Tracks the unsent responses of an HTTP/2 connection: their number, their bytes, and how long they have waited.

An HTTP/2 client controls the flow of each response, and can stall all of them on an active connection. So the number
and the bytes of concurrent responses are bounded, and each chunk passed to hyper is tracked until it is written to the
socket.
*/

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::body::Bytes;
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};
use tokio::time::Instant;

/// The maximum number of responses of a connection that are being prepared or sent. Further requests wait.
pub(crate) const MAX_RESPONSES: usize = 16;

/// The budget for the bodies of these responses, in bytes. A body counts in full until all of it is written, because its
/// chunks share one buffer.
const MAX_BYTES: usize = 4 << 20;

/// The number of bytes that a response counts for before its length is known. Few responses are longer: a request waits
/// until so many bytes of the budget are free, so the responses of a connection exceed the budget only by what each has
/// beyond this number.
const UNKNOWN_BYTES: usize = 512 << 10;

/// The unsent responses of one connection.
pub(crate) struct Unsent {
    slots: Arc<Semaphore>,
    /// The number of bytes that all slots count for.
    n_bytes: AtomicUsize,
    /// Wakes the requests that wait for bytes of the budget.
    bytes_released: Notify,
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
            n_bytes: AtomicUsize::new(0),
            bytes_released: Notify::new(),
            pending: Mutex::default(),
            is_used: AtomicBool::new(false),
        }
    }

    /// Waits for the slot for another response.
    pub(crate) async fn slot(self: Arc<Self>) -> Slot {
        self.is_used.store(true, Ordering::Relaxed);
        let permit = Arc::clone(&self.slots).acquire_owned().await.expect("the semaphore is never closed");
        self.reserve().await;
        Slot { unsent: self, n_bytes: UNKNOWN_BYTES, _permit: permit }
    }

    /// Waits until the budget has room for a response of unknown length, and counts it.
    async fn reserve(&self) {
        let with_another = |n_bytes: usize| Some(n_bytes + UNKNOWN_BYTES).filter(|n_bytes| *n_bytes <= MAX_BYTES);
        loop {
            // Created before the budget is read, so that it misses no release after that.
            let released = self.bytes_released.notified();
            if self.n_bytes.fetch_update(Ordering::AcqRel, Ordering::Acquire, with_another).is_ok() {
                return;
            }
            released.await;
        }
    }

    fn release(&self, n_bytes: usize) {
        self.n_bytes.fetch_sub(n_bytes, Ordering::AcqRel);
        self.bytes_released.notify_waiters();
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
    /// The number of bytes that the response counts for.
    n_bytes: usize,
    _permit: OwnedSemaphorePermit,
}

impl Slot {
    /// Sets the length of the response.
    pub(crate) fn set_bytes(&mut self, n_bytes: usize) {
        self.unsent.n_bytes.fetch_add(n_bytes, Ordering::AcqRel);
        self.unsent.release(self.n_bytes);
        self.n_bytes = n_bytes;
    }

    /// Tracks a chunk of the body until hyper drops it, after writing it.
    pub(crate) fn track(self: &Arc<Self>, bytes: Bytes) -> Bytes {
        let mut pending = self.unsent.pending();
        let number = pending.next_number;
        pending.next_number += 1;
        pending.times.insert(number, Instant::now());
        Bytes::from_owner(TrackedChunk { bytes, number, slot: Arc::clone(self) })
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        self.unsent.release(self.n_bytes);
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

    /// A slot for a response without a body.
    async fn short(unsent: &Arc<Unsent>) -> Slot {
        let mut slot = Arc::clone(unsent).slot().await;
        slot.set_bytes(0);
        slot
    }

    async fn waits(unsent: &Arc<Unsent>) -> bool {
        timeout(TIMEOUT, Arc::clone(unsent).slot()).await.is_err()
    }

    #[tokio::test(start_paused = true)]
    async fn response_waits_while_the_others_leave_too_little_of_the_budget() {
        let unsent = Arc::new(Unsent::new());
        let mut long = short(&unsent).await;
        for (n_bytes, is_beyond) in [(MAX_BYTES - UNKNOWN_BYTES, false), (MAX_BYTES - UNKNOWN_BYTES + 1, true)] {
            long.set_bytes(n_bytes);
            assert_eq!(waits(&unsent).await, is_beyond, "{n_bytes}");
        }
        drop(long);
        assert!(!waits(&unsent).await);
    }

    #[tokio::test(start_paused = true)]
    async fn responses_of_unknown_length_fill_the_budget_until_their_lengths_are_known() {
        let unsent = Arc::new(Unsent::new());
        let mut slots = Vec::new();
        for _ in 0..MAX_BYTES / UNKNOWN_BYTES {
            slots.push(Arc::clone(&unsent).slot().await);
        }
        assert!(waits(&unsent).await);
        let waiting = tokio::spawn(Arc::clone(&unsent).slot());
        tokio::task::yield_now().await;
        // A response may have more bytes than the budget.
        slots[0].set_bytes(2 * MAX_BYTES);
        slots[1].set_bytes(0);
        assert!(waits(&unsent).await);
        slots.remove(0);
        assert!(timeout(TIMEOUT, waiting).await.is_ok());
        slots.clear();
        assert_eq!(unsent.n_bytes.load(Ordering::Relaxed), 0);
    }

    #[tokio::test(start_paused = true)]
    async fn response_beyond_the_maximum_waits_until_another_is_sent_whole() {
        let unsent = Arc::new(Unsent::new());
        let mut slots = Vec::new();
        for _ in 0..MAX_RESPONSES {
            slots.push(Arc::new(short(&unsent).await));
        }
        let chunk = slots[0].track(Bytes::from_static(b"x"));
        slots.truncate(1);
        for _ in 1..MAX_RESPONSES {
            slots.push(Arc::new(short(&unsent).await));
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
