//! A store that fails: each replica limits by itself, or refuses.

use std::thread;
use std::time::{Duration, Instant};

use rustix::process::Signal;

use crate::system::limits::redis_server::Redis;
use crate::system::limits::replica::Replica;
use crate::system::support::client::get;

/// Asserts that the server is ready, whatever the state of the store.
#[track_caller]
fn assert_ready(replica: &Replica) {
    assert_eq!(get(replica.0.address, "/readyz").status, 200);
    assert_eq!(get(replica.0.admin_address(), "/readyz").status, 200);
}

#[test]
fn replicas_limit_separately_only_while_the_store_is_down() {
    for mut redis in Redis::each_program() {
        let replicas = [(); 2].map(|()| Replica::start(&redis.url(), 3, &[]));
        let [one, other] = &replicas;
        assert_eq!([one.statuses("192.0.2.1", 2), other.statuses("192.0.2.1", 2)], [[200, 200], [200, 429]]);
        redis.kill();
        replicas.iter().for_each(|replica| replica.wait_until_up(false));
        // Replicas remember a refusal by the store, and their own windows keep their counts.
        assert_eq!([one.statuses("192.0.2.1", 2), other.statuses("192.0.2.1", 1)].concat(), [200, 429, 429]);
        assert_eq!([one, other].map(|replica| replica.statuses("192.0.2.2", 4)), [[200, 200, 200, 429]; 2]);
        replicas.iter().for_each(assert_ready);

        redis.start_again();
        replicas.iter().for_each(|replica| replica.wait_until_up(true));
        assert_eq!([one.statuses("192.0.2.3", 2), other.statuses("192.0.2.3", 2)], [[200, 200], [200, 429]]);
        // The new store is empty, but the replicas' own windows are not.
        assert_eq!([one, other].map(|replica| replica.statuses("192.0.2.2", 1)), [[429]; 2]);
        for replica in replicas {
            let lines = replica.store_lines();
            assert_eq!(lines.len(), 3, "{lines:#?}");
            assert!(lines[0].contains(" is up") && lines[2].contains(" is up again after "), "{lines:#?}");
            assert!(lines[1].contains(" is down, each replica limits on its own: "), "{lines:#?}");
        }
    }
}

#[test]
fn stalled_store_is_abandoned_and_used_again_later() {
    let Some(redis) = Redis::start(&[]) else { return };
    let replica = Replica::start(&redis.url(), 3, &[]);
    redis.send(Signal::STOP);
    // Each request gets a response, the first ones after the time limit of a call.
    for number in 0..20 {
        assert_eq!(replica.ask(&format!("192.0.2.{number}")).status, 200);
    }
    replica.wait_until_up(false);
    assert!((1.0..20.0).contains(&replica.metric("lexdex_limit_store_errors_total")));
    assert_eq!(replica.statuses("192.0.2.99", 4), [200, 200, 200, 429]);
    redis.send(Signal::CONT);
    replica.wait_until_up(true);
    let other = Replica::start(&redis.url(), 3, &[]);
    assert_eq!([replica.statuses("192.0.2.100", 2), other.statuses("192.0.2.100", 2)], [[200, 200], [200, 429]]);
    let lines = replica.store_lines();
    assert!(lines[1].contains("it did not answer in time"), "{lines:#?}");
}

/// No request tells the replica, so its probes must.
#[test]
fn idle_store_that_stalls_is_down_within_some_seconds() {
    let Some(redis) = Redis::start(&[]) else { return };
    let replica = Replica::start(&redis.url(), 3, &[]);
    replica.wait_until_up(true);
    redis.send(Signal::STOP);
    let start = Instant::now();
    replica.wait_until_up(false);
    // Up to a second until the first probe, and 1.3 seconds for the five that fail; on a busy machine more.
    assert!(start.elapsed() < Duration::from_secs(9), "{:?}", start.elapsed());
    assert_eq!(replica.metric("lexdex_limit_store_errors_total"), 5.0);
}

