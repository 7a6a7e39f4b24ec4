/*!
Bounds how many threads work at once: a counting semaphore.
*/

use std::num::NonZero;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

/// More cores are not used, for the memory that each takes.
const MOST_CORES: usize = 8;

/// A number of permits. Whoever wants one waits until there is one.
pub(crate) struct Permits {
    n_free: Mutex<usize>,
    freed: Condvar,
}

impl Permits {
    /// A permit for each core.
    pub(crate) fn for_cores() -> Self {
        Self::new(thread::available_parallelism().map_or(1, NonZero::get).min(MOST_CORES))
    }

    /// So many permits.
    pub(crate) fn new(n_permits: usize) -> Self {
        Self { n_free: Mutex::new(n_permits), freed: Condvar::new() }
    }

    /// A permit, which is free again when it is dropped.
    pub(crate) fn take(&self) -> Permit<'_> {
        let n_free = self.freed.wait_while(self.lock(), |n_free| *n_free == 0);
        *n_free.unwrap_or_else(PoisonError::into_inner) -= 1;
        Permit(self)
    }

    /// Nothing panics while it holds the lock.
    fn lock(&self) -> MutexGuard<'_, usize> {
        self.n_free.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The right to do something.
pub(crate) struct Permit<'p>(&'p Permits);

impl Drop for Permit<'_> {
    fn drop(&mut self) {
        *self.0.lock() += 1;
        self.0.freed.notify_one();
    }
}
