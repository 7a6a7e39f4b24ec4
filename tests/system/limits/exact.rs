//! The exact limit over several replicas, checked by an oracle from the times of requests.

use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::system::limits::redis_server::Redis;
use crate::system::limits::replica::Replica;
use crate::system::support::client::Response;

const WINDOW: Duration = Duration::from_secs(60);

/// The time for which clients send requests. It is longer than a window, so that they reach the window's end.
const TIME: Duration = Duration::from_secs(85);

const LIMIT: u32 = 20;

/// A request of a client, with the times that the client measured.
#[derive(Clone, Copy, Debug)]
struct Asked {
    sent: Instant,
    received: Instant,
    status: u16,
}

/// Clients send bursts of random size to replicas in random order: all at once, at the end of a wait, and between.
///
/// A replica whose store is too slow refuses with 503, so that the test also works on a busy machine.
#[test]
fn clients_of_three_replicas_get_the_limit_in_any_60_seconds() {
    let Some(redis) = Redis::start(&[]) else { return };
    let replicas = [(); 3].map(|()| Replica::start(&redis.url(), LIMIT, &["--limit-store-failure", "closed"]));
    let random = AtomicU64::new(0x5eed);
    thread::scope(|scope| {
        let clients: Vec<_> = (0..8)
            .map(|number| {
                let (replicas, random) = (&replicas, &random);
                scope.spawn(move || ask_for_long(replicas, &format!("203.0.113.{number}"), random))
            })
            .collect();
        let mut statuses = [0; 3];
        for client in clients {
            let asked = client.join().unwrap();
            check(&asked);
            for (idx, status) in [200, 429, 503].into_iter().enumerate() {
                statuses[idx] += asked.iter().filter(|asked| asked.status == status).count();
            }
        }
        let [n_served, n_refused, n_failed] = statuses;
        // Each client fills its window at the beginning and once more at its end.
        assert!(n_served + n_failed > 8 * LIMIT as usize && n_refused > 50, "{statuses:?}");
    });
}

fn ask_for_long(replicas: &[Replica; 3], client: &str, random: &AtomicU64) -> Vec<Asked> {
    let start = Instant::now();
    let below = |bound: u64| draw(random) % bound;
    let mut all = Vec::new();
    while start.elapsed() < TIME {
        let burst: Vec<(Asked, Response)> = thread::scope(|scope| {
            let requests: Vec<_> = (0..=below(12))
                .map(|_| {
                    let replica = &replicas[below(3) as usize];
                    scope.spawn(move || {
                        let sent = Instant::now();
                        let response = replica.ask(client);
                        (Asked { sent, received: Instant::now(), status: response.status }, response)
                    })
                })
                .collect();
            requests.into_iter().map(|request| request.join().unwrap()).collect()
        });
        let wait = burst.iter().filter_map(|(_, response)| response.header("retry-after")?.parse().ok()).min();
        all.extend(burst.into_iter().map(|(asked, _)| asked));
        let pause = match wait {
            // Waits up to the moment at which it would be served, or until shortly before.
            Some(seconds) if below(3) == 0 => {
                Duration::from_secs(seconds).saturating_sub(Duration::from_millis(below(1500)))
            }
            _ => Duration::from_millis(below(4000)),
        };
        thread::sleep(pause.min(TIME.saturating_sub(start.elapsed())));
    }
    all
}

/// A pseudorandom number (`SplitMix64`).
fn draw(state: &AtomicU64) -> u64 {
    let mut number = state.fetch_add(0x9e37_79b9_7f4a_7c15, Ordering::Relaxed);
    number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}

/// Each request counts at some moment between its two times.
fn check(asked: &[Asked]) {
    let limit = LIMIT as usize;
    for first in asked.iter().filter(|asked| asked.status == 200) {
        let is_within =
            |other: &&Asked| other.status == 200 && other.sent >= first.sent && other.received < first.sent + WINDOW;
        let n_served = asked.iter().filter(is_within).count();
        assert!(n_served <= limit, "{n_served} requests were served within 60 seconds");
    }
    for refused in asked.iter().filter(|asked| asked.status == 429) {
        // A failed request may have been counted.
        let may_count = |other: &&Asked| {
            other.status != 429 && other.sent <= refused.received && other.received + WINDOW >= refused.sent
        };
        let n_counted = asked.iter().filter(may_count).count();
        assert!(n_counted >= limit, "a request was refused after {n_counted} within 60 seconds");
    }
}

#[test]
fn client_that_waits_for_retry_after_is_served_by_every_replica() {
    let Some(redis) = Redis::start(&[]) else { return };
    let replicas = [(); 2].map(|()| Replica::start(&redis.url(), 2, &["--limit-store-failure", "closed"]));
    // On a busy machine, a call to the store may take too long, and the request may have been counted nevertheless.
    let is_served = (1..=5).any(|subnet| wait_and_be_served(&replicas, subnet).is_ok());
    assert!(is_served, "each time, a call to the store failed");
}

/// A call to the store failed.
struct StoreFailed;

/// Plays a client of its own, of an IPv6 subnet.
fn wait_and_be_served([one, other]: &[Replica; 2], subnet: u16) -> Result<(), StoreFailed> {
    let client = format!("2001:db8:1:{subnet}::1");
    let ask = |replica: &Replica, client: &str| match replica.ask(client) {
        failed if failed.status == 503 => Err(StoreFailed),
        response => Ok(response),
    };
    let headers = |response: &Response| {
        ["x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset"]
            .map(|name| response.header(name).unwrap().parse::<u64>().unwrap())
    };
    let (first, second) = (ask(one, &client)?, ask(one, &format!("2001:db8:1:{subnet}::ffff"))?);
    assert_eq!((first.status, headers(&first)), (200, [2, 1, 60]));
    assert_eq!((second.status, headers(&second)[..2].to_vec()), (200, vec![2, 0]));
    // The replica's own window refuses the first request, the store the second, and the remembered refusal the third.
    let mut longest = 0;
    for replica in [one, other, other] {
        let refused = ask(replica, &client)?;
        let wait = refused.header("retry-after").unwrap().parse().unwrap();
        assert_eq!((refused.status, headers(&refused)), (429, [2, 0, wait]), "{refused:?}");
        assert_eq!(refused.json()["details"]["retryAfter"], wait);
        assert!((58..=60).contains(&wait), "{wait}");
        longest = longest.max(wait);
    }
    thread::sleep(Duration::from_secs(longest));
    for (replica, status) in [(other, 200), (one, 200), (other, 429)] {
        assert_eq!(ask(replica, &client)?.status, status);
    }
    Ok(())
}
