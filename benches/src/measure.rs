/*!
Measures a corpus of one size from build to response and prints a table.
*/

mod bare_build;

mod build;

mod cold_start;

mod disk;

mod http;

mod memory;

mod nginx;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Result, ensure};
use clap::Args;
use lexdex_index::Index;

use crate::{in_process, synthetic_corpus};

#[derive(Args)]
pub(crate) struct RunArguments {
    /// The number of cases.
    #[arg(long, default_value_t = 100_000)]
    cases: u64,
    /// The number of statutes, and of bills [default: half the cases].
    #[arg(long)]
    others: Option<u64>,
    /// The number of rounds, whose medians are reported.
    #[arg(long, default_value_t = 5)]
    rounds: usize,
    /// The duration of each load in a round, in seconds.
    #[arg(long, default_value_t = 1.0)]
    seconds: f64,
    /// The directory that keeps the corpus and the index for the next run, which then measures no build [default: a
    /// temporary directory].
    #[arg(long)]
    keep: Option<PathBuf>,
}

/// The arguments of `build`.
#[derive(Args)]
pub(crate) struct BuildArguments {
    /// The number of cases.
    #[arg(long, default_value_t = 1_000_000)]
    cases: u64,
    /// The number of statutes, and of bills [default: half the cases].
    #[arg(long)]
    others: Option<u64>,
    /// The directory that keeps the corpus and the index for a run of `run` [default: a temporary directory].
    #[arg(long)]
    keep: Option<PathBuf>,
}

/// The text that `--help` prints below the flags.
pub(crate) const EXAMPLES: &str = "\
The first takes two minutes; the others give the figures of docs/performance.md:
  lexdex-bench run
  lexdex-bench run --cases 1000000 --seconds 2
  lexdex-bench run --cases 10000000 --others 0 --seconds 2";

impl RunArguments {
    fn n_records(&self) -> u64 {
        self.cases + 2 * self.others.unwrap_or(self.cases / 2)
    }

    fn time(&self) -> Duration {
        Duration::from_secs_f64(self.seconds)
    }

    /// The number of requests to draw for this number of loads: more than lexdex answers on one core.
    fn n_requests(&self, n_loads: usize) -> usize {
        const MAX_PER_SECOND: f64 = 60_000.0;
        (MAX_PER_SECOND * self.seconds * n_loads as f64) as usize
    }
}

/// Generates and builds the corpus if necessary, measures, and prints the table.
pub(crate) fn run(arguments: &RunArguments) -> Result<()> {
    let RunArguments { cases, others, keep, .. } = arguments;
    let build = BuildArguments { cases: *cases, others: *others, keep: keep.clone() };
    run_with(&build, |index| {
        http::measure(index, arguments)?;
        cold_start::measure(index, arguments)?;
        measure_queries(index, arguments.cases)
    })
}

/// Generates the corpus if necessary, measures only its build, and prints the table.
pub(crate) fn run_build(arguments: &BuildArguments) -> Result<()> {
    run_with(arguments, |_| Ok(()))
}

/// Generates the corpus if necessary, measures its build if there is no index yet, and passes the index to `measure`.
fn run_with(arguments: &BuildArguments, measure: impl FnOnce(&Path) -> Result<()>) -> Result<()> {
    let temporary = tempfile::tempdir()?;
    let directory = arguments.keep.as_deref().unwrap_or(temporary.path());
    fs::create_dir_all(directory)?;
    let (corpus, index) = (directory.join("corpus"), directory.join("index"));
    let n_others = arguments.others.unwrap_or(arguments.cases / 2);
    if !corpus.exists() {
        synthetic_corpus::write(&corpus, arguments.cases, n_others)?;
    }
    println!("| what | aim | measured |\n|---|---|---|");
    row("records", "", &format!("{} cases, {n_others} statutes, {n_others} bills", arguments.cases));
    if !index.exists() {
        build::measure(&corpus, &index)?;
    }
    disk::measure(&index, arguments.cases + 2 * n_others)?;
    measure(&index)
}

fn row(what: &str, aim: &str, measured: &str) {
    println!("| {what} | {aim} | {measured} |");
}

/// Returns the path of a program of this workspace, built with the same profile as this one.
pub(crate) fn program(name: &str) -> Result<PathBuf> {
    let path = std::env::current_exe()?.with_file_name(name);
    ensure!(path.exists(), "{} does not exist: run `cargo build --profile dist --workspace`", path.display());
    Ok(path)
}

fn measure_queries(index: &Path, n_cases: u64) -> Result<()> {
    let index = Arc::new(Index::open(index)?);
    for (class, microseconds) in in_process::measure(&index, n_cases)? {
        let aim = if class == in_process::FACET_COUNTS { "≤ 5 ms at 1 M" } else { "" };
        row(&format!("one request in process, {class}, p50"), aim, &format!("{microseconds:.1} µs"));
    }
    Ok(())
}
