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
