//! lexdex over HTTP beside the floor, with the limiter and with the log.

use std::io::{self, Write};
use std::net::TcpStream;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result};

use super::{RunArguments, program, row};
use crate::figures::{median, median_ratio};
use crate::load::{self, N_CLIENTS, Requests};
use crate::process::{Log, Process, pin_load};
use crate::workload::{Courts, Workload};

/// How many requests are drawn before a load starts.
const N_REQUESTS: usize = 200_000;

pub(super) const N_CONNECTIONS: usize = 32;

/// How many bytes of files lie beside a mix of which none is asked for twice: far more than a processor's caches hold.
const MOST_FILE_BYTES: usize = 1 << 30;

/// lexdex in all the ways it is asked.
struct Servers {
    plain: Process,
    logging: Process,
    /// Behind a proxy that tells of the clients, without the limiter and with it.
    unlimited: Process,
    limited: Process,
}

impl Servers {
    fn start(index: &Path) -> Result<Self> {
        let proxied = ["--trusted-proxy", "127.0.0.1"];
        Ok(Self {
            plain: start_plain(index)?,
            logging: start(index, "0", &[], 18_103, Log::Requests)?,
            unlimited: start(index, "0", &proxied, 18_104, Log::Warnings)?,
            limited: start(index, "100", &proxied, 18_105, Log::Warnings)?,
        })
    }
}

fn start_plain(index: &Path) -> Result<Process> {
    start(index, "0", &[], 18_101, Log::Warnings)
}

fn start(index: &Path, rate_limit: &str, more: &[&str], port: u16, log: Log) -> Result<Process> {
    let index = index.to_str().context("the path is not UTF-8")?;
    let arguments = [&["--index", index, "--rate-limit", rate_limit], more].concat();
    Process::start(&program("lexdex")?, &arguments, port, log)
}

/// A variant that takes its turn in every round.
struct Variant<'v> {
    name: &'static str,
    server: &'v Process,
    requests: &'v Requests,
    n_connections: usize,
    cpu_us: Vec<f64>,
    p50_us: Vec<f64>,
    p99_us: Vec<f64>,
}

impl<'v> Variant<'v> {
    fn new(name: &'static str, server: &'v Process, requests: &'v Requests, n_connections: usize) -> Self {
        Self { name, server, requests, n_connections, cpu_us: Vec::new(), p50_us: Vec::new(), p99_us: Vec::new() }
    }

    fn measure(&mut self, time: Duration) -> Result<()> {
        let before = self.server.cpu_seconds()?;
        let load = load::run(self.server.address, self.requests, self.n_connections, time)?;
        let cpu = self.server.cpu_seconds()? - before;
        self.cpu_us.push(cpu * 1e6 / load.n_requests as f64);
        self.p50_us.push(load.latency(0.5));
        self.p99_us.push(load.latency(0.99));
        eprintln!("{}: {:.0} requests/s", self.name, load.requests_per_second());
        Ok(())
    }
}

pub(super) fn measure(index: &Path, arguments: &RunArguments) -> Result<()> {
    measure_start(index, arguments.rounds)?;
    let servers = Servers::start(index)?;
    let memory = servers.plain.memory("RssAnon")? as f64 / arguments.n_records() as f64;
    row("memory beyond the page cache, bytes a record", "≤ 20", &format!("{memory:.1}"));
    std::thread::scope(|scope| scope.spawn(|| measure_ratios(&servers, arguments)).join())
        .map_err(|_| anyhow::anyhow!("the load panicked"))??;
    for format in ["ndjson", "csv"] {
        measure_export(&servers.plain, format)?;
    }
    Ok(())
}

/// The median of several starts: what the disk still writes of the build delays one more than another.
fn measure_start(index: &Path, n_starts: usize) -> Result<()> {
    let starts = (0..n_starts).map(|_| Ok(start_plain(index)?.start_time.as_secs_f64()));
    let start_s = median(starts.collect::<Result<Vec<_>>>()?);
    let what = format!("start to first connection, right behind the build, median of {n_starts}");
    row(&what, "≤ 0.5 s at 10 M", &format!("{start_s:.3} s"));
    Ok(())
}

