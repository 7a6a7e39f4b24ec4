/*!
Notifies the server of the published build.
*/

use std::process::Command;

use anyhow::{Context, Result, anyhow};
use lexdex_index::current_build;

use crate::config::{Config, Publish};
use crate::sync::last_sync::LastSync;

/// Runs the operator's program to notify the server of the published build, unless that was done before. Returns the
/// build of which the server is now notified; `None` without a program or a build.
pub(super) fn tell_server(config: &Config, publish: &Publish) -> Result<Option<String>> {
    let Some((program, arguments)) = publish.reload.split_first() else { return Ok(None) };
    let told = LastSync::read(&config.folders.downloads)?.and_then(|last| last.told);
    let current = current_build(&publish.to)?;
    if current.is_some() && current != told {
        reload(program, arguments)?;
    }
    Ok(current)
}

/// Runs the operator's program.
fn reload(program: &str, arguments: &[String]) -> Result<()> {
    let context = || format!("the index is published, but publish.reload of the configuration failed: {program}");
    let status = Command::new(program).args(arguments).status().with_context(context)?;
    if !status.success() {
        return Err(anyhow!("it ended with {status}")).with_context(context);
    }
    Ok(())
}
