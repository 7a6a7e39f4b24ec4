/*!
The version of a file or directory.
*/

/// Identifies a file or directory and its last change. Another file at the same path has another version.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileVersion {
    pub(super) volume: u64,
    /// The number of the file on its volume.
    pub(super) number: u64,
    /// The time of the last change: in parts that depend on the system.
    pub(super) changed: (i64, i64),
}
