use std::time::Duration;

use proptest::prelude::*;

use super::limiters::{FixedWindow, Limiter, Separate, SlidingWindow, TokenBucket, WeightedWindow};
use super::*;
use crate::system::cluster::random::Random;

const LIMIT: usize = 20;

/// Sends requests for five minutes: at random, in bursts, and around the moments at which a slot is free. Each is
/// decided at a random moment, up to `latency` after sending and up to `latency` before receiving.
fn ask(limiter: &mut impl Limiter, seed: u64, latency: Duration) -> Vec<Stamp> {
    let mut random = Random::seeded(seed);
    let mut stamps: Vec<Stamp> = Vec::new();
    let mut now = Duration::from_secs(60) + random.up_to(WINDOW);
    let end = now + 5 * WINDOW;
    while now < end {
        let served = || stamps.iter().filter(|stamp| stamp.is_served());
        let edge = served().rev().nth(LIMIT - 1).map(|oldest| oldest.received + WINDOW);
        let (n_requests, pause) = match random.below(4) {
            0 => (1 + random.below(2 * LIMIT), Duration::from_millis(1)),
            1 => (1 + random.below(LIMIT), WINDOW / LIMIT as u32),
            _ => {
                now = edge.map_or(now, |edge| now.max(edge.saturating_sub(10 * latency)));
                (8, 3 * latency + Duration::from_micros(1))
            }
        };
        for _ in 0..n_requests {
            now += random.up_to(2 * pause);
            let outcome = limiter.decide(now);
            let [sent, received] = [now - random.up_to(latency), now + random.up_to(latency)];
            stamps.push(Stamp { client: 0, replica: None, sent, received, outcome });
        }
        now += random.up_to(4 * WINDOW / LIMIT as u32);
    }
    stamps
}

fn judge(limiter: &mut impl Limiter) -> Findings {
    Oracle::new(LIMIT).judge(&ask(limiter, 7, Duration::from_millis(2)))
}

proptest! {
    #[test]
    fn exact_window_has_no_violations_at_any_latency(seed: u64, latency_micros in 0..3_000_000u64) {
        let latency = Duration::from_micros(latency_micros);
        let stamps = ask(&mut SlidingWindow::exact(LIMIT), seed, latency);
        Oracle::new(LIMIT).judge(&stamps).assert_exact();
    }

    /// Some requests of an exact window lose their responses.
    #[test]
    fn exact_window_with_lost_responses_has_no_violations(seed: u64, every in 2..9usize) {
        let mut stamps = ask(&mut SlidingWindow::exact(LIMIT), seed, Duration::from_millis(2));
        for stamp in stamps.iter_mut().step_by(every) {
            stamp.outcome = Outcome::Lost("the connection broke".to_owned());
        }
        Oracle::new(LIMIT).judge(&stamps).assert_exact();
    }
}

#[test]
fn token_bucket_is_caught() {
    let findings = judge(&mut TokenBucket { limit: LIMIT, full: Duration::ZERO });
    assert!(findings.max_over > LIMIT / 2, "{findings}");
}

#[test]
fn fixed_window_is_caught() {
    let findings = judge(&mut FixedWindow { limit: LIMIT, minute: 0, n_served: 0 });
    assert!(findings.max_over > 0, "{findings}");
}

#[test]
fn weighted_window_is_caught() {
    let findings = judge(&mut WeightedWindow { limit: LIMIT, minute: 0, n_served: [0; 2] });
    assert!(findings.max_over > 0 || findings.n_within > 0, "{findings}");
}

#[test]
fn limiter_that_counts_refused_requests_is_caught() {
    let findings = judge(&mut SlidingWindow { counts_refused: true, ..SlidingWindow::exact(LIMIT) });
    assert!(findings.n_within > 0 && findings.max_over == 0, "{findings}");
}

