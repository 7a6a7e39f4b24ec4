/*!
The names of the files of histories.
*/

use std::path::{Path, PathBuf};

use lexdex_core::model::Resource;

/// The folder of the histories in a folder of published indexes.
pub const CHANGES_FOLDER: &str = "changes";

/// The file that describes the other files of a history.
pub const HISTORY_FILE: &str = "history.json";

/// The version of the files. A history of another version is not used, and the next publication begins a new one.
pub(crate) const HISTORY_VERSION: u32 = 2;

/// The maximum number of builds in a history, including the current one.
pub const MAX_BUILDS: usize = 20;

/// A file of a list in a history.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HistoryPart {
    /// The rows.
    Rows,
    /// The offsets of the rows that differ from each earlier build.
    Since,
    /// The positions of new and changed records.
    News,
}

impl HistoryPart {
    /// All parts.
    pub const ALL: [Self; 3] = [Self::Rows, Self::Since, Self::News];

    /// The name of the file of a list.
    pub fn file_name(self, resource: Resource) -> String {
        let extension = match self {
            Self::Rows => "rows",
            Self::Since => "since",
            Self::News => "news",
        };
        format!("{resource}.{extension}")
    }
}

/// The directory of the history of a build in a folder of published indexes.
pub fn history_directory(folder: &Path, build: &str) -> PathBuf {
    folder.join(CHANGES_FOLDER).join(build)
}
