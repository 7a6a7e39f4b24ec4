/*!
Detects whether an index directory has been replaced, without reading it.
*/

use std::fs;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use crate::index::format::layout::MANIFEST_FILE;

/// The identities of a directory and its manifest. A different index has a different fingerprint, and so has the same
/// index after it was moved away and back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fingerprint {
    directory: Identity,
    manifest: Identity,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Identity {
    device: u64,
    inode: u64,
    /// The time of the last change or move, in seconds and nanoseconds.
    changed: (i64, i64),
}

impl Fingerprint {
    /// The fingerprint of a directory; `None` if it has no readable manifest.
    pub fn of(directory: &Path) -> Option<Self> {
        let manifest = Identity::of(&directory.join(MANIFEST_FILE)).ok()?;
        Some(Self { directory: Identity::of(directory).ok()?, manifest })
    }
}

impl Identity {
    fn of(path: &Path) -> io::Result<Self> {
        let metadata = fs::metadata(path)?;
        let changed = (metadata.ctime(), metadata.ctime_nsec());
        Ok(Self { device: metadata.dev(), inode: metadata.ino(), changed })
    }
}
