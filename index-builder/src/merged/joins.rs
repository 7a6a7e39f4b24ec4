/*!
Joins of rows on all cores, in bounded memory.
*/

use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::thread::{self, ScopedJoinHandle};

use anyhow::{Context, Result};
use lexdex_core::sort::{Sorted, Sorter};

use crate::import::engine::partitions::Partitions;

/// The error context of rows that cannot be sorted.
pub(super) const CONTEXT: &str = "cannot sort the cases";

/// The maximum number of threads of a join. Each has buffers and open files.
const MAX_THREADS: usize = 8;

/// The threads of joins, and the directory for rows that do not fit into memory.
pub(super) struct Joins {
    scratch: PathBuf,
    n_threads: usize,
}

impl Joins {
    pub(super) fn new(scratch: &Path) -> Self {
        let n_threads = thread::available_parallelism().map_or(1, NonZero::get).min(MAX_THREADS);
        Self { scratch: scratch.to_owned(), n_threads }
    }

    pub(super) fn n_threads(&self) -> usize {
        self.n_threads
    }

    /// Partitions for rows to be joined, one for each thread.
    pub(super) fn partitions(&self) -> Partitions {
        Partitions::new(self.n_threads, &self.scratch)
    }

    /// Rows that are read in one order.
    pub(super) fn sorter(&self) -> Sorter {
        Sorter::new(&self.scratch)
    }

    /// Sorts rows and calls `work` with those of each partition, on a thread of its own.
    pub(super) fn join<T, W>(&self, rows: Partitions, work: W) -> Result<Vec<T>>
    where
        T: Send,
        W: Fn(&mut Sorted) -> Result<T> + Sync,
    {
        let sorters = rows.into_sorters().context(CONTEXT)?;
        let run = |sorter: Sorter| work(&mut sorter.sorted().context(CONTEXT)?);
        thread::scope(|scope| {
            let run = &run;
            let threads: Vec<_> = sorters.into_iter().map(|sorter| scope.spawn(move || run(sorter))).collect();
            threads.into_iter().map(finish).collect()
        })
    }
}

/// Waits for a thread and returns its result. Resumes its panic in this thread.
pub(super) fn finish<T>(thread: ScopedJoinHandle<'_, T>) -> T {
    thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}
