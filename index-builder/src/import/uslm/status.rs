/*!
What a section's status says about it.
*/

use lexdex::model::StatuteStatus;

use crate::import::skip::Reason;

/// What becomes of a section.
#[derive(Clone, Copy)]
pub(super) enum Outcome {
    /// It is in force: `amended` or `active`, as its history says.
    Live,
    /// It is a record of this status.
    Record(StatuteStatus),
    /// It is left out.
    Left(&'static Reason),
}

use Outcome::{Left, Live, Record};

/// The nineteen values of `StatusEnum` in the schema of USLM 1.0, and what each becomes. An absent status is that of a
/// section in force.
pub(super) const STATUS_TABLE: &[(&str, Outcome)] = &[
    ("operational", Live),
    ("incomplete", Live),
    ("repealed", Record(StatuteStatus::Repealed)),
    ("terminated", Record(StatuteStatus::Repealed)),
    ("expired", Record(StatuteStatus::Repealed)),
    ("ceased", Record(StatuteStatus::Repealed)),
    ("obsolete", Left(&OMITTED)),
    ("omitted", Left(&OMITTED)),
    ("deleted", Left(&OMITTED)),
    ("removed", Left(&OMITTED)),
    ("suspended", Left(&SUSPENDED)),
    ("superseded", Left(&SUPERSEDED)),
    ("renumbered", Left(&MOVED)),
    ("transferred", Left(&MOVED)),
    ("moved", Left(&MOVED)),
    ("renamed", Left(&MOVED)),
    ("redesignated", Left(&MOVED)),
    ("vacant", Left(&NO_LAW)),
    ("reserved", Left(&NO_LAW)),
];

/// What becomes of a section of this status.
pub(super) fn outcome(status: Option<&str>) -> Outcome {
    let Some(status) = status else { return Live };
    STATUS_TABLE.iter().find(|(known, _)| *known == status).map_or(Left(&UNKNOWN_STATUS), |(_, outcome)| *outcome)
}

static MOVED: Reason = Reason {
    name: "moved",
    explanation: "The section was renumbered or transferred; it is in force under its new number, which has its own \
                  record.",
};

static OMITTED: Reason = Reason {
    name: "omitted",
    explanation: "The section was taken out of the Code without a repeal; whether it is in force is not told.",
};

static SUSPENDED: Reason =
    Reason { name: "suspended", explanation: "The section is suspended: neither in force nor repealed." };

static SUPERSEDED: Reason =
    Reason { name: "superseded", explanation: "Another version of the section stands in its place." };

static NO_LAW: Reason =
    Reason { name: "no_law", explanation: "The number is vacant or reserved: there is no law under it." };

static UNKNOWN_STATUS: Reason =
    Reason { name: "unknown_status", explanation: "The section's status is none of the schema's." };
