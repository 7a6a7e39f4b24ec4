/*!
The mapping of the command line, which says how the rows of any publisher become records.
*/

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

/// A mapping as it was read.
pub(crate) struct MappingFile {
    pub(crate) path: PathBuf,
    pub(crate) text: String,
}

impl MappingFile {
    /// Reads a file. Fails if it cannot be read or is not UTF-8.
    pub(crate) fn read(path: &Path) -> Result<Self> {
        let text = fs::read_to_string(path).with_context(|| format!("cannot read the mapping {}", path.display()))?;
        Ok(Self { path: path.to_owned(), text })
    }
}
