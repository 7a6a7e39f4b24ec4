/*!
The precedence of publishers that have records of the same ids. If a file of the publisher with precedence has an id,
the other publisher's record of it is left out, whatever the order of the imports.

Files of the same part have the same name, except for the publisher's name at its beginning. So if `b` gives way to `a`,
the import of `bills/a-117.jsonl` reads and writes `bills/b-117.jsonl`, and leaves all other files of `b` as they are.
*/

use crate::import::merge::case_note::is_file_of;

/// The publishers above and below the one whose data are imported.
#[derive(Debug, Default)]
pub(crate) struct Precedence {
    /// The name of the importer, which the names of its files begin with.
    pub(crate) publisher: &'static str,
    /// The importer whose records have precedence.
    pub(crate) above: Option<&'static str>,
    /// The importers that give way.
    pub(crate) below: Vec<&'static str>,
}

impl Precedence {
    /// Whether the records of a file have precedence over those of the import.
    pub(super) fn is_above(&self, file: &str) -> bool {
        self.above.is_some_and(|above| is_file_of(file, above))
    }

    /// The files that give way to a file of the import.
    pub(super) fn below(&self, file: &str) -> impl Iterator<Item = String> {
        let part = file.strip_prefix(self.publisher);
        part.into_iter().flat_map(|part| self.below.iter().map(move |below| format!("{below}{part}")))
    }
}
