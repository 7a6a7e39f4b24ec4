/*!
Drafts of bills.
*/

use lexdex::model::{Bill, BillStatus, Chamber, Date};

use crate::import::engine::sink::Sink;
use crate::import::law::drafts::release::{Rejected, Release};
use crate::import::law::skip_reasons::NO_NUMBER;
use crate::import::text::{clean, html};
use crate::report::skip::Reason;

/// A bill or resolution whose id and title are known.
#[derive(Debug)]
pub(crate) struct BillDraft {
    id: String,
    bill_number: String,
    title: String,
}

/// The remaining fields of a record.
pub(crate) struct BillDetails {
    pub(crate) chamber: Chamber,
    pub(crate) status: BillStatus,
    pub(crate) introduced_date: Option<Date>,
    pub(crate) summary: Option<String>,
    pub(crate) citation: Option<String>,
}

impl BillDraft {
    /// Takes the id from [`id::bill`](crate::import::law::id::bill), the number as it is printed, and the title as
    /// HTML. Fails if one is missing.
    pub(crate) fn new(id: Option<String>, bill_number: &str, title: &str) -> Result<Self, &'static Reason> {
        let id = id.ok_or(&NO_NUMBER)?;
        if title.trim().is_empty() {
            return Err(&NO_TITLE);
        }
        Ok(Self { id, bill_number: clean::text(bill_number), title: html::to_text(title) })
    }

    /// The title as clean text.
    pub(crate) fn title(&self) -> &str {
        &self.title
    }

    /// Makes the record. `topics` is called only if nothing is missing, because it counts the subjects that have no
    /// tag.
    pub(crate) fn into_record(
        self,
        details: BillDetails,
        release: &Release<'_>,
        topics: impl FnOnce(&mut Sink<'_>) -> Option<Vec<String>>,
        sink: &mut Sink<'_>,
    ) -> Result<Bill, Rejected> {
        let BillDetails { chamber, status, introduced_date, summary, citation } = details;
        let meta = match release.meta(citation, sink) {
            Ok(meta) => meta,
            Err(reason) => return Err(Rejected { reason, id: Some(self.id) }),
        };
        Ok(Bill {
            id: self.id,
            bill_number: self.bill_number,
            title: self.title,
            jurisdiction: release.jurisdiction.to_owned(),
            jurisdiction_id: release.jurisdiction_id.to_owned(),
            chamber,
            status,
            introduced_date,
            topics: topics(sink),
            summary,
            meta,
        })
    }
}

static NO_TITLE: Reason = Reason { name: "no_title", explanation: "The bill has no title." };
