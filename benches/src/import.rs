/*!
The importers beside bare parsers over the same bytes, as a table.

In each round every program runs once, one after the other: the bare parser and the importer on one core, the importer
on two. What one core takes is told in CPU time, which a busy machine disturbs least; what two cores gain, in elapsed
time.
*/

mod bare;

mod child;

mod set;

mod tables;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};
use clap::Args;

use self::child::{Cores, Usage};
use self::set::{Inputs, Set};
use crate::figures::median;

#[derive(Args)]
pub(crate) struct ImportArguments {
    /// The folder of the unpacked real sets.
    #[arg(long)]
    data: PathBuf,
    /// How many rounds; medians are told.
    #[arg(long, default_value_t = 5)]
    rounds: usize,
    /// Measure this alone [default: everything].
    #[arg(long, value_enum)]
    only: Vec<Set>,
}

#[derive(Args)]
pub(crate) struct BareArguments {
    #[arg(value_enum)]
    set: Set,
    /// The files, folders and archives to read.
    #[arg(required = true)]
    inputs: Vec<PathBuf>,
}

/// Reads files with a bare parser.
pub(crate) fn bare(arguments: &BareArguments) -> Result<()> {
    arguments.inputs.iter().try_for_each(|input| bare::read(arguments.set, input).map(drop))
}

/// Measures every importer, and prints the table.
pub(crate) fn run(arguments: &ImportArguments) -> Result<()> {
    println!(
        "| input | MB | records | MB/s, one core | records/s, one core | bare parser, MB/s | time of the bare parser's | speed-up on two cores | memory, MiB | corpus, MB |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|");
    let sets = if arguments.only.is_empty() { &Set::ALL[..] } else { &arguments.only };
    for set in sets {
        measure(*set, &arguments.data, arguments.rounds)
            .with_context(|| format!("cannot measure {}", set.describe()))?;
    }
    Ok(())
}

/// The figures of one importer, a round each.
#[derive(Default)]
struct Figures {
    bare: Vec<Usage>,
    one: Vec<Usage>,
    two: Vec<Usage>,
}

fn measure(set: Set, data: &Path, rounds: usize) -> Result<()> {
    let place = tempfile::tempdir()?;
    let inputs = set.prepare(data, place.path())?;
    let n_bytes = inputs.paths.iter().map(|path| bare::read(set, path)).sum::<Result<u64>>()? * inputs.n_times as u64;
    let corpus = place.path().join("corpus");
    let report = place.path().join("report.json");
    let bare = reader(Command::new(std::env::current_exe()?), &["bare", name(set).as_str()], &inputs);
    let mut import = reader(Command::new(index_builder()?), &["import", set.format()], &inputs);
    import.arg("--corpus").arg(&corpus).arg("--report").arg(&report);
    let mut figures = Figures::default();
    for _ in 0..rounds {
        figures.bare.push(child::run(&bare, Cores::One)?);
        for (cores, usages) in [(Cores::One, &mut figures.one), (Cores::Two, &mut figures.two)] {
            if corpus.exists() {
                fs::remove_dir_all(&corpus)?;
            }
            usages.push(child::run(&import, cores)?);
        }
    }
    let report: serde_json::Value = serde_json::from_slice(&fs::read(report)?)?;
    let n_records = report["read"].as_u64().context("the report counts nothing")?;
    figures.print(set, n_bytes, n_records, size(&corpus)?);
    Ok(())
}

/// The command that reads the inputs.
fn reader(mut command: Command, words: &[&str], inputs: &Inputs) -> Command {
    command.args(words);
    for _ in 0..inputs.n_times {
        command.args(&inputs.paths);
    }
    command
}

fn name(set: Set) -> String {
    clap::ValueEnum::to_possible_value(&set).map(|value| value.get_name().to_owned()).unwrap_or_default()
}

/// The program that imports, built with the same profile as this one.
fn index_builder() -> Result<PathBuf> {
    let path = std::env::current_exe()?.with_file_name("index-builder");
    ensure!(path.exists(), "{} is not there: run `cargo build --release --workspace`", path.display());
    Ok(path)
}

/// The size of a file, or of all files of a folder.
fn size(path: &Path) -> Result<u64> {
    if path.is_dir() {
        set::entries(path)?.iter().map(|entry| size(entry)).sum()
    } else {
        Ok(fs::metadata(path)?.len())
    }
}

impl Figures {
    fn print(&self, set: Set, n_bytes: u64, n_records: u64, corpus_bytes: u64) {
        const MB: f64 = 1e6;
        const MIB: f64 = 1_048_576.0;
        let cpu = |usages: &[Usage]| median(usages.iter().map(|usage| usage.cpu_seconds));
        let (bare, one) = (cpu(&self.bare), cpu(&self.one));
        let megabytes = n_bytes as f64 / MB;
        let rounds = self.one.iter().zip(&self.bare);
        let ratio = median(rounds.map(|(one, bare)| one.cpu_seconds / bare.cpu_seconds));
        let rounds = self.one.iter().zip(&self.two);
        let speed_up = median(rounds.map(|(one, two)| one.wall_seconds / two.wall_seconds));
        let memory = median(self.two.iter().map(|usage| usage.memory as f64)) / MIB;
        println!(
            "| {} | {megabytes:.0} | {n_records} | {:.0} | {:.0} | {:.0} | {ratio:.2} | {speed_up:.2} | {memory:.0} | {:.1} |",
            set.describe(),
            megabytes / one,
            n_records as f64 / one,
            megabytes / bare,
            corpus_bytes as f64 / MB,
        );
    }
}
