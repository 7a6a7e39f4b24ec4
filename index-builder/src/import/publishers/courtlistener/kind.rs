/*!
The kinds of tables.
*/

use std::io::Read;

use crate::import::publishers::courtlistener::table::CsvTable;

/// The kind of a table. It is detected by columns that no other kind has.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum TableKind {
    Courts,
    Dockets,
    Clusters,
    Citations,
    /// Another table of `CourtListener`, which is not read.
    Other,
}

impl TableKind {
    pub(super) fn from_table<R: Read>(table: &CsvTable<R>) -> Self {
        let kinds: [(&[&str], Self); 4] = [
            (&["id", "docket_id", "precedential_status", "case_name"], Self::Clusters),
            (&["cluster_id", "volume", "reporter", "page"], Self::Citations),
            (&["id", "court_id", "docket_number"], Self::Dockets),
            (&["id", "full_name", "jurisdiction", "citation_string"], Self::Courts),
        ];
        kinds.into_iter().find(|(columns, _)| table.has(columns)).map_or(Self::Other, |(_, kind)| kind)
    }
}
