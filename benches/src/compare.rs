/*!
lexdex beside other servers that hold the same cases and answer the same paths with the same bodies.

The servers are running, each with one core to itself, and the load has another. They are asked in turn, in several
rounds; what is told is the median of the requests a second, and how many times lexdex's CPU time a request takes. (By
requests a second lexdex would be as many times faster only if the load were, too.)
*/

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::str::FromStr;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use clap::Args;

use crate::figures::{median, median_ratio};
use crate::load::{self, Requests};
use crate::process::{cpu_seconds_of, pin_load};
use crate::workload::{Courts, Workload};

const N_CONNECTIONS: usize = 32;

/// How many requests are drawn of each class.
const N_REQUESTS: usize = 200_000;

/// How many answers of each class must be the same before anything is measured.
const N_COMPARED: usize = 25;

#[derive(Args)]
pub(crate) struct CompareArguments {
    /// How many cases the servers hold, of `lexdex-bench corpus`.
    #[arg(long, default_value_t = 1_000_000)]
    cases: u64,
    /// How many rounds; medians are told.
    #[arg(long, default_value_t = 5)]
    rounds: usize,
    /// How long each load of a round takes, in seconds.
    #[arg(long, default_value_t = 2.0)]
    seconds: f64,
    /// The servers: lexdex first, then those it is compared with.
    #[arg(value_name = "NAME=ADDRESS:PORT=PROCESS[,PROCESS]", required = true)]
    servers: Vec<Server>,
}

/// A running server.
#[derive(Clone)]
struct Server {
    name: String,
    address: SocketAddr,
    /// It is these and their children that work.
    process_ids: Vec<u32>,
}

impl FromStr for Server {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Self> {
        let parts: Vec<&str> = text.split('=').collect();
        let [name, address, process_ids] = parts[..] else { bail!("expected NAME=ADDRESS:PORT=PROCESS[,PROCESS]") };
        let process_ids = process_ids.split(',').map(str::parse).collect::<Result<_, _>>()?;
        Ok(Self { name: name.to_owned(), address: address.parse()?, process_ids })
    }
}

/// Requests of one kind, and what each server did with them.
struct Class {
    name: &'static str,
    paths: Vec<String>,
    figures: Vec<Figures>,
}

/// A figure for each round.
#[derive(Clone, Default)]
struct Figures {
    requests_per_second: Vec<f64>,
    cpu_us: Vec<f64>,
}

/// Compares the answers, measures, and prints the table.
pub(crate) fn run(arguments: &CompareArguments) -> Result<()> {
    let CompareArguments { servers, seconds, .. } = arguments;
    let mut classes = classes(arguments.cases, servers.len())?;
    servers.iter().try_for_each(wait_for)?;
    for class in &classes {
        check_same_answers(class, servers)?;
    }
    pin_load()?;
    let requests: Vec<Requests> = classes.iter().map(|class| Requests::of(class.paths.clone())).collect();
    for _ in 0..arguments.rounds {
        for (class, requests) in classes.iter_mut().zip(&requests) {
            for (server, figures) in servers.iter().zip(&mut class.figures) {
                let before = cpu_seconds_of(&server.process_ids)?;
                let load = load::run(server.address, requests, N_CONNECTIONS, Duration::from_secs_f64(*seconds))?;
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

fn classes(n_cases: u64, n_servers: usize) -> Result<Vec<Class>> {
    let mut workload = Workload::new(5, n_cases, Courts::ById)?;
    let mut class = |name, draw: fn(&mut Workload) -> String| Class {
        name,
        paths: (0..N_REQUESTS).map(|_| draw(&mut workload)).collect(),
        figures: vec![Figures::default(); n_servers],
    };
    Ok(vec![
        class("one filter", |workload| workload.with_filters("cases", 1, false)),
        class("jurisdiction and topic", Workload::topic_in_jurisdiction),
        class("a topic, a tenth of all cases in", Workload::far_in),
        class("mix", |workload| workload.request("cases")),
    ])
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

/// Whoever answers something else is not compared with.
fn check_same_answers(class: &Class, servers: &[Server]) -> Result<()> {
    let Some((lexdex, others)) = servers.split_first() else { return Ok(()) };
    for path in class.paths.iter().take(N_COMPARED) {
        let answer = body(lexdex, path)?;
        for other in others {
            ensure!(body(other, path)? == answer, "{} does not answer {path} as {} does", other.name, lexdex.name);
        }
    }
    Ok(())
}

/// The body of the answer to a single request.
fn body(server: &Server, path: &str) -> Result<String> {
    let mut stream = TcpStream::connect(server.address)?;
    write!(stream, "GET {path} HTTP/1.1\r\nHost: bench\r\nConnection: close\r\n\r\n")?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    let (head, body) = answer.split_once("\r\n\r\n").context("no answer")?;
    ensure!(head.starts_with("HTTP/1.1 200"), "{} answers {path} with {answer}", server.name);
    Ok(body.to_owned())
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

/// The requests a second, the CPU time of one, and how many times lexdex's that is.
fn cell(figures: &Figures, lexdex: &Figures) -> String {
    let speed = median(figures.requests_per_second.iter().copied());
    let cpu = median(figures.cpu_us.iter().copied());
    format!("{speed:.0} ({cpu:.0} µs, {:.0} ×)", median_ratio(&figures.cpu_us, &lexdex.cpu_us))
}
