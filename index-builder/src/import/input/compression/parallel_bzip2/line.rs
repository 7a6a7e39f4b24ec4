/*!
The queue of the blocks of all files that wait to be decoded. At most one block for each core is decoded at a time: decoding
accesses four megabytes at random, so blocks that alternate on a core would evict each other from its cache.
*/

use parking_lot::{Condvar, Mutex, MutexGuard};

/// A place in the queue, until it is dropped.
pub(super) struct Place {
    number: u64,
}

struct Line {
    n_taken: u64,
    n_left: u64,
}

static LINE: Mutex<Line> = Mutex::new(Line { n_taken: 0, n_left: 0 });

/// Notified when a place is dropped.
static MOVES: Condvar = Condvar::new();

impl Place {
    /// Takes the last place.
    pub(super) fn take() -> Self {
        let mut line = line();
        line.n_taken += 1;
        Self { number: line.n_taken }
    }

    /// Waits until this is one of the first places.
    pub(super) fn wait(&self, n_first: usize) {
        let is_behind = |line: &mut Line| self.number > line.n_left + n_first as u64;
        MOVES.wait_while(&mut line(), is_behind);
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        line().n_left += 1;
        MOVES.notify_all();
    }
}

fn line() -> MutexGuard<'static, Line> {
    LINE.lock()
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::thread;
    use std::time::Duration;

    use super::*;

    #[test]
    fn at_most_n_places_are_first_at_once() {
        let n_first = AtomicUsize::new(0);
        let work = |place: Place| {
            place.wait(2);
            assert!(n_first.fetch_add(1, Ordering::Relaxed) < 2);
            thread::sleep(Duration::from_millis(1));
            n_first.fetch_sub(1, Ordering::Relaxed);
        };
        thread::scope(|scope| {
            for _ in 0..20 {
                let place = Place::take();
                scope.spawn(move || work(place));
            }
        });
    }
}
