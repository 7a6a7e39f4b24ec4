/*!
Reports the progress of a build.
*/

/// A stage of a build. The unit of its progress is in each description.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Compares the inputs of the lists with those of the previous index, in bytes.
    Compare,
    /// Reads and checks the lists that are not linked, in bytes.
    Read,
    /// Writes these lists, in records.
    Write,
}

/// Receives the progress of a build. Called from several threads.
pub trait BuildProgress: Sync {
    /// A stage begins; `total` is the amount of work in the stage's unit.
    fn begin(&self, stage: Stage, total: u64);

    /// `amount` more units of a stage are done.
    fn advance(&self, stage: Stage, amount: u64);

    /// Receives a line about the use of the previous index: the linked lists, and the reasons why others are not
    /// linked.
    fn note(&self, _line: &str) {}
}

/// Ignores all progress.
impl BuildProgress for () {
    fn begin(&self, _: Stage, _: u64) {}

    fn advance(&self, _: Stage, _: u64) {}
}
