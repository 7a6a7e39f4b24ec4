/*!
A downloaded file before it is moved to its final path.
*/

use std::path::PathBuf;

use anyhow::{Context, Result};
use lexdex_core::platform;

use crate::fetch::part::DownloadPart;

/// A file that is complete and checked, and not yet at its final path.
#[derive(Debug)]
pub(crate) struct CompleteFile {
    pub(crate) part: DownloadPart,
    pub(crate) target: PathBuf,
    /// The `ETag` of the response.
    pub(crate) etag: Option<String>,
    /// The `Last-Modified` of the response.
    pub(crate) last_modified: Option<String>,
    pub(crate) bytes: u64,
    /// The SHA-256 digest in hexadecimal digits.
    pub(crate) sha256: String,
}

impl CompleteFile {
    /// Moves the file to its final path, and syncs it to the disk.
    pub(crate) fn publish(mut self) -> Result<()> {
        self.part.publish(&self.target)?;
        match self.target.parent() {
            Some(folder) => {
                platform::sync_directory(folder).with_context(|| format!("cannot sync {}", folder.display()))
            }
            None => Ok(()),
        }
    }
}
