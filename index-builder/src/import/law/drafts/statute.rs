/*!
Drafts of statutes.
*/

use lexdex::model::{Date, SectionNumber, Statute, StatuteStatus};

use crate::import::engine::sink::Sink;
use crate::import::law::drafts::release::{Rejected, Release};
use crate::import::law::section_status::SectionStatus;
use crate::import::law::skip_reasons::NO_NUMBER;
use crate::report::skip::Reason;

/// A section of a code.
#[derive(Debug)]
pub(crate) struct StatuteDraft {
    /// The record's id. Not used if the section has no number.
    pub(crate) id: String,
    /// How lawyers cite the section.
    pub(crate) citation: String,
    /// The title of the code that the section is in.
    pub(crate) title_number: String,
    /// The section's number; empty if the source has none.
    pub(crate) section_number: String,
    /// The section's heading; empty if the source has none.
    pub(crate) heading: String,
    pub(crate) status: SectionStatus,
    /// Whether a later act has changed the section.
    pub(crate) is_amended: bool,
    pub(crate) effective_date: Option<Date>,
}

impl StatuteDraft {
    /// Makes the record. `topics` is called only if nothing is missing, because it counts the subjects that have no
    /// tag.
    pub(crate) fn into_record(
        self,
        release: &Release<'_>,
        topics: impl FnOnce(&mut Sink<'_>) -> Vec<String>,
        sink: &mut Sink<'_>,
    ) -> Result<Statute, Rejected> {
        let checked = self.status().and_then(|status| Ok((status, release.meta(Some(self.citation.clone()), sink)?)));
        let (status, meta) = match checked {
            Ok(checked) => checked,
            Err(reason) => {
                return Err(Rejected { reason, id: Some(self.id).filter(|_| !self.section_number.is_empty()) });
            }
        };
        Ok(Statute {
            id: self.id,
            jurisdiction: release.jurisdiction.to_owned(),
            jurisdiction_id: release.jurisdiction_id.to_owned(),
            title: self.heading,
            title_number: Some(self.title_number),
            section_number: SectionNumber::new(&self.section_number),
            status,
            effective_date: self.effective_date,
            topics: Some(topics(sink)),
            summary: None,
            meta,
        })
    }

    /// The status of the record, or the reason to skip the section.
    fn status(&self) -> Result<StatuteStatus, &'static Reason> {
        match self.status {
            SectionStatus::LeftOut(reason) => Err(reason),
            _ if self.section_number.is_empty() => Err(&NO_NUMBER),
            _ if self.heading.is_empty() => Err(&NO_HEADING),
            SectionStatus::Repealed => Ok(StatuteStatus::Repealed),
            SectionStatus::InForce if self.is_amended => Ok(StatuteStatus::Amended),
            SectionStatus::InForce => Ok(StatuteStatus::Active),
        }
    }
}

static NO_HEADING: Reason = Reason { name: "no_heading", explanation: "The section has no heading." };
