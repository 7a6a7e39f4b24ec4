/*!
The immutable data that all threads of an import share.
*/

use std::path::PathBuf;
use std::sync::Arc;

use lexdex_core::corpus::Catalogue;
use lexdex_core::model::Date;

use crate::import::input::location;
use crate::import::parts::names::PartNames;
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
    /// The names of the parts.
    pub(crate) names: PartNames,
    /// The locations of the inputs.
    pub(crate) inputs: Vec<String>,
    /// The day of the inputs. A later date of data is a fault. `None` if every date is possible.
    pub(crate) as_of: Option<Date>,
    /// The progress shown to the user.
    pub(crate) progress: Arc<ImportProgress>,
    /// The directory for rows and records that do not fit into memory.
    pub(crate) scratch: PathBuf,
}

impl Context<'_> {
    /// The locations of the inputs that have a file: its archive, or else the path of the command line. All inputs for
    /// rows that are joined from several files.
    pub(super) fn inputs_of<'l>(&'l self, location: &'l str) -> Vec<&'l str> {
        let archive = location::archive(location);
        if !archive.is_empty() {
            return vec![archive];
        }
        let given = self.inputs.iter().find(|input| location.starts_with(&***input));
        given.map_or_else(|| self.inputs.iter().map(String::as_str).collect(), |input| vec![input.as_str()])
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
