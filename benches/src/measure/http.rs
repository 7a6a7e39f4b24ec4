//! Compares lexdex over HTTP with the floor, and measures the cost of the rate limiter and the access log.

use std::io::{self, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result, ensure};

use crate::load::{self, N_CLIENTS, Requests};
use crate::measure::{RunArguments, memory, nginx, program, row};
use crate::process::{LogMode, ServerProcess, pin_load};
use crate::statistics::{median, median_ratio};
use crate::workload::{CourtValues, Mix, Workload};

/// The number of requests drawn from the repeated URLs.
const N_REPEATED: usize = 200_000;

pub(super) const N_CONNECTIONS: usize = 32;

/// The total size of the files that are compared with the distinct mix: far more than a processor's caches.
const FILES_BYTES: usize = 1 << 30;

/// The servers under test, all with the same index.
struct Servers {
    plain: ServerProcess,
    /// For the requests that repeat, which no other load evicts from its caches.
    repeated: ServerProcess,
    /// Without a response cache, for classes of requests that have few URLs.
    uncached: ServerProcess,
    logging: ServerProcess,
    /// With a trusted proxy that forwards client addresses, without the rate limiter and then with it.
    unlimited: ServerProcess,
    limited: ServerProcess,
}

impl Servers {
    fn start(index: &Path) -> Result<Self> {
        let proxied = ["--trusted-proxy", "127.0.0.1"];
        Ok(Self {
            plain: start_plain(index)?,
            repeated: start(index, "0", &[], 18_111, LogMode::Warnings)?,
            uncached: start(index, "0", &["--cache-mib", "0"], 18_113, LogMode::Warnings)?,
            logging: start(index, "0", &[], 18_103, LogMode::Requests)?,
            unlimited: start(index, "0", &proxied, 18_104, LogMode::Warnings)?,
            limited: start(index, "100", &proxied, 18_105, LogMode::Warnings)?,
        })
    }
}

pub(super) fn start_plain(index: &Path) -> Result<ServerProcess> {
    start(index, "0", &[], 18_101, LogMode::Warnings)
}

fn start(index: &Path, rate_limit: &str, more: &[&str], port: u16, log: LogMode) -> Result<ServerProcess> {
    let index = index.to_str().context("the path is not UTF-8")?;
    let admin = SocketAddr::from(([127, 0, 0, 1], port + 100));
    let admin_listen = admin.to_string();
    let fixed = ["--index", index, "--rate-limit", rate_limit, "--admin-listen", &admin_listen];
    let mut server = ServerProcess::start(&program("lexdex")?, &[&fixed, more].concat(), port, log)?;
    server.admin = Some(admin);
    Ok(server)
}

/// The requests of the mix.
struct Mixes {
    distinct: Requests,
    repeated: Requests,
}

/// A variant, measured in turn in every round.
pub(super) struct Variant<'v> {
    name: &'static str,
    server: &'v ServerProcess,
    requests: &'v Requests,
    n_connections: usize,
    pub(super) cpu_us: Vec<f64>,
    p50_us: Vec<f64>,
    p99_us: Vec<f64>,
}

impl<'v> Variant<'v> {
    pub(super) fn new(
        name: &'static str,
        server: &'v ServerProcess,
        requests: &'v Requests,
        n_connections: usize,
    ) -> Self {
        Self { name, server, requests, n_connections, cpu_us: Vec::new(), p50_us: Vec::new(), p99_us: Vec::new() }
    }

    pub(super) fn measure(&mut self, time: Duration) -> Result<()> {
        let lookups_before = self.server.cache_lookups()?;
        let before = self.server.cpu_seconds()?;
        let load = load::run(self.server.address, self.requests, self.n_connections, time)?;
        let cpu = self.server.cpu_seconds()? - before;
        ensure!(load.n_refused == 0, "{}: the server refused {} requests", self.name, load.n_refused);
        self.cpu_us.push(cpu * 1e6 / load.n_requests as f64);
        self.p50_us.push(load.latency(0.5));
        self.p99_us.push(load.latency(0.99));
        let lookups = self.server.cache_lookups()?.zip(lookups_before).map_or(String::new(), |(after, before)| {
            let [n_hits, n_misses] = [0, 1].map(|idx| after[idx] - before[idx]);
            format!(", {n_hits} hits and {n_misses} misses of the response cache")
        });
        eprintln!("{}: {:.0} requests/s{lookups}", self.name, load.requests_per_second());
        Ok(())
    }
}

pub(super) fn measure(index: &Path, arguments: &RunArguments) -> Result<()> {
    measure_start(index, arguments.rounds)?;
    std::thread::scope(|scope| scope.spawn(|| measure_under_load(index, arguments)).join())
        .map_err(|_| anyhow::anyhow!("the load panicked"))?
}

