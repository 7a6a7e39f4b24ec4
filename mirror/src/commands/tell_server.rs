/*!
Tells the server of the published build.
*/

use std::process::Command;

use anyhow::{Context, Result, anyhow};
use lexdex::index::current_build;

use crate::config::{Config, Publish};
use crate::sync::last_sync::LastSync;

/// Tells the server of the published build by the operator's program, unless it was told before. Returns the build that it
/// knows of; `None` if nobody is to be told.
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
