/*!
The whole measurement at one size, as a table.
*/

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use clap::Args;
use lexdex::index::Index;
use lexdex::model::{Bill, Case, Statute};

use crate::process::{Process, memory_of, pin_load};
use crate::workload::Workload;
use crate::{corpus, load, queries};

/// How many requests are drawn before a load starts.
const N_REQUESTS: usize = 200_000;

const N_CONNECTIONS: usize = 32;

#[derive(Args)]
pub(crate) struct RunArguments {
    /// How many cases.
    #[arg(long, default_value_t = 100_000)]
    cases: u64,
    /// How many statutes, and how many bills [default: half the cases].
    #[arg(long)]
    others: Option<u64>,
    /// How many rounds; medians are told.
    #[arg(long, default_value_t = 5)]
    rounds: usize,
    /// How long each load of a round takes, in seconds.
    #[arg(long, default_value_t = 2.0)]
    seconds: f64,
    /// Where the corpus and the index are kept between runs [default: a temporary directory].
    #[arg(long)]
    keep: Option<PathBuf>,
}

/// Generates, builds and measures, and prints the table.
pub(crate) fn run(arguments: &RunArguments) -> Result<()> {
    let temporary = tempfile::tempdir()?;
    let place = arguments.keep.as_deref().unwrap_or(temporary.path());
    fs::create_dir_all(place)?;
    let (corpus, index) = (place.join("corpus"), place.join("index"));
    let n_others = arguments.others.unwrap_or(arguments.cases / 2);
    if !corpus.exists() {
        corpus::write(&corpus, arguments.cases, n_others)?;
    }
    println!("| what | measured |\n|---|---|");
    println!("| records | {} cases, {n_others} statutes, {n_others} bills |", arguments.cases);
    measure_build(&corpus, &index)?;
    measure_disk(&index, arguments.cases + 2 * n_others)?;
    measure_http(&index, arguments, n_others)?;
    measure_queries(&index, arguments.cases)
}

fn row(what: &str, measured: &str) {
    println!("| {what} | {measured} |");
}

/// A program of this workspace, built with the same profile as this one.
fn program(name: &str) -> Result<PathBuf> {
    let path = std::env::current_exe()?.with_file_name(name);
    ensure!(path.exists(), "{} is not there: run `cargo build --release --workspace`", path.display());
    Ok(path)
}

fn measure_build(corpus: &Path, index: &Path) -> Result<()> {
    let parse = Instant::now();
    parse_only::<Statute>(&corpus.join("statutes"))?;
    parse_only::<Case>(&corpus.join("cases"))?;
    parse_only::<Bill>(&corpus.join("bills"))?;
    let parse = parse.elapsed().as_secs_f64();
    let start = Instant::now();
    let mut builder = Command::new(program("index-builder")?)
        .args(["build", "--replace", "--corpus"])
        .arg(corpus)
        .arg("--out")
        .arg(index)
        .stdout(Stdio::null())
        .spawn()?;
    let (status, peak_bytes) = wait_watching_memory(&mut builder)?;
    ensure!(status.success(), "index-builder failed");
    let build = start.elapsed().as_secs_f64();
    row(
        "build against a bare typed parse on one thread, wall",
        &format!("{:.2} ({build:.1} s / {parse:.1} s)", build / parse),
    );
    row(
        "build, most memory held, files mapped into it included",
        &format!("{:.0} MiB", peak_bytes as f64 / f64::from(1 << 20)),
    );
    Ok(())
}

