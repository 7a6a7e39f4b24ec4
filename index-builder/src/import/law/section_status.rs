/*!
Whether a section of a code is in force.
*/

use crate::report::skip::Reason;

/// The status of a section, as its code notes it.
#[derive(Clone, Copy, Debug)]
pub(crate) enum SectionStatus {
    /// In force: `amended` or `active`, depending on its history.
    InForce,
    Repealed,
    /// Neither in force nor repealed, for this reason. The section is skipped.
    LeftOut(&'static Reason),
}

#[cfg(test)]
impl SectionStatus {
    /// The README's words for the status. `in_force` are its words for a section in force.
    pub(crate) fn in_readme(self, in_force: &str) -> String {
        match self {
            Self::InForce => in_force.to_owned(),
            Self::Repealed => crate::readme::becomes(&lexdex_core::model::StatuteStatus::Repealed),
            Self::LeftOut(reason) => crate::readme::left_out(reason),
        }
    }
}
