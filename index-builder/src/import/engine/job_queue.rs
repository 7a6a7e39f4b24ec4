/*!
A queue of jobs from one thread for several. The sender sleeps when the queue is full, and wakes when it is half empty.
It does not wake for each job, because reading a file often takes less time than waking a thread.

`crossbeam-channel` cannot replace it: its channels bound the number of messages, and 64 archive entries of 8 MiB each
are 512 MiB. A limit in bytes beside it needs the same lock and the same condition variables as the whole queue.
*/

use std::collections::VecDeque;

use parking_lot::{Condvar, Mutex};

/// The maximum number of jobs in the queue.
const MAX_JOBS: usize = 64;

/// The number of bytes at which the queue is full. The last job may exceed it.
const MAX_BYTES: u64 = 16 << 20;

/// A queue with one sender and several receivers.
pub(super) struct JobQueue<J> {
    state: Mutex<QueueState<J>>,
    /// Notified when a job was added or the queue was closed.
    not_empty: Condvar,
    /// Notified when the queue is half empty or a receiver was dropped.
    not_full: Condvar,
}

struct QueueState<J> {
    jobs: VecDeque<(J, u64)>,
    n_bytes: u64,
    n_receivers: usize,
    n_asleep: usize,
    is_closed: bool,
}

impl<J> JobQueue<J> {
    /// An empty queue. [`Self::receiver`] must be called this many times.
    pub(super) fn new(n_receivers: usize) -> Self {
        let state = QueueState { jobs: VecDeque::new(), n_bytes: 0, n_receivers, n_asleep: 0, is_closed: false };
        Self { state: Mutex::new(state), not_empty: Condvar::new(), not_full: Condvar::new() }
    }

    /// The single end that adds jobs.
    pub(super) fn sender(&self) -> Sender<'_, J> {
        Sender { queue: self }
    }

    /// An end that takes jobs.
    pub(super) fn receiver(&self) -> Receiver<'_, J> {
        Receiver { queue: self }
    }

    fn receive(&self) -> Option<J> {
        let mut state = self.state.lock();
        loop {
            let was_more_than_half_full = state.is_more_than_half_full();
            if let Some((job, n_bytes)) = state.jobs.pop_front() {
                state.n_bytes -= n_bytes;
                if was_more_than_half_full && !state.is_more_than_half_full() {
                    self.not_full.notify_one();
                }
                return Some(job);
            }
            if state.is_closed {
                return None;
            }
            state.n_asleep += 1;
            self.not_empty.wait(&mut state);
            state.n_asleep -= 1;
        }
    }
}

impl<J> QueueState<J> {
    fn is_full(&self) -> bool {
        self.jobs.len() >= MAX_JOBS || self.n_bytes >= MAX_BYTES
    }

    fn is_more_than_half_full(&self) -> bool {
        self.jobs.len() > MAX_JOBS / 2 || self.n_bytes > MAX_BYTES / 2
    }
}

/// Adds jobs. Dropping it closes the queue.
pub(crate) struct Sender<'q, J> {
    queue: &'q JobQueue<J>,
}

impl<J> Sender<'_, J> {
    /// Adds a job that holds this number of bytes, and waits while the queue is full. Returns the job if every receiver
    /// was dropped.
    pub(crate) fn send(&self, job: J, n_bytes: u64) -> Result<(), J> {
        let mut state = self.queue.state.lock();
        if state.is_full() {
            let is_waiting = |state: &mut QueueState<J>| state.is_more_than_half_full() && state.n_receivers > 0;
            self.queue.not_full.wait_while(&mut state, is_waiting);
        }
        if state.n_receivers == 0 {
            return Err(job);
        }
        state.n_bytes += n_bytes;
        state.jobs.push_back((job, n_bytes));
        if state.n_asleep > 0 {
            self.queue.not_empty.notify_one();
        }
        Ok(())
    }
}

impl<J> Drop for Sender<'_, J> {
    fn drop(&mut self) {
        self.queue.state.lock().is_closed = true;
        self.queue.not_empty.notify_all();
    }
}

/// The jobs that one thread takes. It ends when the queue is closed and empty.
pub(crate) struct Receiver<'q, J> {
    queue: &'q JobQueue<J>,
}

impl<J> Iterator for Receiver<'_, J> {
    type Item = J;

    fn next(&mut self) -> Option<J> {
        self.queue.receive()
    }
}

impl<J> Drop for Receiver<'_, J> {
    fn drop(&mut self) {
        self.queue.state.lock().n_receivers -= 1;
        self.queue.not_full.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    #[test]
    fn each_job_is_received_once() {
        for n_bytes in [0, 1 << 20, 1 << 30] {
            let queue = JobQueue::new(3);
            let mut received: Vec<u32> = thread::scope(|scope| {
                let receivers: Vec<_> =
                    (0..3).map(|_| scope.spawn(|| queue.receiver().collect::<Vec<u32>>())).collect();
                let sender = queue.sender();
                (0..1000).for_each(|job| sender.send(job, n_bytes).unwrap());
                drop(sender);
                receivers.into_iter().flat_map(|receiver| receiver.join().unwrap()).collect()
            });
            received.sort_unstable();
            assert!(received.into_iter().eq(0..1000), "{n_bytes}");
        }
    }

    #[test]
    fn job_without_a_receiver_is_returned() {
        let queue = JobQueue::new(1);
        thread::scope(|scope| {
            scope.spawn(|| queue.receiver().next());
            let sender = queue.sender();
            let returned = (0..10_000).find(|job| sender.send(*job, 0).is_err());
            assert!(returned.is_some());
        });
    }
}
