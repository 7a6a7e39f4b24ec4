use crate::model::resource::Resource;
use crate::model::vocabulary::vocabulary;

vocabulary! {
    /// The target of a suggestion: a record, or the records that a filter selects. For a filter, the word is the name
    /// of its parameter.
    SuggestionKind {
        /// A statute.
        Statute = "statute",
        /// A case.
        Case = "case",
        /// A bill.
        Bill = "bill",
        /// The records with a topic.
        Topic = "topic",
        /// The cases of a court.
        Court = "court",
        /// The records of a jurisdiction.
        Jurisdiction = "jurisdiction",
    }
}

impl SuggestionKind {
    /// Returns the kind of a record of a list.
    pub fn for_record(resource: Resource) -> Self {
        match resource {
            Resource::Statutes => Self::Statute,
            Resource::Cases => Self::Case,
            Resource::Bills => Self::Bill,
        }
    }
}
