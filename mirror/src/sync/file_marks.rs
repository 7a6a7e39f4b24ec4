/*!
The size and time of a file.
*/

use std::path::Path;
use std::time::UNIX_EPOCH;

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};

/// The size and time by which an unchanged file is recognized without reading it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct FileMarks {
    /// The size.
    pub(crate) bytes: u64,
    /// The time of the last change, in nanoseconds since 1970.
    pub(crate) modified: u64,
}

impl FileMarks {
    /// The marks of a file.
    pub(crate) fn from_path(path: &Path) -> Result<Self> {
        let context = || format!("cannot read {}", path.display());
        let metadata = path.metadata().with_context(context)?;
        let modified = metadata.modified().with_context(context)?.duration_since(UNIX_EPOCH).unwrap_or_default();
        Ok(Self { bytes: metadata.len(), modified: modified.as_nanos() as u64 })
    }
}
