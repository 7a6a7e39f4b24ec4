/*!
The requests of each client within the last 60 seconds.

A table holds the clients in two generations: those seen in the current period of 60 seconds, and those seen in the
previous period but not since. When a period ends, the older generation is dropped at once: the windows of clients that
were silent for so long are empty. A full generation ends its period early, which bounds the memory.
*/

use std::collections::{HashMap, VecDeque};
use std::mem;
use std::time::Duration;

use foldhash::quality::RandomState;

use crate::http::client::client_key::ClientKey;

/// The length of the window, and of a period of the table.
pub(crate) const WINDOW: Duration = Duration::from_secs(60);

/// The times of a client's served requests, in nanoseconds of the limiter's clock.
#[derive(Default)]
pub(crate) struct RequestLog {
    /// Oldest first.
    times: VecDeque<u64>,
    /// The time until which the shared store refuses the client; 0 if it does not.
    refused_until: u64,
}

/// The request logs of the clients of one shard.
pub(crate) struct WindowTable {
    max_generation_size: usize,
    /// The start of the current period.
    start: u64,
    current: HashMap<ClientKey, RequestLog, RandomState>,
    previous: HashMap<ClientKey, RequestLog, RandomState>,
}

impl RequestLog {
    /// Drops the requests that are as old as the window. Returns whether fewer than `limit` are left.
    pub(crate) fn has_room(&mut self, limit: u32, now: u64, window: Duration) -> bool {
        while self.times.front().is_some_and(|time| is_expired(*time, now, window)) {
            self.times.pop_front();
        }
        self.times.len() < limit as usize
    }

    /// Records a request of this time.
    pub(crate) fn record(&mut self, time: u64) {
        // One that waited for the store may be older than the newest.
        let idx = self.times.iter().rposition(|recorded| *recorded <= time).map_or(0, |newest| newest + 1);
        self.times.insert(idx, time);
    }

    /// Refuses the client until this time.
    pub(crate) fn refuse_until(&mut self, time: u64) {
        self.refused_until = self.refused_until.max(time);
    }

    /// Nanoseconds for which the client is still refused; `None` if it is not.
    pub(crate) fn time_refused(&self, now: u64) -> Option<u64> {
        self.refused_until.checked_sub(now).filter(|time| *time > 0)
    }

    /// The number of recorded requests.
    pub(crate) fn len(&self) -> usize {
        self.times.len()
    }

    /// Nanoseconds until the oldest request expires; 0 for an empty window.
    pub(crate) fn time_to_expiry(&self, now: u64) -> u64 {
        self.times.front().map_or(0, |oldest| (oldest + WINDOW.as_nanos() as u64).saturating_sub(now))
    }
}

impl WindowTable {
    /// Creates an empty table, whose two generations hold up to `max_generation_size` clients each.
    pub(crate) fn new(max_generation_size: usize) -> Self {
        Self { max_generation_size, start: 0, current: HashMap::default(), previous: HashMap::default() }
    }

    /// The request log of a client, which becomes part of the current generation.
    pub(crate) fn log_mut(&mut self, client: ClientKey, now: u64) -> &mut RequestLog {
        if is_expired(self.start, now, WINDOW) || self.current.len() >= self.max_generation_size {
            self.start = now;
            self.previous = mem::take(&mut self.current);
        }
        let Self { current, previous, .. } = self;
        current.entry(client).or_insert_with(|| previous.remove(&client).unwrap_or_default())
    }

    #[cfg(test)]
    pub(crate) fn len(&self) -> usize {
        self.current.len() + self.previous.len()
    }
}

fn is_expired(time: u64, now: u64, window: Duration) -> bool {
    now.saturating_sub(time) >= window.as_nanos() as u64
}
