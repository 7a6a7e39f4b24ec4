/*!
Reports the progress of a build.
*/

/// A stage of a build, and the unit its progress is counted in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Comparing the inputs of the lists with those of the previous index, in bytes.
    Compare,
    /// Reading and checking the lists that are not linked, in bytes.
    Read,
    /// Writing these lists, in records.
    Write,
}

/// Receives the progress of a build; called from several threads.
pub trait Progress: Sync {
    /// A stage begins; `total` is the amount of work in the stage's unit.
    fn begin(&self, stage: Stage, total: u64);

    /// `amount` more units of a stage are done.
    fn advance(&self, stage: Stage, amount: u64);

    /// Receives a line on the use of the previous index: the lists that are linked, and why others are not.
    fn note(&self, _line: &str) {}
}

/// Ignores all progress.
impl Progress for () {
    fn begin(&self, _: Stage, _: u64) {}

    fn advance(&self, _: Stage, _: u64) {}
}
