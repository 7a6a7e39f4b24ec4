/*!
The memory of dropped buffers, for later ones. The system clears each page of new memory at its first use, which takes
longer than filling it with entries, and an import sorts its records several times in a row.
*/

use std::sync::{Mutex, MutexGuard, PoisonError};

/// The least size of memory that is kept, in bytes. Less memory is quickly allocated.
const MIN_BYTES: usize = 1 << 20;

/// The maximum size of all memory that is kept, in bytes.
const MAX_BYTES: usize = 64 << 20;

static SPARE: Mutex<Vec<Vec<u8>>> = Mutex::new(Vec::new());

/// Keeps the memory of a buffer, unless there is enough.
pub(super) fn keep(mut bytes: Vec<u8>) {
    if bytes.capacity() < MIN_BYTES {
        return;
    }
    bytes.clear();
    let mut spare = lock();
    if bytes.capacity() + spare.iter().map(Vec::capacity).sum::<usize>() <= MAX_BYTES {
        spare.push(bytes);
    }
}

/// Returns empty memory of at least this size. Returns `None` if the size is below [`MIN_BYTES`], or if no kept memory is
/// that large.
pub(super) fn take(n_bytes: usize) -> Option<Vec<u8>> {
    if n_bytes < MIN_BYTES {
        return None;
    }
    let mut spare = lock();
    let position = spare.iter().position(|bytes| bytes.capacity() >= n_bytes)?;
    Some(spare.swap_remove(position))
}

fn lock() -> MutexGuard<'static, Vec<Vec<u8>>> {
    // A panic leaves whole buffers behind.
    SPARE.lock().unwrap_or_else(PoisonError::into_inner)
}
