use crate::model::vocabulary::vocabulary;

vocabulary! {
    /// An order of records other than the list's own. Ties keep the list's order.
    Order {
        /// By date, newest first, undated records last.
        Newest = "newest",
        /// By date, oldest first, undated records last.
        Oldest = "oldest",
        /// By match with `q`: first the records with this name or citation, then by the score of the words.
        Relevance = "relevance",
    }
}
