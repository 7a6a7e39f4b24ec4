/*!
Applies a summary of this project to the record of another source that has its id.
*/

use lexdex_core::corpus::Summaries;

use crate::build::indexable::Indexable;

/// The use of a summary of this project for a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SummaryUse {
    /// The record has none of them.
    Unused,
    /// It is the summary of the record, which had none.
    Shown,
    /// It is searched after the record's own summary.
    Searched,
}

impl SummaryUse {
    const ALL: [Self; 3] = [Self::Unused, Self::Shown, Self::Searched];

    /// Gives a record the summary with its id, if it has none. A record that is repealed takes no summary, because a
    /// summary states the law that is in force.
    pub(crate) fn apply<R: Indexable>(record: &mut R, summaries: &Summaries) -> Self {
        let Some(summary) = summaries.get(record.id()) else { return Self::Unused };
        match record.summary() {
            _ if record.is_repealed() => Self::Unused,
            Some(own) if own == summary.text => Self::Unused,
            Some(own) if !own.trim().is_empty() => Self::Searched,
            _ => {
                record.set_summary(summary.text.clone());
                Self::Shown
            }
        }
    }

    pub(super) fn to_byte(self) -> u8 {
        self as u8
    }

    pub(super) fn from_byte(byte: u8) -> Option<Self> {
        Self::ALL.get(usize::from(byte)).copied()
    }
}
