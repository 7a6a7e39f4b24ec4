/*!
The decision whether to request a planned file.
*/

use std::path::Path;

use crate::fetch::lock_file::LockedFile;
use crate::fetch::planned_file::PlannedFile;

/// The request that a planned file needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Need {
    /// The mirror has this content.
    Nothing,
    /// The mirror has a file, and a conditional request asks whether it has changed.
    Question,
    /// The mirror lacks the file, or has other content.
    Download,
}

impl Need {
    /// Compares a planned file with the one in the lock. A locked file counts if it is on the disk with its size. Only
    /// `--locked` reads its digest, because that takes minutes for gigabytes.
    pub(crate) fn from_planned(planned: &PlannedFile, locked: Option<&LockedFile>, downloads: &Path) -> Self {
        let Some(locked) = locked.filter(|locked| locked.is_present(downloads)) else { return Self::Download };
        if planned.bytes.is_some_and(|bytes| bytes != locked.bytes) {
            return Self::Download;
        }
        if let Some(sha256) = &planned.sha256 {
            return if sha256.eq_ignore_ascii_case(&locked.sha256) { Self::Nothing } else { Self::Download };
        }
        if planned.url != locked.url {
            return Self::Download;
        }
        if planned.version.is_some() && planned.version == locked.version {
            return Self::Nothing;
        }
        let has_validator = locked.etag.is_some() || locked.last_modified.is_some();
        if has_validator { Self::Question } else { Self::Download }
    }
}
