//! One client sends all the requests that it is allowed, each with parameters that are dear to read. Another client
//! checks the server's health, as before.

use std::fs;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use axum::body::Body;
use axum::http::Request;
use lexdex::http::{CurrentSnapshot, ServiceOptions, SnapshotOptions, service};
use lexdex_index::Index;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::json;
use tokio::task::spawn_local;
use tokio::time::sleep;
use tower::ServiceExt;

use crate::drill::http_client::{DrillConnection, Responses};
use crate::process::ServerProcess;
use crate::processor_time::Times;

/// As many as there are in the data of all publishers.
const N_COURTS: usize = 5000;

/// The number of requests of a client within a minute.
pub(super) const RATE_LIMIT: usize = 100;

/// The client that sends the dear requests, and the other one.
const DEAR_CLIENT: Ipv4Addr = Ipv4Addr::new(192, 0, 2, 1);
const OTHER_CLIENT: Ipv4Addr = Ipv4Addr::new(198, 51, 100, 1);

/// The pause between two health checks.
const PAUSE: Duration = Duration::from_millis(5);

/// Words that many of the courts have in their names.
const WORDS: [&str; 12] = [
    "court", "of", "the", "superior", "district", "county", "appeals", "state", "supreme", "circuit", "common", "pleas",
];

/// The maximum length of a target, in bytes.
const MAX_TARGET_BYTES: usize = 8192;

/// Writes a corpus in which each case has a court of its own.
pub(super) fn write_corpus(corpus: &Path) -> Result<()> {
    let word = |number: usize, place: u32| WORDS[(number / WORDS.len().pow(place)) % WORDS.len()];
    let case = |number: usize| {
        json!({
            "id": format!("c{number}"),
            "caseName": format!("Party {number} v. State"),
            "citation": format!("{number} Test 1"),
            "court": format!("{} {} court of the {} {number}", word(number, 0), word(number, 1), word(number, 2)),
            "jurisdiction": "New York",
            "jurisdictionId": "ny",
            "meta": {
                "source": "Synthetic", "jurisdiction": "ny", "last_updated": "2026-01-01", "citation": null,
                "license": "CC0 1.0",
            },
        })
    };
    let folder = corpus.join("cases");
    fs::create_dir_all(&folder)?;
    let lines: String = (0..N_COURTS).map(|number| format!("{}\n", case(number))).collect();
    fs::write(folder.join("all.jsonl"), lines).context("cannot write the cases")
}

/// The kinds of dear requests, each with its target.
fn kinds() -> Vec<(&'static str, String)> {
    let encode = |value: &str| utf8_percent_encode(value, NON_ALPHANUMERIC).to_string();
    let repeated = |name: &str, value: &dyn Fn(usize) -> String, n_values: usize| {
        let pairs = (0..n_values).map(|number| format!("&{name}={}", encode(&value(number))));
        let mut target = "/api/v1/cases?limit=1".to_owned();
        for pair in pairs {
            if target.len() + pair.len() <= MAX_TARGET_BYTES {
                target += &pair;
            }
        }
        target
    };
    let one =
        |name: &str, piece: &str, n_pieces: usize| format!("/api/v1/cases?{name}={}", encode(&piece.repeat(n_pieces)));
    let words = |number: usize| {
        let mut chosen = (0..WORDS.len()).filter(|bit| (((number + 1) * 2_654_435_761) >> (bit + 8)) & 1 == 1);
        chosen.by_ref().take(4).map(|bit| WORDS[bit]).collect::<Vec<_>>().join(" ")
    };
    vec![
        ("a page", "/api/v1/cases?limit=1".to_owned()),
        ("a court of two words, 100 times", repeated("court", &|_| "the court".to_owned(), 100)),
        ("100 courts of frequent words", repeated("court", &words, 100)),
        ("a court of 100 words", one("court", "a ", 100)),
        ("a citation of ligatures and commas", one("citation", "ﷺ,", 100)),
        ("a citation of numbers and commas", one("citation", "1a,", 66)),
        ("a search of ligatures", one("q", "ﷺ", 900)),
        ("a search of ligatures and commas", one("q", "ﷺ,", 470)),
        ("a search of 1,000 characters", one("q", "1 a,", 250)),
        ("a search with 330 operators", one("q", "a OR ", 200)),
        (
            "100 unknown jurisdictions",
            repeated("jurisdiction", &|number| format!("{number}{}", "calfornia ".repeat(6)), 100),
        ),
        ("100 topics", repeated("topic", &|number| format!("topic {number}"), 100)),
        (
            "unknown parameters",
            format!("/api/v1/cases?{}", (0..1000).map(|number| format!("jurs{number}&")).collect::<String>()),
        ),
        ("unknown fields", one("fields", "titel,", 33)),
    ]
}

