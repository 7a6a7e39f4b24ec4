/*!
The command line.
*/

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Result;
use clap::{Args, Parser, Subcommand};
use lexdex::index::{Index, Manifest};

use crate::build::build;
use crate::diff::{Comparison, DiffFormat, diff};
use crate::import::{Format, import_watched};
use crate::progress::ImportProgress;

/// Builds the index that lexdex serves, and imports the corpus it is built from.
#[derive(Debug, Parser)]
#[command(version, about, long_about = None)]
pub struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Build an index directory from a corpus directory.
    ///
    /// The corpus has the folders statutes, cases and bills with any number of .jsonl files, one record a line, and
    /// may have its own jurisdictions.jsonl, courts.jsonl and topics.jsonl. Every line is checked; if anything is
    /// wrong, every problem is told with its file, line and field, and no index is written.
    Build(BuildArguments),

    /// Import official bulk files into a corpus directory.
    ///
    /// INPUT is a file, a folder, a zip or a tar (gz, xz, bz2), read without unpacking it to disk. What is imported is
    /// merged with what an earlier import wrote: of two records of one id, the newer one stays, and what newer data leave
    /// out goes. A report tells what was read, written, left out and removed, and why.
    Import(ImportArguments),

    /// Check an index directory against its manifest: every file, byte for byte.
    Verify {
        /// The index directory.
        #[arg(value_name = "DIR")]
        index: PathBuf,
    },

    /// Compare two index directories: which records were added, removed and changed.
    ///
    /// Exits as diff does: with 0 if both hold the same, with 1 if they differ, with 2 if they cannot be compared.
    Diff(DiffArguments),
}

/// The arguments of `build`.
#[derive(Debug, Args)]
pub(crate) struct BuildArguments {
    /// The corpus directory [default: the bundled corpus].
    #[arg(long, value_name = "DIR")]
    pub(crate) corpus: Option<PathBuf>,

    /// The index directory to make.
    #[arg(long, value_name = "DIR")]
    pub(crate) out: PathBuf,

    /// Replace an index that is already there, in one step, once the new one is complete.
    #[arg(long)]
    pub(crate) replace: bool,
}

/// The arguments of `diff`.
#[derive(Debug, Args)]
pub(crate) struct DiffArguments {
    /// The index directory that was.
    #[arg(value_name = "OLD")]
    pub(crate) old: PathBuf,

    /// The index directory that is.
    #[arg(value_name = "NEW")]
    pub(crate) new: PathBuf,

    /// How to tell the differences.
    #[arg(long, value_enum, default_value = "summary")]
    pub(crate) format: DiffFormat,
}

/// The arguments of `import`.
#[derive(Debug, Args)]
pub struct ImportArguments {
    /// The format of the input.
    #[arg(value_enum)]
    pub format: Format,

    /// The files, folders and archives to read.
    #[arg(value_name = "INPUT", required = true)]
    pub inputs: Vec<PathBuf>,

    /// The corpus directory, made if there is none.
    #[arg(long, value_name = "DIR")]
    pub corpus: PathBuf,

    /// Name this as the source of the records (meta.source), instead of the publisher.
    #[arg(long, value_name = "NAME")]
    pub source: Option<String>,

    /// Write the report as JSON to this file, too.
    #[arg(long, value_name = "FILE")]
    pub report: Option<PathBuf>,
}

/// The exit code of a comparison that found differences.
const DIFFERENT: u8 = 1;

/// The exit code of a comparison that failed.
const NOT_COMPARED: u8 = 2;

/// Runs a command, and tells why it fails.
pub fn run(arguments: Arguments) -> ExitCode {
    let done = |result: Result<()>| result.map(|()| ExitCode::SUCCESS).map_err(|error| (error, ExitCode::FAILURE));
    let ended = match arguments.command {
        Command::Build(arguments) => done(build(&arguments)),
        Command::Import(arguments) => done(import(&arguments)),
        Command::Verify { index } => done(verify(&index)),
        Command::Diff(arguments) => match diff(&arguments) {
            Ok(Comparison::Same) => Ok(ExitCode::SUCCESS),
            Ok(Comparison::Different) => Ok(ExitCode::from(DIFFERENT)),
            Err(error) => Err((error, ExitCode::from(NOT_COMPARED))),
        },
    };
    ended.unwrap_or_else(|(error, code)| {
        let _ = writeln!(std::io::stderr(), "error: {error:#}");
        code
    })
}

fn import(arguments: &ImportArguments) -> Result<()> {
    let report = import_watched(arguments, ImportProgress::begin)?;
    // The records are in their place, also where nobody reads the report.
    let _ = write!(std::io::stdout(), "{report}");
    Ok(())
}

fn verify(index: &Path) -> Result<()> {
    let manifest = Manifest::read(index)?;
    manifest.verify(index)?;
    Index::open(index)?;
    let build = manifest.build_id();
    let Manifest { counts, corpus_digest, .. } = manifest;
    // The exit code is the answer, also where nobody reads the words.
    let _ = writeln!(
        std::io::stdout(),
        "{} is complete and undamaged: {counts}\ncorpus digest {corpus_digest}\nbuild {build}",
        index.display()
    );
    Ok(())
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_is_well_formed() {
        Arguments::command().debug_assert();
    }
}
