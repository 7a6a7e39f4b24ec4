/*!
The status of a measure, derived from its file.
*/

use lexdex_core::model::BillStatus;

/// An element of a file that shows the status of a measure. The text of an action does not ("Failed of passage in
/// House"), nor does the latest action, because a hearing can be held after a bill became law.
pub(super) enum Evidence {
    /// The number of the law that the measure became.
    LawNumber,
    ActionType(&'static str),
    ActionCode(&'static str),
}

/// The evidence for each status, the farthest status first. A measure without evidence is in committee.
///
/// Agreement to a resolution has the same code as the passage of a bill. A vetoed bill has passed. If the veto was
/// overridden, the bill has the number of a law.
pub(super) const STATUS_TABLE: &[(Evidence, BillStatus)] = &[
    (Evidence::LawNumber, BillStatus::Signed),
    (Evidence::ActionType("BecameLaw"), BillStatus::Signed),
    (Evidence::ActionCode("36000"), BillStatus::Signed), // Became Public Law
    (Evidence::ActionCode("41000"), BillStatus::Signed), // Became Private Law
    (Evidence::ActionCode("8000"), BillStatus::PassedChamber), // Passed/agreed to in House
    (Evidence::ActionCode("17000"), BillStatus::PassedChamber), // Passed/agreed to in Senate
];

/// The evidence that was found.
#[derive(Default)]
pub(super) struct BillProgress {
    farthest_idx: Option<usize>,
    has_passed: bool,
}

impl BillProgress {
    /// Adds the evidence that `is_found` accepts, if the table has it.
    pub(super) fn add(&mut self, is_found: impl Fn(&Evidence) -> bool) {
        let idx = STATUS_TABLE.iter().position(|(evidence, _)| is_found(evidence));
        self.farthest_idx = self.farthest_idx.into_iter().chain(idx).min();
        let is_passage =
            |(evidence, status): &(Evidence, BillStatus)| *status == BillStatus::PassedChamber && is_found(evidence);
        self.has_passed |= STATUS_TABLE.iter().any(is_passage);
    }

    /// Whether a chamber passed the measure.
    pub(super) fn has_passed(&self) -> bool {
        self.has_passed
    }

    /// The farthest status that the evidence shows.
    pub(super) fn status(&self) -> BillStatus {
        self.farthest_idx.map_or(BillStatus::InCommittee, |idx| STATUS_TABLE[idx].1)
    }
}