#[test]
fn closed_mode_refuses_with_503_while_the_store_is_down() {
    let Some(mut redis) = Redis::start(&[]) else { return };
    let closed = ["--limit-store-failure", "closed"];
    let replica = Replica::start(&redis.url(), 2, &closed);
    assert_eq!(replica.statuses("192.0.2.1", 3), [200, 200, 429]);
    redis.kill();
    replica.wait_until_up(false);
    let refused = replica.ask("192.0.2.2");
    assert_eq!((refused.status, refused.header("retry-after")), (503, Some("1")));
    assert_eq!(refused.json()["error"], "the rate limit cannot be checked now");
    assert_eq!(refused.json()["details"]["retryAfter"], 1);
    assert_eq!(refused.header("access-control-allow-origin"), Some("*"));
    // The request does not count, and the numbers for the headers are unknown.
    assert!(refused.headers.iter().all(|(name, _)| !name.starts_with("x-ratelimit")), "{refused:?}");
    // A client that has used up its limit still gets 429.
    assert_eq!(replica.ask("192.0.2.1").status, 429);
    assert_ready(&replica);
    assert_eq!(get(replica.0.address, "/openapi.json").status, 200);

    redis.start_again();
    replica.wait_until_up(true);
    assert_eq!(replica.statuses("192.0.2.2", 3), [200, 200, 429]);
    assert!(replica.store_lines()[1].contains(" is down, requests are refused with 503: "));
}

/// A request that the store has not decided takes no slot in the replica's window, so that no other request is refused
/// for it.
#[test]
fn undecided_request_takes_no_slot_in_the_window() {
    let Some(redis) = Redis::start(&[]) else { return };
    let replica = Replica::start(&redis.url(), 1, &["--limit-store-failure", "closed"]);
    redis.send(Signal::STOP);
    let statuses = thread::scope(|scope| {
        let requests = [(); 3].map(|()| scope.spawn(|| replica.ask("192.0.2.1").status));
        requests.map(|request| request.join().unwrap())
    });
    assert_eq!(statuses, [503; 3]);
    redis.send(Signal::CONT);
    replica.wait_until_up(true);
    assert_eq!(replica.statuses("192.0.2.2", 2), [200, 429]);
}

#[test]
fn server_starts_without_its_store_and_uses_it_later() {
    let Some(mut redis) = Redis::start(&[]) else { return };
    redis.kill();
    let replicas = [(); 2].map(|()| Replica::start(&redis.url(), 2, &[]));
    assert_eq!(replicas.each_ref().map(|replica| replica.statuses("192.0.2.1", 3)), [[200, 200, 429]; 2]);
    redis.start_again();
    replicas.iter().for_each(|replica| replica.wait_until_up(true));
    let [one, other] = &replicas;
    assert_eq!([one.statuses("192.0.2.2", 2), other.statuses("192.0.2.2", 1)].concat(), [200, 200, 429]);
}

/// The replicas' own windows bound the number of served requests.
#[test]
fn emptied_store_gives_at_most_each_replicas_limit() {
    let Some(redis) = Redis::start(&[]) else { return };
    let replicas = [(); 3].map(|()| Replica::start(&redis.url(), 4, &[]));
    let mut n_served = 0;
    for round in 0..30 {
        let status = replicas[round % 3].ask("192.0.2.1").status;
        assert!([200, 429].contains(&status));
        n_served += usize::from(status == 200);
        let _: String = redis.ask("FLUSHALL");
    }
    assert!((4..=3 * 4).contains(&n_served), "{n_served}");
}

#[test]
fn refusing_store_is_logged_and_does_not_fail_the_server() {
    let Some(master) = Redis::start(&[]) else { return };
    let of = format!("127.0.0.1 {}", master.port());
    let read_only = Redis::start(&["--replicaof", &of]).unwrap();
    let full = Redis::start(&["--maxmemory", "1mb", "--maxmemory-policy", "noeviction"]).unwrap();
    let none: redis::RedisResult<()> = redis::cmd("EVAL")
        .arg("for i = 1, 20000 do redis.call('SET', i, string.rep('x', 100)) end")
        .arg(0)
        .query(&mut full.connection());
    drop(none);
    for (redis, reason) in [(&read_only, "read only replica"), (&full, "OOM")] {
        let replica = Replica::start(&redis.url(), 2, &[]);
        assert_eq!(replica.statuses("192.0.2.1", 3), [200, 200, 429]);
        assert_eq!(replica.metric("lexdex_limit_store_up"), 0.0);
        let lines = replica.store_lines();
        assert!(lines.len() == 1 && lines[0].contains(reason), "{lines:#?}");
    }
}

#[test]
fn server_without_a_store_has_no_metrics_of_one() {
    let server = crate::system::support::server::Server::start(&["--admin-listen", "127.0.0.1:0"]);
    assert!(!get(server.admin_address(), "/metrics").body.contains("limit_store"));
}
