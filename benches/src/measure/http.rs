//! lexdex over HTTP beside the floor.

use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result};

use super::{RunArguments, program, row};
use crate::figures::{median, median_ratio};
use crate::load;
use crate::process::{Process, pin_load};
use crate::workload::Workload;

/// How many requests are drawn before a load starts.
const N_REQUESTS: usize = 200_000;

const N_CONNECTIONS: usize = 32;

/// A variant that takes its turn in every round.
struct Variant<'v> {
    name: &'static str,
    server: &'v Process,
    paths: &'v [String],
    n_connections: usize,
    cpu_us: Vec<f64>,
    p50_us: Vec<f64>,
    p99_us: Vec<f64>,
}

impl<'v> Variant<'v> {
    fn new(name: &'static str, server: &'v Process, paths: &'v [String], n_connections: usize) -> Self {
        Self { name, server, paths, n_connections, cpu_us: Vec::new(), p50_us: Vec::new(), p99_us: Vec::new() }
    }

    fn measure(&mut self, time: Duration) -> Result<()> {
        let before = self.server.cpu_seconds()?;
        let load = load::run(self.server.address, self.paths, self.n_connections, time)?;
        let cpu = self.server.cpu_seconds()? - before;
        self.cpu_us.push(cpu * 1e6 / load.n_requests as f64);
        self.p50_us.push(load.latency(0.5));
        self.p99_us.push(load.latency(0.99));
        eprintln!("{}: {:.0} requests/s", self.name, load.n_requests as f64 / load.seconds);
        Ok(())
    }
}

pub(super) fn measure(index: &Path, arguments: &RunArguments) -> Result<()> {
    let lexdex = program("lexdex")?;
    let index_argument = index.to_str().context("the path is not UTF-8")?;
    let server = Process::start(&lexdex, &["--index", index_argument, "--rate-limit", "0"], 18_101)?;
    row("start to first connection", "≤ 0.5 s at 10 M", &format!("{:.3} s", server.start_time.as_secs_f64()));
    let memory = server.memory("RssAnon")? as f64 / arguments.n_records() as f64;
    row("memory beyond the page cache, bytes a record", "≤ 20", &format!("{memory:.1}"));
    std::thread::scope(|scope| scope.spawn(|| measure_ratios(&server, arguments)).join())
        .map_err(|_| anyhow::anyhow!("the load panicked"))?
}

fn measure_ratios(server: &Process, arguments: &RunArguments) -> Result<()> {
    pin_load()?;
    let time = arguments.time();
    let mut workload = Workload::new(1, arguments.cases)?;
    let distinct = workload.distinct(N_REQUESTS);
    let repeated = workload.repeated(N_REQUESTS);
    let first: Vec<String> = (0..2000).map(|_| workload.with_filters("cases", 1, false)).collect();
    let deep: Vec<String> = (0..2000).map(|_| workload.with_filters("cases", 1, true)).collect();
    let mean_bytes = load::run(server.address, &distinct, N_CONNECTIONS, time)?.mean_body_bytes();
    row("mean body", "", &format!("{mean_bytes} bytes"));
    let bench = std::env::current_exe()?;
    let floor = Process::start(&bench, &["floor", "--bytes", &mean_bytes.to_string()], 18_102)?;
    let mut variants = [
        Variant::new("floor", &floor, &distinct, N_CONNECTIONS),
        Variant::new("distinct", server, &distinct, N_CONNECTIONS),
        Variant::new("repeated", server, &repeated, N_CONNECTIONS),
        Variant::new("first pages", server, &first, N_CONNECTIONS),
        Variant::new("deep pages", server, &deep, N_CONNECTIONS),
        Variant::new("floor, one connection", &floor, &distinct, 1),
        Variant::new("distinct, one connection", server, &distinct, 1),
    ];
    for _ in 0..arguments.rounds {
        for variant in &mut variants {
            variant.measure(time)?;
        }
    }
    let [floor, distinct, repeated, first, deep, floor_alone, alone] = &variants;
    row("floor, CPU a request", "", &format!("{:.1} µs", median(floor.cpu_us.iter().copied())));
    row("distinct mix, C", "≤ 2.0; ≤ 4 at 10 M", &ratio(&distinct.cpu_us, &floor.cpu_us));
    row("repeated mix, C", "≤ 1.25; ≤ 1.4 at 10 M", &ratio(&repeated.cpu_us, &floor.cpu_us));
    row("deep against first pages, one filter, CPU", "≤ 1.2", &ratio(&deep.cpu_us, &first.cpu_us));
    row("p50, one connection, against the floor's", "≤ 1.15", &ratio(&alone.p50_us, &floor_alone.p50_us));
    row("p99 under load against the floor's", "≤ 3", &ratio(&distinct.p99_us, &floor.p99_us));
    Ok(())
}

/// The median over the rounds of one variant's figure divided by the other's, and the median of the figure.
fn ratio(figures: &[f64], by: &[f64]) -> String {
    format!("{:.2} ({:.1} µs)", median_ratio(figures, by), median(figures.iter().copied()))
}
