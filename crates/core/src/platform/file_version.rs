/*!
The version of a file or directory.
*/

/// Identifies a file or directory and its last change. A replacement at the same path has another version.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileVersion {
    pub(super) volume: u64,
    /// The number of the file on its volume, such as its inode.
    pub(super) number: u64,
    /// The time of the last write, in the units of the system.
    pub(super) written: (i64, i64),
    /// On Unix, the seconds and nanoseconds of the last status change; on Windows, the time of creation.
    pub(super) changed: (i64, i64),
}

impl FileVersion {
    /// Whether both are the same file with the same content. A file that was only moved, linked or given another mode
    /// has another version, but the same content.
    pub fn has_content_of(&self, other: &Self) -> bool {
        Self { changed: other.changed, ..*self } == *other
    }
}
