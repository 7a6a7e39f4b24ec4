/*!
Marks work that blocks its thread: it reads from disk or computes for long.

Such work belongs on a thread that may wait, not on one of the async runtime. A test asks every endpoint on a runtime of
one thread, and fails if a mark is reached there. Outside tests a mark compiles to nothing.
*/

/// Marks the caller as blocking; `work` names it in the test's message.
#[inline]
pub(crate) fn mark(work: &'static str) {
    #[cfg(test)]
    REACHED.with_borrow_mut(|reached| reached.insert(work));
    let _ = work;
}

#[cfg(test)]
thread_local! {
    static REACHED: std::cell::RefCell<std::collections::BTreeSet<&'static str>> = const {
        std::cell::RefCell::new(std::collections::BTreeSet::new())
    };
}

/// Runs something and returns the marks that it reached on this thread.
#[cfg(test)]
pub(crate) fn marks_of(run: impl FnOnce()) -> std::collections::BTreeSet<&'static str> {
    REACHED.take();
    run();
    REACHED.take()
}
