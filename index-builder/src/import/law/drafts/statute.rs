/*!
Drafts of statutes.
*/

use lexdex_core::model::{Date, SectionNumber, Statute, StatuteStatus};

use crate::import::engine::sink::Sink;
use crate::import::law::drafts::release::{RecordRelease, Rejected};
use crate::import::law::id;
use crate::import::law::section_status::SectionStatus;
use crate::import::law::skip_reasons::NO_NUMBER;
use crate::report::skip::Reason;

/// A section of a code. Texts are clean, and empty if the source has none.
#[derive(Debug)]
pub(crate) struct StatuteDraft<'d> {
    /// The code, as a part of the id.
    pub(crate) code: &'d str,
    /// The title or act in which section numbers begin again, as a part of the id. Empty if they are unique in the
    /// code.
    pub(crate) numbered_within: String,
    /// The citation in the usual legal form.
    pub(crate) citation: Option<String>,
    /// The number of the code's title that has the section.
    pub(crate) title_number: Option<String>,
    pub(crate) section_number: String,
    pub(crate) heading: String,
    pub(crate) status: SectionStatus,
    /// Whether a later act has changed the section.
    pub(crate) is_amended: bool,
    pub(crate) effective_date: Option<Date>,
    pub(crate) summary: Option<String>,
}

impl StatuteDraft<'_> {
    /// Makes the record. `topics` is called only if nothing is missing, because it counts the subjects that have no
    /// tag.
    pub(crate) fn into_record(
        self,
        release: &RecordRelease<'_>,
        topics: impl FnOnce(&mut Sink<'_>) -> Vec<String>,
        sink: &mut Sink<'_>,
    ) -> Result<Statute, Rejected> {
        let id = id::statute(release.jurisdiction_id, self.code, &self.numbered_within, &self.section_number);
        let rejected = |reason| Rejected { reason, id: id.clone() };
        let status = self.status().map_err(rejected)?;
        let record_id = id.clone().ok_or_else(|| rejected(&NO_NUMBER))?;
        if self.heading.is_empty() {
            return Err(rejected(&NO_HEADING));
        }
        let meta = release.meta(self.citation, sink).map_err(rejected)?;
        Ok(Statute {
            id: record_id,
            jurisdiction: release.jurisdiction.to_owned(),
            jurisdiction_id: release.jurisdiction_id.to_owned(),
            title: self.heading,
            title_number: self.title_number,
            section_number: SectionNumber::new(&self.section_number),
            status,
            effective_date: self.effective_date,
            topics: Some(topics(sink)),
            summary: self.summary,
            meta,
        })
    }

    /// The status of the record, or the reason to skip the section.
    fn status(&self) -> Result<StatuteStatus, &'static Reason> {
        match self.status {
            SectionStatus::LeftOut(reason) => Err(reason),
            SectionStatus::Repealed => Ok(StatuteStatus::Repealed),
            SectionStatus::InForce if self.is_amended => Ok(StatuteStatus::Amended),
            SectionStatus::InForce => Ok(StatuteStatus::Active),
        }
    }
}

static NO_HEADING: Reason = Reason { name: "no_heading", explanation: "The section has no heading." };
