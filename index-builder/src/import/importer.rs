/*!
The description of an input format. The rest of the program knows nothing else about the format.
*/

use std::fmt;

use anyhow::Result;

use crate::import::engine::session::Session;
use crate::import::input::claim::ClaimRule;
use crate::import::parts::names::PartRule;

/// An input format and the function that imports it.
pub struct Importer {
    /// The name of the format on the command line and in reports.
    pub name: &'static str,
    /// The description in the help of the command line, without a full stop.
    pub(crate) about: &'static str,
    /// The publisher.
    pub origin: FormatOrigin,
    /// The files that inputs must contain, for the error message of an import that finds none of them.
    pub(crate) looks_for: &'static str,
    /// The rule by which records belong to parts.
    pub(crate) parts: PartRule,
    /// The rules that choose files by name. The first match decides, and a file without a match is stray.
    pub(crate) claims: &'static [ClaimRule],
    /// Reads the files that the session finds, and gives the records to its sinks.
    pub(crate) read: fn(&Session<'_>) -> Result<()>,
}

/// The publisher of the files of a format.
#[derive(Clone, Copy, Debug)]
pub enum FormatOrigin {
    /// A publisher whose files have this format.
    Publisher {
        /// The name, as `meta.source` of the records has it.
        source: &'static str,
        /// The address of the downloads, as the README gives it.
        upstream: &'static str,
    },
    /// Any publisher. The mapping of the command line names it, and maps its rows to records.
    Mapping,
}

impl Importer {
    /// Whether the format needs the mapping of the command line.
    pub fn needs_mapping(&self) -> bool {
        matches!(self.origin, FormatOrigin::Mapping)
    }

    /// The publisher, as `meta.source` names it. Empty if the mapping names it.
    pub(crate) fn source(&self) -> &'static str {
        match self.origin {
            FormatOrigin::Publisher { source, .. } => source,
            FormatOrigin::Mapping => "",
        }
    }

    /// The address of the publisher's downloads. `None` if the mapping names the publisher.
    pub fn upstream(&self) -> Option<&'static str> {
        match self.origin {
            FormatOrigin::Publisher { upstream, .. } => Some(upstream),
            FormatOrigin::Mapping => None,
        }
    }
}

impl fmt::Debug for Importer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Importer").field(&self.name).finish()
    }
}
