/*!
Limits the number of bzip2 blocks, over all open files, that are decoded at the same time to one for each core. Decoding
accesses four megabytes at random, so blocks that alternate on a core would evict each other from its cache.
*/

use parking_lot::{Condvar, Mutex, MutexGuard};

/// A position in the queue. Dropping it lets the next ticket decode.
pub(super) struct DecodeTicket {
    number: u64,
}

struct DecodeQueue {
    n_taken: u64,
    n_dropped: u64,
}

static QUEUE: Mutex<DecodeQueue> = Mutex::new(DecodeQueue { n_taken: 0, n_dropped: 0 });

/// Notified when a ticket is dropped.
static TICKET_DROPPED: Condvar = Condvar::new();

impl DecodeTicket {
    /// Takes the next ticket. Tickets decode in the order in which they were taken.
    pub(super) fn take() -> Self {
        let mut queue = queue();
        queue.n_taken += 1;
        Self { number: queue.n_taken }
    }

    /// Waits until fewer than `max_decoding` earlier tickets are left.
    pub(super) fn wait(&self, max_decoding: usize) {
        let must_wait = |queue: &mut DecodeQueue| self.number > queue.n_dropped + max_decoding as u64;
        TICKET_DROPPED.wait_while(&mut queue(), must_wait);
    }
}

impl Drop for DecodeTicket {
    fn drop(&mut self) {
        queue().n_dropped += 1;
        TICKET_DROPPED.notify_all();
    }
}

fn queue() -> MutexGuard<'static, DecodeQueue> {
    QUEUE.lock()
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::thread;
    use std::time::Duration;

    use super::*;

    #[test]
    fn at_most_two_tickets_of_twenty_decode_at_the_same_time() {
        let n_decoding = AtomicUsize::new(0);
        let work = |ticket: DecodeTicket| {
            ticket.wait(2);
            assert!(n_decoding.fetch_add(1, Ordering::Relaxed) < 2);
            thread::sleep(Duration::from_millis(1));
            n_decoding.fetch_sub(1, Ordering::Relaxed);
        };
        thread::scope(|scope| {
            for _ in 0..20 {
                let ticket = DecodeTicket::take();
                scope.spawn(move || work(ticket));
            }
        });
    }
}
