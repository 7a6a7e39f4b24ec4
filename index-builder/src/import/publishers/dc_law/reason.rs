/*!
The publisher's reasons why a section is not in force.
*/

use lexdex_core::model::Date;

use crate::import::law::section_status::SectionStatus::{self, InForce, LeftOut, Repealed};
use crate::import::law::skip_reasons::{ENDED, MOVED, NO_LAW, NOT_IN_FORCE, OMITTED};
use crate::import::text::english_date::first_date;
use crate::report::skip::Reason;

/// The publisher's reasons, and the status that each gives a section. A section without a reason is in force.
pub(super) const REASONS: &[(&str, SectionStatus)] = &[
    ("repealed", Repealed),
    ("expired", LeftOut(&ENDED)),
    ("abolished", LeftOut(&ENDED)),
    ("transferred", LeftOut(&MOVED)),
    ("recodified", LeftOut(&MOVED)),
    ("renumbered", LeftOut(&MOVED)),
    ("redesignated", LeftOut(&MOVED)),
    ("omitted", LeftOut(&OMITTED)),
    ("reserved", LeftOut(&NO_LAW)),
    ("not funded", LeftOut(&NOT_IN_FORCE)),
    ("not applicable", LeftOut(&NOT_IN_FORCE)),
    ("suspended", LeftOut(&NOT_IN_FORCE)),
];

static UNKNOWN_REASON: Reason = Reason {
    name: "unknown_reason",
    explanation: "The section is marked as not in force, and its reason is empty or has a known word among others.",
};

/// The status that a reason gives a section on the day of the data. `None` for words that are not a reason, because the
/// publisher has also marked an editor's words in headings in this way, such as “Commissioner”.
pub(super) fn status(reason: &str, day: Date) -> Option<SectionStatus> {
    let words = reason.trim_end_matches('.').to_lowercase();
    match REASONS.iter().find(|(known, _)| *known == words) {
        Some((_, status)) => Some(*status),
        None if words.starts_with("applicable ") => Some(applicable(reason, day)),
        None if words.is_empty() => Some(LeftOut(&UNKNOWN_REASON)),
        None => REASONS.iter().any(|(known, _)| words.contains(known)).then_some(LeftOut(&UNKNOWN_REASON)),
    }
}

/// The status by a reason such as “Applicable October 1, 2025” or “Applicable as of October 1, 2027”.
fn applicable(reason: &str, day: Date) -> SectionStatus {
    match first_date(reason) {
        Some(date) if date <= day => InForce,
        _ => LeftOut(&NOT_IN_FORCE),
    }
}
