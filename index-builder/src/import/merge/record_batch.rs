/*!
The records that one thread passes to the merge.
*/

use std::collections::BTreeSet;
use std::io;
use std::path::Path;

use lexdex::model::Resource;
use lexdex::sort::Sorter;

use crate::import::merge::former_file::FormerFile;
use crate::import::merge::statement::Statement;

/// Statements about ids, and the corpus files of their records.
pub(crate) struct RecordBatch {
    pub(super) sorter: Sorter,
    pub(super) files: BTreeSet<(Resource, String)>,
    pub(super) former_files: BTreeSet<FormerFile>,
}

impl RecordBatch {
    /// An empty batch. Statements that do not fit into memory are written to `scratch`.
    pub(crate) fn new(scratch: &Path) -> Self {
        Self { sorter: Sorter::new(scratch), files: BTreeSet::new(), former_files: BTreeSet::new() }
    }

    /// Adds a statement.
    pub(crate) fn push(&mut self, statement: &Statement<'_>) -> io::Result<()> {
        let Statement { resource, file, .. } = *statement;
        if !self.files.iter().any(|known| known.0 == resource && known.1 == file) {
            self.files.insert((resource, file.to_owned()));
        }
        statement.push_to(&mut self.sorter)
    }

    /// States that a corpus file had another name.
    pub(crate) fn push_former_file(&mut self, file: FormerFile) {
        self.former_files.insert(file);
    }

    /// Adds the statements of another batch.
    pub(crate) fn absorb(&mut self, other: Self) -> io::Result<()> {
        self.files.extend(other.files);
        self.former_files.extend(other.former_files);
        self.sorter.absorb(other.sorter)
    }

    /// Whether there are no statements.
    pub(crate) fn is_empty(&self) -> bool {
        self.files.is_empty()
    }
}
