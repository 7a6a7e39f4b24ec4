/*!
Work on several connections at a time.
*/

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

use anyhow::{Error, Result};

use crate::fetch::progress::FetchProgress;

/// The number of connections.
const N_CONNECTIONS: usize = 4;

/// Runs tasks, several at a time, until all are done or one has failed. Returns the first error.
pub(crate) fn for_each<T: Send>(
    tasks: impl Iterator<Item = T> + Send,
    work: impl Fn(T) -> Result<()> + Sync,
) -> Result<()> {
    let tasks = Mutex::new(tasks);
    let failed: Mutex<Option<Error>> = Mutex::new(None);
    let run = || {
        while lock(&failed).is_none() {
            // The lock is released at the end of the statement.
            let task = lock(&tasks).next();
            let Some(task) = task else { break };
            if let Err(error) = work(task) {
                lock(&failed).get_or_insert(error);
            }
        }
    };
    thread::scope(|scope| (0..N_CONNECTIONS).for_each(|_| drop(scope.spawn(run))));
    failed.into_inner().unwrap_or_else(PoisonError::into_inner).map_or(Ok(()), Err)
}

/// Locks a value. Ignores poisoning, because a panic leaves no value half changed.
pub(crate) fn lock<T>(value: &Mutex<T>) -> MutexGuard<'_, T> {
    value.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Counts the bytes of all connections.
pub(crate) struct Meter<'p> {
    progress: &'p (dyn FetchProgress + Sync),
    position: AtomicU64,
    total: u64,
}

impl<'p> Meter<'p> {
    /// Begins to show the progress of `total` bytes.
    pub(crate) fn begin(progress: &'p (dyn FetchProgress + Sync), name: &str, total: u64) -> Self {
        progress.begin(name, Some(total));
        Self { progress, position: AtomicU64::new(0), total }
    }

    /// Counts bytes.
    pub(crate) fn add(&self, bytes: u64) {
        let before = self.position.fetch_add(bytes, Ordering::Relaxed);
        self.progress.advance(before + bytes, Some(self.total));
    }
}

impl Drop for Meter<'_> {
    fn drop(&mut self) {
        self.progress.end(None);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_task_runs_once_and_an_error_ends_the_run() {
        let sum = AtomicU64::new(0);
        let add = |number: u64| {
            sum.fetch_add(number, Ordering::Relaxed);
            Ok(())
        };
        for_each(1..=1000, add).unwrap();
        assert_eq!(sum.into_inner(), 500_500);
        let seen = AtomicU64::new(0);
        let error = for_each(1_u64.., |number| {
            seen.fetch_add(1, Ordering::Relaxed);
            if number == 10 { Err(anyhow::anyhow!("ten")) } else { Ok(()) }
        });
        assert_eq!(error.unwrap_err().to_string(), "ten");
        assert!(seen.into_inner() >= 10);
    }
}
