/*!
The command line: its arguments, and the exit code of each command.
*/

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use clap::{CommandFactory, Parser, Subcommand};
use lexdex_core::shell::{CompletionsArguments, ManArguments, print_completions, print_man};

use crate::commands::exit_code::{NOTHING_NEW, PARTLY_FAILED, REFUSED};
use crate::commands::fetch::{FetchArguments, fetch};
use crate::commands::hold::{HoldArguments, hold_build, release};
use crate::commands::init::{InitArguments, init};
use crate::commands::pull::{PullArguments, pull};
use crate::commands::push::{PushArguments, push};
use crate::commands::status::{StatusArguments, status};
use crate::commands::sync::{SyncArguments, SyncEnd, sync};
use crate::sync::ending::SyncOutcome;

/// Fetches the bulk files of U.S. law, and keeps a served lexdex index up to date with them.
#[derive(Debug, Parser)]
#[command(name = "lexdex-mirror", version, about, long_about = None)]
pub struct MirrorArguments {
    /// The configuration file. Relative paths in it are relative to its folder.
    #[arg(long, global = true, value_name = "FILE", default_value = "mirror.toml")]
    config: PathBuf,

    #[command(subcommand)]
    command: MirrorCommand,
}

#[derive(Debug, Subcommand)]
enum MirrorCommand {
    /// Write a commented configuration, unless there is one.
    Init(InitArguments),

    /// Download the files that are missing or have changed.
    ///
    /// Exits with 0 if files were downloaded, or were planned (--dry-run); with 10 if nothing is new; with 3 if some
    /// sources or files failed, but with 1 if one failed with --locked or --dry-run; with 1 if nothing could be
    /// fetched.
    Fetch(FetchArguments),

    /// Fetch, import the files that changed, build the index, and publish it.
    ///
    /// The published index changes only at the end. The gate refuses an index that differs too much from it, prints the
    /// reasons, and writes the differences to refused.jsonl in the folder of downloads.
    ///
    /// Exits with 0 if an index was published; with 10 if there is nothing new, or the build is held; with 3 if a source
    /// could not be fetched or imported, wholly or in part, and everything else is done; with 4 if the gate refused the
    /// index; with 1 if the sync failed; with 2 if the arguments are wrong.
    Sync(SyncArguments),

    /// Hold the published build, or an earlier one: syncs publish nothing until `release`.
    ///
    /// Syncs still fetch, import and build. The server is notified of the build, as after a sync.
    Hold(HoldArguments),

    /// Let syncs publish again after `hold`, and publish the newest build that the gate has accepted.
    Release,

    /// Push an index to object storage, from which any number of servers pull it.
    ///
    /// Uploads the files that the store does not have, then the manifest, and last the object `latest`. A push that
    /// ends early therefore changes nothing that is served. Needs no mirror.toml.
    ///
    /// Exits with 0 if the store now serves the build; with 10 if it served the build before; with 5 if another push
    /// came first, and this one has changed nothing that is served; with 1 if the push failed; with 2 if the arguments
    /// are wrong.
    Push(PushArguments),

    /// Pull an index from object storage, and publish it for a server on this machine.
    ///
    /// Links the files that an earlier build on this machine has, and fetches and checks the others. Publishes a build
    /// only when it is complete. Needs no mirror.toml.
    ///
    /// Exits with 0 if a build was published, or if a signal ends --watch; with 10 if there is nothing new; with 1 if the pull
    /// failed, or with 0 if --stale-ok allows it; with 2 if the arguments are wrong.
    Pull(PullArguments),

    /// Print the last fetch, the release, the records and the age of each source.
    Status(StatusArguments),

    /// Print the completions for a shell.
    Completions(CompletionsArguments),

    /// Print a man page, or write all of them.
    Man(ManArguments),
}

/// Runs a command, and prints its error.
pub fn run(arguments: MirrorArguments) -> ExitCode {
    let done = |result: Result<()>| result.map(|()| ExitCode::SUCCESS);
    let ended = match arguments.command {
        MirrorCommand::Init(of_command) => done(init(&arguments.config, &of_command)),
        MirrorCommand::Fetch(of_command) => fetch(&arguments.config, &of_command),
        MirrorCommand::Sync(of_command) => {
            sync(&arguments.config, &of_command).map(|end| exit_code(&end, of_command.unchanged_ok))
        }
        MirrorCommand::Hold(of_command) => done(hold_build(&arguments.config, &of_command)),
        MirrorCommand::Release => done(release(&arguments.config)),
        MirrorCommand::Push(of_command) => push(&of_command),
        MirrorCommand::Pull(of_command) => pull(&of_command),
        MirrorCommand::Status(of_command) => done(status(&arguments.config, &of_command)),
        MirrorCommand::Completions(of_command) => done(print_completions(&of_command, MirrorArguments::command())),
        MirrorCommand::Man(of_command) => done(print_man(&of_command, MirrorArguments::command())),
    };
    ended.unwrap_or_else(|error| {
        let _ = writeln!(std::io::stderr(), "error: {error:#}");
        ExitCode::FAILURE
    })
}

fn exit_code(end: &SyncEnd, unchanged_ok: bool) -> ExitCode {
    match end {
        SyncEnd { outcome: SyncOutcome::Refused, .. } => ExitCode::from(REFUSED),
        SyncEnd { has_failures: true, .. } => ExitCode::from(PARTLY_FAILED),
        SyncEnd { outcome: SyncOutcome::NothingNew | SyncOutcome::Held, .. } if !unchanged_ok => {
            ExitCode::from(NOTHING_NEW)
        }
        SyncEnd { .. } => ExitCode::SUCCESS,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn command_line_is_well_formed() {
        MirrorArguments::command().debug_assert();
    }
}
