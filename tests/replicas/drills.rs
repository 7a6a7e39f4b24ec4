//! The drills of some minutes each, whose figures are in `docs/under-fire.md`.

use std::thread;
use std::time::Duration;

use crate::cluster::Cluster;
use crate::limit::{arguments, assert_within_replicas_limits};
use crate::load::Load;
use crate::oracle::{Findings, HEADINGS, Oracle};
use crate::redis::{Redis, Sentinels};
use crate::report;
use crate::stamp::{Clock, Stamp};

const LIMIT: usize = 100;

const LOAD: Load = Load { n_clients: 50, n_connections: 3, limit: LIMIT, pause: Duration::from_millis(2_500), seed: 1 };

/// The time of the drill of the exact limit.
const EXACT: Duration = Duration::from_secs(300);

/// The time from the start to a fault, and from the end of a fault to the end of a drill: each a window and more.
const AROUND: Duration = Duration::from_secs(75);

/// The time of a fault that lasts.
const OUTAGE: Duration = Duration::from_secs(20);

/// Runs the load while `meanwhile` runs, and prints the findings.
fn drill(name: &str, cluster: &Cluster, meanwhile: impl FnOnce()) -> (Findings, Vec<Stamp>) {
    let clock = Clock::start();
    let stamps = LOAD.run(cluster.address, clock, meanwhile);
    let findings = Oracle::of(LIMIT).judge(&stamps);
    let errors: f64 = cluster.replicas.iter().map(|replica| replica.metric("lexdex_limit_store_errors_total")).sum();
    let n_requests = findings.n_requests();
    report(format!(
        "drill | requests | {HEADINGS} | errors of the store\n{name} | {n_requests} | {findings} | {errors}\n{}",
        findings.examples.join("\n")
    ));
    (findings, stamps)
}

/// Runs the load with a fault in the middle, in replicas that go on by themselves if the store fails.
fn drill_fault(name: &str, url: &str, fault: impl FnOnce()) -> Findings {
    let cluster = Cluster::start(&arguments(&LIMIT.to_string(), url, "local"));
    let (findings, stamps) = drill(name, &cluster, || {
        thread::sleep(AROUND);
        fault();
        thread::sleep(AROUND);
    });
    assert_within_replicas_limits(LIMIT, &stamps);
    assert_eq!((findings.n_unavailable, findings.n_lost), (0, 0), "{findings}");
    findings
}

#[test]
#[ignore = "a drill of five minutes"]
fn a_hundred_thousand_requests_of_fifty_clients_are_decided_exactly() {
    let redis = Redis::start();
    let cluster = Cluster::start(&arguments(&LIMIT.to_string(), &redis.url(), "closed"));
    let (findings, _) = drill("none, for five minutes", &cluster, || thread::sleep(EXACT));
    findings.assert_exact();
    assert!(findings.n_requests() >= 100_000, "{findings}");
    // On a machine so busy that the store takes more than 50 ms now and then.
    assert!(findings.n_unavailable <= findings.n_requests() / 1_000, "{findings}");
    assert_eq!(findings.n_lost, 0, "{findings}");
}

#[test]
#[ignore = "a drill of minutes"]
fn killed_store() {
    let mut redis = Redis::start();
    let url = redis.url();
    let findings = drill_fault("kill -9, and a new store after 20 s", &url, || {
        redis.kill();
        thread::sleep(OUTAGE);
        redis.restart();
    });
    assert_eq!(findings.n_within, 0);
}

#[test]
#[ignore = "a drill of minutes"]
fn stopped_store() {
    let redis = Redis::start();
    drill_fault("SIGSTOP, and SIGCONT after 20 s", &redis.url(), || {
        redis.pause();
        thread::sleep(OUTAGE);
        redis.resume();
    });
}

#[test]
#[ignore = "a drill of minutes"]
fn flushed_store() {
    let redis = Redis::start();
    let findings = drill_fault("FLUSHALL", &redis.url(), || {
        redis.command(&["FLUSHALL"]);
    });
    assert_eq!(findings.n_within, 0);
}

#[test]
#[ignore = "a drill of minutes"]
fn failover() {
    let mut sentinels = Sentinels::start();
    let url = sentinels.url();
    let mut time = Duration::ZERO;
    let findings = drill_fault("failover by Sentinel", &url, || time = sentinels.fail_over());
    assert_eq!(findings.n_within, 0);
    report(format!("Sentinel took {time:.1?}"));
}

/// Steps the clock of the store, and leaves it so.
fn drill_step(seconds: i32) -> Findings {
    let redis = Redis::start_with_fake_clock();
    drill_fault(&format!("a step of {seconds:+} s"), &redis.url(), || redis.step_clock(seconds))
}

#[test]
#[ignore = "a drill of minutes"]
fn clock_stepped_forward() {
    assert_eq!(drill_step(30).n_within, 0);
}

#[test]
#[ignore = "a drill of minutes"]
fn clock_stepped_back() {
    assert_eq!(drill_step(-30).max_over, 0);
}

#[test]
#[ignore = "a drill of minutes"]
fn clock_stepped_an_hour_forward() {
    assert_eq!(drill_step(3600).n_within, 0);
}
