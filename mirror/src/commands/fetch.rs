/*!
`lexdex-mirror fetch`: downloads the files that are missing or have changed.
*/

use std::fmt;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;
use std::rc::Rc;

use anyhow::Result;
use clap::Args;

use crate::commands::bars::FetchBars;
use crate::commands::exit_code::{NOTHING_NEW, PARTLY_FAILED};
use crate::config::Config;
use crate::fetch::progress::FetchProgress;
use crate::publishers::registry;
use crate::refresh::fetch_all::{FetchOptions, fetch_all, plan_all};
use crate::refresh::outcome::RunVerdict;

/// The arguments of `fetch`.
#[derive(Debug, Args)]
pub(crate) struct FetchArguments {
    /// Print the files that would be downloaded, their bytes and the expected time. Download nothing.
    #[arg(long)]
    pub(crate) dry_run: bool,

    /// Get exactly the files that fetch.lock names, or fail. The publishers get no other requests.
    #[arg(long, conflicts_with = "dry_run")]
    pub(crate) locked: bool,

    /// Fetch only these sources [default: all of mirror.toml].
    #[arg(long, value_name = "NAME")]
    pub(crate) source: Vec<String>,
}

/// Plans and downloads. Errors of sources are printed after the table.
pub(crate) fn fetch(config: &Path, arguments: &FetchArguments) -> Result<ExitCode> {
    let config = Config::read(config)?;
    let publishers = registry::for_config(&config)?;
    let options = FetchOptions { sources: arguments.source.clone(), locked: arguments.locked };
    let progress: Rc<dyn FetchProgress> = Rc::new(FetchBars::new());
    if arguments.dry_run {
        let plans = plan_all(&config, &publishers, &options, &progress)?;
        return Ok(print(&format_args!("{}{plans}", plans.needed_files()), plans.errors()));
    }
    let outcome = fetch_all(&config, &publishers, &options, &progress)?;
    let failed = print(&outcome, outcome.errors());
    Ok(match outcome.verdict() {
        RunVerdict::New => ExitCode::SUCCESS,
        RunVerdict::NothingNew => ExitCode::from(NOTHING_NEW),
        RunVerdict::PartlyFailed if !arguments.locked => ExitCode::from(PARTLY_FAILED),
        RunVerdict::PartlyFailed | RunVerdict::Failed => failed,
    })
}

/// Prints a table, and errors below it. Returns the exit code for them.
fn print(table: &impl fmt::Display, errors: impl Iterator<Item = String>) -> ExitCode {
    // A closed standard output is not an error, because the files are fetched.
    let _ = write!(std::io::stdout(), "{table}");
    let mut code = ExitCode::SUCCESS;
    for error in errors {
        let _ = writeln!(std::io::stderr(), "error: {error}");
        code = ExitCode::FAILURE;
    }
    code
}