/// Reads all cases at once.
fn measure_export(server: &Process, format: &str) -> Result<()> {
    let before = server.cpu_seconds()?;
    let mut stream = TcpStream::connect(server.address)?;
    write!(stream, "GET /api/v1/cases/export?format={format} HTTP/1.1\r\nhost: bench\r\nconnection: close\r\n\r\n")?;
    let n_bytes = io::copy(&mut stream, &mut io::sink())?;
    let cpu = server.cpu_seconds()? - before;
    let mebibytes_a_second = n_bytes as f64 / f64::from(1 << 20) / cpu;
    row(&format!("export of all cases as {format}"), "", &format!("{mebibytes_a_second:.0} MiB a second of CPU"));
    Ok(())
}

fn measure_ratios(servers: &Servers, arguments: &RunArguments) -> Result<()> {
    let Servers { plain, logging, unlimited, limited } = servers;
    pin_load()?;
    let time = arguments.time();
    let mut workload = Workload::new(1, arguments.cases, Courts::All)?;
    let distinct = Requests::of(workload.distinct(N_REQUESTS));
    let repeated = Requests::of(workload.repeated(N_REQUESTS));
    let first = Requests::of((0..2000).map(|_| workload.with_filters("cases", 1, false)).collect());
    let deep = Requests::of((0..2000).map(|_| workload.with_filters("cases", 1, true)).collect());
    let plain_pages = Requests::of((0..2000).map(|_| workload.with_filters("cases", 0, false)).collect());
    let words = Requests::of((0..20_000).map(|_| workload.with_word()).collect());
    let dates = Requests::of((0..20_000).map(|_| workload.with_dates()).collect());
    let (without_limiter, with_limiter) = (distinct.of_many_clients(), distinct.of_many_clients());
    let n_bytes = mean_body_bytes("distinct mix", plain, &distinct, time)?;
    let floor = start_floor(n_bytes, 1, 18_102)?;
    let files = start_floor(n_bytes, MOST_FILE_BYTES / n_bytes, 18_107)?;
    let n_bytes = mean_body_bytes("repeated mix", plain, &repeated, time)?;
    let floor_of_repeated = start_floor(n_bytes, 1, 18_106)?;
    let files_of_repeated = start_floor(n_bytes, repeated.n_different(), 18_108)?;
    let limiter_bytes = make_known(limited, time)?;
    let mut variants = [
        Variant::new("floor", &floor, &distinct, N_CONNECTIONS),
        Variant::new("files", &files, &distinct, N_CONNECTIONS),
        Variant::new("distinct", plain, &distinct, N_CONNECTIONS),
        Variant::new("distinct, logged", logging, &distinct, N_CONNECTIONS),
        Variant::new("floor of repeated", &floor_of_repeated, &repeated, N_CONNECTIONS),
        Variant::new("files of repeated", &files_of_repeated, &repeated, N_CONNECTIONS),
        Variant::new("repeated", plain, &repeated, N_CONNECTIONS),
        Variant::new("first pages", plain, &first, N_CONNECTIONS),
        Variant::new("deep pages", plain, &deep, N_CONNECTIONS),
        Variant::new("plain pages", plain, &plain_pages, N_CONNECTIONS),
        Variant::new("a word", plain, &words, N_CONNECTIONS),
        Variant::new("dates", plain, &dates, N_CONNECTIONS),
        Variant::new("a million clients", unlimited, &without_limiter, N_CONNECTIONS),
        Variant::new("a million clients, limited", limited, &with_limiter, N_CONNECTIONS),
        Variant::new("floor, one connection", &floor, &distinct, 1),
        Variant::new("distinct, one connection", plain, &distinct, 1),
    ];
    for _ in 0..arguments.rounds {
        for variant in &mut variants {
            variant.measure(time)?;
        }
    }
    let [
        floor,
        files,
        distinct,
        logged,
        floor_of_repeated,
        files_of_repeated,
        repeated,
        first,
        deep,
        plain_pages,
        words,
        dates,
        unlimited,
        limited,
        floor_alone,
        alone,
    ] = &variants;
    row("floor, CPU a request", "", &format!("{:.1} µs", median(floor.cpu_us.iter().copied())));
    row("distinct mix, C", "≤ 2.0; ≤ 4 at 10 M", &ratio(&distinct.cpu_us, &floor.cpu_us));
    row("repeated mix, C", "≤ 1.25; ≤ 1.4 at 10 M", &ratio(&repeated.cpu_us, &floor_of_repeated.cpu_us));
    row("distinct mix against a GiB of files in memory, CPU", "", &ratio(&distinct.cpu_us, &files.cpu_us));
    row("repeated mix against as many files in memory, CPU", "", &ratio(&repeated.cpu_us, &files_of_repeated.cpu_us));
    row("deep against first pages, one filter, CPU", "≤ 1.2", &ratio(&deep.cpu_us, &first.cpu_us));
    row("a word of q against a page without a filter, CPU", "≤ 5", &ratio(&words.cpu_us, &plain_pages.cpu_us));
    row("a range of dates against a page without a filter, CPU", "", &ratio(&dates.cpu_us, &plain_pages.cpu_us));
    row("p50, one connection, against the floor's", "≤ 1.15", &ratio(&alone.p50_us, &floor_alone.p50_us));
    row("p99 under load against the floor's", "≤ 3", &ratio(&distinct.p99_us, &floor.p99_us));
    row("limiter with a million clients against none, CPU", "≤ 1.05", &ratio(&limited.cpu_us, &unlimited.cpu_us));
    row("limiter with a million clients, memory", "bounded", &mebibytes(limiter_bytes));
    row("access log against none, distinct mix, CPU", "small", &ratio(&logged.cpu_us, &distinct.cpu_us));
    Ok(())
}

