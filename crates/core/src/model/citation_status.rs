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
        /// No such citation can exist: its reporter ended before the volume or began after the year, the year is in the
        /// future, or the page is 0.
        CannotExist = "cannot_exist",
        /// The citation is of a text that no index has, such as a rule of a court or a treatise.
        NotCheckable = "not_checkable",
        /// The text refers to an earlier citation that cannot be determined.
        Unresolved = "unresolved",
        /// The text only looks like a citation: its reporter is unknown.
        NotACitation = "not_a_citation",
    }
}
