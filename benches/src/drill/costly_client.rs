//! One client sends the costliest searches that are allowed, a hundred within 0.75 s of every second, and closes each
//! connection at once. Other clients continue as before.

use std::net::{Ipv4Addr, SocketAddr};
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use fastrand::Rng;
use tokio::task::{JoinSet, spawn_local};
use tokio::time::sleep;

use crate::drill::http_client::{DrillConnection, Response, Responses};
use crate::process::ServerProcess;
use crate::synthetic_corpus::word;

/// The number of requests in a burst, and the time between two of them.
const BURST: u32 = 100;
const BURST_PAUSE: Duration = Duration::from_micros(7_500);
const TIME_BETWEEN_BURSTS: Duration = Duration::from_millis(250);

/// The address of the costly client.
const COSTLY_CLIENT: Ipv4Addr = Ipv4Addr::new(192, 0, 2, 1);

/// The number of other clients, and the pause between two requests of each.
const N_OTHERS: u32 = 4;
const PAUSE: Duration = Duration::from_millis(20);

/// The maximum time for which the other clients are measured before the attack.
const MAX_USUAL_TIME: Duration = Duration::from_secs(60);

/// The most frequent words.
const FREQUENT_WORDS: [&str; 12] = ["ab", "ac", "ad", "ba", "be", "bo", "ca", "co", "da", "de", "do", "fi"];

/// The requests of the other clients, by name.
const KINDS: [&str; 6] = ["a new search", "its facets", "/docs", "an unknown id", "a page", "unknown ids, 16 at once"];

/// The kind that sends many requests at once, each on its own connection, like a link checker.
const AT_ONCE: usize = KINDS.len() - 1;
const N_AT_ONCE: usize = 16;

fn target(kind: usize, rng: &mut Rng) -> String {
    let (one, other) = (word(rng), word(rng));
    match kind {
        0 => format!("/api/v1/cases?q={one}+{other}"),
        1 => format!("/api/v1/cases/facets?q={one}+{other}"),
        2 => "/docs".to_owned(),
        3 | AT_ONCE => format!("/api/v1/cases/no-such-{}", rng.u32(..)),
        _ => format!("/api/v1/cases?offset={}", rng.u32(..1_000_000)),
    }
}

/// Facets for ten phrases of three frequent words, nearly the maximum number of words of a search. There are too many
/// such phrases for a cache.
fn costly_target(rng: &mut Rng) -> String {
    let mut word = || FREQUENT_WORDS[rng.usize(..FREQUENT_WORDS.len())];
    let phrases: Vec<String> = (0..10).map(|_| format!("{}-{}-{}", word(), word(), word())).collect();
    format!("/api/v1/cases/facets?q={}", phrases.join("+"))
}

pub(super) async fn run(server: &ServerProcess, time: Duration) -> Result<()> {
    let mut rng = Rng::with_seed(11);
    let mut connection = DrillConnection::open(server.address).await?;
    let costly = connection.get(&costly_target(&mut rng), COSTLY_CLIENT, Instant::now()).await?;
    println!("one costly search alone: {} after {:.0} ms", costly.status, costly.latency.as_secs_f64() * 1e3);
    let usual_time = time.min(MAX_USUAL_TIME);
    others(server.address, usual_time / 10, 1).await?;
    let usual = others(server.address, usual_time, 2).await?;
    let attack = spawn_local(attack(server.address, time + Duration::from_secs(1)));
    let under_fire = others(server.address, time, 3).await?;
    let n_sent = attack.await??;
    println!("{n_sent} costly searches were sent in {:.0} s", time.as_secs_f64());
    for ((kind, usual), under_fire) in KINDS.iter().zip(&usual).zip(&under_fire) {
        let status = if kind.contains("unknown") { 404 } else { 200 };
        let n_failed = under_fire.n_with(|status| status >= 500);
        let (before, after) = (usual.quantile(status, 0.99), under_fire.quantile(status, 0.99));
        println!(
            "{kind}: {} before, 99 of 100 within {before:.1} ms; {} under fire, within {after:.1} ms: {:.2} times; \
             {n_failed} failed",
            usual.len(),
            under_fire.len(),
            after / before,
        );
    }
    ensure!(under_fire.iter().all(|responses| responses.n_with(|status| status >= 500) == 0), "others were refused");
    Ok(())
}

/// Sends bursts of costly searches, and returns their number.
async fn attack(address: SocketAddr, time: Duration) -> Result<u32> {
    let start = Instant::now();
    let mut rng = Rng::with_seed(13);
    let mut n_sent = 0;
    while start.elapsed() < time {
        for _ in 0..BURST {
            let mut connection = DrillConnection::open(address).await?;
            connection.send(&costly_target(&mut rng), COSTLY_CLIENT).await?;
            drop(connection);
            n_sent += 1;
            sleep(BURST_PAUSE).await;
        }
        sleep(TIME_BETWEEN_BURSTS).await;
    }
    Ok(n_sent)
}

/// The responses to other clients, by kind of request. The seed decides the requests.
async fn others(address: SocketAddr, time: Duration, seed: u64) -> Result<[Responses; KINDS.len()]> {
    let end = Instant::now() + time;
    let mut clients: JoinSet<Result<_>> = JoinSet::new();
    for number in 0..N_OTHERS {
        clients.spawn_local(async move {
            let mut rng = Rng::with_seed(seed * u64::from(N_OTHERS) + u64::from(number));
            let client = Ipv4Addr::from_bits(Ipv4Addr::new(198, 51, 100, 0).to_bits() + number);
            let mut connections = Vec::new();
            for _ in 0..N_AT_ONCE {
                connections.push(DrillConnection::open(address).await?);
            }
            let mut responses: [Responses; KINDS.len()] = Default::default();
            while Instant::now() < end {
                for (kind, responses) in responses.iter_mut().enumerate() {
                    let n_at_once = if kind == AT_ONCE { N_AT_ONCE } else { 1 };
                    let start = Instant::now();
                    for connection in &mut connections[..n_at_once] {
                        connection.send(&target(kind, &mut rng), client).await?;
                    }
                    for connection in &mut connections[..n_at_once] {
                        let (status, _) = connection.read().await?;
                        responses.push(Response { status, latency: start.elapsed() });
                    }
                    sleep(PAUSE).await;
                }
            }
            Ok(responses)
        });
    }
    let mut all: [Responses; KINDS.len()] = Default::default();
    while let Some(client) = clients.join_next().await {
        all.iter_mut().zip(client??).for_each(|(all, responses)| all.extend(responses));
    }
    Ok(all)
}
