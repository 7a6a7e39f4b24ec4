use crate::model::vocabulary::vocabulary;

vocabulary! {
    /// A list of the service, named as in URL paths and in the corpus.
    Resource {
        /// U.S. federal and state statutes.
        Statutes = "statutes",
        /// Court cases.
        Cases = "cases",
        /// Legislative bills.
        Bills = "bills",
    }
}

impl Resource {
    /// Returns whether the list is ordered by date, newest first.
    pub fn is_newest_first(self) -> bool {
        match self {
            Self::Statutes => false,
            Self::Cases | Self::Bills => true,
        }
    }
}
