/*!
The status of a section, from its `status` attribute.
*/

use crate::import::law::section_status::SectionStatus;
use crate::import::law::skip_reasons::{ENDED, MOVED, NO_LAW, NOT_IN_FORCE, OMITTED};
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
    ("suspended", LeftOut(&NOT_IN_FORCE)),
    ("pending", LeftOut(&NOT_LAW)),
    ("proposed", LeftOut(&NOT_LAW)),
    ("withdrawn", LeftOut(&NOT_LAW)),
    ("cancelled", LeftOut(&NOT_LAW)),
    ("notAdopted", LeftOut(&NOT_LAW)),
    ("reserved", LeftOut(&NO_LAW)),
    ("vacant", LeftOut(&NO_LAW)),
    ("unknown", LeftOut(&UNKNOWN_STATUS)),
];

pub(super) fn status(attribute: Option<&str>) -> SectionStatus {
    let Some(attribute) = attribute else { return InForce };
    let row = STATUS_TABLE.iter().find(|(known, _)| *known == attribute);
    row.map_or(LeftOut(&UNKNOWN_STATUS), |(_, status)| *status)
}

static NOT_LAW: Reason = Reason { name: "not_law", explanation: "The section is proposed or did not become law." };

static UNKNOWN_STATUS: Reason =
    Reason { name: "unknown_status", explanation: "The section's status is `unknown`, or is not in the schema." };
