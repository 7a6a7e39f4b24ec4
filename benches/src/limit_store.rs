/*!
Measures the cost of a rate limit that replicas share through Redis: a server with a store against one without.

The servers run on one core; Redis and the load on another. Both servers hold the bundled corpus and respond to the same
requests of many clients. Requests to the first two are all served, and those to the others nearly all refused.
*/

use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail, ensure};
use clap::Args;

use crate::load::{self, Requests};
use crate::measure::program;
use crate::process::{LOAD_CORE, LogMode, ServerProcess, cpu_seconds_of, pin_load};
use crate::statistics::median;

const N_CONNECTIONS: usize = 32;

const REDIS_PORT: u16 = 18_120;

/// The number of clients whose requests are refused: each sends fewer than the flood guard lets pass.
const N_REFUSED_CLIENTS: u32 = 10_000;

#[derive(Args)]
pub(crate) struct LimitStoreArguments {
    /// The number of rounds, whose medians are reported.
    #[arg(long, default_value_t = 9)]
    rounds: usize,
    /// The duration of each load in a round, in seconds.
    #[arg(long, default_value_t = 2.0)]
    seconds: f64,
}

/// A running Redis, killed on drop.
struct Redis(Child);

impl Redis {
    fn start() -> Result<Self> {
        let port = REDIS_PORT.to_string();
        let child = Command::new("taskset")
            .args(["-c", &LOAD_CORE.to_string(), "redis-server", "--port", &port, "--save", "", "--bind", "127.0.0.1"])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .spawn()
            .context("cannot start redis-server")?;
        let mut redis = Self(child);
        while TcpStream::connect(("127.0.0.1", REDIS_PORT)).is_err() {
            if let Some(status) = redis.0.try_wait()? {
                bail!("redis-server ended with {status}");
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        Ok(redis)
    }
}

impl Drop for Redis {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// One load on the server without a store and on the one with it.
struct Pair {
    name: &'static str,
    n_connections: usize,
    servers: [ServerProcess; 2],
    requests: [Requests; 2],
    cpu_us: [Vec<f64>; 2],
    p50_us: [Vec<f64>; 2],
    redis_cpu_us: Vec<f64>,
}

impl Pair {
    /// Starts the two servers at this port and the next.
    fn start(
        name: &'static str,
        rate_limit: &str,
        n_connections: usize,
        port: u16,
        requests: &Requests,
    ) -> Result<Self> {
        let alone = ["--rate-limit", rate_limit, "--trusted-proxy", "127.0.0.1"];
        let store = format!("redis://127.0.0.1:{REDIS_PORT}");
        let shared = ["--limit-store", &store, "--limit-store-secret", "a secret of the replicas"];
        let start =
            |arguments: &[&str], port| ServerProcess::start(&program("lexdex")?, arguments, port, LogMode::Warnings);
        Ok(Self {
            name,
            n_connections,
            servers: [start(&alone, port)?, start(&[&alone[..], &shared].concat(), port + 1)?],
            requests: [(); 2].map(|()| requests.clone()),
            cpu_us: [const { Vec::new() }; 2],
            p50_us: [const { Vec::new() }; 2],
            redis_cpu_us: Vec::new(),
        })
    }

    fn measure(&mut self, redis: &Redis, time: Duration, is_served: bool) -> Result<()> {
        for (idx, server) in self.servers.iter().enumerate() {
            let redis_id = [redis.0.id()];
            let (before, redis_before) = (server.cpu_seconds()?, cpu_seconds_of(&redis_id)?);
            let load = load::run(server.address, &self.requests[idx], self.n_connections, time)?;
            ensure!(!is_served || load.n_refused == 0, "{} requests were refused", load.n_refused);
            let n_requests = (load.n_requests + load.n_refused) as f64;
            self.cpu_us[idx].push((server.cpu_seconds()? - before) * 1e6 / n_requests);
            self.p50_us[idx].push(load.latency(0.5));
            if idx == 1 {
                self.redis_cpu_us.push((cpu_seconds_of(&redis_id)? - redis_before) * 1e6 / n_requests);
            }
        }
        Ok(())
    }

    fn report(&self, is_served: bool) {
        report(&format!("{}, CPU", self.name), if is_served { "≤ 15" } else { "≤ 1" }, &self.cpu_us);
        if is_served {
            let aim = if self.n_connections == 1 { "≤ 150" } else { "" };
            report(&format!("{}, p50", self.name), aim, &self.p50_us);
        }
        let redis = median(self.redis_cpu_us.iter().copied());
        println!("| {}, CPU of Redis | | | {redis:.1} | |", self.name);
    }
}

/// Prints the medians, and the median of the differences of each round.
fn report(what: &str, aim: &str, [alone, shared]: &[Vec<f64>; 2]) {
    let [mean_alone, mean_shared] = [alone, shared].map(|figures| median(figures.iter().copied()));
    let more = median(shared.iter().zip(alone).map(|(shared, alone)| shared - alone));
    println!("| {what} | {aim} | {mean_alone:.1} | {mean_shared:.1} | {more:+.1} |");
}

/// Measures, and prints the table.
pub(crate) fn run(arguments: &LimitStoreArguments) -> Result<()> {
    std::thread::scope(|scope| scope.spawn(|| measure(arguments)).join()).map_err(|_| anyhow!("the load panicked"))?
}

fn measure(arguments: &LimitStoreArguments) -> Result<()> {
    let redis = Redis::start()?;
    pin_load()?;
    let time = Duration::from_secs_f64(arguments.seconds);
    let page = Requests::new(vec!["/api/v1/cases?limit=20".to_owned()]);
    let (served, refused) = (page.with_many_clients(), page.with_clients(N_REFUSED_CLIENTS));
    let mut pairs = [
        (Pair::start("served, 32 connections", "100", N_CONNECTIONS, 18_121, &served)?, true),
        (Pair::start("served, one connection", "100", 1, 18_123, &served)?, true),
        (Pair::start("refused, 32 connections", "1", N_CONNECTIONS, 18_125, &refused)?, false),
    ];
    // The first requests fill caches, and the quotas of those that are refused.
    for round in 0..=arguments.rounds {
        for (pair, is_served) in &mut pairs {
            pair.measure(&redis, time, *is_served)?;
            if round == 0 {
                (pair.cpu_us, pair.p50_us, pair.redis_cpu_us) = Default::default();
            }
        }
    }
    println!("| µs a request | aim | alone | with the store | more |\n|---|---|---:|---:|---:|");
    pairs.iter().for_each(|(pair, is_served)| pair.report(*is_served));
    Ok(())
}
