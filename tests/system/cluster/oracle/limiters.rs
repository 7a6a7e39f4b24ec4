//! The exact limiter, and wrong ones that the oracle must catch.

use std::collections::VecDeque;
use std::time::Duration;

use crate::system::cluster::oracle::WINDOW;
use crate::system::cluster::stamp::{Moment, Outcome};

/// Decides on the requests of one client, in the order of time.
pub(super) trait Limiter {
    fn decide(&mut self, now: Moment) -> Outcome;
}

/// A sliding window. The exact one counts only served requests, for exactly a window.
pub(super) struct SlidingWindow {
    pub(super) limit: usize,
    pub(super) counts_refused: bool,
    pub(super) window: Duration,
    /// Added to the time that a refusal names.
    pub(super) error_of_retry_after: i64,
    pub(super) stamps: VecDeque<Moment>,
}

impl SlidingWindow {
    pub(super) fn exact(limit: usize) -> Self {
        let stamps = VecDeque::new();
        Self { limit, counts_refused: false, window: WINDOW, error_of_retry_after: 0, stamps }
    }
}

impl Limiter for SlidingWindow {
    fn decide(&mut self, now: Moment) -> Outcome {
        while self.stamps.front().is_some_and(|oldest| *oldest + self.window <= now) {
            self.stamps.pop_front();
        }
        let is_served = self.stamps.len() < self.limit;
        if is_served || self.counts_refused {
            self.stamps.push_back(now);
        }
        if is_served {
            return Outcome::Served { remaining: self.limit - self.stamps.len() };
        }
        let free = self.stamps[self.stamps.len() - self.limit] + self.window;
        let retry_after = seconds(free - now).saturating_add_signed(self.error_of_retry_after);
        Outcome::Refused { retry_after }
    }
}

/// A bucket of `limit` tokens, refilled evenly over a window; GCRA decides alike.
pub(super) struct TokenBucket {
    pub(super) limit: usize,
    /// The moment at which the bucket will be full.
    pub(super) full: Moment,
}

impl Limiter for TokenBucket {
    fn decide(&mut self, now: Moment) -> Outcome {
        let interval = WINDOW / self.limit as u32;
        let full = self.full.max(now) + interval;
        if full > now + WINDOW {
            return Outcome::Refused { retry_after: seconds(full - now - WINDOW) };
        }
        self.full = full;
        let remaining = (now + WINDOW - full).as_nanos() / interval.as_nanos();
        Outcome::Served { remaining: remaining as usize }
    }
}

/// Counts from zero in every minute.
pub(super) struct FixedWindow {
    pub(super) limit: usize,
    pub(super) minute: u64,
    pub(super) n_served: usize,
}

impl Limiter for FixedWindow {
    fn decide(&mut self, now: Moment) -> Outcome {
        let minute = now.as_secs() / WINDOW.as_secs();
        if minute > self.minute {
            (self.minute, self.n_served) = (minute, 0);
        }
        if self.n_served == self.limit {
            return Outcome::Refused { retry_after: WINDOW.as_secs() - now.as_secs() % WINDOW.as_secs() };
        }
        self.n_served += 1;
        Outcome::Served { remaining: self.limit - self.n_served }
    }
}

/// Weighs the previous minute's count by the part of that minute that is within the window, like several gateways.
pub(super) struct WeightedWindow {
    pub(super) limit: usize,
    pub(super) minute: u64,
    /// The numbers of the previous and the current minute.
    pub(super) n_served: [usize; 2],
}

impl Limiter for WeightedWindow {
    fn decide(&mut self, now: Moment) -> Outcome {
        let minute = now.as_secs() / WINDOW.as_secs();
        if minute > self.minute {
            let last = if minute == self.minute + 1 { self.n_served[1] } else { 0 };
            (self.minute, self.n_served) = (minute, [last, 0]);
        }
        let of_minute = (now.as_nanos() % WINDOW.as_nanos()) as f64 / WINDOW.as_nanos() as f64;
        let weighted = self.n_served[0] as f64 * (1.0 - of_minute) + self.n_served[1] as f64;
        if weighted + 1.0 > self.limit as f64 {
            return Outcome::Refused { retry_after: 1 };
        }
        self.n_served[1] += 1;
        Outcome::Served { remaining: self.limit - weighted as usize - 1 }
    }
}

/// Replicas that limit independently.
pub(super) struct Separate(pub(super) Vec<SlidingWindow>);

impl Limiter for Separate {
    fn decide(&mut self, now: Moment) -> Outcome {
        self.0.rotate_left(1);
        self.0[0].decide(now)
    }
}

fn seconds(time: Duration) -> u64 {
    time.as_nanos().div_ceil(1_000_000_000) as u64
}
