use crate::model::vocabulary::vocabulary;

vocabulary! {
    /// An order of records other than the list's own. Ties keep the list's order.
    Order {
        /// By date, newest first, undated records last.
        Newest = "newest",
        /// By date, oldest first, undated records last.
        Oldest = "oldest",
        /// By match with `q`: first the records with this name or citation, then those with all words in the title or
        /// name, then the others.
        Relevance = "relevance",
    }
}
