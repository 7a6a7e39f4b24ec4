//! Sends searches at three times the rate that the server can serve, each from a different client, and refreshes the
//! index meanwhile.

use std::cell::RefCell;
use std::net::Ipv4Addr;
use std::rc::Rc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use fastrand::Rng;
use tokio::task::{JoinSet, spawn_local};
use tokio::time::{sleep, sleep_until, timeout};

use crate::drill::ADMIN_ADDRESS;
use crate::drill::http_client::{DrillConnection, Responses};
use crate::process::ServerProcess;
use crate::synthetic_corpus::word;

/// The number of connections that measure the server's capacity.
const N_CONNECTIONS: usize = 8;

/// The load as a multiple of the capacity: usual, and under overload.
const USUAL: f64 = 0.5;
const OVERLOAD: f64 = 3.0;

/// The time for which an idle connection is reused. The server closes it after ten seconds.
const MAX_IDLE: Duration = Duration::from_secs(5);

/// How long a refresh may take before the drill fails.
const REFRESH_TIMEOUT: Duration = Duration::from_secs(60);

/// Draws searches that were not sent before, each with the address of a different client.
struct Searches(Rng);

impl Searches {
    fn next(&mut self) -> (String, Ipv4Addr) {
        let (one, other) = (word(&mut self.0), word(&mut self.0));
        let number = self.0.u32(..1_000_000);
        let target = format!("/api/v1/cases?q={one}+{other}&offset={}&limit=5", number % 50);
        (target, Ipv4Addr::from(self.0.u32(..)))
    }
}

pub(super) async fn run(server: &ServerProcess, time: Duration) -> Result<()> {
    let searches = Rc::new(RefCell::new(Searches(Rng::with_seed(7))));
    // Warms up the page cache and the threads.
    capacity(server, &searches, time / 4).await?;
    let capacity = capacity(server, &searches, time / 2).await?;
    println!("the server serves {capacity:.0} searches a second");
    let refresh_s = refresh(server).await?.as_secs_f64();
    println!("a refresh at rest: {refresh_s:.2} s from SIGHUP to the swap");
    let mut p99 = Vec::new();
    for share in [USUAL, OVERLOAD] {
        let before = memory_mib(server)?;
        let load = spawn_local(open_loop(server.address, Rc::clone(&searches), share * capacity, time));
        sleep(time / 3).await;
        let refresh_s = refresh(server).await?.as_secs_f64();
        let midway = memory_mib(server)?;
        let responses = load.await??;
        let (n_all, n_refused) = (responses.len(), responses.n_with(|status| status == 503));
        let n_served = responses.n_with(|status| status == 200);
        ensure!(n_served + n_refused == n_all, "a response was neither 200 nor 503");
        p99.push(responses.quantile(200, 0.99));
        println!(
            "{share} times that: of {n_all}, {n_served} served, half of them within {:.1} ms and 99 of 100 within {:.1}; \
             {n_refused} refused, 99 of 100 within {:.1} ms; a refresh {refresh_s:.2} s; {before} MiB before, {midway} midway, \
             {} after",
            responses.quantile(200, 0.5),
            responses.quantile(200, 0.99),
            responses.quantile(503, 0.99),
            memory_mib(server)?,
        );
    }
    println!("p99 of what is served, against that without overload: {:.2}", p99[1] / p99[0]);
    Ok(())
}

/// The number of searches that the server serves in a second when each client waits for a response before its next
/// request.
async fn capacity(server: &ServerProcess, searches: &Rc<RefCell<Searches>>, time: Duration) -> Result<f64> {
    let end = Instant::now() + time;
    let mut clients = JoinSet::new();
    for _ in 0..N_CONNECTIONS {
        let (searches, mut connection) = (Rc::clone(searches), DrillConnection::open(server.address).await?);
        clients.spawn_local(async move {
            let mut n_served = 0;
            while Instant::now() < end {
                let (target, client) = searches.borrow_mut().next();
                let response = connection.get(&target, client, Instant::now()).await?;
                ensure!(response.status == 200, "{target} was answered {}", response.status);
                n_served += 1;
            }
            Ok(n_served)
        });
    }
    let mut n_served = 0;
    while let Some(client) = clients.join_next().await {
        n_served += client??;
    }
    Ok(f64::from(n_served) / time.as_secs_f64())
}

/// Sends searches at a fixed rate a second, without waiting for earlier responses. Latencies count from the time at
/// which a search was due.
async fn open_loop(
    address: std::net::SocketAddr,
    searches: Rc<RefCell<Searches>>,
    rate: f64,
    time: Duration,
) -> Result<Responses> {
    let idle: Rc<RefCell<Vec<(Instant, DrillConnection)>>> = Rc::default();
    let start = Instant::now();
    let mut requests: JoinSet<Result<_>> = JoinSet::new();
    let mut responses = Responses::default();
    for number in 0..(rate * time.as_secs_f64()) as u64 {
        let due = start + Duration::from_secs_f64(number as f64 / rate);
        sleep_until(due.into()).await;
        while let Some(response) = requests.try_join_next() {
            responses.push(response??);
        }
        let (target, client) = searches.borrow_mut().next();
        let idle = Rc::clone(&idle);
        requests.spawn_local(async move {
            let connection = idle.borrow_mut().pop();
            let mut connection = match connection {
                Some((since, connection)) if since.elapsed() < MAX_IDLE => connection,
                _ => DrillConnection::open(address).await?,
            };
            let response = connection.get(&target, client, due).await?;
            idle.borrow_mut().push((Instant::now(), connection));
            Ok(response)
        });
    }
    while let Some(response) = requests.join_next().await {
        responses.push(response??);
    }
    Ok(responses)
}

/// Sends SIGHUP and waits until the index has been swapped.
async fn refresh(server: &ServerProcess) -> Result<Duration> {
    let before = n_swaps().await?;
    let start = Instant::now();
    server.hang_up()?;
    let swapped = async {
        while n_swaps().await? == before {
            sleep(Duration::from_millis(20)).await;
        }
        anyhow::Ok(start.elapsed())
    };
    timeout(REFRESH_TIMEOUT, swapped).await.context("the index was not swapped")?
}

async fn n_swaps() -> Result<u64> {
    let mut connection = DrillConnection::open(ADMIN_ADDRESS.parse()?).await?;
    connection.send("/metrics", Ipv4Addr::LOCALHOST).await?;
    let (_, body) = connection.read().await?;
    let text = String::from_utf8(body)?;
    let value = text.lines().find_map(|line| line.strip_prefix("lexdex_index_swaps_total "));
    Ok(value.context("no count of swaps")?.parse()?)
}

fn memory_mib(server: &ServerProcess) -> Result<u64> {
    Ok(server.memory("RssAnon")? >> 20)
}
