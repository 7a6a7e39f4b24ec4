/*!
`lexdex-mirror hold` keeps the published build or an earlier one published, and `release` lets syncs publish again.
*/

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use anyhow::{Context, Result, bail};
use clap::Args;
use index_builder::commands::publish::{PublishArguments, publish};
use lexdex_index::{BUILDS_FOLDER, current_build, is_build_id};

use crate::commands::tell_server::tell_server;
use crate::config::{Config, Publish};
use crate::sync::hold;
use crate::sync::last_sync::LastSync;
use crate::sync::pipeline::build_directory;
use crate::sync::state::ImportedState;
use crate::sync::work_folder::SyncFolder;

/// The arguments of `hold`.
#[derive(Debug, Args)]
pub(crate) struct HoldArguments {
    /// The id of a kept build to publish and hold [default: the published one].
    #[arg(value_name = "BUILD")]
    build: Option<String>,
}

/// Publishes an earlier build, if one is named, and holds the published build. Notifies the server.
pub(crate) fn hold_build(path: &Path, arguments: &HoldArguments) -> Result<()> {
    let config = Config::read(path)?;
    let to = config.publish(path)?;
    // No sync may publish at the same time.
    let _work = SyncFolder::claim(&config.folders.parts)?;
    let Some(current) = current_build(&to.to)? else {
        bail!("no index is published yet: run lexdex-mirror sync first")
    };
    let build = arguments.build.clone().unwrap_or(current);
    check_kept(to, &build)?;
    // The hold comes first: if this is interrupted after the publication, no sync undoes it.
    hold::hold(&config.folders.downloads, &build)?;
    if let Err(error) = publish_kept(to, &build) {
        hold::release(&config.folders.downloads)?;
        return Err(error);
    }
    announce(&config, to)?;
    say(&format!("build {build} is published and held: syncs publish nothing until `lexdex-mirror release`"));
    Ok(())
}

/// Lets syncs publish again, and publishes the newest build that the gate has accepted.
pub(crate) fn release(path: &Path) -> Result<()> {
    let config = Config::read(path)?;
    let to = config.publish(path)?;
    let _work = SyncFolder::claim(&config.folders.parts)?;
    let Some(held) = hold::release(&config.folders.downloads)? else {
        say("no build was held");
        return Ok(());
    };
    let newest = ImportedState::read(&config.folders.parts)?.build;
    let waiting = newest.filter(|build| *build != held && build_directory(to, build).is_dir());
    let Some(newest) = waiting else {
        say(&format!("build {held} is no longer held: the next sync publishes what is new"));
        return Ok(());
    };
    publish_kept(to, &newest)?;
    announce(&config, to)?;
    say(&format!("build {held} is no longer held, and build {newest} is published"));
    Ok(())
}

/// Publishes a build of the folder.
fn publish_kept(to: &Publish, build: &str) -> Result<()> {
    let index = build_directory(to, build);
    publish(&PublishArguments { index, to: to.to.clone(), keep: to.keep }).map(drop)
}

/// Notifies the server of the published build, and records it for `status`.
fn announce(config: &Config, to: &Publish) -> Result<()> {
    let told = tell_server(config, to)?;
    match LastSync::read(&config.folders.downloads)? {
        Some(last) => LastSync { told, ..last }.write(&config.folders.downloads),
        None => Ok(()),
    }
}

/// Fails unless the folder of published indexes has this build.
fn check_kept(to: &Publish, build: &str) -> Result<()> {
    let folder = to.to.join(BUILDS_FOLDER);
    if is_build_id(build) && folder.join(build).is_dir() {
        return Ok(());
    }
    let entries = fs::read_dir(&folder).with_context(|| format!("cannot read {}", folder.display()))?;
    let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let mut kept: Vec<String> = names.filter(|name| is_build_id(name)).collect();
    kept.sort();
    bail!("{} has no build {build}: the builds are {}", to.to.display(), kept.join(", "))
}

/// Prints a line. A closed standard output is not an error.
fn say(line: &str) {
    let _ = writeln!(io::stdout(), "{line}");
}
