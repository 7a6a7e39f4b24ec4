/*!
The status of a measure.
*/

use lexdex_core::model::BillStatus;
use serde::Deserialize;

use crate::import::text::json::Text;

/// The status that a word of the source means.
#[derive(Clone, Copy)]
enum StatusMeaning {
    Is(BillStatus),
    /// A vote failed in either chamber. The history says whether the measure had passed the other chamber.
    PassedOrNot,
}

use StatusMeaning::{Is, PassedOrNot};

/// The words of `status`. An entry that ends with a colon is a prefix of several words.
const STATUS_TABLE: &[(&str, StatusMeaning)] = &[
    ("ENACTED:", Is(BillStatus::Signed)),
    ("INTRODUCED", Is(BillStatus::InCommittee)),
    ("REFERRED", Is(BillStatus::InCommittee)),
    ("REPORTED", Is(BillStatus::InCommittee)),
    ("FAIL:ORIGINATING:", Is(BillStatus::InCommittee)),
    ("PASS_OVER:", Is(BillStatus::PassedChamber)),
    ("PASS_BACK:", Is(BillStatus::PassedChamber)),
    ("CONFERENCE:PASSED:", Is(BillStatus::PassedChamber)),
    ("PASSED:", Is(BillStatus::PassedChamber)),
    ("FAIL:SECOND:", Is(BillStatus::PassedChamber)),
    ("PROV_KILL:PINGPONGFAIL", Is(BillStatus::PassedChamber)),
    ("PROV_KILL:VETO", Is(BillStatus::PassedChamber)),
    ("VETOED:", Is(BillStatus::PassedChamber)),
    ("PROV_KILL:SUSPENSIONFAILED", PassedOrNot),
    ("PROV_KILL:CLOTUREFAILED", PassedOrNot),
];

/// The results of the last votes on the passage of a measure, `pass` or `fail`.
#[derive(Deserialize)]
pub(super) struct VoteHistory<'j> {
    #[serde(borrow)]
    house_passage_result: Option<Text<'j>>,
    senate_passage_result: Option<Text<'j>>,
}

/// The status of a measure by the source's word. A measure with the number of a law is signed. Returns the word if it is
/// not in the table.
pub(super) fn status(word: &str, is_law: bool, history: Option<&VoteHistory<'_>>) -> Result<BillStatus, String> {
    if is_law {
        return Ok(BillStatus::Signed);
    }
    let is_word = |known: &str| if known.ends_with(':') { word.starts_with(known) } else { word == known };
    match STATUS_TABLE.iter().find(|(known, _)| is_word(known)) {
        Some((_, Is(status))) => Ok(*status),
        Some((_, PassedOrNot)) if history.is_some_and(VoteHistory::has_passage) => Ok(BillStatus::PassedChamber),
        Some((_, PassedOrNot)) => Ok(BillStatus::InCommittee),
        None => Err(word.to_owned()),
    }
}

impl VoteHistory<'_> {
    /// Whether a chamber passed the measure.
    pub(super) fn has_passage(&self) -> bool {
        [&self.house_passage_result, &self.senate_passage_result]
            .into_iter()
            .flatten()
            .any(|result| &**result == "pass")
    }
}
