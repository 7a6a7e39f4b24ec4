/*!
`lexdex-mirror pull`: publishes the index of a store on this machine.
*/

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Result;
use clap::Args;
use index_builder::interruption::exit_when_interrupted;
use indicatif::HumanBytes;

use crate::commands::bars::FetchBars;
use crate::commands::exit_code::{INTERRUPTED, NOTHING_NEW};
use crate::commands::store::StoreArguments;
use crate::fetch::progress::FetchProgress;
use crate::pull::pull_build::{Pull, Pulled};
use crate::pull::watch::watch;

/// The arguments of `pull`.
#[derive(Debug, Args)]
pub(crate) struct PullArguments {
    #[command(flatten)]
    store: StoreArguments,

    /// The folder of published indexes, which `lexdex --index DIR --watch-secs SECONDS` serves. It is created if it does not
    /// exist. The build before the current one is kept.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,

    /// Publish this build instead of the latest.
    #[arg(long, value_name = "BUILD")]
    build: Option<String>,

    /// Keep running, and check the store at this interval. An error is logged once and does not end the program.
    #[arg(
        long,
        value_name = "SECONDS",
        num_args = 0..=1,
        default_missing_value = "60",
        conflicts_with = "build",
        value_parser = clap::value_parser!(u32).range(1..)
    )]
    watch: Option<u32>,

    /// Exit with 0 instead of 10 if there is nothing new, as an init container needs.
    #[arg(long)]
    unchanged_ok: bool,

    /// If the pull fails and a build is published here, print the error and exit with 0, so that a server starts with that
    /// build while the store is down.
    #[arg(long, conflicts_with_all = ["build", "watch"])]
    stale_ok: bool,
}

/// Pulls once, or at intervals with `--watch`.
pub(crate) fn pull(arguments: &PullArguments) -> Result<ExitCode> {
    // A watch ends only by a signal, so that is a success.
    exit_when_interrupted(if arguments.watch.is_some() { 0 } else { INTERRUPTED })?;
    let bars = FetchBars::new();
    let client = arguments.store.client()?;
    let pull = Pull::new(&client, &arguments.out, arguments.build.as_deref(), &bars)?;
    if let Some(seconds) = arguments.watch {
        watch(&pull, Duration::from_secs(seconds.into()), &|line| bars.note(line), &describe);
    }
    let (line, is_success) = match pull.pull() {
        Ok(Some(pulled)) => (describe(&pulled), true),
        Ok(None) => ("nothing new".to_owned(), arguments.unchanged_ok),
        Err(error) => {
            let Some(build) = pull.current()?.filter(|_| arguments.stale_ok) else { return Err(error) };
            bars.note(&format!("error: {error:#}"));
            (format!("build {build} stays, but may not be the latest"), true)
        }
    };
    // A closed standard output is not an error, because the index is published.
    let _ = writeln!(io::stdout(), "{line}");
    Ok(if is_success { ExitCode::SUCCESS } else { ExitCode::from(NOTHING_NEW) })
}

fn describe(Pulled { build, fetched, linked }: &Pulled) -> String {
    format!("build {build} is published: {} fetched, {} linked", HumanBytes(*fetched), HumanBytes(*linked))
}
