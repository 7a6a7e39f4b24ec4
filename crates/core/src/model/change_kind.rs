use crate::model::vocabulary::vocabulary;

vocabulary! {
    /// The kind of difference between two versions of a record.
    ChangeKind {
        /// Only the newer build has the record.
        Added = "added",
        /// Both builds have the record, with different content.
        Changed = "changed",
        /// Only the older build has the record.
        Removed = "removed",
    }
}
