use crate::model::vocabulary::vocabulary;

/// The word in a response for records that have enough of the words of `q`. It is no value of `match`.
pub const MOST: &str = "most";

vocabulary! {
    /// Whether a record must have all words of `q` or any.
    MatchMode {
        /// Enough of the words, by a rule of the index.
        Auto = "auto",
        /// Every word, in any form or as a synonym.
        All = "all",
        /// At least one word that is not a stop word.
        Any = "any",
    }
    also {
        "most" => Auto,
    }
}
