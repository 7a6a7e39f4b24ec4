use crate::model::vocabulary::vocabulary;

vocabulary! {
    /// Whether a record must have all words of `q` or any.
    MatchMode {
        /// All words if any record has them all, otherwise at least one.
        Auto = "auto",
        /// Every word, in any form or as a synonym.
        All = "all",
        /// At least one word that is not a stop word.
        Any = "any",
    }
}
