/*!
A case of the project, and the record made from it.
*/

use lexdex::model::{Case, Date};
use serde::Deserialize;

use crate::import::engine::sink::Sink;
use crate::import::law::drafts::case::{CaseDetails, CaseDraft};
use crate::import::publishers::cap::citation::{self, CapCitation};
use crate::import::publishers::cap::court::{self, CapCourt, CapJurisdiction};
use crate::import::text::html;
use crate::import::text::iso_date::day_of;
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
    court: Option<CapCourt<'j>>,
    #[serde(default, borrow)]
    jurisdiction: Option<CapJurisdiction<'j>>,
    #[serde(default, borrow)]
    last_updated: Option<Text<'j>>,
}

impl CapCase<'_> {
    /// Makes the record. Its id is that of court and citation until it gets the final one. `location` is that of the
    /// file.
    pub(super) fn record(&self, location: &str, sink: &mut Sink<'_>) -> Result<Case, &'static Reason> {
        let citation = citation::best(self.citations.as_deref().unwrap_or_default());
        let name = html::to_text(self.name_abbreviation.as_deref().unwrap_or_default());
        let draft = CaseDraft::new(citation.as_deref(), &name, Some(self.last_updated(location)))?;
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
        };
        Ok(draft.into_record(details, sink))
    }

    /// Whether any field that identifies a case is present.
    pub(super) fn has_any_field(&self) -> bool {
        self.id.is_some() || self.name_abbreviation.is_some() || self.citations.is_some() || self.court.is_some()
    }

    /// The day of the data: the case's own, or else the date in the name of the download. Responses of the former API
    /// have neither. They get the day on which the project first published cases, so that the present layout, which has
    /// a later day of its own, replaces them.
    fn last_updated(&self, location: &str) -> Date {
        let own = self.last_updated.as_deref().and_then(day_of);
        own.or_else(|| date_in(location)).unwrap_or_else(published)
    }
}

/// The day on which the project first published its data.
fn published() -> Date {
    Date::new(2018, 10, 29).expect("the day exists")
}

/// The last date in a path: `Illinois-20180829-text.zip`, `exports/2018-08-29/data.jsonl`.
fn date_in(location: &str) -> Option<Date> {
    const LONG: usize = "2018-08-29".len();
    const SHORT: usize = "20180829".len();
    let is_apart = |from: usize, to: usize| {
        let is_digit = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_digit);
        !is_digit(from.checked_sub(1).and_then(|before| location.as_bytes().get(before)))
            && !is_digit(location.as_bytes().get(to))
    };
    (0..location.len()).rev().find_map(|start| {
        let date = |length: usize| location.get(start..start + length).filter(|_| is_apart(start, start + length));
        let short = |digits: &str| Some(format!("{}-{}-{}", digits.get(..4)?, digits.get(4..6)?, digits.get(6..)?));
        let long = date(LONG).and_then(|date| date.parse().ok());
        long.or_else(|| date(SHORT).and_then(short)?.parse().ok())
    })
}

fn is_notice_of_withdrawal(name: &str) -> bool {
    name.to_lowercase().contains("withdrawn")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn date_of_a_download_is_found_in_its_name() {
        for (location, date) in [
            ("Illinois-20180829-text.zip!data/data.jsonl", Some("2018-08-29")),
            ("2017-01-02/2018-08-29/data.jsonl", Some("2018-08-29")),
            ("20180829.zip", Some("2018-08-29")),
            ("120180829.zip", None),
            ("20189999/data.jsonl", None),
            ("Āā-2020/data.jsonl", None),
            ("", None),
        ] {
            assert_eq!(date_in(location).map(|date| date.to_string()).as_deref(), date, "{location}");
        }
    }
}
