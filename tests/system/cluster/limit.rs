//! The rate limit over several replicas with one Redis, against the oracle.

use std::thread;
use std::time::Duration;

use crate::system::cluster::load::Load;
use crate::system::cluster::oracle::{Findings, Oracle};
use crate::system::cluster::redis::Redis;
use crate::system::cluster::replicas::{Cluster, N_REPLICAS};
use crate::system::cluster::stamp::{Clock, Moment, Stamp};
use crate::system::support::client::get;
use crate::system::support::tools::wait_until;

/// The limit of the short drills: small, so that every client reaches it often.
const LIMIT: usize = 12;

const LOAD: Load = Load { n_clients: 8, n_connections: 3, limit: LIMIT, pause: Duration::from_millis(500), seed: 21 };

/// The duration of the short drills: more than one and a half windows.
const SHORT: Duration = Duration::from_secs(100);

/// The time after the loss of the store in which earlier requests, and those of a replica that still waits for the
/// store, may be served.
const GRACE: Duration = Duration::from_secs(1);

/// A replica's own window while the store is up. It is shorter by a thousandth, because clocks may differ by that.
const WINDOW_OF_REPLICA: Duration = Duration::from_millis(59_940);

const SECRET: &str = "a secret of the drills";

/// The arguments of replicas with a store.
pub(crate) fn arguments<'a>(limit: &'a str, url: &'a str, failure: &'a str) -> [&'a str; 8] {
    ["--rate-limit", limit, "--limit-store", url, "--limit-store-secret", SECRET, "--limit-store-failure", failure]
}

/// Replicas that share the limit of the short drills.
fn cluster(redis: &Redis, failure: &str) -> Cluster {
    Cluster::start(&arguments(&LIMIT.to_string(), &redis.url(), failure))
}

/// Asserts that no single replica served a client more than the limit. Returns the findings over all replicas.
#[track_caller]
pub(crate) fn assert_within_replicas_limits(limit: usize, stamps: &[Stamp]) -> Findings {
    for replica in 0..N_REPLICAS {
        let of_replica = stamps.iter().filter(|stamp| stamp.replica == Some(replica));
        let findings = Oracle::new(limit).with_window(WINDOW_OF_REPLICA).judge(of_replica);
        assert_eq!(findings.max_over, 0, "replica {replica}: {findings}\n{:?}", findings.examples);
    }
    Oracle::new(limit).judge(stamps)
}

/// Waits until all replicas find the store up, or down.
pub(crate) fn wait_until_store_is(is_up: bool, cluster: &Cluster) {
    wait_until(&format!("lexdex_limit_store_up of {}", u8::from(is_up)), || {
        cluster.replicas.iter().all(|replica| replica.metric("lexdex_limit_store_up") == f64::from(u8::from(is_up)))
    });
}

#[test]
fn replicas_with_one_store_are_exact_during_restarts() {
    if !crate::system::cluster::can_run() {
        return;
    }
    let redis = Redis::start();
    let mut cluster = cluster(&redis, "closed");
    let address = cluster.address;
    let stamps = LOAD.run(address, Clock::start(), || {
        thread::sleep(SHORT / 2);
        for replica in &mut cluster.replicas {
            assert_eq!(replica.restart().code, Some(0));
            thread::sleep(Duration::from_secs(2));
        }
        thread::sleep(SHORT / 2);
    });
    let findings = Oracle::new(LIMIT).judge(&stamps);
    findings.assert_exact();
    // On a busy machine the store may respond too late, which causes a few 503s.
    assert_eq!(findings.n_lost, 0, "{findings}");
    assert!(findings.n_served > LOAD.n_clients * LIMIT && findings.n_refused > findings.n_served, "{findings}");
    assert_keys_hold_no_address(&redis);
}

#[track_caller]
fn assert_keys_hold_no_address(redis: &Redis) {
    let keys = redis.command(&["KEYS", "*"]);
    assert!(!keys.trim().is_empty());
    assert!(!keys.contains("127."), "{keys}");
}

/// The store is flushed, then killed and replaced by an empty one.
#[test]
fn lost_store_gives_each_replica_its_own_limit_at_most() {
    if !crate::system::cluster::can_run() {
        return;
    }
    let mut redis = Redis::start();
    let cluster = cluster(&redis, "local");
    let address = cluster.address;
    let stamps = LOAD.run(address, Clock::start(), || {
        thread::sleep(SHORT / 6);
        redis.command(&["FLUSHALL"]);
        thread::sleep(SHORT / 6);
        redis.kill();
        wait_until_store_is(false, &cluster);
        for replica in &cluster.replicas {
            assert_eq!(get(replica.admin_address(), "/readyz").status, 200);
        }
        thread::sleep(SHORT / 6);
        redis.restart();
        wait_until_store_is(true, &cluster);
        thread::sleep(SHORT / 2);
    });
    let findings = assert_within_replicas_limits(LIMIT, &stamps);
    assert!(findings.max_over > 0, "nothing was lost with the store: {findings}");
    assert_eq!((findings.n_within, findings.n_unavailable, findings.n_lost), (0, 0, 0), "{findings:#?}");
}

#[test]
fn nothing_is_served_without_the_store_if_failure_is_closed() {
    if !crate::system::cluster::can_run() {
        return;
    }
    let mut redis = Redis::start();
    let cluster = cluster(&redis, "closed");
    let clock = Clock::start();
    // The outage lasts from the kill to the start.
    let mut outage: [Moment; 2] = [Duration::ZERO; 2];
    let stamps = Load { pause: Duration::from_millis(200), ..LOAD }.run(cluster.address, clock, || {
        thread::sleep(Duration::from_secs(5));
        outage[0] = clock.now();
        redis.kill();
        wait_until_store_is(false, &cluster);
        thread::sleep(Duration::from_secs(8));
        for replica in &cluster.replicas {
            assert_eq!(get(replica.admin_address(), "/readyz").status, 200);
            assert_eq!(get(replica.address(), "/healthz").status, 200);
        }
        outage[1] = clock.now();
        redis.restart();
        wait_until_store_is(true, &cluster);
        thread::sleep(Duration::from_secs(5));
    });
    let [killed, started] = outage;
    let meanwhile = |stamp: &&Stamp| stamp.sent > killed + GRACE && stamp.received < started;
    let findings = Oracle::new(LIMIT).judge(stamps.iter().filter(meanwhile));
    assert_eq!(findings.n_served, 0, "{findings}");
    assert!(findings.n_unavailable > 0, "{findings}");
    // Clients that were refused before wait for their reset.
    assert_within_replicas_limits(LIMIT, &stamps);
    // On a busy machine one call of the store may take too long.
    wait_until("a response to a new client", || get(cluster.address, "/api/v1/jurisdictions").status == 200);
}
