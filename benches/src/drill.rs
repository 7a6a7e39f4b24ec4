/*!
Drills: a server under overload, with figures for `docs/resilience.md`.

The server runs on one core and the clients on another. Each figure under overload is compared with the same figure
under normal load in the same run.
*/

mod costly_client;

mod dear_parameters;

mod http_client;

mod overload;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use anyhow::{Context, Result, anyhow, ensure};
use clap::{Args, Subcommand};

use crate::measure::program;
use crate::process::{LogMode, ServerProcess, pin_load};
use crate::synthetic_corpus;

#[derive(Args)]
pub(crate) struct DrillArguments {
    #[command(subcommand)]
    drill: Drill,
    /// The number of cases; there are half as many statutes and bills.
    #[arg(long, global = true, default_value_t = 1_000_000)]
    cases: u64,
    /// The duration of each load, in seconds.
    #[arg(long, global = true, default_value_t = 60.0)]
    seconds: f64,
    /// The directory that keeps the corpus and the index between runs [default: a temporary directory].
    #[arg(long, global = true)]
    keep: Option<PathBuf>,
}

#[derive(Clone, Copy, Subcommand)]
enum Drill {
    /// Send searches at three times the rate that the server can serve.
    Overload,
    /// Send the costliest searches from one address, and compare the latencies of other clients with those before.
    CostlyClient,
    /// Send a client's whole quota of requests with parameters that are dear to read, and compare the latency of another
    /// client's health checks with that before.
    DearParameters,
}

/// Prepares an index, starts a server with it and runs the drill.
pub(crate) fn run(arguments: &DrillArguments) -> Result<()> {
    let temporary = tempfile::tempdir()?;
    let directory = arguments.keep.as_deref().unwrap_or(temporary.path());
    let index = match arguments.drill {
        Drill::Overload | Drill::CostlyClient => {
            prepare(directory, |corpus| synthetic_corpus::write(corpus, arguments.cases, arguments.cases / 2))?
        }
        Drill::DearParameters => prepare(directory, dear_parameters::write_corpus)?,
    };
    let time = Duration::from_secs_f64(arguments.seconds);
    std::thread::scope(|scope| scope.spawn(|| run_pinned(arguments.drill, &index, time)).join())
        .map_err(|_| anyhow!("the load panicked"))?
}

fn run_pinned(drill: Drill, index: &Path, time: Duration) -> Result<()> {
    pin_load()?;
    let directory = index.to_str().context("the path is not UTF-8")?;
    let rate_limit = match drill {
        Drill::Overload | Drill::CostlyClient => 0,
        Drill::DearParameters => dear_parameters::RATE_LIMIT,
    };
    let rate_limit = &*rate_limit.to_string();
    let arguments = [
        "--index",
        directory,
        "--rate-limit",
        rate_limit,
        "--trusted-proxy",
        "127.0.0.1",
        "--admin-listen",
        ADMIN_ADDRESS,
    ];
    let server = ServerProcess::start(&program("lexdex")?, &arguments, 18_110, LogMode::Warnings)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let local = tokio::task::LocalSet::new();
    local.block_on(&runtime, async {
        match drill {
            Drill::Overload => overload::run(&server, time).await,
            Drill::CostlyClient => costly_client::run(&server, time).await,
            Drill::DearParameters => dear_parameters::run(&server, index, time).await,
        }
    })
}

/// The server's metrics address.
const ADMIN_ADDRESS: &str = "127.0.0.1:18111";

/// The index of a corpus, each written unless the directory has it.
fn prepare(directory: &Path, write_corpus: impl FnOnce(&Path) -> Result<()>) -> Result<PathBuf> {
    fs::create_dir_all(directory)?;
    let (corpus, index) = (directory.join("corpus"), directory.join("index"));
    if !corpus.exists() {
        write_corpus(&corpus)?;
    }
    if !index.exists() {
        let mut builder = Command::new(program("index-builder")?);
        builder.args(["build", "--corpus"]).arg(corpus).arg("--out").arg(&index).stdout(Stdio::null());
        ensure!(builder.status()?.success(), "index-builder failed");
    }
    Ok(index)
}
