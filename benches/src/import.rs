/*!
Compares the importers with bare parsers over the same bytes and prints a table.

Each round runs every program once, one after the other: the bare parser and the importer on one core, and the importer
on two. Figures of one core are CPU time, which a busy machine disturbs least; the speed-up on two is in elapsed time.

With `--programs`, compares two versions of `index-builder` instead, in turn and on one core.
*/

mod bare_parser;

mod input_set;

mod pinned_run;

mod tables;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};
use clap::Args;

use crate::import::input_set::{InputSet, Inputs};
use crate::import::pinned_run::{Cores, Usage};
use crate::statistics::{median, median_ratio};

#[derive(Args)]
pub(crate) struct ImportArguments {
    /// The folder with the unpacked real data sets.
    #[arg(long)]
    data: PathBuf,
    /// The number of rounds, whose medians are reported.
    #[arg(long, default_value_t = 5)]
    rounds: usize,
    /// Measure only this input [default: all].
    #[arg(long, value_enum)]
    only: Vec<InputSet>,
    /// Compare two index-builder programs with each other, and not with the bare parsers.
    #[arg(long, num_args = 2, value_names = ["BEFORE", "NOW"])]
    programs: Vec<PathBuf>,
}

#[derive(Args)]
pub(crate) struct BareArguments {
    #[arg(value_enum)]
    set: InputSet,
    /// The files, folders and archives to read.
    #[arg(required = true)]
    inputs: Vec<PathBuf>,
}

/// Reads files with a bare parser.
pub(crate) fn bare(arguments: &BareArguments) -> Result<()> {
    arguments.inputs.iter().try_for_each(|input| bare_parser::read(arguments.set, input).map(drop))
}

/// Measures every importer and prints the table.
pub(crate) fn run(arguments: &ImportArguments) -> Result<()> {
    let ImportArguments { data, rounds, only, programs } = arguments;
    let sets = if only.is_empty() { &InputSet::ALL[..] } else { only };
    let context = |set: &InputSet| format!("cannot measure {}", set.describe());
    if let [before, now] = programs.as_slice() {
        println!("| input | before, s | now, s | now / before |");
        println!("|---|---|---|---|");
        return sets.iter().try_for_each(|set| {
            compare(*set, [before, now].map(PathBuf::as_path), data, *rounds).with_context(|| context(set))
        });
    }
    println!(
        "| input | MB | records | MB/s, one core | records/s, one core | bare parser, MB/s | time / bare parser's time | speed-up on two cores | memory, MiB | corpus, MB |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|");
    sets.iter().try_for_each(|set| measure(*set, data, *rounds).with_context(|| context(set)))
}

/// Compares the CPU time of two programs on one core, and prints a row.
fn compare(set: InputSet, programs: [&Path; 2], data: &Path, rounds: usize) -> Result<()> {
    let directory = tempfile::tempdir()?;
    let inputs = set.prepare(data, directory.path())?;
    let corpus = directory.path().join("corpus");
    let imports = programs.map(|program| import_command(program, set, &inputs, &corpus));
    let mut seconds = [Vec::new(), Vec::new()];
    for round in 0..rounds {
        // Each program is the first one in every second round.
        for idx in [round % 2, 1 - round % 2] {
            remove(&corpus)?;
            seconds[idx].push(pinned_run::run(&imports[idx], Cores::One)?.cpu_seconds);
        }
    }
    let [before, now] = &seconds;
    let [median_before, median_now] = seconds.each_ref().map(|seconds| median(seconds.iter().copied()));
    let ratio = median_ratio(now, before);
    println!("| {} | {median_before:.2} | {median_now:.2} | {ratio:.3} |", set.describe());
    Ok(())
}

/// The usage of a bare parser and of an importer on one and on two cores, once for each round.
#[derive(Default)]
struct ImportFigures {
    bare: Vec<Usage>,
    one_core: Vec<Usage>,
    two_cores: Vec<Usage>,
}

fn measure(set: InputSet, data: &Path, rounds: usize) -> Result<()> {
    let directory = tempfile::tempdir()?;
    let inputs = set.prepare(data, directory.path())?;
    let n_bytes =
        inputs.paths.iter().map(|path| bare_parser::read(set, path)).sum::<Result<u64>>()? * inputs.n_times as u64;
    let corpus = directory.path().join("corpus");
    let report = directory.path().join("report.json");
    let bare = reader(Command::new(std::env::current_exe()?), &["bare", name(set).as_str()], &inputs);
    let mut import = import_command(&index_builder()?, set, &inputs, &corpus);
    import.arg("--report").arg(&report);
    let mut figures = ImportFigures::default();
    for _ in 0..rounds {
        figures.bare.push(pinned_run::run(&bare, Cores::One)?);
        for (cores, usages) in [(Cores::One, &mut figures.one_core), (Cores::Two, &mut figures.two_cores)] {
            remove(&corpus)?;
            usages.push(pinned_run::run(&import, cores)?);
        }
    }
    let report: serde_json::Value = serde_json::from_slice(&fs::read(report)?)?;
    let n_records = report["read"].as_u64().context("the report has no count of records read")?;
    figures.print(set, n_bytes, n_records, size(&corpus)?);
    Ok(())
}

/// Returns the command that imports the inputs into a corpus.
fn import_command(program: &Path, set: InputSet, inputs: &Inputs, corpus: &Path) -> Command {
    let mut import = reader(Command::new(program), &["import", set.format()], inputs);
    import.arg("--corpus").arg(corpus);
    import
}

fn remove(corpus: &Path) -> Result<()> {
    if corpus.exists() {
        fs::remove_dir_all(corpus)?;
    }
    Ok(())
}

/// Returns the command that reads the inputs.
fn reader(mut command: Command, arguments: &[&str], inputs: &Inputs) -> Command {
    command.args(arguments);
    for _ in 0..inputs.n_times {
        command.args(&inputs.paths);
    }
    command
}

fn name(set: InputSet) -> String {
    clap::ValueEnum::to_possible_value(&set).map(|value| value.get_name().to_owned()).unwrap_or_default()
}

/// Returns the path of the program that imports, built with the same profile as this one.
fn index_builder() -> Result<PathBuf> {
    let path = std::env::current_exe()?.with_file_name("index-builder");
    ensure!(path.exists(), "{} does not exist: run `cargo build --profile dist --workspace`", path.display());
    Ok(path)
}

/// Returns the size of a file, or of all files in a folder.
fn size(path: &Path) -> Result<u64> {
    if path.is_dir() {
        tables::entries(path)?.iter().map(|entry| size(entry)).sum()
    } else {
        Ok(fs::metadata(path)?.len())
    }
}

impl ImportFigures {
    fn print(&self, set: InputSet, n_bytes: u64, n_records: u64, corpus_bytes: u64) {
        const MB: f64 = 1e6;
        const MIB: f64 = 1_048_576.0;
        let cpu = |usages: &[Usage]| median(usages.iter().map(|usage| usage.cpu_seconds));
        let (bare, one) = (cpu(&self.bare), cpu(&self.one_core));
        let megabytes = n_bytes as f64 / MB;
        let rounds = self.one_core.iter().zip(&self.bare);
        let ratio = median(rounds.map(|(one, bare)| one.cpu_seconds / bare.cpu_seconds));
        let rounds = self.one_core.iter().zip(&self.two_cores);
        let speed_up = median(rounds.map(|(one, two)| one.wall_seconds / two.wall_seconds));
        let memory = median(self.two_cores.iter().map(|usage| usage.memory as f64)) / MIB;
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
