/*!
Decides by the precedential status whether a decision is imported.
*/

use crate::report::skip::Reason;

/// Whether a decision is imported.
#[derive(Clone, Copy)]
pub(super) enum DecisionPrecedence {
    Kept,
    LeftOut(&'static Reason),
}

use DecisionPrecedence::{Kept, LeftOut};

/// The statuses of `CourtListener`. A decision of any other status is imported too, because its citation shows that a
/// reporter has printed it.
pub(super) const STATUS_TABLE: &[(&str, DecisionPrecedence)] = &[
    ("Published", Kept),
    ("In-chambers", Kept),
    ("Relating-to", Kept),
    ("Separate", Kept),
    ("Unknown", Kept),
    ("Unpublished", LeftOut(&UNPUBLISHED)),
    ("Errata", LeftOut(&ERRATA)),
];

impl DecisionPrecedence {
    pub(super) fn from_status(status: &str) -> Self {
        let known = STATUS_TABLE.iter().find(|(known, _)| known.eq_ignore_ascii_case(status));
        known.map_or(Kept, |(_, precedence)| *precedence)
    }
}

static UNPUBLISHED: Reason = Reason {
    name: "unpublished",
    explanation: "The court did not publish the decision (precedential_status Unpublished). It is not a precedent, \
                  which a record could not express.",
};

static ERRATA: Reason =
    Reason { name: "errata", explanation: "A correction of another decision, which has its own record." };
