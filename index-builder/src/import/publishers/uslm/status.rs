/*!
What a section's status says about it.
*/

use lexdex::model::StatuteStatus;

use crate::report::skip::Reason;

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

/// The nineteen values of `StatusEnum` in the schema of USLM 1.0, and what becomes of each. A section without a status
/// is in force.
pub(super) const STATUS_TABLE: &[(&str, Outcome)] = &[
    ("operational", Live),
    ("repealed", Record(StatuteStatus::Repealed)),
    ("renumbered", Left(&MOVED)),
    ("redesignated", Left(&MOVED)),
    ("transferred", Left(&MOVED)),
    ("crossReference", Left(&MOVED)),
    ("omitted", Left(&OMITTED)),
    ("expired", Left(&ENDED)),
    ("terminated", Left(&ENDED)),
    ("hadItsEffect", Left(&ENDED)),
    ("suspended", Left(&SUSPENDED)),
    ("pending", Left(&NOT_YET_LAW)),
    ("proposed", Left(&NOT_YET_LAW)),
    ("withdrawn", Left(&NOT_YET_LAW)),
    ("cancelled", Left(&NOT_YET_LAW)),
    ("notAdopted", Left(&NOT_YET_LAW)),
    ("reserved", Left(&NO_LAW)),
    ("vacant", Left(&NO_LAW)),
    ("unknown", Left(&UNKNOWN_STATUS)),
];

/// What becomes of a section of this status.
pub(super) fn outcome(status: Option<&str>) -> Outcome {
    let Some(status) = status else { return Live };
    STATUS_TABLE.iter().find(|(known, _)| *known == status).map_or(Left(&UNKNOWN_STATUS), |(_, outcome)| *outcome)
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
    fn the_readme_has_the_same_table() {
        readme::check(
            "`section/@status`",
            STATUS_TABLE.iter().map(|(status, outcome)| {
                let outcome = match outcome {
                    Live => "`amended` if".to_owned(),
                    Record(status) => readme::becomes(status),
                    Left(reason) => readme::left_out(reason),
                };
                (*status, outcome)
            }),
        );
    }
}
