/*!
Digests of files.
*/

use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::time::UNIX_EPOCH;

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// The marks by which an unchanged file is recognized without reading it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct FileMarks {
    /// The size.
    pub(crate) bytes: u64,
    /// The time of the last change, in nanoseconds since 1970.
    pub(crate) modified: u64,
}

impl FileMarks {
    /// The marks of a file.
    pub(crate) fn of(path: &Path) -> Result<Self> {
        let context = || format!("cannot read {}", path.display());
        let metadata = path.metadata().with_context(context)?;
        let modified = metadata.modified().with_context(context)?.duration_since(UNIX_EPOCH).unwrap_or_default();
        Ok(Self { bytes: metadata.len(), modified: modified.as_nanos() as u64 })
    }
}

/// The SHA-256 digest of a file in hexadecimal digits.
pub(crate) fn sha256(path: &Path) -> Result<String> {
    const BUFFER_BYTES: usize = 1 << 18;
    let context = || format!("cannot read {}", path.display());
    let mut file = File::open(path).with_context(context)?;
    let mut digest = Sha256::new();
    let mut buffer = vec![0; BUFFER_BYTES];
    loop {
        match file.read(&mut buffer).with_context(context)? {
            0 => return Ok(const_hex::encode(digest.finalize())),
            n_read => digest.update(&buffer[..n_read]),
        }
    }
}
