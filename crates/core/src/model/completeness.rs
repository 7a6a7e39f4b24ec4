use crate::model::vocabulary::vocabulary;

vocabulary! {
    /// How much of a jurisdiction's law a list contains, in ascending order.
    Completeness {
        /// Selected records. The absence of a law, a case or a bill means nothing.
        Sample = "sample",
        /// A part of the law, or possibly all of it.
        Partial = "partial",
        /// Everything that the source publishes.
        Complete = "complete",
    }
}
