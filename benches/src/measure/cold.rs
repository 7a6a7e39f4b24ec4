//! The first requests after a start with nothing of the index in the page cache, beside those after everything is.

use std::fs::{self, File};
use std::io;
use std::path::Path;

use anyhow::{Context, Result};
use rustix::fs::{Advice, fadvise};

use super::http::N_CONNECTIONS;
use super::{RunArguments, program, row};
use crate::figures::{median, median_ratio};
use crate::load::{self, Requests};
use crate::process::{Log, Process, pin_load};
use crate::workload::{Courts, Workload};

const N_ROUNDS: u64 = 3;

pub(super) fn measure(index: &Path, arguments: &RunArguments) -> Result<()> {
    std::thread::scope(|scope| scope.spawn(|| measure_pinned(index, arguments)).join())
        .map_err(|_| anyhow::anyhow!("the load panicked"))?
}

fn measure_pinned(index: &Path, arguments: &RunArguments) -> Result<()> {
    pin_load()?;
    let lexdex = program("lexdex")?;
    let argument = index.to_str().context("the path is not UTF-8")?;
    let (mut start_s, mut cold_us, mut warm_us) = (Vec::new(), Vec::new(), Vec::new());
    for round in 0..N_ROUNDS {
        for_each_file(index, &forget)?;
        // No answer is remembered, so that the same requests can be asked twice.
        let arguments_cold = ["--index", argument, "--rate-limit", "0", "--cache-mib", "0"];
        let server = Process::start(&lexdex, &arguments_cold, 18_106, Log::Warnings)?;
        let requests = Requests::of(Workload::new(100 + round, arguments.cases, Courts::All)?.distinct(100_000));
        let cold = load::run(server.address, &requests, N_CONNECTIONS, arguments.time())?;
        for_each_file(index, &read)?;
        let warm = load::run(server.address, &requests, N_CONNECTIONS, arguments.time())?;
        start_s.push(server.start_time.as_secs_f64());
        cold_us.push(cold.latency(0.99));
        warm_us.push(warm.latency(0.99));
    }
    let (start, cold, warm) = (median(start_s), median(cold_us.iter().copied()), median(warm_us.iter().copied()));
    row("cold start to first connection", "", &format!("{start:.3} s"));
    row(
        "p99 under load right after a cold start, against warm",
        "no waiting for another's page fault",
        &format!("{:.2} ({cold:.0} µs / {warm:.0} µs)", median_ratio(&cold_us, &warm_us)),
    );
    Ok(())
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
