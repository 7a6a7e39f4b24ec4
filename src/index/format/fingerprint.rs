/*!
Detects whether an index directory has been replaced, without reading it.
*/

use std::path::Path;

use crate::index::format::layout::MANIFEST_FILE;
use crate::index::format::published;
use crate::platform::FileVersion;

/// The versions of a directory and its manifest. A different index has a different fingerprint, and so has the same
/// index after it was moved away and back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fingerprint {
    directory: FileVersion,
    manifest: FileVersion,
}

impl Fingerprint {
    /// The fingerprint of an index directory, or of the current one of a folder of published indexes. `None` if there is
    /// no readable manifest.
    pub fn of(place: &Path) -> Option<Self> {
        let directory = &published::index_directory(place).ok()?;
        let manifest = FileVersion::at(&directory.join(MANIFEST_FILE)).ok()?;
        Some(Self { directory: FileVersion::at(directory).ok()?, manifest })
    }
}
