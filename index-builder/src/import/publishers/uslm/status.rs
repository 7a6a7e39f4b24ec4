/*!
The status of a section, from its `status` attribute.
*/

use crate::import::law::section_status::SectionStatus;
use crate::report::skip::Reason;

use SectionStatus::{InForce, LeftOut, Repealed};

/// The nineteen values of `StatusEnum` in the schema of USLM 1.0. A section without one is in force.
pub(super) const STATUS_TABLE: &[(&str, SectionStatus)] = &[
    ("operational", InForce),
    ("repealed", Repealed),
    ("renumbered", LeftOut(&MOVED)),
    ("redesignated", LeftOut(&MOVED)),
    ("transferred", LeftOut(&MOVED)),
    ("crossReference", LeftOut(&MOVED)),
    ("omitted", LeftOut(&OMITTED)),
    ("expired", LeftOut(&ENDED)),
    ("terminated", LeftOut(&ENDED)),
    ("hadItsEffect", LeftOut(&ENDED)),
    ("suspended", LeftOut(&SUSPENDED)),
    ("pending", LeftOut(&NOT_YET_LAW)),
    ("proposed", LeftOut(&NOT_YET_LAW)),
    ("withdrawn", LeftOut(&NOT_YET_LAW)),
    ("cancelled", LeftOut(&NOT_YET_LAW)),
    ("notAdopted", LeftOut(&NOT_YET_LAW)),
    ("reserved", LeftOut(&NO_LAW)),
    ("vacant", LeftOut(&NO_LAW)),
    ("unknown", LeftOut(&UNKNOWN_STATUS)),
];

/// The status of a section by its `status` attribute.
pub(super) fn status(attribute: Option<&str>) -> SectionStatus {
    let Some(attribute) = attribute else { return InForce };
    let row = STATUS_TABLE.iter().find(|(known, _)| *known == attribute);
    row.map_or(LeftOut(&UNKNOWN_STATUS), |(_, status)| *status)
}

static MOVED: Reason = Reason {
    name: "moved",
    explanation: "The section was renumbered or transferred: the law has a record under its new number.",
};

static OMITTED: Reason = Reason {
    name: "omitted",
    explanation: "The section was left out of the Code without a repeal; whether it is in force is not told.",
};

static ENDED: Reason = Reason {
    name: "ended",
    explanation: "The section expired or had its effect: it is neither in force nor repealed.",
};

static SUSPENDED: Reason =
    Reason { name: "suspended", explanation: "The section is suspended: it is neither in force nor repealed." };

static NOT_YET_LAW: Reason = Reason { name: "not_law", explanation: "The section is proposed, or did not become law." };

static NO_LAW: Reason =
    Reason { name: "vacant", explanation: "The number is vacant or reserved: there is no law under it." };

static UNKNOWN_STATUS: Reason =
    Reason { name: "unknown_status", explanation: "The section's status is unknown, or none of the schema's." };

#[cfg(test)]
mod tests {
    use super::*;
    use crate::readme;

    #[test]
    fn readme_has_the_same_table() {
        readme::check(
            "`section/@status`",
            STATUS_TABLE.iter().map(|(value, status)| (*value, status.in_readme("`amended` if"))),
        );
    }
}
