/*!
Detects whether an index directory has been replaced, without reading it.
*/

use std::path::Path;

use lexdex_core::platform::FileVersion;

use crate::format::layout::MANIFEST_FILE;
use crate::format::published;

/// The versions of a directory and its manifest. Every replacement changes the fingerprint, even moving the same index
/// away and back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fingerprint {
    directory: FileVersion,
    manifest: FileVersion,
}

impl Fingerprint {
    /// Returns the fingerprint of an index directory, or of the current one of a folder of published indexes. `None`
    /// without a readable manifest.
    pub fn from_path(place: &Path) -> Option<Self> {
        let directory = &published::index_directory(place).ok()?;
        let manifest = FileVersion::at(&directory.join(MANIFEST_FILE)).ok()?;
        Some(Self { directory: FileVersion::at(directory).ok()?, manifest })
    }

    /// Whether both are of the same index at rest: nothing was written or replaced, but the directory or its manifest
    /// may have been moved away and back, linked, or given another mode.
    pub fn is_same_index(&self, other: &Self) -> bool {
        self.directory.has_content_of(&other.directory) && self.manifest.has_content_of(&other.manifest)
    }
}
