use crate::model::vocabulary::vocabulary;

vocabulary! {
    /// The difference between two builds in one record.
    ChangeKind {
        /// Only the newer build has the record.
        Added = "added",
        /// Both builds have the record, with two contents.
        Changed = "changed",
        /// Only the older build has the record.
        Removed = "removed",
    }
}
