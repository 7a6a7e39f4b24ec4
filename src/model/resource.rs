use crate::model::vocabulary::vocabulary;

vocabulary! {
    /// A list of the service, by its name in URL paths and in the corpus.
    Resource {
        /// U.S. federal and state statutes.
        Statutes = "statutes",
        /// Court cases.
        Cases = "cases",
        /// Legislative bills.
        Bills = "bills",
    }
}
