/*!
Decides which measures are imported. Open States calls everything that goes through a legislature a bill, and classifies
it.
*/

use crate::report::skip::Reason;

/// Whether a classification is imported.
#[derive(Clone, Copy)]
enum ClassificationOutcome {
    /// A bill or resolution, which is imported.
    Record,
    /// Another measure, which is skipped for this reason.
    LeftOut(&'static Reason),
}

use ClassificationOutcome::{LeftOut, Record};

/// The classifications of Open States. A measure with several classifications is imported if one of them is.
const KIND_TABLE: &[(&str, ClassificationOutcome)] = &[
    ("bill", Record),
    ("resolution", Record),
    ("concurrent resolution", Record),
    ("joint resolution", Record),
    ("memorial", Record),
    ("concurrent memorial", Record),
    ("joint memorial", Record),
    ("commemoration", Record),
    ("constitutional amendment", Record),
    ("appropriation", Record),
    ("proposed bill", LeftOut(&DRAFT)),
    ("appointment", LeftOut(&APPOINTMENT)),
    ("nomination", LeftOut(&APPOINTMENT)),
    ("proclamation", LeftOut(&NOT_A_BILL)),
    ("contract", LeftOut(&NOT_A_BILL)),
    ("claim", LeftOut(&NOT_A_BILL)),
    ("petition", LeftOut(&NOT_A_BILL)),
    ("order", LeftOut(&NOT_A_BILL)),
    ("concurrent order", LeftOut(&NOT_A_BILL)),
    ("ordinance", LeftOut(&NOT_A_BILL)),
    ("motion", LeftOut(&NOT_A_BILL)),
    ("study request", LeftOut(&NOT_A_BILL)),
    ("concurrent study request", LeftOut(&NOT_A_BILL)),
    ("bill of address", LeftOut(&NOT_A_BILL)),
];

/// Jurisdictions that classify drafts as bills, and the prefixes of the drafts' numbers.
const DRAFT_PREFIXES: &[(&str, &str)] = &[("mt", "LC")];

/// The reason to skip a measure. `None` if it is a bill or resolution.
pub(super) fn reason_to_skip<'c>(
    jurisdiction: &str,
    prefix: &str,
    classification: impl Iterator<Item = &'c str> + Clone,
) -> Option<&'static Reason> {
    if DRAFT_PREFIXES.contains(&(jurisdiction, prefix)) {
        return Some(&DRAFT);
    }
    let mut reason = Some(&UNKNOWN_KIND);
    for class in classification {
        match KIND_TABLE.iter().find(|(known, _)| *known == class) {
            Some((_, Record)) => return None,
            Some((_, LeftOut(known))) => reason = Some(*known),
            None => {}
        }
    }
    reason
}

/// Whether a measure is a simple or concurrent resolution, which never becomes law.
pub(super) fn is_resolution<'c>(mut classification: impl Iterator<Item = &'c str>) -> bool {
    classification.all(|class| matches!(class, "resolution" | "concurrent resolution"))
}

static DRAFT: Reason = Reason {
    name: "draft",
    explanation: "A draft. If it becomes a bill, the bill is introduced under its own number and has its own record.",
};

static APPOINTMENT: Reason = Reason {
    name: "appointment",
    explanation: "An appointment or nomination that a legislature confirms: neither a bill nor a resolution.",
};

static NOT_A_BILL: Reason = Reason {
    name: "not_a_bill",
    explanation: "A proclamation, contract, claim, petition, order, ordinance, motion or request: neither a bill nor a \
                  resolution.",
};

static UNKNOWN_KIND: Reason =
    Reason { name: "unknown_kind", explanation: "The classification of the measure is missing or unknown." };
