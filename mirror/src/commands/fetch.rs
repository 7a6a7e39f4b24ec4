/*!
`lexdex-mirror fetch`: downloads the files that are missing or have changed.
*/

use std::path::Path;

use anyhow::Result;
use clap::Args;

use crate::config::Config;

/// The arguments of `fetch`.
#[derive(Debug, Args)]
pub(crate) struct FetchArguments {
    /// Print the files that would be downloaded, their bytes and the expected time, and download none of them.
    #[arg(long)]
    pub(crate) dry_run: bool,

    /// Get exactly the files that fetch.lock names, or fail. Nothing else is asked of the publishers.
    #[arg(long, conflicts_with = "dry_run")]
    pub(crate) locked: bool,

    /// Fetch only these sources [default: all of mirror.toml].
    #[arg(long, value_name = "NAME")]
    pub(crate) source: Vec<String>,
}

/// Plans and downloads.
pub(crate) fn fetch(config: &Path, _arguments: &FetchArguments) -> Result<()> {
    let _config = Config::read(config)?;
    Ok(())
}
