/*!
Which items are bills: Open States uses the word for everything that goes through a legislature, and classifies it.
*/

use crate::report::skip::Reason;

/// Whether a classification is imported.
#[derive(Clone, Copy)]
enum Outcome {
    /// A bill or resolution.
    Record,
    /// Left out.
    LeftOut(&'static Reason),
}

use Outcome::{LeftOut, Record};

/// The classifications of Open States. An item with several of them is imported if one of them is.
const KIND_TABLE: &[(&str, Outcome)] = &[
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

/// The prefixes that drafts have where they are classified as the bills that they may become.
const DRAFT_PREFIXES: &[(&str, &str)] = &[("mt", "LC")];

/// Why something is no bill; `None` if it is one.
pub(super) fn why_no_bill<'c>(
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

static DRAFT: Reason = Reason {
    name: "draft",
    explanation: "A draft: what becomes a bill of it is introduced under a number of its own, which has its own record.",
};

static APPOINTMENT: Reason = Reason {
    name: "appointment",
    explanation: "An appointment or nomination that a legislature confirms: neither a bill nor a resolution.",
};

static NOT_A_BILL: Reason = Reason {
    name: "not_a_bill",
    explanation: "A proclamation, contract, claim, petition, order, ordinance, motion or request: neither a bill nor a \
                  resolution of a legislature.",
};

static UNKNOWN_KIND: Reason =
    Reason { name: "unknown_kind", explanation: "It is not said, or in no known word, what kind of measure it is." };

#[cfg(test)]
mod tests {
    use super::*;
    use crate::readme;

    #[test]
    fn readme_has_the_same_table() {
        let kinds = KIND_TABLE.iter().map(|(class, outcome)| {
            let outcome = match outcome {
                Record => "a record".to_owned(),
                LeftOut(reason) => readme::left_out(reason),
            };
            (*class, outcome)
        });
        let drafts = DRAFT_PREFIXES.iter().map(|(_, prefix)| (*prefix, readme::left_out(&DRAFT)));
        readme::check("classification", kinds.chain(drafts));
    }
}
