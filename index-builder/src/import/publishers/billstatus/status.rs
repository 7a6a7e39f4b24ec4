/*!
The status of a measure, derived from its file.
*/

use lexdex::model::BillStatus;

/// An element of a file that shows the status of a measure. The text of an action is no sign ("Failed of passage in
/// House"), nor is the latest action: that of a law can be a hearing held later.
pub(super) enum Sign {
    /// The number of the law that it became.
    LawNumber,
    /// The type of an action.
    ActionType(&'static str),
    /// The code of an action.
    ActionCode(&'static str),
}

/// The signs, the farthest first. A measure without any is in committee.
///
/// That a resolution was agreed to has the code of a bill's passage. A vetoed bill has passed; if the veto was
/// overridden, it has the number of a law.
pub(super) const STATUS_TABLE: &[(Sign, BillStatus)] = &[
    (Sign::LawNumber, BillStatus::Signed),
    (Sign::ActionType("BecameLaw"), BillStatus::Signed),
    (Sign::ActionCode("36000"), BillStatus::Signed), // Became Public Law
    (Sign::ActionCode("41000"), BillStatus::Signed), // Became Private Law
    (Sign::ActionCode("8000"), BillStatus::PassedChamber), // Passed/agreed to in House
    (Sign::ActionCode("17000"), BillStatus::PassedChamber), // Passed/agreed to in Senate
];

/// The farthest sign so far.
#[derive(Default)]
pub(super) struct Progress {
    farthest_idx: Option<usize>,
}

impl Progress {
    /// Records a sign, if the table has it.
    pub(super) fn note(&mut self, is_it: impl Fn(&Sign) -> bool) {
        let idx = STATUS_TABLE.iter().position(|(sign, _)| is_it(sign));
        self.farthest_idx = self.farthest_idx.into_iter().chain(idx).min();
    }

    /// The status that the signs show.
    pub(super) fn status(&self) -> BillStatus {
        self.farthest_idx.map_or(BillStatus::InCommittee, |idx| STATUS_TABLE[idx].1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::readme;

    #[test]
    fn readme_has_the_same_table() {
        readme::check(
            "the file has, the farthest counts",
            STATUS_TABLE.iter().map(|(sign, status)| {
                let sign = match sign {
                    Sign::LawNumber => "laws",
                    Sign::ActionType(known) | Sign::ActionCode(known) => *known,
                };
                (sign, readme::becomes(status))
            }),
        );
    }
}
