/*!
Measures the cost of a rate limit that replicas share through Redis: a server with a store against one without.

The servers run on one core; Redis and the load on another. Both servers hold the bundled corpus and respond to the same
requests of many clients. The first two pairs of servers serve all requests, and the other pairs refuse them.
*/

use std::net::SocketAddr;
use std::process::Stdio;
use std::time::{Duration, Instant};

use anyhow::{Result, anyhow, ensure};
use clap::Args;

use crate::load::{self, Requests};
use crate::measure::program;
use crate::process::{LOAD_CORE, LogMode, ServerProcess, pin_load, pinned};
use crate::statistics::median;

const N_CONNECTIONS: usize = 32;

const REDIS_PORT: u16 = 18_120;

/// The window of the limit, minus the time in which its first requests were sent.
const WINDOW: Duration = Duration::from_secs(57);

/// The number of clients whose requests are refused. With so many, each stays below the limit of the flood guard.
const N_REFUSED_CLIENTS: usize = 10_000;

#[derive(Args)]
pub(crate) struct LimitStoreArguments {
    /// The number of rounds, whose medians are reported.
    #[arg(long, default_value_t = 9)]
    rounds: usize,
    /// The duration of each load in a round, in seconds.
    #[arg(long, default_value_t = 2.0)]
    seconds: f64,
}

fn start_redis() -> Result<ServerProcess> {
    let port = REDIS_PORT.to_string();
    let mut command = pinned(LOAD_CORE, "redis-server");
    command.args(["--port", &port, "--save", "", "--bind", "127.0.0.1"]).stdout(Stdio::null());
    ServerProcess::spawn(&mut command, SocketAddr::from(([127, 0, 0, 1], REDIS_PORT)))
}

/// The outcome of a pair's requests.
#[derive(Clone, Copy, PartialEq, Eq)]
enum StoreRunKind {
    /// All are served.
    Served,
    /// Each server's own window refuses them.
    RefusedHere,
    /// The server with a store remembers that the store has refused them, because another replica has used up the
    /// limit.
    RefusedElsewhere,
}

/// One load on the server without a store and on the one with it.
struct Pair {
    name: &'static str,
    kind: StoreRunKind,
    n_connections: usize,
    servers: [ServerProcess; 2],
    requests: [Requests; 2],
    cpu_us: [Vec<f64>; 2],
    p50_us: [Vec<f64>; 2],
    redis_cpu_us: Vec<f64>,
}

/// The arguments of a server without a store, and those of the store.
const ALONE: [&str; 3] = ["--trusted-proxy", "127.0.0.1", "--rate-limit"];
const STORE: [&str; 4] =
    ["--limit-store", "redis://127.0.0.1:18120", "--limit-store-secret", "a secret of the replicas"];

fn start_server(rate_limit: &str, store: &[&str], port: u16) -> Result<ServerProcess> {
    let arguments = [&ALONE, &[rate_limit][..], store].concat();
    ServerProcess::start(&program("lexdex")?, &arguments, port, LogMode::Warnings)
}

impl Pair {
    /// Starts the two servers at this port and the next.
    fn start(
        name: &'static str,
        kind: StoreRunKind,
        n_connections: usize,
        port: u16,
        requests: &Requests,
    ) -> Result<Self> {
        let rate_limit = if kind == StoreRunKind::Served { "100" } else { "1" };
        Ok(Self {
            name,
            kind,
            n_connections,
            servers: [start_server(rate_limit, &[], port)?, start_server(rate_limit, &STORE, port + 1)?],
            requests: [(); 2].map(|()| requests.clone()),
            cpu_us: [const { Vec::new() }; 2],
            p50_us: [const { Vec::new() }; 2],
            redis_cpu_us: Vec::new(),
        })
    }

    /// Measures both servers, the one without a store first in every second round.
    fn measure(&mut self, redis: &ServerProcess, time: Duration, round: usize) -> Result<()> {
        for idx in if round.is_multiple_of(2) { [0, 1] } else { [1, 0] } {
            let server = &self.servers[idx];
            let (before, redis_before) = (server.cpu_seconds()?, redis.cpu_seconds()?);
            let load = load::run(server.address, &self.requests[idx], self.n_connections, time)?;
            // The first requests fill caches, and use up the quotas of the clients to be refused.
            if round == 0 {
                continue;
            }
            let n_other = if self.kind == StoreRunKind::Served { load.n_refused } else { load.n_requests };
            ensure!(n_other == 0, "{}: {n_other} requests ended otherwise", self.name);
            let n_requests = (load.n_requests + load.n_refused) as f64;
            self.cpu_us[idx].push((server.cpu_seconds()? - before) * 1e6 / n_requests);
            self.p50_us[idx].push(load.latency(0.5));
            if idx == 1 {
                self.redis_cpu_us.push((redis.cpu_seconds()? - redis_before) * 1e6 / n_requests);
            }
        }
        Ok(())
    }

