/*!
The source of responses: a server, an index directory, or the bundled corpus.
*/

use std::path::PathBuf;

use clap::builder::{NonEmptyStringValueParser, TypedValueParser};
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, value_parser};

use crate::command_line::server_url::ServerUrl;

pub(crate) const SERVER: &str = "server";
const INDEX: &str = "index";

/// The source of responses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ResponseSource {
    Server(ServerUrl),
    /// An index directory, or a folder of published indexes.
    Index(PathBuf),
    Bundled,
}

/// Returns the flags that select a source.
pub(crate) fn flags() -> [Arg; 2] {
    let server = Arg::new(SERVER)
        .long(SERVER)
        .env("LEXDEX_SERVER")
        .value_name("URL")
        .value_parser(NonEmptyStringValueParser::new().try_map(|url| url.parse::<ServerUrl>()))
        .help("URL of the server to call, such as https://law.example.org, with its base path if it has one")
        .long_help(
            "URL of the server to call, such as https://law.example.org, with its base path if it has one. Waits and \
             retries if the server refuses for too many requests. Without a server, this program reads an index \
             itself.",
        );
    let index = Arg::new(INDEX)
        .long(INDEX)
        .env("LEXDEX_INDEX")
        .value_name("DIR")
        .value_parser(value_parser!(PathBuf))
        .help("Index directory to read, or folder of published indexes [default: the bundled corpus, a sample]")
        .long_help(
            "Index directory to read, built by `index-builder build`, or folder of indexes published by \
             `index-builder publish` [default: the bundled corpus, a sample].\n\nFlags take precedence over \
             variables, and a server over an index.",
        );
    [server, index]
}

impl ResponseSource {
    /// Reads the flags and their environment variables. Flags take precedence over variables, and a server over an
    /// index. Fails if both flags are given.
    pub(crate) fn read(matches: &ArgMatches) -> Result<Self, &'static str> {
        let is_flag = |name: &str| matches.value_source(name) == Some(ValueSource::CommandLine);
        if is_flag(SERVER) && is_flag(INDEX) {
            return Err("--server and --index are two sources: leave one out");
        }
        let server = matches.get_one::<ServerUrl>(SERVER).filter(|_| !is_flag(INDEX)).cloned().map(Self::Server);
        let index = || matches.get_one::<PathBuf>(INDEX).cloned().map(Self::Index);
        Ok(server.or_else(index).unwrap_or(Self::Bundled))
    }

    /// Returns the base path of the service, which is empty at the root.
    pub(crate) fn base_path(&self) -> &str {
        match self {
            Self::Server(url) => url.path(),
            Self::Index(_) | Self::Bundled => "",
        }
    }
}
