/*!
Drafts of cases.
*/

use lexdex_core::model::{Case, Date};
use serde::{Deserialize, Serialize};

use crate::import::engine::sink::Sink;
use crate::import::law::case_name::case_name;
use crate::import::law::court::CaseCourt;
use crate::import::law::id;
use crate::import::law::skip_reasons::NO_DATE_OF_DATA;
use crate::import::parts::case_keys::{CaseKeys, parallel_citations};
use crate::report::skip::Reason;

/// A decision without its court. It can be a row of a join.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct CaseDraft<'d> {
    citation: &'d str,
    name: &'d str,
    last_updated: Date,
}

/// The remaining fields of a record.
pub(crate) struct CaseDetails<'d> {
    pub(crate) court: &'d CaseCourt<'d>,
    pub(crate) date: Option<Date>,
    pub(crate) topics: Vec<String>,
    pub(crate) summary: Option<String>,
    /// The source for `meta.source`, if it is not the importer's.
    pub(crate) source: Option<&'d str>,
}

impl<'d> CaseDraft<'d> {
    /// A draft with the citation, the clean name and the day of the data. Fails if one of them is missing.
    pub(crate) fn new(
        citation: Option<&'d str>,
        name: &'d str,
        last_updated: Option<Date>,
    ) -> Result<Self, &'static Reason> {
        let citation = citation.ok_or(&NO_CITATION)?;
        if name.is_empty() {
            return Err(&NO_NAME);
        }
        Ok(Self { citation, name, last_updated: last_updated.ok_or(&NO_DATE_OF_DATA)? })
    }

    /// Makes the record. Its id is made of court and citation until the build gives the final one. Courts that are not
    /// in the catalogue are counted.
    pub(crate) fn into_record(self, details: CaseDetails<'_>, sink: &mut Sink<'_>) -> Case {
        let CaseDetails { court, date, topics, summary, source } = details;
        let jurisdiction = court.jurisdiction;
        if !court.is_catalogued {
            // The lookup counts the courts that it does not find.
            sink.court(&court.name, &jurisdiction.id);
        }
        Case {
            id: id::case(&court.id, self.citation),
            case_name: case_name(self.name),
            citation: self.citation.to_owned(),
            court: court.name.clone(),
            jurisdiction: jurisdiction.name.clone(),
            jurisdiction_id: jurisdiction.id.clone(),
            decision_date: date.filter(|date| self.is_possible(*date, sink)),
            topics: Some(topics),
            summary,
            meta: sink.meta(&jurisdiction.id, source, self.last_updated, Some(self.citation.to_owned())),
        }
    }
}

/// The first year of a decision that an American court can have made.
const FIRST_YEAR: u16 = 1600;

impl CaseDraft<'_> {
    /// Whether a decision can be of this day. Counts a day that is not possible.
    fn is_possible(&self, date: Date, sink: &mut Sink<'_>) -> bool {
        // The day of the data is that of a clock, and courts east of it are a day ahead.
        let day = self.last_updated.to_civil();
        let last = day.tomorrow().unwrap_or(day);
        let is_possible = date.year() >= FIRST_YEAR && date.to_civil() <= last;
        if !is_possible {
            sink.disregard(&IMPOSSIBLE_DATE, &format!("{}: {date}", self.citation));
        }
        is_possible
    }
}

/// The data about a decision that its record lacks.
pub(crate) struct DecisionDetails<'d> {
    /// The publisher's number.
    pub(crate) number: u64,
    /// The text that the number is made of (see [`decision_number`](crate::import::law::decision_number)). Empty if the
    /// publisher numbers its decisions itself.
    pub(crate) key: &'d str,
    /// The first piece of the ids of the court's cases.
    pub(crate) court: &'d str,
    pub(crate) docket: &'d str,
    /// All citations of the decision, the best first.
    pub(crate) citations: &'d [&'d str],
    /// The text behind the record, which may be empty.
    pub(crate) text: &'d str,
}

impl DecisionDetails<'_> {
    /// The keys of the decision of a record with this citation.
    pub(crate) fn keys(&self, citation: &str) -> CaseKeys<'_> {
        let parallel = match self.citations {
            [] | [_] => Vec::new(),
            citations => parallel_citations(citation, citations.iter().copied()),
        };
        CaseKeys {
            number: self.number,
            key: self.key.into(),
            court: self.court.into(),
            docket: self.docket.into(),
            citations: parallel.into_iter().map(Into::into).collect(),
        }
    }
}

static IMPOSSIBLE_DATE: Reason = Reason {
    name: "impossible_date",
    explanation: "The source dates the decision before 1600 or after the day of its own data. The record has no date.",
};

static NO_CITATION: Reason = Reason {
    name: "no_citation",
    explanation: "The source has no usable citation of the case, which every record needs.",
};

static NO_NAME: Reason = Reason {
    name: "no_name",
    explanation: "The source has no short name of the case. Its full caption is not used as a name.",
};
