/*!
`lexdex-mirror push`: puts an index into a store, from which replicas pull it.
*/

use std::io::{self, Write};
use std::num::NonZero;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Result, bail};
use clap::Args;
use index_builder::interruption::exit_when_interrupted;
use indicatif::HumanBytes;

use crate::commands::bars::FetchBars;
use crate::commands::exit_code::{INTERRUPTED, NOTHING_NEW, RACED};
use crate::commands::store::StoreArguments;
use crate::object_store::client::StoreClient;
use crate::object_store::latest::Raced;
use crate::push::push_index::{Pushed, push_index};
use crate::push::rollback::roll_back;

/// The arguments of `push`.
#[derive(Debug, Args)]
pub(crate) struct PushArguments {
    /// The index to push: an index directory, or a folder of published indexes, of which the current one is pushed.
    #[arg(long, value_name = "DIR", required_unless_present = "rollback")]
    index: Option<PathBuf>,

    /// Serve an earlier build again, which the store still has. Push nothing.
    #[arg(long, value_name = "BUILD", conflicts_with_all = ["index", "keep"])]
    rollback: Option<String>,

    #[command(flatten)]
    store: StoreArguments,

    /// The number of builds to keep in the store, the pushed one included: at least 2, because replicas may be pulling
    /// the previous one.
    #[arg(long, value_name = "BUILDS", default_value = "5", value_parser = keep)]
    keep: NonZero<usize>,

    /// Exit with 0 instead of 10 if there is nothing new, for a scheduler that takes every other code for a failure.
    #[arg(long)]
    unchanged_ok: bool,
}

fn keep(text: &str) -> Result<NonZero<usize>, String> {
    let keep = text.parse().ok().filter(|keep: &NonZero<usize>| keep.get() >= 2);
    keep.ok_or_else(|| "give 2 or more".to_owned())
}

/// Pushes an index, or rolls back, and prints what was done.
pub(crate) fn push(arguments: &PushArguments) -> Result<ExitCode> {
    exit_when_interrupted(INTERRUPTED)?;
    let bars = FetchBars::new();
    let client = arguments.store.client()?;
    if !client.is_bucket() {
        bail!("a push needs a bucket: give --store s3://BUCKET[/PREFIX], gs:// or az://");
    }
    let ended = match (&arguments.rollback, &arguments.index) {
        (Some(build), _) => rollback(&client, build),
        (None, Some(index)) => push_index(&client, index, arguments.keep, &bars).map(|pushed| summary(&pushed)),
        (None, None) => bail!("give --index DIR"),
    };
    match ended {
        Ok((line, is_new)) => {
            // A closed standard output is not an error, because the index is already in the store.
            let _ = writeln!(io::stdout(), "{line}");
            Ok(if is_new || arguments.unchanged_ok { ExitCode::SUCCESS } else { ExitCode::from(NOTHING_NEW) })
        }
        Err(error) if error.is::<Raced>() => {
            let _ = writeln!(io::stderr(), "error: {error:#}");
            Ok(ExitCode::from(RACED))
        }
        Err(error) => Err(error),
    }
}

fn rollback(client: &StoreClient, build: &str) -> Result<(String, bool)> {
    let is_new = roll_back(client, build)?;
    let line =
        if is_new { format!("build {build} is served again") } else { format!("build {build} is served already") };
    Ok((line, is_new))
}

/// The line about a push, and whether it has changed the store.
fn summary(Pushed { build, uploaded, removed, is_new }: &Pushed) -> (String, bool) {
    if !is_new {
        return (format!("nothing new: the store serves build {build} already"), false);
    }
    let mut line =
        format!("build {build} is pushed: {} blobs uploaded ({})", uploaded.blobs, HumanBytes(uploaded.bytes));
    if removed.builds + removed.blobs > 0 {
        line += &format!("; {} old builds and {} blobs removed", removed.builds, removed.blobs);
    }
    (line, true)
}
