/*!
Drafts of cases.
*/

use lexdex::model::{Case, Date};

use crate::import::engine::sink::Sink;
use crate::import::law::case_name::case_name;
use crate::import::law::court::Court;
use crate::import::law::id;
use crate::report::skip::Reason;

/// A decision whose citation and name are known.
#[derive(Debug)]
pub(crate) struct CaseDraft {
    citation: String,
    name: String,
}

/// The remaining fields of a record.
pub(crate) struct CaseDetails<'d> {
    pub(crate) court: &'d Court<'d>,
    pub(crate) date: Option<Date>,
    pub(crate) topics: Vec<String>,
    /// The day of the data.
    pub(crate) last_updated: Date,
}

impl CaseDraft {
    /// Fails if the citation or the name is missing.
    pub(crate) fn new(citation: Option<&str>, name: &str) -> Result<Self, &'static Reason> {
        let citation = Self::check(citation, name)?.to_owned();
        Ok(Self { citation, name: case_name(name) })
    }

    /// Checks that citation and name are there, and returns the citation.
    pub(crate) fn check<'c>(citation: Option<&'c str>, name: &str) -> Result<&'c str, &'static Reason> {
        let citation = citation.ok_or(&NO_CITATION)?;
        if name.is_empty() { Err(&NO_NAME) } else { Ok(citation) }
    }

    /// The name as lawyers write it.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Makes the record. Its id is that of its court and citation until [`CaseIds`] assigns the final one. A court that
    /// the catalogue lacks is counted.
    ///
    /// [`CaseIds`]: crate::import::law::case_ids::CaseIds
    pub(crate) fn into_record(self, details: CaseDetails<'_>, sink: &mut Sink<'_>) -> Case {
        let CaseDetails { court, date, topics, last_updated } = details;
        let jurisdiction = court.jurisdiction;
        if !court.is_catalogued {
            // The lookup counts the courts that it does not find.
            sink.court(&court.name, &jurisdiction.id);
        }
        Case {
            id: format!("{}-{}", court.id, id::citation(&self.citation)),
            case_name: self.name,
            citation: self.citation.clone(),
            court: court.name.clone(),
            jurisdiction: jurisdiction.name.clone(),
            jurisdiction_id: jurisdiction.id.clone(),
            decision_date: date,
            topics: Some(topics),
            summary: None,
            meta: sink.meta(&jurisdiction.id, None, last_updated, Some(self.citation)),
        }
    }
}

static NO_CITATION: Reason =
    Reason { name: "no_citation", explanation: "The case has no citation; every case must have one." };

static NO_NAME: Reason = Reason {
    name: "no_name",
    explanation: "The case has no short name; at most the whole caption, which is not the short form.",
};
