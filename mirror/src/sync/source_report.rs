/*!
The numbers that a sync prints for a source.
*/

use std::path::PathBuf;

use index_builder::report::import_report::Report;
use lexdex_core::model::Date;

/// The totals of a source's imports in a sync.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct SourceReport {
    pub(crate) name: String,
    /// The reason why the source was not imported, or only in part.
    pub(crate) error: Option<String>,
    /// The records that were read.
    pub(crate) read: u64,
    /// The records that were written to parts.
    pub(crate) written: u64,
    /// The records that the replaced parts had and the new ones do not have.
    pub(crate) removed: u64,
    /// The records that were left out.
    pub(crate) skipped: u64,
    /// The date of the newest data.
    pub(crate) newest: Option<Date>,
    /// The inputs in which something is damaged.
    pub(crate) damaged: Vec<PathBuf>,
    /// The parts that were written.
    pub(crate) parts: Vec<String>,
    /// The warnings for the operator.
    pub(crate) warnings: Vec<String>,
}

impl SourceReport {
    /// The report of a source that cannot be imported.
    pub(crate) fn from_error(name: &str, error: String) -> Self {
        Self { error: Some(error), ..Self::new(name) }
    }

    /// An empty report for a source whose import begins.
    pub(crate) fn new(name: &str) -> Self {
        Self { name: name.to_owned(), ..Self::default() }
    }

    /// Adds the numbers of an import.
    pub(crate) fn add(&mut self, import: &Report) {
        self.read += import.read;
        self.written += import.written();
        self.removed += import.removed.count;
        self.skipped += import.skipped();
        if import.n_damaged() > 0 {
            let error = "a part of the inputs is damaged and was left out: each sync imports them again".to_owned();
            self.error = Some(error);
        }
        self.newest = self.newest.max(import.newest);
        self.parts.extend(import.parts.iter().cloned());
        self.damaged.extend(import.damaged_inputs.iter().map(PathBuf::from));
        self.warnings.extend(import.warnings.iter().map(|warning| warning.message.clone()));
    }

    /// Whether the source was not imported, or only in part.
    pub(crate) fn has_failed(&self) -> bool {
        self.error.is_some()
    }
}
