/*!
Counts the steps of work whose cost depends on what a client sends: bytes split into words, entries compared, sets
merged. Tests and fuzzing bound the count for any request; time would differ from machine to machine.

Steps are counted only with debug assertions, and cost nothing without.
*/

use std::cell::Cell;

/// The maximum number of steps of a request of 8 KiB before a worker is needed. A step takes some five nanoseconds in an
/// optimized build.
pub const MAX_INLINE_STEPS: usize = 800_000;

thread_local! {
    static N_STEPS: Cell<usize> = const { Cell::new(0) };
}

/// Adds steps.
#[inline]
pub fn add(n_steps: usize) {
    if cfg!(debug_assertions) {
        N_STEPS.set(N_STEPS.get().saturating_add(n_steps));
    }
}

/// Returns the number of steps that `work` takes on this thread: 0 without debug assertions.
pub fn count(work: impl FnOnce()) -> usize {
    let before = N_STEPS.get();
    work();
    N_STEPS.get() - before
}
