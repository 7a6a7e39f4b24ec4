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
    /// Neither in force nor repealed: the section becomes no record.
    LeftOut(&'static Reason),
}

#[cfg(test)]
impl SectionStatus {
    /// How the README says it, given what it says of a section in force.
    pub(crate) fn in_readme(self, in_force: &str) -> String {
        match self {
            Self::InForce => in_force.to_owned(),
            Self::Repealed => crate::readme::becomes(&lexdex::model::StatuteStatus::Repealed),
            Self::LeftOut(reason) => crate::readme::left_out(reason),
        }
    }
}