#[test]
fn windows_that_are_20_ms_too_short_or_too_long_are_caught() {
    let error = Duration::from_millis(20);
    let short = judge(&mut SlidingWindow { window: WINDOW - error, ..SlidingWindow::exact(LIMIT) });
    assert!(short.max_over > 0, "{short}");
    let long = judge(&mut SlidingWindow { window: WINDOW + error, ..SlidingWindow::exact(LIMIT) });
    assert!(long.n_within > 0 && long.max_over == 0, "{long}");
}

#[test]
fn limits_that_are_one_too_high_or_too_low_are_caught() {
    let high = judge(&mut SlidingWindow::exact(LIMIT + 1));
    assert_eq!(high.max_over, 1);
    let low = judge(&mut SlidingWindow::exact(LIMIT - 1));
    assert_eq!((low.max_over, low.max_within), (0, 1));
}

#[test]
fn replicas_that_do_not_know_of_each_other_are_caught() {
    let findings = judge(&mut Separate([LIMIT; 3].map(SlidingWindow::exact).into()));
    assert!((LIMIT..=2 * LIMIT).contains(&findings.max_over), "{findings}");
}

#[test]
fn retry_after_that_is_a_second_off_is_caught() {
    for error_of_retry_after in [-1, 1] {
        let limiter = &mut SlidingWindow { error_of_retry_after, ..SlidingWindow::exact(LIMIT) };
        let findings = judge(limiter);
        assert_eq!((findings.max_over, findings.n_within), (0, 0));
        assert!(findings.n_wrong_retry_after > findings.n_refused / 2, "{error_of_retry_after}: {findings}");
    }
}

/// A stamp that was decided within a millisecond.
fn stamp(millis: u64, outcome: Outcome) -> Stamp {
    let sent = Duration::from_millis(millis);
    Stamp { client: 0, replica: None, sent, received: sent + Duration::from_millis(1), outcome }
}

#[test]
fn request_refused_after_its_retry_after_is_caught() {
    let served = stamp(0, Outcome::Served { remaining: 0 });
    let refused = |millis| stamp(millis, Outcome::Refused { retry_after: 1 });
    // The second comes 999 ms after the response to the first, the third 1,000 ms.
    let stamps = [served, refused(59_500), refused(60_500), refused(61_501)];
    let oracle = Oracle::new(1);
    assert_eq!(oracle.judge(&stamps[..3]).n_broken_promises, 0);
    assert_eq!(oracle.judge(&stamps).n_broken_promises, 1);
}

#[test]
fn spans_of_a_window_are_allowed_and_shorter_ones_caught() {
    let served = || Outcome::Served { remaining: 0 };
    let oracle = Oracle::new(1);
    // From the sending of the first to the arrival of the second.
    assert_eq!(oracle.judge(&[stamp(0, served()), stamp(59_999, served())]).max_over, 0);
    assert_eq!(oracle.judge(&[stamp(0, served()), stamp(59_998, served())]).max_over, 1);
    let refused = |millis| stamp(millis, Outcome::Refused { retry_after: 1 });
    // From the arrival of the first to the sending of the second.
    assert_eq!(oracle.judge(&[stamp(0, served()), refused(60_000)]).n_within, 0);
    assert_eq!(oracle.judge(&[stamp(0, served()), refused(60_001)]).n_within, 1);
}

#[test]
fn remaining_that_is_one_off_is_caught() {
    let oracle = Oracle::new(3);
    let served = |millis, remaining| stamp(millis, Outcome::Served { remaining });
    for (last, n_wrong) in [(0, 0), (1, 1), (2, 1)] {
        let stamps = [served(0, 2), served(10, 1), served(20, last)];
        assert_eq!(oracle.judge(&stamps).n_wrong_remaining, n_wrong, "{last}");
    }
}

#[test]
fn clients_are_judged_separately() {
    let served = |client| Stamp { client, ..stamp(client as u64, Outcome::Served { remaining: 0 }) };
    let findings = Oracle::new(1).judge(&[served(0), served(1), served(2)]);
    findings.assert_exact();
    assert_eq!(findings.n_served, 3);
}
