/*!
The reason why a section is not live, as the publisher gives it.
*/

use lexdex::model::Date;
use lexdex::model::StatuteStatus::Repealed;

use crate::import::law::code_section::standing::Standing::{self, Left, Live, Record};
use crate::import::law::code_section::standing::{ENDED, MOVED, NO_LAW, NOT_IN_FORCE, OMITTED};
use crate::import::text::english_date::first_date;
use crate::report::skip::Reason;

/// The publisher's reasons, and what each makes of a section. A section without a reason is live.
pub(super) const REASONS: &[(&str, Standing)] = &[
    ("repealed", Record(Repealed)),
    ("expired", Left(&ENDED)),
    ("abolished", Left(&ENDED)),
    ("transferred", Left(&MOVED)),
    ("recodified", Left(&MOVED)),
    ("renumbered", Left(&MOVED)),
    ("redesignated", Left(&MOVED)),
    ("omitted", Left(&OMITTED)),
    ("reserved", Left(&NO_LAW)),
    ("not funded", Left(&NOT_IN_FORCE)),
    ("not applicable", Left(&NOT_IN_FORCE)),
    ("suspended", Left(&NOT_IN_FORCE)),
];

static UNKNOWN_REASON: Reason = Reason {
    name: "unknown_reason",
    explanation: "The section is marked as not live, and the reason is none that is known: it is empty, or words of \
                  the heading have slipped into it.",
};

/// What a reason makes of a section on the day of the data.
pub(super) fn standing(reason: &str, day: Date) -> Standing {
    let word = reason.trim_end_matches('.').to_lowercase();
    match REASONS.iter().find(|(known, _)| *known == word) {
        Some((_, standing)) => *standing,
        None if word.starts_with("applicable ") => applicable(reason, day),
        None => Left(&UNKNOWN_REASON),
    }
}

/// “Applicable October 1, 2025”, “Applicable as of October 1, 2027”.
fn applicable(reason: &str, day: Date) -> Standing {
    match first_date(reason) {
        Some(date) if date <= day => Live,
        _ => Left(&NOT_IN_FORCE),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::readme;

    #[test]
    fn the_readme_has_the_same_table() {
        readme::check("`section/reason`", REASONS.iter().map(|(reason, standing)| (*reason, standing.in_readme())));
    }
}
