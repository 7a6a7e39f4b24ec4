/*!
The command line: its arguments, and the exit code of each command.
*/

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::commands::fetch::{FetchArguments, fetch};
use crate::commands::init::{InitArguments, init};

/// Fetches the bulk files of U.S. law, and keeps a served lexdex index up to date with them.
#[derive(Debug, Parser)]
#[command(name = "lexdex-mirror", version, about, long_about = None)]
pub struct Arguments {
    /// The configuration file. Relative paths in it begin at its folder.
    #[arg(long, global = true, value_name = "FILE", default_value = "mirror.toml")]
    config: PathBuf,

    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Write a commented configuration, and replace none.
    Init(InitArguments),
    /// Download the files that are missing or have changed.
    ///
    /// Exits with 0 if files were downloaded, with 10 if nothing is new, with 3 if some sources or files failed, and with
    /// 1 if nothing could be fetched.
    Fetch(FetchArguments),
}

/// Runs a command, and prints its error.
pub fn run(arguments: Arguments) -> ExitCode {
    let ended = match arguments.command {
        Command::Init(of_command) => init(&arguments.config, &of_command).map(|()| ExitCode::SUCCESS),
        Command::Fetch(of_command) => fetch(&arguments.config, &of_command),
    };
    ended.unwrap_or_else(|error| {
        let _ = writeln!(std::io::stderr(), "error: {error:#}");
        ExitCode::FAILURE
    })
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn command_line_is_well_formed() {
        Arguments::command().debug_assert();
    }
}
