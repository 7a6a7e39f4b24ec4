use crate::model::vocabulary::vocabulary;

vocabulary! {
    /// An order of records. The list's own order breaks ties.
    Order {
        /// By date, newest first, undated records last.
        Newest = "newest",
        /// By date, oldest first, undated records last.
        Oldest = "oldest",
        /// By relevance to `q`: records with this name or citation first, then by score.
        Relevance = "relevance",
    }
}