fn measure_under_load(index: &Path, arguments: &RunArguments) -> Result<()> {
    pin_load()?;
    memory::measure(index, arguments)?;
    let mut mix = Mix::new(1, index, CourtValues::Any)?;
    // One server answers them in two loads of each round, and in one before.
    let n_distinct = arguments.n_requests(2 * arguments.rounds + 1);
    let mixes = Mixes {
        distinct: Requests::once(mix.distinct(n_distinct)?),
        repeated: Requests::new(mix.repeated(N_REPEATED)?),
    };
    drop(mix);
    let servers = Servers::start(index)?;
    measure_ratios(&servers, &mixes, arguments)?;
    nginx::measure(&servers.repeated, &mixes.repeated, arguments)?;
    ["ndjson", "csv"].into_iter().try_for_each(|format| measure_export(&servers.plain, format))
}

/// Measures the median of several starts. The disk may still be writing the new index, which delays some of them.
fn measure_start(index: &Path, n_starts: usize) -> Result<()> {
    let starts = (0..n_starts).map(|_| Ok(start_plain(index)?.start_time.as_secs_f64()));
    let start_s = median(starts.collect::<Result<Vec<_>>>()?);
    let what = format!("start to first connection, right behind the build, median of {n_starts}");
    row(&what, "≤ 0.5 s at 10 M", &format!("{start_s:.3} s"));
    Ok(())
}

/// Measures an export of all cases.
fn measure_export(server: &ServerProcess, format: &str) -> Result<()> {
    let before = server.cpu_seconds()?;
    let mut stream = TcpStream::connect(server.address)?;
    write!(stream, "GET /api/v1/cases/export?format={format} HTTP/1.1\r\nhost: bench\r\nconnection: close\r\n\r\n")?;
    let n_bytes = io::copy(&mut stream, &mut io::sink())?;
    let cpu = server.cpu_seconds()? - before;
    let mebibytes_a_second = n_bytes as f64 / f64::from(1 << 20) / cpu;
    row(&format!("export of all cases as {format}"), "", &format!("{mebibytes_a_second:.0} MiB a second of CPU"));
    Ok(())
}