/// Waits until a process ends, and tells the most memory it has held: that of its last look, for the system keeps the
/// figure only as long as the process.
fn wait_watching_memory(child: &mut Child) -> Result<(ExitStatus, u64)> {
    let mut peak_bytes = 0;
    loop {
        peak_bytes = memory_of(child.id(), "VmHWM").unwrap_or(peak_bytes);
        if let Some(status) = child.try_wait()? {
            return Ok((status, peak_bytes));
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Reads every line as a record and does nothing with it.
fn parse_only<T: serde::de::DeserializeOwned>(folder: &Path) -> Result<()> {
    let file = std::io::BufReader::with_capacity(1 << 18, fs::File::open(folder.join("synthetic.jsonl"))?);
    let mut lines = lexdex::corpus::Lines::new(file);
    while let Some(line) = lines.next_line()? {
        if let lexdex::corpus::Line::Bytes(line) = line {
            std::hint::black_box(serde_json::from_slice::<T>(line)?);
        }
    }
    Ok(())
}

fn measure_disk(index: &Path, n_records: u64) -> Result<()> {
    let manifest = lexdex::index::Manifest::read(index)?;
    let beyond = manifest.files.iter().filter(|file| !file.path.ends_with("records.jsonl"));
    let n_bytes: u64 = beyond.map(|file| file.bytes).sum();
    row("disk beyond the records' JSON, bytes a record", &format!("{:.1}", n_bytes as f64 / n_records as f64));
    Ok(())
}

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

fn measure_http(index: &Path, arguments: &RunArguments, n_others: u64) -> Result<()> {
    let lexdex = program("lexdex")?;
    let index_argument = index.to_str().context("the path is not UTF-8")?;
    let server = Process::start(&lexdex, &["--index", index_argument, "--rate-limit", "0"], 18_101)?;
    row("start to first connection", &format!("{:.3} s", server.start_time.as_secs_f64()));
    let n_records = arguments.cases + 2 * n_others;
    let memory = server.memory("RssAnon")? as f64 / n_records as f64;
    row("memory beyond the page cache, bytes a record", &format!("{memory:.1}"));
    std::thread::scope(|scope| scope.spawn(|| measure_ratios(&server, arguments)).join())
        .map_err(|_| anyhow::anyhow!("the load panicked"))?
}

fn measure_ratios(server: &Process, arguments: &RunArguments) -> Result<()> {
    pin_load()?;
    let time = Duration::from_secs_f64(arguments.seconds);
    let mut workload = Workload::new(1, arguments.cases)?;
    let distinct = workload.distinct(N_REQUESTS);
    let repeated = workload.repeated(N_REQUESTS);
    let first: Vec<String> = (0..2000).map(|_| workload.with_filters("cases", 1, false)).collect();
    let deep: Vec<String> = (0..2000).map(|_| workload.with_filters("cases", 1, true)).collect();
    let mean_bytes = load::run(server.address, &distinct, N_CONNECTIONS, time)?.mean_body_bytes();
    row("mean body", &format!("{mean_bytes} bytes"));
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
    row("floor, CPU a request", &format!("{:.1} µs", median(&floor.cpu_us)));
    row("distinct mix, C", &ratio(&distinct.cpu_us, &floor.cpu_us));
    row("repeated mix, C", &ratio(&repeated.cpu_us, &floor.cpu_us));
    row("deep against first pages, one filter, CPU", &ratio(&deep.cpu_us, &first.cpu_us));
    row("p50, one connection, against the floor's", &ratio(&alone.p50_us, &floor_alone.p50_us));
    row("p99 under load against the floor's", &ratio(&distinct.p99_us, &floor.p99_us));
    Ok(())
}

/// The median over the rounds of one variant's figure divided by the other's.
fn ratio(figures: &[f64], by: &[f64]) -> String {
    let ratios: Vec<f64> = figures.iter().zip(by).map(|(figure, by)| figure / by).collect();
    format!("{:.2} ({:.1} µs)", median(&ratios), median(figures))
}

fn median(figures: &[f64]) -> f64 {
    let mut sorted = figures.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted.get(sorted.len() / 2).copied().unwrap_or(f64::NAN)
}

fn measure_queries(index: &Path, n_records: u64) -> Result<()> {
    let index = Arc::new(Index::open(index)?);
    for (class, microseconds) in queries::classes(&index, n_records)? {
        row(&format!("one request in process, {class}, p50"), &format!("{microseconds:.1} µs"));
    }
    row("limiter with a million clients against none, time a request", &format!("{:.2}", queries::limiter(&index)?));
    Ok(())
}
