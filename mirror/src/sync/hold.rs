/*!
The hold of a published build, the file `held` beside `fetch.lock`. A sync publishes nothing while that file exists, so
that the next sync does not undo a rollback by hand.
*/

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::disk::{Durability, replace};

/// The name of the file in the folder of downloads.
const HOLD_FILE: &str = "held";

/// The id of the build that is held, if one is.
pub(crate) fn held_build(downloads: &Path) -> Result<Option<String>> {
    let path = place(downloads);
    match fs::read_to_string(&path) {
        Ok(text) => Ok(Some(text.trim().to_owned())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error).with_context(|| format!("cannot read {}", path.display())),
    }
}

pub(crate) fn hold(downloads: &Path, build: &str) -> Result<()> {
    let path = place(downloads);
    fs::create_dir_all(downloads).with_context(|| format!("cannot make the folder {}", downloads.display()))?;
    replace(&path, format!("{build}\n").as_bytes(), Durability::Synced)
}

/// Ends the hold. Returns the id of the build that was held.
pub(crate) fn release(downloads: &Path) -> Result<Option<String>> {
    let held = held_build(downloads)?;
    if held.is_some() {
        let path = place(downloads);
        fs::remove_file(&path).with_context(|| format!("cannot remove {}", path.display()))?;
    }
    Ok(held)
}

fn place(downloads: &Path) -> PathBuf {
    downloads.join(HOLD_FILE)
}
