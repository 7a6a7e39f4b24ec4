/*!
`index-builder drop`: removes parts of a corpus.
*/

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::Args;
use lexdex_core::platform;

use crate::import::parts::names::{ENDING, parts_folder};
use crate::import::parts::reader::part_files;

/// The arguments of `drop`.
#[derive(Debug, Args)]
pub struct DropArguments {
    /// The names of the parts, as `status` prints them.
    #[arg(value_name = "PART", required = true)]
    pub names: Vec<String>,

    /// The corpus directory.
    #[arg(long, value_name = "DIR")]
    pub corpus: PathBuf,

    /// The folder of the parts [default: parts in the corpus].
    #[arg(long, value_name = "DIR")]
    pub parts: Option<PathBuf>,
}

/// Removes the parts. Fails without a change if one of them does not exist.
pub(crate) fn run(arguments: &DropArguments) -> Result<()> {
    drop_parts(&parts_folder(&arguments.corpus, arguments.parts.as_deref()), &arguments.names)
}

/// Removes parts of a folder by their names. Fails without a change if one of them does not exist.
pub fn drop_parts(folder: &Path, names: &[String]) -> Result<()> {
    let file = |name: &String| folder.join(format!("{name}{ENDING}"));
    let known = part_files(folder)?;
    if let Some(unknown) = names.iter().find(|name| !known.contains(&file(name))) {
        let known: Vec<String> =
            known.iter().filter_map(|path| Some(path.file_stem()?.to_string_lossy().into_owned())).collect();
        bail!("{} has no part {unknown}: its parts are {}", folder.display(), known.join(", "));
    }
    for path in names.iter().map(file) {
        fs::remove_file(&path).with_context(|| format!("cannot remove {}", path.display()))?;
    }
    platform::sync_directory(folder).with_context(|| format!("cannot write {}", folder.display()))
}
