/*!
Compares lexdex with other servers that hold the same cases and give the same answers: to the same paths with the same
bodies, or in a dialect of their own.

The servers are already running. In its turn, each has one core to itself, and the load has another core. The table has
the median of the requests per second, and the CPU time of a request as a multiple of lexdex's. (The requests per second
cannot be compared, because the load generator limits those of lexdex.)
*/

use std::collections::BTreeMap;
use std::net::{SocketAddr, TcpStream};
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use anyhow::{Result, bail, ensure};
use clap::{Args, ValueEnum};

use crate::dialect::Dialect;
use crate::load::{self, Requests};
use crate::process::{cpu_seconds_of, pin_load};
use crate::statistics::{median, median_ratio};
use crate::workload::{CourtValues, Mix, Workload};

const N_CONNECTIONS: usize = 32;

/// The number of requests drawn for each class: more than lexdex answers in the default rounds.
const N_REQUESTS: usize = 600_000;

/// The number of these that are translated into another dialect, whose servers are much slower.
const N_TRANSLATED: usize = 100_000;

/// The number of responses of each class that must be the same before the measurements start.
const N_COMPARED: usize = 25;

#[derive(Args)]
pub(crate) struct CompareArguments {
    /// The number of cases that the servers hold, from `lexdex-bench corpus`.
    #[arg(long, default_value_t = 1_000_000)]
    cases: u64,
    /// The index that lexdex serves, for the requests of the mix.
    #[arg(long, value_name = "DIR")]
    index: PathBuf,
    /// The number of rounds, whose medians are reported.
    #[arg(long, default_value_t = 5)]
    rounds: usize,
    /// The duration of each load in a round, in seconds.
    #[arg(long, default_value_t = 2.0)]
    seconds: f64,
    /// The servers: lexdex, followed by the others.
    #[arg(value_name = "NAME=ADDRESS:PORT=PROCESS[,PROCESS][=DIALECT]", required = true)]
    servers: Vec<Server>,
}

/// A running server.
#[derive(Clone)]
struct Server {
    name: String,
    address: SocketAddr,
    /// The processes whose CPU time counts, with that of their children.
    process_ids: Vec<u32>,
    dialect: Dialect,
}

impl FromStr for Server {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Self> {
        let parts: Vec<&str> = text.split('=').collect();
        let (name, address, process_ids, dialect) = match parts[..] {
            [name, address, process_ids] => (name, address, process_ids, Dialect::Lexdex),
            [name, address, process_ids, dialect] => {
                (name, address, process_ids, Dialect::from_str(dialect, false).map_err(anyhow::Error::msg)?)
            }
            _ => bail!("expected NAME=ADDRESS:PORT=PROCESS[,PROCESS][=DIALECT]"),
        };
        let process_ids = process_ids.split(',').map(str::parse).collect::<Result<_, _>>()?;
        Ok(Self { name: name.to_owned(), address: address.parse()?, process_ids, dialect })
    }
}

/// A class of requests, and the figures of each server for it.
struct Class {
    name: &'static str,
    /// The targets in the dialect of lexdex.
    paths: Vec<String>,
    figures: Vec<ServerFigures>,
}

/// The figures of a server, one for each round.
#[derive(Clone, Default)]
struct ServerFigures {
    requests_per_second: Vec<f64>,
    cpu_us: Vec<f64>,
}

/// Compares the responses, measures, and prints the table.
pub(crate) fn run(arguments: &CompareArguments) -> Result<()> {
    let CompareArguments { servers, seconds, .. } = arguments;
    let mut classes = classes(arguments, servers.len())?;
    servers.iter().try_for_each(wait_for)?;
    for class in &classes {
        check_same_responses(class, servers)?;
    }
    pin_load()?;
    // A class and a server have requests of their own, so that each load continues where the previous one stopped.
    let requests: Vec<Vec<Requests>> = classes.iter().map(|class| translate(class, servers)).collect();
    let time = Duration::from_secs_f64(*seconds);
    for _ in 0..arguments.rounds {
        for (class, requests) in classes.iter_mut().zip(&requests) {
            for ((server, requests), figures) in servers.iter().zip(requests).zip(&mut class.figures) {
                let before = cpu_seconds_of(&server.process_ids)?;
                let load = load::run(server.address, requests, N_CONNECTIONS, time)?;
                ensure!(load.n_refused == 0, "a server refused {} requests", load.n_refused);
                let cpu = cpu_seconds_of(&server.process_ids)? - before;
                let speed = load.requests_per_second();
                eprintln!("{}, {}: {speed:.1} requests/s, p50 {:.0} µs", server.name, class.name, load.latency(0.5));
                figures.requests_per_second.push(speed);
                figures.cpu_us.push(cpu * 1e6 / load.n_requests as f64);
            }
        }
    }
    print(&classes, servers);
    Ok(())
}

