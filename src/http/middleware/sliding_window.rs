/*!
The windows of the clients, in two generations: those seen in the present span of 60 seconds, and those seen in the
one before but not since. When a new span begins, the older ones are forgotten all at once: whoever has been silent
for so long has an empty window. A generation that is full begins the next span early, so that the memory is bounded.
*/

use std::collections::{HashMap, VecDeque};
use std::mem;

use foldhash::quality::RandomState;

use crate::http::client::client_key::ClientKey;
use crate::http::middleware::rate_limit::is_past;

/// The times of a client's served requests, oldest first, in nanoseconds of the clock; at most as many as the limit.
pub(crate) type Window = VecDeque<u64>;

/// The clients of one shard.
pub(crate) struct Clients {
    most_of_a_generation: usize,
    /// When the present span began.
    start: u64,
    present: HashMap<ClientKey, Window, RandomState>,
    past: HashMap<ClientKey, Window, RandomState>,
}

impl Clients {
    /// No clients, and never more than so many of each generation.
    pub(crate) fn new(most_of_a_generation: usize) -> Self {
        Self { most_of_a_generation, start: 0, present: HashMap::default(), past: HashMap::default() }
    }

    /// The window of a client.
    pub(crate) fn window(&mut self, client: ClientKey, now: u64) -> &mut Window {
        if is_past(self.start, now) || self.present.len() >= self.most_of_a_generation {
            self.start = now;
            self.past = mem::take(&mut self.present);
        }
        let Self { present, past, .. } = self;
        present.entry(client).or_insert_with(|| past.remove(&client).unwrap_or_default())
    }

    #[cfg(test)]
    pub(crate) fn len(&self) -> usize {
        self.present.len() + self.past.len()
    }
}
