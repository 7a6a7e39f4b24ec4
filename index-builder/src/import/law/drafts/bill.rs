/*!
Drafts of bills.
*/

use lexdex_core::model::{Bill, BillStatus, Chamber, Date};

use crate::import::engine::sink::Sink;
use crate::import::law::drafts::release::{RecordRelease, Rejected};
use crate::import::law::id;
use crate::import::law::skip_reasons::NO_NUMBER;
use crate::report::skip::Reason;

/// A bill or resolution. Texts are clean, and empty if the source has none.
#[derive(Debug)]
pub(crate) struct BillDraft {
    /// The session or Congress, as a part of the id.
    pub(crate) session: String,
    /// The number as a part of the id.
    pub(crate) number: String,
    /// The number as it is printed.
    pub(crate) bill_number: String,
    pub(crate) title: String,
    pub(crate) chamber: Chamber,
    pub(crate) status: BillStatus,
    pub(crate) introduced_date: Option<Date>,
    pub(crate) summary: Option<String>,
    pub(crate) citation: Option<String>,
}

impl BillDraft {
    /// Makes the record. `topics` is called only if nothing is missing, because it counts the subjects that have no
    /// tag.
    pub(crate) fn into_record(
        self,
        release: &RecordRelease<'_>,
        topics: impl FnOnce(&mut Sink<'_>) -> Option<Vec<String>>,
        sink: &mut Sink<'_>,
    ) -> Result<Bill, Rejected> {
        let id = id::bill(release.jurisdiction_id, &self.session, &self.number);
        let rejected = |reason| Rejected { reason, id: id.clone() };
        let record_id = id.clone().ok_or_else(|| rejected(&NO_NUMBER))?;
        if self.title.is_empty() {
            return Err(rejected(&NO_TITLE));
        }
        let meta = release.meta(self.citation, sink).map_err(rejected)?;
        Ok(Bill {
            id: record_id,
            bill_number: self.bill_number,
            title: self.title,
            jurisdiction: release.jurisdiction.to_owned(),
            jurisdiction_id: release.jurisdiction_id.to_owned(),
            chamber: self.chamber,
            status: self.status,
            introduced_date: self.introduced_date,
            topics: topics(sink),
            summary: self.summary,
            meta,
        })
    }
}

static NO_TITLE: Reason = Reason { name: "no_title", explanation: "The bill has no title." };
