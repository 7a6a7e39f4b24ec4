/*!
Marks blocking work, which reads from disk or computes for a long time.

Blocking work must not run on threads of the async runtime. A test calls every endpoint on a runtime of one thread, and
fails if a mark is reached there. Marks are recorded if debug assertions are on, and otherwise compile to nothing.

Work for a request stops at its next [`step`] once its result is no longer needed: the client disconnected, or the
response timed out.
*/

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fmt;
use std::sync::Weak;

/// Marks the caller as blocking. `work` describes it in the message of the test.
#[inline]
pub fn mark(work: &'static str) {
    if cfg!(debug_assertions) {
        REACHED.with_borrow_mut(|reached| reached.insert(work));
    }
}

/// Marks the caller as blocking. Fails if the result is no longer needed.
#[inline]
pub fn step(work: &'static str) -> Result<(), Abandoned> {
    mark(work);
    let is_abandoned = WAITER.with_borrow(|waiter| waiter.as_ref().is_some_and(|waiter| waiter.strong_count() == 0));
    if is_abandoned { Err(Abandoned) } else { Ok(()) }
}

/// The error for work whose result is no longer needed.
#[derive(Debug)]
pub struct Abandoned;

impl fmt::Display for Abandoned {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the result is no longer needed")
    }
}

impl std::error::Error for Abandoned {}

/// Runs blocking work on this thread. Once all holders of the token have dropped it, the work fails at its next step.
pub fn run_for<T>(waiter: Weak<()>, work: impl FnOnce() -> T) -> T {
    /// Clears the token after the work, even after a panic, because threads are reused.
    struct Reset;

    impl Drop for Reset {
        fn drop(&mut self) {
            WAITER.take();
        }
    }

    WAITER.set(Some(waiter));
    let _reset = Reset;
    work()
}

/// Runs work that is expected not to block on a thread of the runtime. Returns `None` if it reaches a step, which ends
/// it.
pub fn run_inline<T>(work: impl FnOnce() -> anyhow::Result<T>) -> anyhow::Result<Option<T>> {
    match run_for(Weak::new(), work) {
        Ok(value) => Ok(Some(value)),
        Err(error) if error.root_cause().is::<Abandoned>() => Ok(None),
        Err(error) => Err(error),
    }
}

thread_local! {
    static WAITER: RefCell<Option<Weak<()>>> = const { RefCell::new(None) };
    static REACHED: RefCell<BTreeSet<&'static str>> = const { RefCell::new(BTreeSet::new()) };
}

/// Returns the marks that a function reaches on this thread. The set is empty if debug assertions are off.
pub fn marks_of(run: impl FnOnce()) -> BTreeSet<&'static str> {
    REACHED.take();
    run();
    REACHED.take()
}

#[cfg(test)]
mod tests {
    use std::panic::catch_unwind;
    use std::sync::Arc;

    use anyhow::Context;

    use super::*;

    #[test]
    fn inline_work_ends_at_its_first_step() {
        assert_eq!(run_inline(|| Ok(1)).unwrap(), Some(1));
        assert_eq!(run_inline(|| step("reading").context("a search").map(|()| 1)).unwrap(), None);
        assert!(run_inline(|| anyhow::bail!("a damaged file") as anyhow::Result<()>).is_err());
        assert!(step("work after it").is_ok());
    }

    #[test]
    fn step_fails_once_its_last_waiter_is_gone_but_not_after_work() {
        let waiter = Arc::new(());
        let other = Arc::clone(&waiter);
        run_for(Arc::downgrade(&waiter), || {
            assert!(step("first").is_ok());
            drop(waiter);
            assert!(step("second").is_ok());
            drop(other);
            assert!(step("third").is_err());
        });
        assert!(step("work for nobody in particular").is_ok());
        assert!(catch_unwind(|| run_for(Weak::new(), || panic!("at work"))).is_err());
        assert!(step("after a panic").is_ok());
    }
}
