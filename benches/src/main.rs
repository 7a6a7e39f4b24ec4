/*!
Measures lexdex against the least an HTTP server can do, and the importers against bare parsers, side by side in one
run: see `lexdex-bench --help`.

Figures of one run compare; figures of two runs do not. The machine decides how long a microsecond of work takes, and a
shared machine changes its mind from minute to minute; so every variant is measured in turn, in several rounds, and
what is told is the median.
*/

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a program that prints figures")]

mod compare;

mod corpus;

mod figures;

mod floor;

mod import;

mod load;

mod measure;

mod process;

mod queries;

mod workload;

use std::num::NonZero;
use std::path::PathBuf;

use anyhow::Result;
use clap::{Parser, Subcommand};
use mimalloc::MiMalloc;

/// The server's allocator: the floor must not be slower by another one.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

/// Generates corpora, serves the floor, and measures.
#[derive(Parser)]
#[command(version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Write a synthetic corpus.
    Corpus {
        /// The corpus directory to make.
        out: PathBuf,
        /// How many cases; there are half as many statutes and half as many bills.
        #[arg(long, default_value_t = 1_000_000)]
        cases: u64,
        /// How many statutes, and how many bills [default: half the cases].
        #[arg(long)]
        others: Option<u64>,
    },
    /// Serve a constant body of a size, the yardstick of all HTTP measurements.
    Floor {
        /// Where to listen.
        #[arg(long, default_value = "127.0.0.1:8081")]
        listen: String,
        /// The size of the body in bytes.
        #[arg(long)]
        bytes: usize,
        /// How many bodies of this size the targets share.
        #[arg(long, default_value_t = NonZero::<usize>::MIN)]
        bodies: NonZero<usize>,
    },
    /// Measure everything at one size and print the table: generates, builds, serves, asks.
    #[command(after_help = measure::RUNS)]
    Run(measure::RunArguments),
    /// Ask servers that hold the same cases in turn and print the table: benches/peers/run starts them.
    Compare(compare::CompareArguments),
    /// Measure the importers beside bare parsers over the same bytes and print the table.
    Import(import::ImportArguments),
    /// Read files with a bare parser alone, the yardstick of an importer.
    Bare(import::BareArguments),
}

fn main() -> Result<()> {
    match Arguments::parse().command {
        Command::Corpus { out, cases, others } => corpus::write(&out, cases, others.unwrap_or(cases / 2)),
        Command::Floor { listen, bytes, bodies } => floor::serve(&listen, bytes, bodies.get()),
        Command::Run(arguments) => measure::run(&arguments),
        Command::Compare(arguments) => compare::run(&arguments),
        Command::Import(arguments) => import::run(&arguments),
        Command::Bare(arguments) => import::bare(&arguments),
    }
}
