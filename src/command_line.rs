/*!
The command line of the `lexdex` program: the server, and the commands that call the API.

A command turns its arguments into an API request, sends it to a server or to the router within this program, and writes
the response in the requested format.
*/

mod arguments;

mod card;

mod check;

mod checked_citation;

mod columns;

mod exchange;

mod failure;

mod flags;

mod format;

mod get;

mod json;

mod mcp;

mod notice;

mod output;

mod render;

mod request;

mod rows;

mod server;

mod server_url;

mod source;

mod subject;

mod summary;

mod table;

mod transport;

mod visible;

use std::ffi::OsString;
use std::process::ExitCode;

use anyhow::Result;
use clap::error::ErrorKind;
use clap::{ArgMatches, Args, Command, CommandFactory, FromArgMatches};
use lexdex_core::shell::{self, CompletionsArguments, ManArguments};

use crate::settings::Settings;
use arguments::GetArguments;
use check::{CheckArguments, FileFormat};
use source::ResponseSource;

/// The parsed command line.
#[derive(Debug)]
pub enum Invocation {
    /// Serve, or check the health of a server.
    Service(Box<Settings>),
    /// Run a command that ends by itself, unlike the server.
    Client(ClientCall),
}

/// A command that calls the API or describes the program.
#[derive(Debug)]
pub struct ClientCall(ClientCommand);

#[derive(Debug)]
enum ClientCommand {
    Get(Box<GetArguments>),
    Check(CheckArguments),
    /// Read a document for `check`, in a process with limits.
    ReadDocument(FileFormat),
    Mcp(ResponseSource),
    Completions(CompletionsArguments),
    Man(ManArguments),
}

/// Returns the whole command line, for completions and man pages. The server's settings are not flags of the other
/// commands.
pub fn command() -> Command {
    let settings = Settings::command();
    let shared: Vec<_> = settings.get_arguments().filter(|argument| argument.is_global_set()).cloned().collect();
    let shared = shared.into_iter().map(|argument| argument.global(false));
    settings
        .mut_args(|argument| argument.global(false))
        .mut_subcommand("healthcheck", |command| command.args(shared))
        .subcommands(client_commands())
}

/// Returns the commands without settings of the server. Its flags and environment variables are ignored for them.
fn client_commands() -> [Command; 5] {
    let completions = Command::new("completions")
        .about("Print the completions for a shell")
        .after_help("Examples:\n  lexdex completions bash > lexdex.bash\n  lexdex completions powershell > lexdex.ps1");
    let man = Command::new("man")
        .about("Print a man page, or write all of them")
        .after_help("Examples:\n  lexdex man get cases > lexdex-get-cases.1\n  lexdex man --out ./man");
    [
        arguments::command(),
        check::command(),
        mcp::command(),
        CompletionsArguments::augment_args(completions),
        ManArguments::augment_args(man),
    ]
}

/// Parses the arguments of the program. Fails for an invalid command line, and for `--help`.
pub fn parse(arguments: impl IntoIterator<Item = OsString>) -> Result<Invocation, clap::Error> {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    let names = client_commands().map(|command| command.get_name().to_owned());
    let is_client = arguments.get(1).is_some_and(|first| names.iter().any(|name| first == name.as_str()));
    if is_client {
        let mut program = Command::new("lexdex").subcommands(client_commands()).disable_help_subcommand(true);
        let matches = program.try_get_matches_from_mut(arguments)?;
        let client = read_client(&matches);
        return client.map_err(|message| program.error(ErrorKind::ArgumentConflict, message)).map(Invocation::Client);
    }
    if arguments.get(1).is_some_and(|first| first == check::READ_COMMAND) {
        return check::read_format(&arguments[1..])
            .map(|format| ClientCall(ClientCommand::ReadDocument(format)))
            .map(Invocation::Client);
    }
    let mut program = Settings::command().subcommands(client_commands());
    let matches = program.try_get_matches_from_mut(arguments)?;
    if let Some(name) = matches.subcommand_name().filter(|name| names.iter().any(|known| known == name)) {
        let message = format!("the flags before {name} are settings of the server: write lexdex {name} first");
        return Err(program.error(ErrorKind::ArgumentConflict, message));
    }
    Settings::from_arg_matches(&matches).map(|settings| Invocation::Service(Box::new(settings)))
}

/// Reads a command. The error is a usage error.
fn read_client(matches: &ArgMatches) -> Result<ClientCall, String> {
    let (name, matches) = matches.subcommand().ok_or("give a command")?;
    let command = match name {
        "get" => ClientCommand::Get(Box::new(arguments::read(matches)?)),
        "check" => ClientCommand::Check(check::read(matches)?),
        "mcp" => ClientCommand::Mcp(ResponseSource::read(matches)?),
        "completions" => {
            let arguments = CompletionsArguments::from_arg_matches(matches);
            ClientCommand::Completions(arguments.map_err(|error| error.to_string())?)
        }
        _ => ClientCommand::Man(ManArguments::from_arg_matches(matches).map_err(|error| error.to_string())?),
    };
    Ok(ClientCall(command))
}

impl ClientCall {
    /// Runs the command, and prints an error.
    pub fn run(self) -> ExitCode {
        let done = |result: Result<()>| result.map(|()| ExitCode::SUCCESS);
        let (result, code) = match self.0 {
            ClientCommand::Get(arguments) => (done(get::run(&arguments)), ExitCode::FAILURE),
            ClientCommand::Check(arguments) => (check::run(&arguments), ExitCode::from(check::NOT_CHECKED)),
            ClientCommand::ReadDocument(format) => (check::run_apart(format), ExitCode::FAILURE),
            ClientCommand::Mcp(source) => (done(mcp::run(&source)), ExitCode::FAILURE),
            ClientCommand::Completions(arguments) => {
                (done(shell::print_completions(&arguments, command())), ExitCode::FAILURE)
            }
            ClientCommand::Man(arguments) => (done(shell::print_man(&arguments, command())), ExitCode::FAILURE),
        };
        result.unwrap_or_else(|error| {
            failure::report(&error);
            code
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn command_line_is_well_formed() {
        command().debug_assert();
        Command::new("lexdex").subcommands(client_commands()).debug_assert();
    }
}
