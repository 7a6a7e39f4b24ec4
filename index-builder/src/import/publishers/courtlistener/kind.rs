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
    /// The tables that a release must have.
    pub(super) const NEEDED: [Self; 4] = [Self::Courts, Self::Dockets, Self::Clusters, Self::Citations];

    /// The name of the table, as the names of its files begin.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Courts => "courts",
            Self::Dockets => "dockets",
            Self::Clusters => "opinion-clusters",
            Self::Citations => "citations",
            Self::Other => "of another kind",
        }
    }

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
