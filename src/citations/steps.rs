/*!
Counts the steps of the citation parsers. Tests compare the count with the length of the text.
*/

#[cfg(test)]
thread_local! {
    static N_STEPS: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

/// Adds steps. Does nothing outside tests.
pub(crate) fn add(n_steps: usize) {
    #[cfg(test)]
    N_STEPS.set(N_STEPS.get() + n_steps);
    #[cfg(not(test))]
    let _ = n_steps;
}

/// Returns the number of steps that `work` takes on this thread.
#[cfg(test)]
pub(crate) fn of(work: impl FnOnce()) -> usize {
    let before = N_STEPS.get();
    work();
    N_STEPS.get() - before
}
