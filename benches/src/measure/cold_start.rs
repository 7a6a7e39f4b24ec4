//! Compares the first requests after a start with an empty page cache with requests once the cache is full.

use std::fs::{self, File};
use std::io;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result, anyhow};
use rustix::fs::{Advice, fadvise};

use crate::load::{self, Requests};
use crate::measure::http::{N_CONNECTIONS, ratio};
use crate::measure::{RunArguments, program, row};
use crate::process::{LogMode, ServerProcess, pin_load};
use crate::statistics::median;
use crate::workload::{CourtValues, Mix};

const N_ROUNDS: u64 = 3;

pub(super) fn measure(index: &Path, arguments: &RunArguments) -> Result<()> {
    std::thread::scope(|scope| scope.spawn(|| measure_pinned(index, arguments)).join())
        .map_err(|_| anyhow!("the load panicked"))?
}

fn measure_pinned(index: &Path, arguments: &RunArguments) -> Result<()> {
    pin_load()?;
    let lexdex = program("lexdex")?;
    let index_argument = index.to_str().context("the path is not UTF-8")?;
    let (mut start_s, mut cold, mut warm) = (Vec::new(), TailLatencies::default(), TailLatencies::default());
    for round in 0..N_ROUNDS {
        let mut mix = Mix::new(100 + round, index, CourtValues::Any)?;
        let requests = Requests::once(mix.distinct(arguments.n_requests(2))?);
        // Queries that wait for the disk are limited per client.
        let requests = requests.with_many_clients();
        for_each_file(index, &evict)?;
        let server_arguments =
            ["--index", index_argument, "--rate-limit", "0", "--cache-mib", "0", "--trusted-proxy", "127.0.0.1"];
        let server = ServerProcess::start(&lexdex, &server_arguments, 18_106, LogMode::Warnings)?;
        start_s.push(server.start_time.as_secs_f64());
        cold.measure(&server, &requests, arguments.time())?;
        for_each_file(index, &prefault)?;
        warm.measure(&server, &requests, arguments.time())?;
    }
    row("cold start to first connection", "", &format!("{:.3} s", median(start_s)));
    row("p99 under load right after a cold start, against warm", "", &ratio(&cold.load_us, &warm.load_us));
    row(
        "the same of requests that read no record, beside that load",
        "1: no request waits for another's page fault",
        &ratio(&cold.bystander_us, &warm.bystander_us),
    );
    Ok(())
}

/// The 99th percentiles of the latencies, one for each round.
#[derive(Default)]
struct TailLatencies {
    load_us: Vec<f64>,
    bystander_us: Vec<f64>,
}

impl TailLatencies {
    /// Runs a load of pages and, at the same time, requests without records over a connection of their own.
    fn measure(&mut self, server: &ServerProcess, requests: &Requests, time: Duration) -> Result<()> {
        let past_the_end = Requests::new(vec!["/api/v1/cases?offset=1000000000".to_owned()]);
        let (load, bystander) = std::thread::scope(|scope| {
            let bystander = scope.spawn(|| load::run(server.address, &past_the_end, 1, time));
            (load::run(server.address, requests, N_CONNECTIONS, time), bystander.join())
        });
        let (load, bystander) = (load?, bystander.map_err(|_| anyhow!("the load panicked"))??);
        let (n_served_a_second, n_refused) = (load.requests_per_second(), load.n_refused);
        eprintln!("cold, then warm: {n_served_a_second:.0} requests/s, {n_refused} refused");
        self.load_us.push(load.latency(0.99));
        self.bystander_us.push(bystander.latency(0.99));
        Ok(())
    }
}

fn for_each_file(folder: &Path, visit: &dyn Fn(&Path) -> Result<()>) -> Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            for_each_file(&path, visit)?;
        } else {
            visit(&path)?;
        }
    }
    Ok(())
}

/// Evicts a file from the page cache. Pages mapped by a process stay.
fn evict(path: &Path) -> Result<()> {
    let file = File::open(path)?;
    file.sync_all()?;
    Ok(fadvise(&file, 0, None, Advice::DontNeed)?)
}

/// Reads a file into the page cache.
fn prefault(path: &Path) -> Result<()> {
    io::copy(&mut File::open(path)?, &mut io::sink())?;
    Ok(())
}
