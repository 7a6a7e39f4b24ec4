use crate::model::vocabulary::vocabulary;

vocabulary! {
    /// The result of the look-up of a citation in the index. A law that is not in the index may still exist.
    CitationStatus {
        /// Exactly one record has the citation.
        Found = "found",
        /// Several records have the citation.
        Ambiguous = "ambiguous",
        /// No record of this index has the citation.
        NotInIndex = "not_in_index",
        /// The text only looks like a citation: its reporter is unknown.
        NotACitation = "not_a_citation",
        /// The text refers to an earlier citation that cannot be determined.
        Unresolved = "unresolved",
    }
}
