/*!
Records the requests of each client in the last 60 seconds.

A table holds the clients in two generations: those seen in the current period of 60 seconds, and those last seen in the
previous one. At the end of a period the older generation is dropped as a whole, because the windows of its clients are
empty. A full generation ends the period early, which bounds the memory.
*/

use std::collections::{HashMap, VecDeque};
use std::mem;
use std::time::Duration;

use foldhash::quality::RandomState;

use crate::http::client::client_key::ClientKey;

/// The length of the window, and of a period of a table.
pub(crate) const WINDOW: Duration = Duration::from_secs(60);

/// The times of a client's served requests, in nanoseconds of the limiter's clock.
#[derive(Default)]
pub(crate) struct RequestLog {
    /// Oldest first.
    times: VecDeque<u64>,
    /// The time until which the shared store refuses the client; 0 without a refusal.
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
    /// Removes the requests that are as old as the window. Returns whether fewer than `limit` remain.
    pub(crate) fn has_room(&mut self, limit: u32, now: u64, window: Duration) -> bool {
        while self.times.front().is_some_and(|time| is_expired(*time, now, window)) {
            self.times.pop_front();
        }
        self.times.len() < limit as usize
    }

    pub(crate) fn record(&mut self, time: u64) {
        // A request that waited for the store may be older than the newest one.
        let idx = self.times.iter().rposition(|recorded| *recorded <= time).map_or(0, |newest| newest + 1);
        self.times.insert(idx, time);
    }

    /// Refuses the client until this time.
    pub(crate) fn refuse_until(&mut self, time: u64) {
        self.refused_until = self.refused_until.max(time);
    }

    /// Returns the nanoseconds for which the client is still refused; `None` if it is not refused.
    pub(crate) fn time_refused(&self, now: u64) -> Option<u64> {
        self.refused_until.checked_sub(now).filter(|time| *time > 0)
    }

    /// Returns the number of recorded requests.
    pub(crate) fn len(&self) -> usize {
        self.times.len()
    }

    /// Returns the nanoseconds until the oldest request expires; 0 for an empty window.
    pub(crate) fn time_to_expiry(&self, now: u64) -> u64 {
        self.times.front().map_or(0, |oldest| (oldest + WINDOW.as_nanos() as u64).saturating_sub(now))
    }
}

impl WindowTable {
    /// Creates an empty table. Each of its two generations holds up to `max_generation_size` clients.
    pub(crate) fn new(max_generation_size: usize) -> Self {
        Self { max_generation_size, start: 0, current: HashMap::default(), previous: HashMap::default() }
    }

    /// Returns the request log of a client, and moves it into the current generation.
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
