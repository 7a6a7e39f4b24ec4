/*!
The mapping of the command line, which maps the rows of any publisher to records.
*/

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

/// The path and the content of a mapping.
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
