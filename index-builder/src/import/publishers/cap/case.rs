/*!
A case of the project, and the record made from it.
*/

use lexdex_core::corpus::text;
use lexdex_core::model::{Case, Date};
use serde::Deserialize;

use crate::import::engine::sink::Sink;
use crate::import::law::drafts::case::{CaseDetails, CaseDraft};
use crate::import::publishers::cap::citation::{self, CapCitation};
use crate::import::publishers::cap::court::{self, CapCourt, CapJurisdiction};
use crate::import::text::html;
use crate::import::text::iso_date::{day_of, last_date_in};
use crate::import::text::json::Text;
use crate::report::skip::Reason;

static WITHDRAWN: Reason = Reason {
    name: "withdrawn",
    explanation: "The page has the notice that an opinion was withdrawn, and no decision.",
};

/// The fields of a case that its record needs.
#[derive(Deserialize)]
pub(super) struct CapCase<'j> {
    /// The project's number of the case.
    #[serde(default)]
    pub(super) id: Option<u64>,
    /// The name of the case's file in its volume. Only the lists have it.
    #[serde(default, borrow)]
    pub(super) file_name: Option<Text<'j>>,
    #[serde(default, borrow)]
    name_abbreviation: Option<Text<'j>>,
    #[serde(default, borrow)]
    decision_date: Option<Text<'j>>,
    #[serde(default, borrow)]
    citations: Option<Vec<CapCitation<'j>>>,
    #[serde(default, borrow)]
    docket_number: Option<Text<'j>>,
    #[serde(default, borrow)]
    court: Option<CapCourt<'j>>,
    #[serde(default, borrow)]
    jurisdiction: Option<CapJurisdiction<'j>>,
    #[serde(default, borrow)]
    last_updated: Option<Text<'j>>,
}

/// A case with its record.
pub(super) struct CaseFound {
    pub(super) record: Case,
    /// The first part of the ids of the court's cases.
    pub(super) court: String,
    /// All citations, the best first.
    pub(super) citations: Vec<String>,
    pub(super) docket: String,
}

impl CapCase<'_> {
    /// Makes the record. Its id is made of court and citation until it gets the final one. `location` is the location
    /// of the file.
    pub(super) fn record(&self, location: &str, sink: &mut Sink<'_>) -> Result<CaseFound, &'static Reason> {
        let citations = citation::usable(self.citations.as_deref().unwrap_or_default());
        let name = html::as_text(self.name_abbreviation.as_deref().unwrap_or_default());
        let citation = citations.first().map(String::as_str);
        let draft = CaseDraft::new(citation, &name, Some(self.last_updated(location)))?;
        if is_notice_of_withdrawal(&name) {
            return Err(&WITHDRAWN);
        }
        let no_court = (CapCourt::default(), CapJurisdiction::default());
        let court = court::resolve(
            self.court.as_ref().unwrap_or(&no_court.0),
            self.jurisdiction.as_ref().unwrap_or(&no_court.1),
            self.decision_date.as_deref().and_then(|date| date.get(..4)?.parse().ok()),
            sink.catalogue(),
        )?;
        let details = CaseDetails {
            court: &court,
            // A date without a day, which is frequent, does not parse.
            date: self.decision_date.as_deref().and_then(|date| date.parse().ok()),
            topics: Vec::new(),
            summary: None,
            source: None,
        };
        let record = draft.into_record(details, sink);
        let docket = html::as_text(self.docket_number.as_deref().unwrap_or_default()).into_owned();
        Ok(CaseFound { record, court: court.id, citations, docket })
    }

    /// Whether any field that identifies a case is present.
    pub(super) fn has_any_field(&self) -> bool {
        self.id.is_some() || self.name_abbreviation.is_some() || self.citations.is_some() || self.court.is_some()
    }

    /// The day of the data: the case's own, or else the date in the name of the download. Responses of the former API
    /// have neither. They get the day on which the project first published cases, so that the present layout, which has
    /// a later day of its own, replaces them.
    pub(super) fn last_updated(&self, location: &str) -> Date {
        let own = self.last_updated.as_deref().and_then(day_of);
        own.or_else(|| last_date_in(location)).unwrap_or_else(published)
    }
}

/// The day on which the project first published its data.
fn published() -> Date {
    Date::new(2018, 10, 29).expect("the day exists")
}

/// Whether the name of a case is a notice of withdrawal, such as `Opinion Withdrawn by Order of the Court`, and not that
/// of a case, such as `In re Withdrawn Funds`.
fn is_notice_of_withdrawal(name: &str) -> bool {
    const NOTICE_WORDS: &[&str] = &[
        "opinion",
        "opinions",
        "decision",
        "order",
        "case",
        "page",
        "pages",
        "no",
        "by",
        "of",
        "the",
        "at",
        "from",
        "for",
        "and",
        "in",
        "this",
        "its",
        "is",
        "was",
        "were",
        "has",
        "been",
        "court",
        "request",
        "publication",
        "bound",
        "volume",
        "omitted",
        "entirety",
    ];
    if !text::normalize(name).contains("withdrawn") {
        return false;
    }
    let words = text::words(name);
    let is_of_notice =
        |word: &String| word.bytes().all(|byte| byte.is_ascii_digit()) || NOTICE_WORDS.contains(&word.as_str());
    words.iter().any(|word| word == "withdrawn") && words.iter().all(|word| word == "withdrawn" || is_of_notice(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notice_of_withdrawal_is_not_the_name_of_a_case() {
        for name in
            ["Opinion Withdrawn", "Withdrawn.", "(Pages 12-14 withdrawn by order of the Court)", "OPINION WITHDRAWN"]
        {
            assert!(is_notice_of_withdrawal(name), "{name}");
        }
        for name in ["In re Withdrawn Funds", "Withdrawn v. Doe", "In re Opinion Withdrawn", "Doe v. Roe"] {
            assert!(!is_notice_of_withdrawal(name), "{name}");
        }
    }
}