    fn report(&self) {
        let is_served = self.kind == StoreRunKind::Served;
        report(&format!("{}, CPU", self.name), if is_served { "≤ 15" } else { "≤ 1" }, &self.cpu_us);
        if is_served {
            let aim = if self.n_connections == 1 { "≤ 150" } else { "" };
            report(&format!("{}, p50", self.name), aim, &self.p50_us);
        }
        let redis = median(self.redis_cpu_us.iter().copied());
        println!("| {}, CPU of Redis | | | {redis:.1} | | |", self.name);
    }
}

/// Prints the medians, and the median and the middle half of the differences of each round.
fn report(what: &str, aim: &str, [alone, shared]: &[Vec<f64>; 2]) {
    let [median_alone, median_shared] = [alone, shared].map(|figures| median(figures.iter().copied()));
    let mut more: Vec<f64> = shared.iter().zip(alone).map(|(shared, alone)| shared - alone).collect();
    more.sort_by(f64::total_cmp);
    let [low, middle, high] = [1, 2, 3].map(|quarter| more[more.len() * quarter / 4]);
    println!("| {what} | {aim} | {median_alone:.1} | {median_shared:.1} | {middle:+.1} | {low:+.1} to {high:+.1} |");
}

/// Measures, and prints the table.
pub(crate) fn run(arguments: &LimitStoreArguments) -> Result<()> {
    std::thread::scope(|scope| scope.spawn(|| measure(arguments)).join()).map_err(|_| anyhow!("the load panicked"))?
}

fn measure(arguments: &LimitStoreArguments) -> Result<()> {
    let redis = start_redis()?;
    pin_load()?;
    let time = Duration::from_secs_f64(arguments.seconds);
    let page = Requests::new(vec!["/api/v1/cases?limit=20".to_owned()]);
    let (served, refused) = (page.with_many_clients(), page.with_clients(N_REFUSED_CLIENTS));
    println!("| µs a request | aim | alone | with the store | more | middle half |\n|---|---|---:|---:|---:|---|");
    let mut pairs = [
        Pair::start("served, 32 connections", StoreRunKind::Served, N_CONNECTIONS, 18_121, &served)?,
        Pair::start("served, 8 connections", StoreRunKind::Served, 8, 18_123, &served)?,
        Pair::start("served, 4 connections", StoreRunKind::Served, 4, 18_125, &served)?,
        Pair::start("served, 2 connections", StoreRunKind::Served, 2, 18_127, &served)?,
        Pair::start("served, one connection", StoreRunKind::Served, 1, 18_129, &served)?,
    ];
    for round in 0..=arguments.rounds {
        pairs.iter_mut().try_for_each(|pair| pair.measure(&redis, time, round))?;
    }
    // Alone, so that its rounds end before the window of the requests that used up the limit.
    let mut refused_here =
        Pair::start("refused here, 32 connections", StoreRunKind::RefusedHere, N_CONNECTIONS, 18_131, &refused)?;
    for round in 0..=arguments.rounds {
        refused_here.measure(&redis, time, round)?;
    }
    pairs.iter().chain([&refused_here]).for_each(Pair::report);
    measure_refused_elsewhere(&redis, arguments, &page)
}

/// Measures within the minute in which the requests to another replica count.
fn measure_refused_elsewhere(redis: &ServerProcess, arguments: &LimitStoreArguments, page: &Requests) -> Result<()> {
    let time = Duration::from_secs_f64(arguments.seconds);
    let requests = page.with_clients(N_REFUSED_CLIENTS);
    let name = "refused elsewhere, 32 connections";
    let mut pair = Pair::start(name, StoreRunKind::RefusedElsewhere, N_CONNECTIONS, 18_133, &requests)?;
    let other = start_server("1", &STORE, 18_135)?;
    let start = Instant::now();
    let of_other = page.with_clients(N_REFUSED_CLIENTS);
    while of_other.n_sent() < N_REFUSED_CLIENTS {
        load::run(other.address, &of_other, N_CONNECTIONS, Duration::from_millis(100))?;
    }
    for round in 0..=arguments.rounds {
        pair.measure(redis, time, round)?;
    }
    ensure!(start.elapsed() < WINDOW, "{name}: the window is over; take fewer or shorter rounds");
    pair.report();
    Ok(())
}
