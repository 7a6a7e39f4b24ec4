/*!
`lexdex-mirror status`: the last fetch, the release, the records and the age of each source.
*/

use std::io::{self, Write};
use std::path::Path;

use anyhow::Result;
use clap::{Args, ValueEnum};

use crate::config::Config;
use crate::status::mirror_status::Status;

/// The arguments of `status`.
#[derive(Debug, Args)]
pub(crate) struct StatusArguments {
    /// The format of the output.
    #[arg(long, value_enum, default_value = "table")]
    pub(crate) format: StatusFormat,
}

/// The format of the output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum StatusFormat {
    /// A line for each source.
    Table,
    /// One JSON value.
    Json,
    /// Prometheus' text format, for a textfile collector.
    Prometheus,
}

/// Prints the state of the mirror.
pub(crate) fn status(config: &Path, arguments: &StatusArguments) -> Result<()> {
    let status = Status::read(&Config::read(config)?)?;
    let text = match arguments.format {
        StatusFormat::Table => status.to_string(),
        StatusFormat::Json => status.to_json()?,
        StatusFormat::Prometheus => status.to_prometheus()?,
    };
    // A closed standard output is not an error.
    let _ = io::stdout().write_all(text.as_bytes());
    Ok(())
}
