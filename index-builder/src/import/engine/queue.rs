/*!
The units that wait for a thread. The thread that finds them goes to sleep when the queue is full and is woken when
half of them are read, not for each: a unit is often read in less time than a thread takes to wake.
*/

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// How many jobs wait at most.
const MOST_JOBS: usize = 64;

/// How many bytes the jobs that wait may hold before no more are taken.
const MOST_BYTES: u64 = 16 << 20;

/// Jobs from one thread for several.
pub(super) struct Queue<J> {
    state: Mutex<State<J>>,
    /// There is a job, or there will be none.
    is_filled: Condvar,
    /// There is room again, or nobody takes jobs any more.
    has_room: Condvar,
}

struct State<J> {
    jobs: VecDeque<(J, u64)>,
    n_bytes: u64,
    n_takers: usize,
    n_asleep: usize,
    is_closed: bool,
}

impl<J> Queue<J> {
    /// An empty queue that so many threads will take from.
    pub(super) fn new(n_takers: usize) -> Self {
        let state = State { jobs: VecDeque::new(), n_bytes: 0, n_takers, n_asleep: 0, is_closed: false };
        Self { state: Mutex::new(state), is_filled: Condvar::new(), has_room: Condvar::new() }
    }

    /// Adds jobs.
    pub(super) fn give(&self) -> Giver<'_, J> {
        Giver { queue: self }
    }

    /// Takes jobs until there are no more.
    pub(super) fn take(&self) -> Taker<'_, J> {
        Taker { queue: self }
    }

    fn pop(&self) -> Option<J> {
        let mut state = self.state();
        loop {
            let had_no_room = state.is_more_than_half_full();
            if let Some((job, n_bytes)) = state.jobs.pop_front() {
                state.n_bytes -= n_bytes;
                if had_no_room && !state.is_more_than_half_full() {
                    self.has_room.notify_one();
                }
                return Some(job);
            }
            if state.is_closed {
                return None;
            }
            state.n_asleep += 1;
            state = self.is_filled.wait(state).unwrap_or_else(PoisonError::into_inner);
            state.n_asleep -= 1;
        }
    }

    fn state(&self) -> MutexGuard<'_, State<J>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<J> State<J> {
    fn is_full(&self) -> bool {
        self.jobs.len() >= MOST_JOBS || self.n_bytes >= MOST_BYTES
    }

    fn is_more_than_half_full(&self) -> bool {
        self.jobs.len() > MOST_JOBS / 2 || self.n_bytes > MOST_BYTES / 2
    }
}

/// Adds jobs. When it ends, there will be no more.
pub(crate) struct Giver<'q, J> {
    queue: &'q Queue<J>,
}

impl<J> Giver<'_, J> {
    /// Adds a job that holds so many bytes, once there is room. Gives it back if nobody takes jobs any more.
    pub(crate) fn push(&self, job: J, n_bytes: u64) -> Result<(), J> {
        let mut state = self.queue.state();
        if state.is_full() {
            let is_waiting = |state: &mut State<J>| state.is_more_than_half_full() && state.n_takers > 0;
            state = self.queue.has_room.wait_while(state, is_waiting).unwrap_or_else(PoisonError::into_inner);
        }
        if state.n_takers == 0 {
            return Err(job);
        }
        state.n_bytes += n_bytes;
        state.jobs.push_back((job, n_bytes));
        if state.n_asleep > 0 {
            self.queue.is_filled.notify_one();
        }
        Ok(())
    }
}

impl<J> Drop for Giver<'_, J> {
    fn drop(&mut self) {
        self.queue.state().is_closed = true;
        self.queue.is_filled.notify_all();
    }
}

/// The jobs that one thread takes. When the last thread has ended, no more jobs can be added.
pub(crate) struct Taker<'q, J> {
    queue: &'q Queue<J>,
}

impl<J> Iterator for Taker<'_, J> {
    type Item = J;

    fn next(&mut self) -> Option<J> {
        self.queue.pop()
    }
}

impl<J> Drop for Taker<'_, J> {
    fn drop(&mut self) {
        self.queue.state().n_takers -= 1;
        self.queue.has_room.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    #[test]
    fn every_job_is_taken_once() {
        for n_bytes in [0, 1 << 20, 1 << 30] {
            let queue = Queue::new(3);
            let mut taken: Vec<u32> = thread::scope(|scope| {
                let takers: Vec<_> = (0..3).map(|_| scope.spawn(|| queue.take().collect::<Vec<u32>>())).collect();
                let giver = queue.give();
                (0..1000).for_each(|job| giver.push(job, n_bytes).unwrap());
                drop(giver);
                takers.into_iter().flat_map(|taker| taker.join().unwrap()).collect()
            });
            taken.sort_unstable();
            assert!(taken.into_iter().eq(0..1000), "{n_bytes}");
        }
    }

    #[test]
    fn a_job_that_nobody_takes_is_given_back() {
        let queue = Queue::new(1);
        thread::scope(|scope| {
            scope.spawn(|| queue.take().next());
            let giver = queue.give();
            let given_back = (0..10_000).find(|job| giver.push(*job, 0).is_err());
            assert!(given_back.is_some());
        });
    }
}
