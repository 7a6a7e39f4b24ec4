/*!
Measures lexdex against a minimal HTTP server and under more work than it can do, the importers against bare parsers,
and search against judged questions: see `lexdex-bench --help`.

Only figures of the same run are comparable, because the speed of a shared machine changes from minute to minute. Every
run therefore measures the variants in turn, in several rounds, and reports medians.

Linux only: `taskset` pins programs to cores, and their figures come from `/proc`.
*/

#![cfg(target_os = "linux")]
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "the figures are the output")]

mod changes;

mod citations;

mod compare;

mod databases;

mod dialect;

mod drill;

mod floor;

mod import;

mod in_process;

mod limit_store;

mod load;

mod mcp;

mod measure;

mod process;

mod processor_time;

mod relevance;

mod requests;

mod scale;

mod similar;

mod statistics;

mod suggestions;

mod synthetic_corpus;

mod synthetic_index;

mod topics;

mod versions;

mod words;

mod workload;

use std::num::NonZero;
use std::path::PathBuf;

use anyhow::Result;
use clap::{Parser, Subcommand};
use mimalloc::MiMalloc;

/// The server's allocator, so that the floor uses the same one.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

/// Generates corpora, serves the floor, and measures.
#[derive(Parser)]
#[command(version)]
struct BenchArguments {
    #[command(subcommand)]
    command: BenchCommand,
}

#[derive(Subcommand)]
enum BenchCommand {
    /// Write a synthetic corpus.
    Corpus {
        /// The corpus directory to create.
        out: PathBuf,
        /// The number of cases.
        #[arg(long, default_value_t = 1_000_000)]
        cases: u64,
        /// The number of statutes, and of bills [default: half the cases].
        #[arg(long)]
        others: Option<u64>,
    },
    /// Serve a constant body: the floor that all HTTP measurements are compared with.
    Floor {
        /// The address to listen at.
        #[arg(long, default_value = "127.0.0.1:8081")]
        listen: String,
        /// The size of the body in bytes.
        #[arg(long)]
        bytes: usize,
        /// The number of different bodies, each for some of the targets.
        #[arg(long, default_value_t = NonZero::<usize>::MIN)]
        bodies: NonZero<usize>,
    },
    /// Make the weights by which topics are inferred, and print how often they are right.
    Topics(topics::TopicsArguments),
    /// Measure a corpus of one size and print the table: generate, build, serve, send requests.
    #[command(after_help = measure::EXAMPLES)]
    Run(measure::RunArguments),
    /// Measure the build of a corpus of one size, against bare tantivy, and print the table.
    Build(measure::BuildArguments),
    /// Overload a server and print latencies and refusals.
    Drill(drill::DrillArguments),
    /// Compare running servers with the same cases and print the table: benches/peers/run starts them.
    Compare(compare::CompareArguments),
    /// Measure the cost of a rate limit that is shared through Redis and print the table.
    LimitStore(limit_store::LimitStoreArguments),
    /// Measure the cost of a call by an AI tool and print the table.
    Mcp(mcp::McpArguments),
    /// Compare the search for words with bare tantivy, SQLite and PostgreSQL, and print the tables.
    Words(words::WordsArguments),
    /// Measure suggestions as a person types and print the table.
    Suggestions(suggestions::SuggestionsArguments),
    /// Measure publications with a history, changes and feeds, and print the table.
    Changes(changes::ChangesArguments),
    /// Measure the check of citations over documents with noted verdicts, and print the tables.
    Citations(citations::CitationsArguments),
    /// Compare the importers with bare parsers over the same bytes and print the table.
    Import(import::ImportArguments),
    /// Read files with a bare parser, with which an importer is compared.
    Bare(import::BareArguments),
    /// Measure how well search finds what people mean, over judged questions, and print the tables.
    Relevance(relevance::RelevanceArguments),
    /// Print the requests of the mix, or send them within this process for a tool that counts instructions.
    Requests(requests::RequestsArguments),
    /// Compare versions of the server over the same requests, in turn, and print the table.
    Versions(versions::VersionsArguments),
    /// Measure how well similar records are found, over judged records, and print the table.
    Similar(similar::SimilarArguments),
    /// Simulate replicas under load from measured service times, and print latencies, numbers of replicas and costs.
    Scale(scale::ScaleArguments),
}

/// Runs the command of the command line.
pub fn run() -> Result<()> {
    match BenchArguments::parse().command {
        BenchCommand::Corpus { out, cases, others } => {
            synthetic_corpus::write(&out, cases, others.unwrap_or(cases / 2))
        }
        BenchCommand::Floor { listen, bytes, bodies } => floor::serve(&listen, bytes, bodies.get()),
        BenchCommand::Run(arguments) => measure::run(&arguments),
        BenchCommand::Build(arguments) => measure::run_build(&arguments),
        BenchCommand::Drill(arguments) => drill::run(&arguments),
        BenchCommand::Compare(arguments) => compare::run(&arguments),
        BenchCommand::LimitStore(arguments) => limit_store::run(&arguments),
        BenchCommand::Mcp(arguments) => mcp::run(&arguments),
        BenchCommand::Words(arguments) => words::run(&arguments),
        BenchCommand::Suggestions(arguments) => suggestions::run(&arguments),
        BenchCommand::Changes(arguments) => changes::run(&arguments),
        BenchCommand::Citations(arguments) => citations::run(&arguments),
        BenchCommand::Import(arguments) => import::run(&arguments),
        BenchCommand::Bare(arguments) => import::bare(&arguments),
        BenchCommand::Topics(arguments) => topics::run(&arguments),
        BenchCommand::Relevance(arguments) => relevance::run(&arguments),
        BenchCommand::Requests(arguments) => requests::run(&arguments),
        BenchCommand::Versions(arguments) => versions::run(&arguments),
        BenchCommand::Similar(arguments) => similar::run(&arguments),
        BenchCommand::Scale(arguments) => scale::run(&arguments),
    }
}