/// How long a server's answers to these requests are in the mean.
fn mean_body_bytes(mix: &str, server: &Process, requests: &Requests, time: Duration) -> Result<usize> {
    let n_bytes = load::run(server.address, requests, N_CONNECTIONS, time)?.mean_body_bytes();
    row(&format!("mean body, {mix}"), "", &format!("{n_bytes} bytes"));
    Ok(n_bytes)
}

/// A server of so many bodies of a size.
fn start_floor(n_bytes: usize, n_bodies: usize, port: u16) -> Result<Process> {
    let (n_bytes, n_bodies) = (n_bytes.to_string(), n_bodies.to_string());
    let arguments = ["floor", "--bytes", &n_bytes, "--bodies", &n_bodies];
    Process::start(&std::env::current_exe()?, &arguments, port, Log::Warnings)
}

/// Lets every client ask a server once, and tells by how much its memory has grown.
fn make_known(server: &Process, time: Duration) -> Result<u64> {
    let before = server.memory("RssAnon")?;
    let requests = Requests::of(vec!["/api/v1/cases?limit=1".to_owned()]).of_many_clients();
    while requests.n_asked() < N_CLIENTS {
        load::run(server.address, &requests, N_CONNECTIONS, time)?;
    }
    Ok(server.memory("RssAnon")?.saturating_sub(before))
}

/// The median over the rounds of one variant's figure divided by the other's, and the median of the figure.
pub(super) fn ratio(figures: &[f64], by: &[f64]) -> String {
    format!("{:.2} ({:.1} µs)", median_ratio(figures, by), median(figures.iter().copied()))
}

fn mebibytes(bytes: u64) -> String {
    format!("{:.0} MiB", bytes as f64 / f64::from(1 << 20))
}
