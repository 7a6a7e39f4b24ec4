/*!
The description of an input format. The rest of the program knows nothing else about the format.
*/

use std::fmt;

use anyhow::Result;

use crate::import::engine::session::Session;
use crate::import::input::claim::ClaimRule;

/// An input format and the function that imports it.
pub struct Importer {
    /// The name of the format on the command line and in reports.
    pub name: &'static str,
    /// The description in the help of the command line, without a full stop.
    pub(crate) about: &'static str,
    /// The publisher, as `meta.source` of the records names it.
    pub(crate) source: &'static str,
    /// The files that inputs must contain, for the error message of an import that finds none of them.
    pub(crate) looks_for: &'static str,
    /// The rules that choose files by name. The first match decides, and a file without a match is stray.
    pub(crate) claims: &'static [ClaimRule],
    /// The name of the importer whose records have precedence over this one's. Both name their corpus files
    /// `{importer}-{part}.jsonl`, and the ids of a part are the same.
    pub(crate) gives_way_to: Option<&'static str>,
    /// The address of the publisher's downloads, as the README gives it.
    pub upstream: &'static str,
    /// Reads the files that the session finds, and gives the records to its sinks.
    pub(crate) read: fn(&Session<'_>) -> Result<()>,
}

impl fmt::Debug for Importer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Importer").field(&self.name).finish()
    }
}
