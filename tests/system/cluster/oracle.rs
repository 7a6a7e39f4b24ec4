//! The oracle of the rate limit: finds violations in the stamps of clients.
//!
//! A client knows only that a request was decided between its sending and the arrival of the response. The oracle
//! reports a violation only if no moments within these intervals agree with the rule.

use std::collections::BTreeMap;
use std::fmt::{self, Display, Formatter};
use std::time::Duration;

use crate::system::cluster::stamp::{Moment, Outcome, Stamp};

mod limiters;
mod tests;

/// The window of the rate limit.
pub(crate) const WINDOW: Duration = Duration::from_secs(60);

/// The maximum delay of a `Retry-After`, before rounding up, after the moment at which a slot is free: the time that
/// the store may take to decide.
const MAX_DELAY: Duration = Duration::from_millis(200);

/// Judges stamps by the rule: a client is served up to `limit` requests in any 60 seconds, a request within the limit is
/// never refused, and refused requests do not count.
pub(crate) struct Oracle {
    limit: usize,
    window: Duration,
}

/// The violations of all clients, and the numbers of their requests.
#[derive(Clone, Debug, Default)]
pub(crate) struct Findings {
    pub(crate) n_served: usize,
    pub(crate) n_refused: usize,
    /// Requests answered with 503.
    pub(crate) n_unavailable: usize,
    /// Requests without a response.
    pub(crate) n_lost: usize,
    /// The largest number of requests beyond the limit that one client was served within less than 60 seconds.
    pub(crate) max_over: usize,
    /// The largest number of requests that the limit still allowed when one was refused.
    pub(crate) max_within: usize,
    /// The number of requests that were refused within the limit.
    pub(crate) n_within: usize,
    /// Requests refused after the `Retry-After` of an earlier refusal, with nothing served since.
    pub(crate) n_broken_promises: usize,
    /// Refusals whose `Retry-After` is not the time until the next free slot, rounded up to whole seconds.
    pub(crate) n_wrong_retry_after: usize,
    /// Responses whose `X-RateLimit-Remaining` cannot be right.
    pub(crate) n_wrong_remaining: usize,
    /// The first violation of each kind in words.
    pub(crate) examples: Vec<String>,
}

struct ClientStamps<'s> {
    limit: usize,
    window: Duration,
    /// The served requests, by the time of sending.
    served: Vec<&'s Stamp>,
    refused: Vec<&'s Stamp>,
    /// The requests that a limiter may have counted, by the time of sending, each with the latest moment of that.
    counted: Vec<(&'s Stamp, Moment)>,
}

impl Oracle {
    pub(crate) fn new(limit: usize) -> Self {
        Self { limit, window: WINDOW }
    }

    /// Sets a window other than 60 seconds.
    pub(crate) fn with_window(self, window: Duration) -> Self {
        Self { window, ..self }
    }

    pub(crate) fn judge<'s>(&self, stamps: impl IntoIterator<Item = &'s Stamp>) -> Findings {
        let mut clients: BTreeMap<usize, Vec<&Stamp>> = BTreeMap::new();
        for stamp in stamps {
            clients.entry(stamp.client).or_default().push(stamp);
        }
        let mut findings = Findings::default();
        for mut stamps in clients.into_values() {
            stamps.sort_by_key(|stamp| stamp.sent);
            for stamp in &stamps {
                *match stamp.outcome {
                    Outcome::Served { .. } => &mut findings.n_served,
                    Outcome::Refused { .. } => &mut findings.n_refused,
                    Outcome::Unavailable => &mut findings.n_unavailable,
                    Outcome::Lost(_) => &mut findings.n_lost,
                } += 1;
            }
            ClientStamps::new(self, &stamps).judge(&mut findings);
        }
        findings
    }
}

