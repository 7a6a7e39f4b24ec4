use crate::model::vocabulary::vocabulary;

vocabulary! {
    /// The result of looking a citation up in the index. It says nothing about what the index does not have.
    CitationStatus {
        /// One record is meant.
        Found = "found",
        /// Several records have the citation.
        Ambiguous = "ambiguous",
        /// No record of this index has the citation.
        NotInIndex = "not_in_index",
        /// The text only looks like a citation: no reporter is known that is called so.
        NotACitation = "not_a_citation",
        /// The text refers to an earlier citation, and it cannot be told to which.
        Unresolved = "unresolved",
    }
}
