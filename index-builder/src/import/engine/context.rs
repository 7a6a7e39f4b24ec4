/*!
The data that every thread of an import shares and none changes.
*/

use std::path::PathBuf;
use std::sync::Arc;

use lexdex::corpus::Catalogue;

use crate::progress::ImportProgress;
use crate::topics::TopicMap;

/// The shared data of an import.
pub(crate) struct Context<'c> {
    /// The catalogues of the corpus.
    pub(crate) catalogue: &'c Catalogue,
    /// The crosswalks from subjects to tags.
    pub(crate) topics: TopicMap,
    /// The importer's publisher, as `meta.source` names it.
    pub(crate) publisher: &'static str,
    /// The `--source` of the command line, which replaces the publisher.
    pub(crate) source: Option<&'c str>,
    /// The progress shown to the user.
    pub(crate) progress: Arc<ImportProgress>,
    /// The directory for rows and records that do not fit into memory.
    pub(crate) scratch: PathBuf,
}
