use crate::model::vocabulary::vocabulary;

vocabulary! {
    /// An order of a list's records other than the list's own. Records that are equal in it stand in the list's order.
    Order {
        /// By date, the newest first; those without one last.
        Newest = "newest",
        /// By date, the oldest first; those without one last.
        Oldest = "oldest",
        /// By how well the words of `q` fit: first the records that are called or cited so, then those that have all the
        /// words in their title or name, then the others.
        Relevance = "relevance",
    }
}
