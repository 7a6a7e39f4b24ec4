/*!
`completions` and `man`: generates shell completions and man pages from the definition of a command line. All programs
of the project have these two commands.
*/

use std::io::{self, Write, stdout};
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use clap::{Args, Command};
use clap_complete::Shell;
use clap_mangen::Man;

/// Print the completions for a shell.
#[derive(Clone, Debug, Args)]
pub struct CompletionsArguments {
    /// The shell.
    #[arg(value_name = "SHELL")]
    shell: Shell,
}

/// Print the man page of a command, or write the man pages of all commands.
#[derive(Clone, Debug, Args)]
pub struct ManArguments {
    /// The command to describe, such as `get cases` [default: the program].
    #[arg(value_name = "COMMAND", conflicts_with = "out")]
    command: Vec<String>,

    /// Existing directory into which the pages of all commands are written, instead.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// Sets the version of a program and all its commands, for their man pages.
fn with_version(command: Command, version: &'static str) -> Command {
    let command = command.version(version);
    command.mut_subcommands(|command| with_version(command.disable_version_flag(true), version))
}

/// Prints the completions of a program.
pub fn print_completions(arguments: &CompletionsArguments, mut program: Command) -> Result<()> {
    let name = program.get_name().to_owned();
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut program, name, &mut script);
    print(&script)
}

/// Prints the man page of a program or of one of its commands, or writes all of them.
pub fn print_man(arguments: &ManArguments, program: Command) -> Result<()> {
    let mut program = with_version(program, env!("CARGO_PKG_VERSION"));
    if let Some(directory) = &arguments.out {
        let written = clap_mangen::generate_to(program, directory);
        return written.with_context(|| format!("cannot write man pages into {}", directory.display()));
    }
    // Sets the full name of each command.
    program.build();
    let mut command = &program;
    for name in &arguments.command {
        let Some(found) = command.find_subcommand(name) else {
            let names: Vec<&str> = command.get_subcommands().map(Command::get_name).collect();
            bail!("{} has no command \"{name}\": it has {}", command.get_name(), names.join(", "));
        };
        command = found;
    }
    let mut page = Vec::new();
    Man::new(command.clone()).render(&mut page)?;
    print(&page)
}

/// Writes to standard output. A closed output is not an error.
fn print(bytes: &[u8]) -> Result<()> {
    match stdout().write_all(bytes).and_then(|()| stdout().flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error).context("cannot write"),
        _ => Ok(()),
    }
}
