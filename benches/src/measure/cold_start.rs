//! The first requests after a start with nothing of the index in the page cache, beside those after everything is.

use std::fs::{self, File};
use std::io;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result, anyhow};
use rustix::fs::{Advice, fadvise};

use super::http::{N_CONNECTIONS, ratio};
use super::{RunArguments, program, row};
use crate::figures::median;
use crate::load::{self, Requests};
use crate::process::{Log, Process, pin_load};
use crate::workload::{Courts, Workload};

const N_ROUNDS: u64 = 3;

pub(super) fn measure(index: &Path, arguments: &RunArguments) -> Result<()> {
    std::thread::scope(|scope| scope.spawn(|| measure_pinned(index, arguments)).join())
        .map_err(|_| anyhow!("the load panicked"))?
}

fn measure_pinned(index: &Path, arguments: &RunArguments) -> Result<()> {
    pin_load()?;
    let lexdex = program("lexdex")?;
    let index_argument = index.to_str().context("the path is not UTF-8")?;
    let (mut start_s, mut cold, mut warm) = (Vec::new(), Tails::default(), Tails::default());
    for round in 0..N_ROUNDS {
        for_each_file(index, &forget)?;
        // No answer is remembered, so that the same requests can be asked twice.
        let server_arguments = ["--index", index_argument, "--rate-limit", "0", "--cache-mib", "0"];
        let server = Process::start(&lexdex, &server_arguments, 18_106, Log::Warnings)?;
        let requests = Requests::of(Workload::new(100 + round, arguments.cases, Courts::All)?.distinct(100_000));
        start_s.push(server.start_time.as_secs_f64());
        cold.measure(&server, &requests, arguments.time())?;
        for_each_file(index, &read)?;
        warm.measure(&server, &requests, arguments.time())?;
    }
    row("cold start to first connection", "", &format!("{:.3} s", median(start_s)));
    row("p99 under load right after a cold start, against warm", "", &ratio(&cold.load_us, &warm.load_us));
    row(
        "the same of requests that read no record, beside that load",
        "1: nobody waits for another's page fault",
        &ratio(&cold.bystander_us, &warm.bystander_us),
    );
    Ok(())
}

/// The latencies that 99 % of the requests did not exceed, for each round.
#[derive(Default)]
struct Tails {
    load_us: Vec<f64>,
    bystander_us: Vec<f64>,
}

impl Tails {
    /// Asks a server for pages, and beside that, over a connection of their own, for such as hold no record.
    fn measure(&mut self, server: &Process, requests: &Requests, time: Duration) -> Result<()> {
        let past_the_end = Requests::of(vec!["/api/v1/cases?offset=1000000000".to_owned()]);
        let (load, bystander) = std::thread::scope(|scope| {
            let bystander = scope.spawn(|| load::run(server.address, &past_the_end, 1, time));
            (load::run(server.address, requests, N_CONNECTIONS, time), bystander.join())
        });
        let (load, bystander) = (load?, bystander.map_err(|_| anyhow!("the load panicked"))??);
        eprintln!("cold, then warm: {:.0} requests/s", load.requests_per_second());
        self.load_us.push(load.latency(0.99));
        self.bystander_us.push(bystander.latency(0.99));
        Ok(())
    }
}

fn for_each_file(folder: &Path, act: &dyn Fn(&Path) -> Result<()>) -> Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            for_each_file(&path, act)?;
        } else {
            act(&path)?;
        }
    }
    Ok(())
}

/// Takes a file out of the page cache. What a process has mapped stays.
fn forget(path: &Path) -> Result<()> {
    let file = File::open(path)?;
    file.sync_all()?;
    Ok(fadvise(&file, 0, None, Advice::DontNeed)?)
}

/// Brings a file into the page cache.
fn read(path: &Path) -> Result<()> {
    io::copy(&mut File::open(path)?, &mut io::sink())?;
    Ok(())
}