fn classes(arguments: &CompareArguments, n_servers: usize) -> Result<Vec<Class>> {
    let mut workload = Workload::new(5, arguments.cases, CourtValues::Ids)?;
    let mut mix = Mix::new(5, &arguments.index, CourtValues::Ids)?;
    let mut draw = |draw: fn(&mut Workload) -> String| (0..N_REQUESTS).map(|_| draw(&mut workload)).collect();
    let classes = [
        ("one filter", draw(|workload| workload.with_filters("cases", 1, false))),
        ("jurisdiction and topic", draw(Workload::topic_in_jurisdiction)),
        ("a topic, a tenth of all cases in", draw(Workload::deep_in_topic)),
        ("mix", (0..N_REQUESTS).map(|_| mix.request("cases")).collect::<Result<Vec<_>>>()?),
    ];
    let class = |(name, paths)| Class { name, paths, figures: vec![ServerFigures::default(); n_servers] };
    Ok(classes.map(class).into())
}

/// Translates the requests of a class into the dialect of each server.
fn translate(class: &Class, servers: &[Server]) -> Vec<Requests> {
    let mut of_dialects = BTreeMap::new();
    let requests = servers.iter().map(|Server { dialect, .. }| {
        let n_requests = if *dialect == Dialect::Lexdex { N_REQUESTS } else { N_TRANSLATED };
        let paths = class.paths.iter().take(n_requests).map(|path| dialect.translate(path));
        let requests = of_dialects.entry(*dialect).or_insert_with(|| Requests::new(paths.collect()));
        requests.restarted()
    });
    requests.collect()
}

/// Waits until a server accepts connections.
fn wait_for(server: &Server) -> Result<()> {
    const N_TRIES: usize = 300;
    const PAUSE: Duration = Duration::from_millis(100);
    for _ in 0..N_TRIES {
        if TcpStream::connect(server.address).is_ok() {
            return Ok(());
        }
        std::thread::sleep(PAUSE);
    }
    bail!("{} does not listen at {}", server.name, server.address)
}

/// Fails if a server's answer differs from lexdex's: the body, or in a dialect of its own the total, the records or their
/// order.
fn check_same_responses(class: &Class, servers: &[Server]) -> Result<()> {
    let Some((lexdex, others)) = servers.split_first() else { return Ok(()) };
    for path in class.paths.iter().take(N_COMPARED) {
        let expected = load::body(lexdex.address, path)?;
        for other in others {
            let Server { name, dialect, .. } = other;
            let actual = load::body(other.address, &dialect.translate(path))?;
            let is_same = match dialect {
                Dialect::Lexdex => actual == expected,
                _ => dialect.read(&actual)? == lexdex.dialect.read(&expected)?,
            };
            ensure!(is_same, "{name} and {} respond to {path} differently", lexdex.name);
        }
    }
    Ok(())
}

fn print(classes: &[Class], servers: &[Server]) {
    let names: Vec<&str> = classes.iter().map(|class| class.name).collect();
    println!("| requests/s (CPU a request, times lexdex's) | {} |", names.join(" | "));
    println!("|---|{}", "---|".repeat(names.len()));
    for (idx, server) in servers.iter().enumerate() {
        let cells: Vec<String> = classes.iter().map(|class| cell(&class.figures[idx], &class.figures[0])).collect();
        println!("| {} | {} |", server.name, cells.join(" | "));
    }
}

/// Formats the requests per second, the CPU time of a request, and its multiple of lexdex's.
fn cell(figures: &ServerFigures, lexdex: &ServerFigures) -> String {
    let speed = median(figures.requests_per_second.iter().copied());
    let cpu = median(figures.cpu_us.iter().copied());
    format!("{speed:.0} ({cpu:.0} µs, {:.0} ×)", median_ratio(&figures.cpu_us, &lexdex.cpu_us))
}
