/*!
The command line: its arguments, and the exit code of each command.
*/

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Result, anyhow};
use clap::{CommandFactory, Parser, Subcommand};
use lexdex_core::shell::{CompletionsArguments, ManArguments, print_completions, print_man};

use crate::commands::build::{self, BuildArguments};
use crate::commands::diff::{self, DiffArguments};
use crate::commands::drop::{self, DropArguments};
use crate::commands::import::{ImportArguments, NothingFound, import_with_bar, rejection};
use crate::commands::publish::{self, PublishArguments};
use crate::commands::status::{self, StatusArguments};
use crate::commands::verify::verify;
use crate::import::parts::writer::OlderInputs;

/// Builds the index that lexdex serves, and imports the corpus it is built from.
#[derive(Debug, Parser)]
#[command(version, about, long_about = None)]
pub struct BuilderArguments {
    #[command(subcommand)]
    command: BuilderCommand,
}

#[derive(Debug, Subcommand)]
enum BuilderCommand {
    /// Build an index directory from a corpus directory.
    ///
    /// The corpus has the folders statutes, cases and bills with any number of .jsonl files, one record per line, and
    /// the folder parts with what imports have written. Of several records with one id, one of the .jsonl files is kept,
    /// then one of the source that precedes, then the newest. The corpus's folder text may have folders of the same names
    /// with the texts behind the records, which are searched and not served. Its file aliases/cases.jsonl may have the parallel citations of cases, which are searched and not served.
    /// It may have its own jurisdictions.jsonl, courts.jsonl, topics.jsonl, synonyms.tsv and popular-names.tsv.
    /// Its coverage.toml declares the completeness of the lists.
    /// Every line is checked; if anything is wrong, every problem is reported with its file, line and field, and no
    /// index is written.
    ///
    /// With --previous, the lists that have not changed since that index was built are linked from it, after their
    /// files are verified. The result is the same.
    Build(BuildArguments),

    /// Import official bulk files into a corpus directory.
    ///
    /// INPUT is a file, a folder, a zip or a tar (gz, xz, bz2), read without unpacking it to disk. The records become
    /// parts of the corpus: one for each title, archive, reporter or folder. A part replaces the earlier part of its
    /// name, whole, and an import changes nothing else; the build decides between parts. A part of which a file breaks
    /// off is not written. The report counts the records that were read, written, skipped and removed, with reasons.
    ///
    /// Exits with 0 if the inputs were imported; with 3 if something damaged was skipped and the rest imported, or if no
    /// record was imported; with 1 if the import failed and nothing was written; with 2 if the arguments are wrong, or if
    /// the inputs are older than a part that they would replace.
    Import(ImportArguments),

    /// List the parts of a corpus: their records, the date of their data, and what they are complete for.
    Status(StatusArguments),

    /// Remove parts of a corpus. The records of other parts that they overrode are in the next index.
    Drop(DropArguments),

    /// Publish an index to a folder of published indexes, from which lexdex serves the current one.
    ///
    /// The folder has an index directory builds/ID for each build, and a file named current, which is replaced in one
    /// step once the index is there and checked. Its files are linked where the file system allows that, and copied
    /// elsewhere. No directory that a server has open is moved or removed, on any system. A server that watches the
    /// folder then serves the index; any other server does so after a reload or a restart.
    ///
    /// The folder changes/ID has the history of each build: the records that the last 20 publications added, changed or
    /// removed. Servers use it to answer /api/v1/changes and feeds. It is not part of the index.
    Publish(PublishArguments),

    /// Check an index directory against its manifest: every file, byte for byte.
    ///
    /// An index has only the searched terms of the texts behind records and of parallel citations; these are checked.
    Verify {
        /// The index directory, or a folder of published indexes, of which the current one is checked.
        #[arg(value_name = "DIR")]
        index: PathBuf,
    },

    /// Compare two index directories: which records were added, removed and changed.
    ///
    /// An index does not hold the texts behind its records and their parallel citations, only their digests. So diff
    /// says for each list whether the texts or citations differ, and not which ones.
    ///
    /// Exits like diff: with 0 if both are equal, with 1 if they differ, with 2 if they cannot be compared.
    Diff(DiffArguments),

    /// Print the completions for a shell.
    Completions(CompletionsArguments),

    /// Print a man page, or write all of them.
    Man(ManArguments),
}

/// The exit code of a wrong command line.
const NOT_BEGUN: u8 = 2;

/// The exit code of an import with damaged inputs, and of one that writes no record.
const INCOMPLETE: u8 = 3;

/// The exit code of a comparison that found differences.
const DIFFERENT: u8 = 1;

/// The exit code of a comparison that failed.
const NOT_COMPARED: u8 = 2;

/// Runs a command, and prints its error.
pub fn run(arguments: BuilderArguments) -> ExitCode {
    let done = |result: Result<()>| result.map(|()| ExitCode::SUCCESS).map_err(|error| (error, ExitCode::FAILURE));
    let ended = match arguments.command {
        BuilderCommand::Build(arguments) => done(build::run(&arguments)),
        BuilderCommand::Import(arguments) => match arguments.fault() {
            Some(fault) => Err((anyhow!(fault), ExitCode::from(NOT_BEGUN))),
            None => import(&arguments).map_err(|error| {
                let code = code_of_failed_import(&error);
                (error, code)
            }),
        },
        BuilderCommand::Status(arguments) => done(status::run(&arguments)),
        BuilderCommand::Drop(arguments) => done(drop::run(&arguments)),
        BuilderCommand::Publish(arguments) => done(publish::run(&arguments)),
        BuilderCommand::Verify { index } => done(verify(&index)),
        BuilderCommand::Diff(arguments) => match diff::run(&arguments) {
            Ok(differences) if differences.is_empty() => Ok(ExitCode::SUCCESS),
            Ok(_) => Ok(ExitCode::from(DIFFERENT)),
            Err(error) => Err((error, ExitCode::from(NOT_COMPARED))),
        },
        BuilderCommand::Completions(arguments) => done(print_completions(&arguments, BuilderArguments::command())),
        BuilderCommand::Man(arguments) => done(print_man(&arguments, BuilderArguments::command())),
    };
    ended.unwrap_or_else(|(error, code)| {
        let _ = writeln!(std::io::stderr(), "error: {error:#}");
        code
    })
}

fn import(arguments: &ImportArguments) -> Result<ExitCode> {
    let report = import_with_bar(arguments)?;
    // A closed standard output is not an error, because the corpus is written.
    let _ = write!(std::io::stdout(), "{report}");
    for warning in &report.warnings {
        let _ = writeln!(std::io::stderr(), "warning: {}", warning.message);
    }
    match rejection(&report) {
        Some(rejection) => Err(anyhow!(rejection)),
        None if report.n_damaged() > 0 || report.has_no_records() => Ok(ExitCode::from(INCOMPLETE)),
        None => Ok(ExitCode::SUCCESS),
    }
}

fn code_of_failed_import(error: &anyhow::Error) -> ExitCode {
    match error {
        _ if error.is::<OlderInputs>() => ExitCode::from(NOT_BEGUN),
        _ if error.is::<NothingFound>() => ExitCode::from(INCOMPLETE),
        _ => ExitCode::FAILURE,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn command_line_is_well_formed() {
        BuilderArguments::command().debug_assert();
    }
}
