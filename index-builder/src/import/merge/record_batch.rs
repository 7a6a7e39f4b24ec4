/*!
The records that one thread passes to the merge.
*/

use std::collections::BTreeSet;
use std::io;
use std::path::Path;

use lexdex_core::model::Resource;
use lexdex_core::sort::Sorter;

use crate::import::merge::scope::{InputId, ScopeOf, ScopeRelease, ScopeStatements};
use crate::import::merge::statement::Statement;

/// Statements about ids and scopes, and the corpus files of their records.
pub(crate) struct StatementBatch {
    pub(super) sorter: Sorter,
    pub(super) scopes: ScopeStatements,
    pub(super) files: BTreeSet<(Resource, String)>,
}

impl StatementBatch {
    /// An empty batch. Statements that do not fit into memory are written to `scratch`.
    pub(crate) fn new(scratch: &Path) -> Self {
        Self { sorter: Sorter::new(scratch), scopes: ScopeStatements::default(), files: BTreeSet::new() }
    }

    /// Adds a statement.
    pub(crate) fn push(&mut self, statement: &Statement<'_>) -> io::Result<()> {
        self.add_file(statement.resource, statement.file);
        statement.push_to(&mut self.sorter)
    }

    /// Declares that a release has every record of a scope.
    pub(crate) fn complete(&mut self, scope: ScopeOf, release: ScopeRelease) {
        self.add_file(scope.resource, &scope.file);
        self.scopes.add(scope, release);
    }

    /// Voids all scopes of an input, because a part of it could not be read.
    pub(crate) fn void(&mut self, input: InputId) {
        self.scopes.void(input);
    }

    /// The inputs whose scopes are void.
    pub(crate) fn void_inputs(&self) -> impl Iterator<Item = InputId> {
        self.scopes.damaged()
    }

    fn add_file(&mut self, resource: Resource, file: &str) {
        if !self.files.iter().any(|known| known.0 == resource && known.1 == file) {
            self.files.insert((resource, file.to_owned()));
        }
    }

    /// Adds the statements of another batch.
    pub(crate) fn absorb(&mut self, other: Self) -> io::Result<()> {
        self.files.extend(other.files);
        self.scopes.absorb(other.scopes);
        self.sorter.absorb(other.sorter)
    }

    /// Whether there are no statements.
    pub(crate) fn is_empty(&self) -> bool {
        self.files.is_empty() && self.scopes.is_empty()
    }

    /// Whether there are statements about records of the corpus.
    pub(crate) fn has_statements(&self) -> bool {
        !self.files.is_empty()
    }
}
