/*!
The immutable data that all threads of an import share.
*/

use std::path::PathBuf;
use std::sync::Arc;

use lexdex_core::corpus::Catalogue;

use crate::import::text::excerpt::Excerpt;
use crate::progress::ImportProgress;
use crate::report::import_report::Report;
use crate::topics::TopicMap;

/// The shared data of an import.
pub(crate) struct Context<'c> {
    /// The catalogues of the corpus.
    pub(crate) catalogue: &'c Catalogue,
    /// The crosswalks from subjects to tags.
    pub(crate) topics: TopicMap,
    /// The publisher, as `meta.source` names it.
    pub(crate) publisher: &'static str,
    /// The `--source` of the command line, which replaces the publisher.
    pub(crate) source: Option<&'c str>,
    /// The maximum length of the text behind a record, in bytes. With 0 no texts are written.
    pub(crate) max_text_bytes: usize,
    /// The number of reports that log at the same time; `None` without `--skips`.
    pub(crate) n_logs: Option<usize>,
    /// The `--snapshot` of the command line.
    pub(crate) snapshot: Option<bool>,
    /// The progress shown to the user.
    pub(crate) progress: Arc<ImportProgress>,
    /// The directory for rows and records that do not fit into memory.
    pub(crate) scratch: PathBuf,
}

impl Context<'_> {
    /// Whether the inputs are full snapshots, so that records that they lack are removed from their scopes. `default`
    /// is the importer's default, used without the option.
    pub(super) fn is_snapshot(&self, default: bool) -> bool {
        self.snapshot.unwrap_or(default)
    }

    /// An empty excerpt for the text behind a record.
    pub(super) fn excerpt(&self) -> Excerpt {
        Excerpt::new(self.max_text_bytes)
    }

    /// An empty report.
    pub(super) fn report(&self) -> Report {
        self.n_logs.map_or_else(Report::default, |n_logs| Report::with_log(n_logs, &self.scratch))
    }
}
