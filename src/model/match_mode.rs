use crate::model::vocabulary::vocabulary;

vocabulary! {
    /// Which of the words of `q` a record must have.
    MatchMode {
        /// Each word if any record has them all, otherwise at least one.
        Auto = "auto",
        /// Each word, as typed or in another form, or a synonym of it.
        All = "all",
        /// At least one word that is not a stop word.
        Any = "any",
    }
}