fn measure_ratios(servers: &Servers, mixes: &Mixes, arguments: &RunArguments) -> Result<()> {
    let Servers { plain, repeated: of_repeated, uncached, logging, unlimited, limited } = servers;
    let Mixes { distinct, repeated } = mixes;
    let time = arguments.time();
    let mut workload = Workload::new(1, arguments.cases, CourtValues::Any)?;
    let first = Requests::new((0..2000).map(|_| workload.with_filters("cases", 1, false)).collect());
    let deep = Requests::new((0..2000).map(|_| workload.with_filters("cases", 1, true)).collect());
    let plain_pages = Requests::new((0..2000).map(|_| workload.with_filters("cases", 0, false)).collect());
    let words = Requests::new((0..20_000).map(|_| workload.with_word()).collect());
    let dates = Requests::new((0..20_000).map(|_| workload.with_dates()).collect());
    let joined_dates = Requests::new((0..20_000).map(|_| workload.with_dates_and_topic()).collect());
    let first_by_date = Requests::new((0..2000).map(|_| workload.by_date(false)).collect());
    let deep_by_date = Requests::new((0..2000).map(|_| workload.by_date(true)).collect());
    let distinct_of_logging = distinct.restarted();
    let (without_limiter, with_limiter) = (distinct.with_many_clients(), distinct.with_many_clients());
    let (constant, constant_of_repeated) = (distinct.cycled(), repeated.cycled());
    let n_bytes = mean_body_bytes(plain, distinct, time)?;
    row("mean body, distinct mix", "", &format!("{n_bytes} bytes"));
    let floor = start_floor(n_bytes, 1, 18_102)?;
    let files = start_floor(n_bytes, FILES_BYTES / n_bytes, 18_107)?;
    let n_bytes = mean_body_bytes(of_repeated, repeated, time)?;
    row("mean body, repeated mix", "", &format!("{n_bytes} bytes"));
    let floor_of_repeated = start_floor(n_bytes, 1, 18_106)?;
    let files_of_repeated = start_floor(n_bytes, repeated.n_distinct(), 18_108)?;
    let limiter_bytes = measure_client_memory(limited, time)?;
    let mut variants = [
        Variant::new("floor", &floor, &constant, N_CONNECTIONS),
        Variant::new("files", &files, &constant, N_CONNECTIONS),
        Variant::new("distinct", plain, distinct, N_CONNECTIONS),
        Variant::new("distinct, logged", logging, &distinct_of_logging, N_CONNECTIONS),
        Variant::new("floor of repeated", &floor_of_repeated, &constant_of_repeated, N_CONNECTIONS),
        Variant::new("files of repeated", &files_of_repeated, &constant_of_repeated, N_CONNECTIONS),
        Variant::new("repeated", of_repeated, repeated, N_CONNECTIONS),
        Variant::new("first pages", uncached, &first, N_CONNECTIONS),
        Variant::new("deep pages", uncached, &deep, N_CONNECTIONS),
        Variant::new("plain pages", uncached, &plain_pages, N_CONNECTIONS),
        Variant::new("a word", uncached, &words, N_CONNECTIONS),
        Variant::new("dates", uncached, &dates, N_CONNECTIONS),
        Variant::new("dates and a topic", uncached, &joined_dates, N_CONNECTIONS),
        Variant::new("first pages by date", uncached, &first_by_date, N_CONNECTIONS),
        Variant::new("deep pages by date", uncached, &deep_by_date, N_CONNECTIONS),
        Variant::new("a million clients", unlimited, &without_limiter, N_CONNECTIONS),
        Variant::new("a million clients, limited", limited, &with_limiter, N_CONNECTIONS),
        Variant::new("floor, one connection", &floor, &constant, 1),
        Variant::new("distinct, one connection", plain, distinct, 1),
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
        joined_dates,
        first_by_date,
        deep_by_date,
        unlimited,
        limited,
        floor_alone,
        alone,
    ] = &variants;
    row("floor, CPU a request", "", &format!("{:.1} µs", median(floor.cpu_us.iter().copied())));
    row("distinct mix, C", "≤ 1.8; ≤ 2.2 at 10 M", &ratio(&distinct.cpu_us, &floor.cpu_us));
    row("repeated mix, C", "≤ 1.25", &ratio(&repeated.cpu_us, &floor_of_repeated.cpu_us));
    row("distinct mix against a GiB of files in memory, CPU", "", &ratio(&distinct.cpu_us, &files.cpu_us));
    row("repeated mix against as many files in memory, CPU", "", &ratio(&repeated.cpu_us, &files_of_repeated.cpu_us));
    row("deep against first pages, one filter, CPU", "≤ 1.2", &ratio(&deep.cpu_us, &first.cpu_us));
    row("a word of q against a page without a filter, CPU", "≤ 5", &ratio(&words.cpu_us, &plain_pages.cpu_us));
    row("a range of dates against a page without a filter, CPU", "", &ratio(&dates.cpu_us, &plain_pages.cpu_us));
    let what = "a range of dates and a topic against a page without a filter, CPU";
    row(what, "", &ratio(&joined_dates.cpu_us, &plain_pages.cpu_us));
    let what = "statutes by date, at an offset of 100,000 against first pages, CPU";
    row(what, "≤ 1.5", &ratio(&deep_by_date.cpu_us, &first_by_date.cpu_us));
    row("p50, one connection, against the floor's", "≤ 1.12", &ratio(&alone.p50_us, &floor_alone.p50_us));
    row("p99 under load against the floor's", "≤ 2; ≤ 3 at 10 M", &ratio(&distinct.p99_us, &floor.p99_us));
    row("limiter with a million clients against none, CPU", "≤ 1.03", &ratio(&limited.cpu_us, &unlimited.cpu_us));
    row("limiter with a million clients, memory", "bounded", &mebibytes(limiter_bytes));
    row("access log against none, distinct mix, CPU", "small", &ratio(&logged.cpu_us, &distinct.cpu_us));
    Ok(())
}

/// Measures the mean size of the bodies that a server sends for these requests.
pub(super) fn mean_body_bytes(server: &ServerProcess, requests: &Requests, time: Duration) -> Result<usize> {
    Ok(load::run(server.address, requests, N_CONNECTIONS, time)?.mean_body_bytes())
}

/// Starts the floor with `n_bodies` bodies of `n_bytes` bytes.
pub(super) fn start_floor(n_bytes: usize, n_bodies: usize, port: u16) -> Result<ServerProcess> {
    let (n_bytes, n_bodies) = (n_bytes.to_string(), n_bodies.to_string());
    let arguments = ["floor", "--bytes", &n_bytes, "--bodies", &n_bodies];
    ServerProcess::start(&std::env::current_exe()?, &arguments, port, LogMode::Warnings)
}

/// Sends a request from every simulated client, and returns the growth of the server's memory in bytes.
fn measure_client_memory(server: &ServerProcess, time: Duration) -> Result<u64> {
    let before = server.memory("RssAnon")?;
    let requests = Requests::new(vec!["/api/v1/cases?limit=1".to_owned()]).with_many_clients();
    while requests.n_sent() < N_CLIENTS {
        load::run(server.address, &requests, N_CONNECTIONS, time)?;
    }
    Ok(server.memory("RssAnon")?.saturating_sub(before))
}

/// Formats the median ratio of one variant's figures to another's, and the median of the figures.
pub(super) fn ratio(figures: &[f64], base: &[f64]) -> String {
    format!("{:.2} ({:.1} µs)", median_ratio(figures, base), median(figures.iter().copied()))
}

pub(super) fn mebibytes(bytes: u64) -> String {
    format!("{:.0} MiB", bytes as f64 / f64::from(1 << 20))
}
