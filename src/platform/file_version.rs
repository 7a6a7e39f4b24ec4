/*!
The version of a file or directory.
*/

/// Identifies a file or directory and its last change. A replacement at the same path has another version.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileVersion {
    pub(super) volume: u64,
    /// The number of the file on its volume, such as its inode.
    pub(super) number: u64,
    /// The time of the last change, in two parts that depend on the system.
    pub(super) changed: (i64, i64),
}
