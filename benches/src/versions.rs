//! Compares versions of the server, or builds of one version, over the same requests, which they get in turn.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use clap::Args;

use crate::load::{self, Requests};
use crate::process::{LogMode, ServerProcess, pin_load};
use crate::requests::{self, RequestKind};
use crate::statistics::{median, median_ratio};

const N_CONNECTIONS: usize = 32;

/// The port of the first server.
const FIRST_PORT: u16 = 18_301;

/// Longer than any round takes, because a round ends with its last request.
const MAX_TIME: Duration = Duration::from_secs(3600);

#[derive(Args)]
pub(crate) struct VersionsArguments {
    /// A server and its index. Give two or more, with indexes of the same synthetic corpus; the others are compared with
    /// the first. The last index must be of this program's schema version.
    #[arg(long, num_args = 2, value_names = ["PROGRAM", "INDEX"], required = true)]
    server: Vec<PathBuf>,
    /// The kind of the requests.
    #[arg(long)]
    kind: RequestKind,
    /// The number of requests of a round.
    #[arg(long, default_value_t = 25_000)]
    number: usize,
    /// The number of rounds, whose medians are reported. One before them fills the caches and is dropped.
    #[arg(long, default_value_t = 8)]
    rounds: usize,
    /// The seed. The same seed draws the same requests for the same index.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// A running server, with its processor time a request in each round.
struct Version {
    name: String,
    process: ServerProcess,
    cpu_us: Vec<f64>,
}

impl Version {
    fn start(program: &Path, index: &Path, port: u16) -> Result<Self> {
        let place = index.to_str().context("the path of an index is not UTF-8")?;
        let arguments = ["--index", place, "--rate-limit", "0"];
        let process = ServerProcess::start(program, &arguments, port, LogMode::Warnings)?;
        Ok(Self { name: format!("{} of {place}", program.display()), process, cpu_us: Vec::new() })
    }

    fn measure(&mut self, requests: &[String]) -> Result<()> {
        let before = self.process.cpu_seconds()?;
        let load = load::run(self.process.address, &Requests::once(requests.to_vec()), N_CONNECTIONS, MAX_TIME)?;
        ensure!(load.n_refused == 0, "{} refused {} requests", self.name, load.n_refused);
        self.cpu_us.push((self.process.cpu_seconds()? - before) * 1e6 / load.n_requests as f64);
        Ok(())
    }
}

/// Starts the servers, sends the requests, and prints the table.
pub(crate) fn run(arguments: &VersionsArguments) -> Result<()> {
    let VersionsArguments { server, kind, number, rounds, seed } = arguments;
    ensure!(*number > 0 && *rounds > 0, "--number and --rounds must be 1 or more");
    let (servers, _) = server.as_chunks::<2>();
    let [_, .., [_, index]] = servers else {
        bail!("give --server twice or more: the others are compared with the first")
    };
    let requests = requests::draw(index, *kind, number * (rounds + 1), *seed)?;
    let versions =
        servers.iter().zip(FIRST_PORT..).map(|([program, index], port)| Version::start(program, index, port));
    let mut versions = versions.collect::<Result<Vec<Version>>>()?;
    pin_load()?;
    for requests in requests.chunks(*number) {
        // Each server is as often first as last.
        versions.reverse();
        versions.iter_mut().try_for_each(|version| version.measure(requests))?;
    }
    if rounds.is_multiple_of(2) {
        versions.reverse();
    }
    println!("| server | CPU a request, µs | against the first |\n|---|---:|---:|");
    for version in &versions {
        let ratio = median_ratio(&version.cpu_us[1..], &versions[0].cpu_us[1..]);
        println!("| {} | {:.1} | {ratio:.2} |", version.name, median(version.cpu_us[1..].iter().copied()));
    }
    Ok(())
}