/// Measures the processor time of each kind on the thread of the runtime, and returns the target of the dearest.
fn dearest(index: &Path) -> Result<String> {
    const N_REQUESTS: usize = 200;
    let index = Arc::new(Index::open(index)?);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let mut dearest = (0.0, String::new());
    println!("| request | {}\n|---|---|---|---|---|", Times::COLUMNS);
    for (kind, target) in kinds() {
        // Without a cache each request is answered anew.
        let options = SnapshotOptions { cache_bytes: 0, ..SnapshotOptions::default() };
        let current = Arc::new(CurrentSnapshot::new(Arc::clone(&index), options));
        let service = service(current, ServiceOptions::default());
        let mut times = Times::default();
        for _ in 0..N_REQUESTS {
            let request = Request::get(&target).body(Body::empty())?;
            times.measure(|| {
                runtime.block_on(service.clone().oneshot(request))?;
                Ok(())
            })?;
        }
        if times.median() > dearest.0 {
            dearest = (times.median(), target);
        }
        println!("| {kind} | {}", times.cells());
    }
    Ok(dearest.1)
}

pub(super) async fn run(server: &ServerProcess, index: &Path, time: Duration) -> Result<()> {
    let index = index.to_owned();
    // The runtime of the measurement cannot start within this one.
    let target = std::thread::spawn(move || dearest(&index)).join().map_err(|_| anyhow::anyhow!("it panicked"))??;
    let usual = health_checks(server.address, time).await?;
    let attack = spawn_local(attack(server.address, target));
    let under_fire = health_checks(server.address, time).await?;
    let (statuses, attack_time) = attack.await??;
    let (before, after) = (usual.quantile(200, 0.5), under_fire.quantile(200, 0.5));
    println!(
        "{RATE_LIMIT} requests of the dearest kind, statuses {statuses:?}, took {:.0} ms; health checks of another \
         client, one every {} ms: half within {before:.2} ms before, and within {after:.2} ms in the {:.0} s after the \
         start of the attack, {:.2} times; 99 of 100 within {:.1} ms, all within {:.1} ms",
        attack_time.as_secs_f64() * 1e3,
        PAUSE.as_millis(),
        time.as_secs_f64(),
        after / before,
        under_fire.quantile(200, 0.99),
        under_fire.quantile(200, 1.0),
    );
    ensure!(statuses.iter().all(|status| *status != 429), "the dear requests were not allowed");
    Ok(())
}

/// Sends a dear request on each of as many connections as the limit allows requests. Returns the distinct statuses, and
/// the time until the last response.
async fn attack(address: SocketAddr, target: String) -> Result<(Vec<u16>, Duration)> {
    let mut connections = Vec::new();
    for _ in 0..RATE_LIMIT {
        connections.push(DrillConnection::open(address).await?);
    }
    let start = Instant::now();
    for connection in &mut connections {
        connection.send(&target, DEAR_CLIENT).await?;
    }
    let mut statuses = Vec::new();
    for connection in &mut connections {
        statuses.push(connection.read().await?.0);
    }
    statuses.sort_unstable();
    statuses.dedup();
    Ok((statuses, start.elapsed()))
}

/// Checks the health of the server at fixed times. A late response delays no later check's count: its latency counts
/// from the time at which it was due.
async fn health_checks(address: SocketAddr, time: Duration) -> Result<Responses> {
    let mut connection = DrillConnection::open(address).await?;
    let mut responses = Responses::default();
    let (start, mut due) = (Instant::now(), Instant::now());
    while start.elapsed() < time {
        sleep(due.saturating_duration_since(Instant::now())).await;
        responses.push(connection.get("/healthz", OTHER_CLIENT, due).await?);
        due += PAUSE;
    }
    Ok(responses)
}
