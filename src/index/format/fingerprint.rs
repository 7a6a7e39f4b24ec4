/*!
Tells whether what lies at the place of an index is still what lay there before, without reading it.
*/

use std::fs;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use crate::index::format::layout::MANIFEST_FILE;

/// The identities of a directory and of the manifest in it: another index has other ones, and so has the same index
/// that was moved away and back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fingerprint {
    directory: Identity,
    manifest: Identity,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Identity {
    device: u64,
    inode: u64,
    /// When it was last changed or moved, in seconds and nanoseconds.
    changed: (i64, i64),
}

impl Fingerprint {
    /// That of a directory; nothing where no manifest can be reached.
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