impl<'s> ClientStamps<'s> {
    fn new(oracle: &Oracle, stamps: &[&'s Stamp]) -> Self {
        let is_refused = |stamp: &&Stamp| matches!(stamp.outcome, Outcome::Refused { .. });
        Self {
            limit: oracle.limit,
            window: oracle.window,
            served: stamps.iter().copied().filter(|stamp| stamp.is_served()).collect(),
            refused: stamps.iter().copied().filter(is_refused).collect(),
            counted: stamps.iter().filter_map(|stamp| Some((*stamp, stamp.last_counted()?))).collect(),
        }
    }

    fn judge(&self, findings: &mut Findings) {
        self.find_over(findings);
        for refused in &self.refused {
            self.find_within(refused, findings);
            self.check_retry_after(refused, findings);
        }
        self.find_broken_promises(findings);
        self.check_remaining(findings);
    }

    /// Finds spans shorter than a window that contain the whole intervals of too many served requests.
    fn find_over(&self, findings: &mut Findings) {
        for (idx, first) in self.served.iter().enumerate() {
            let end = first.sent + self.window;
            let later = self.served[idx..].iter().take_while(|stamp| stamp.sent < end);
            let over = later.filter(|stamp| stamp.received < end).count().saturating_sub(self.limit);
            if over > findings.max_over {
                findings.example(findings.max_over == 0, || format!("{over} over the limit since {first:?}"));
                findings.max_over = over;
            }
        }
    }

    /// Reports a refusal if too few requests can have been counted in the window before it.
    fn find_within(&self, refused: &Stamp, findings: &mut Findings) {
        let earlier = self.counted.iter().take_while(|(stamp, _)| stamp.sent <= refused.received);
        let n_counted = earlier.filter(|(_, last)| *last + self.window > refused.sent).count();
        let within = self.limit.saturating_sub(n_counted);
        if within > 0 {
            findings.example(findings.n_within == 0, || format!("{within} within the limit: {refused:?}"));
            findings.n_within += 1;
            findings.max_within = findings.max_within.max(within);
        }
    }

    /// The slot that is free next is that of the `limit`-th latest request. Compares the header with its earliest and
    /// its latest possible moment.
    fn check_retry_after(&self, refused: &Stamp, findings: &mut Findings) {
        let Outcome::Refused { retry_after } = refused.outcome else { return };
        let before = self.served.iter().filter(|stamp| stamp.received < refused.sent);
        let earliest = self.nth_latest(before.map(|stamp| stamp.sent));
        let possible = self.counted.iter().take_while(|(stamp, _)| stamp.sent <= refused.received);
        let latest = self.nth_latest(possible.map(|(_, last)| *last));
        let waited = Duration::from_secs(retry_after);
        let is_too_short = earliest.is_some_and(|earliest| refused.received + waited < earliest + self.window);
        let is_too_long = latest
            .is_some_and(|latest| refused.sent + waited >= latest + self.window + Duration::from_secs(1) + MAX_DELAY);
        if is_too_short || is_too_long || !(1..=WINDOW.as_secs()).contains(&retry_after) {
            findings.example(findings.n_wrong_retry_after == 0, || {
                format!("its slot is free a minute after a moment from {earliest:?} to {latest:?}: {refused:?}")
            });
            findings.n_wrong_retry_after += 1;
        }
    }

    fn nth_latest(&self, moments: impl Iterator<Item = Moment>) -> Option<Moment> {
        let mut moments: Vec<Moment> = moments.collect();
        moments.sort_unstable();
        moments.iter().rev().nth(self.limit - 1).copied()
    }

    /// Finds requests that came after the `Retry-After` of an earlier refusal and were refused, although nothing can
    /// have taken the free slot.
    fn find_broken_promises(&self, findings: &mut Findings) {
        for refused in &self.refused {
            let is_kept_waiting = |earlier: &&&Stamp| {
                let Outcome::Refused { retry_after } = earlier.outcome else { return false };
                earlier.received + Duration::from_secs(retry_after) <= refused.sent
                    && !self.counted.iter().any(|(stamp, last)| *last >= earlier.sent && stamp.sent <= refused.received)
            };
            if let Some(earlier) = self.refused.iter().rev().find(is_kept_waiting) {
                let is_first = findings.n_broken_promises == 0;
                findings.example(is_first, || format!("{refused:?} was to be served after {earlier:?}"));
                findings.n_broken_promises += 1;
            }
        }
    }

    fn check_remaining(&self, findings: &mut Findings) {
        for served in &self.served {
            let Outcome::Served { remaining } = served.outcome else { continue };
            let others = || self.counted.iter().filter(|(stamp, _)| !std::ptr::eq(*stamp, *served));
            let n_certain = others()
                .filter(|(stamp, _)| stamp.is_served())
                .filter(|(stamp, last)| *last < served.sent && stamp.sent + self.window > served.received)
                .count();
            let n_possible = others()
                .filter(|(stamp, last)| stamp.sent <= served.received && *last + self.window > served.sent)
                .count();
            let least = self.limit.saturating_sub(n_possible + 1);
            let most = self.limit.saturating_sub(n_certain + 1);
            if !(least..=most).contains(&remaining) {
                let is_first = findings.n_wrong_remaining == 0;
                findings.example(is_first, || format!("from {least} to {most} remain: {served:?}"));
                findings.n_wrong_remaining += 1;
            }
        }
    }
}

impl Findings {
    fn example(&mut self, is_first: bool, example: impl FnOnce() -> String) {
        if is_first {
            self.examples.push(example());
        }
    }

    /// The number of all requests.
    pub(crate) fn n_requests(&self) -> usize {
        self.n_served + self.n_refused + self.n_unavailable + self.n_lost
    }

    /// Asserts that the limit was kept exactly, and that every header was right.
    #[track_caller]
    pub(crate) fn assert_exact(&self) {
        let violations = [self.max_over, self.n_within, self.n_broken_promises, self.n_wrong_retry_after];
        assert_eq!((violations, self.n_wrong_remaining), ([0; 4], 0), "{self}\n{}", self.examples.join("\n"));
    }
}

/// The numbers in the order of [`HEADINGS`].
impl Display for Findings {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let Self { n_served, n_refused, n_unavailable, n_lost, .. } = self;
        let Self { max_over, max_within, n_within, .. } = self;
        let Self { n_broken_promises, n_wrong_retry_after, n_wrong_remaining, .. } = self;
        write!(formatter, "{n_served} | {n_refused} | {n_unavailable} | {n_lost} | {max_over} | {max_within} | ")?;
        write!(formatter, "{n_within} | {n_broken_promises} | {n_wrong_retry_after} | {n_wrong_remaining}")
    }
}

/// The headings of a table of findings.
pub(crate) const HEADINGS: &str = "served | 429 | 503 | lost | over the limit at most | refused within it at most | \
     refused within it | Retry-After not kept | Retry-After wrong | Remaining wrong";
