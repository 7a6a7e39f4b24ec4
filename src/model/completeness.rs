use crate::model::vocabulary::vocabulary;

vocabulary! {
    /// The share of a jurisdiction's law that a list holds, from the least to the most.
    Completeness {
        /// Chosen records. That a law, a case or a bill is not in the list means nothing.
        Sample = "sample",
        /// A part of the law, or not known to be all of it.
        Partial = "partial",
        /// All that the source publishes.
        Complete = "complete",
    }
}
