/*!
The version of a file or directory.
*/

/// Identifies a file or directory and its last change. A replacement at the same path has another version.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileVersion {
    pub(super) volume: u64,
    /// The number of the file on its volume, such as its inode.
    pub(super) number: u64,
    /// On Unix, the seconds and nanoseconds of the last status change; on Windows, the times of creation and of the
    /// last write.
    pub(super) changed: (i64, i64),
}
