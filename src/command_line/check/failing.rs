/*!
The outcomes for which `--fail-on` has a check fail.
*/

use std::str::FromStr;

use lexdex_core::model::CitationStatus;

use crate::command_line::checked_citation::ShownCitation;

/// The word for a name or a year that disagrees with the record.
const DISAGREES: &str = "disagrees";

/// An outcome of a citation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Failing {
    Status(CitationStatus),
    Disagrees,
}

impl Failing {
    /// Returns whether a citation has this outcome.
    pub(super) fn is_of(self, citation: &ShownCitation) -> bool {
        match self {
            Self::Status(status) => citation.status == status,
            Self::Disagrees => citation.disagrees(),
        }
    }
}

impl FromStr for Failing {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, String> {
        let status = CitationStatus::ALL.iter().find(|status| status.as_str() == word);
        match status {
            Some(status) => Ok(Self::Status(*status)),
            None if word == DISAGREES => Ok(Self::Disagrees),
            None => {
                let words = CitationStatus::ALL.iter().map(|status| status.as_str()).chain([DISAGREES]);
                Err(format!("it is one of {}", words.collect::<Vec<_>>().join(", ")))
            }
        }
    }
}
