/*!
The flags of an action: the status that it shows, and whether it introduces the bill.
*/

use lexdex_core::model::BillStatus;

/// The classes of actions that change the status of a bill. A bill without such an action counts as in committee, even
/// if it failed or was withdrawn.
const STATUS_TABLE: &[(&str, BillStatus)] = &[
    ("executive-signature", BillStatus::Signed),
    ("became-law", BillStatus::Signed),
    ("passage", BillStatus::PassedChamber),
];

/// The classes of actions that introduce a bill, the best first.
pub(super) const INTRODUCTIONS: [&str; 3] = ["introduction", "filing", "reading-1"];

/// The meaning of an action, from its classes and its description.
pub(super) struct ActionFlags {
    pub(super) status: BillStatus,
    /// Whether a chamber passes the bill, whatever else the action does.
    pub(super) is_passage: bool,
    /// A bit for each of [`INTRODUCTIONS`], which is set if the action has the class.
    pub(super) introductions: u8,
}

impl ActionFlags {
    pub(super) fn from_description<'c>(description: &str, classes: impl IntoIterator<Item = &'c str>) -> Self {
        let mut flags = Self {
            status: BillStatus::InCommittee,
            is_passage: false,
            introductions: u8::from(is_introduction(description)),
        };
        for class in classes {
            if let Some((_, shown)) = STATUS_TABLE.iter().find(|row| row.0 == class) {
                flags.status = flags.status.max(*shown);
                flags.is_passage |= *shown == BillStatus::PassedChamber;
            }
            if let Some(idx) = INTRODUCTIONS.iter().position(|known| *known == class) {
                flags.introductions |= 1 << idx;
            }
        }
        flags
    }
}

/// Whether the whole description of an action is `(H) Introduced`. Such an action may have no class.
fn is_introduction(description: &str) -> bool {
    description.strip_prefix("(H) ").or(description.strip_prefix("(S) ")) == Some("Introduced")
}
