/*!
Makes the record of a bill.
*/

use lexdex_core::corpus::text;
use lexdex_core::model::{BillStatus, Chamber, Date, Jurisdiction, Resource};

use crate::import::engine::sink::Sink;
use crate::import::law::drafts::bill::BillDraft;
use crate::import::law::drafts::release::{RecordRelease, Rejected};
use crate::import::law::skip_reasons::{RESOLUTION_AS_LAW, UNKNOWN_JURISDICTION};
use crate::import::law::{bill_number, id};
use crate::import::publishers::openstates::history::ActionHistory;
use crate::import::publishers::openstates::source_bill::{Abstract, SourceBill};
use crate::import::publishers::openstates::{chamber, kind, zone};
use crate::import::text::{clean, html};
use crate::report::skip::{Reason, Skip};
use crate::topics::Vocabulary;

/// Writes the record of a bill, or skips the bill.
pub(super) fn write(bill: &SourceBill<'_>, sink: &mut Sink<'_>) {
    match Draft::new(bill, sink) {
        Ok(draft) => draft.write(sink, &bill.identifier),
        Err(skip) => leave(bill, &skip, sink),
    }
}

/// Skips a bill. An older record of it is left out, too.
fn leave(bill: &SourceBill<'_>, skip: &Skip, sink: &mut Sink<'_>) {
    let at = &skip.detail;
    let Ok(jurisdiction) = jurisdiction(&bill.jurisdiction, sink) else { return sink.skip(skip.reason, at) };
    let number = bill_number::key(&jurisdiction.id, &bill.identifier);
    sink.complete_session(|| id::bill_prefix(&jurisdiction.id, &bill.session, ""));
    let rejected = Rejected { reason: skip.reason, id: id::bill(&jurisdiction.id, &bill.session, &number) };
    release(jurisdiction, bill.data_date).leave(Resource::Bills, &rejected, at, sink);
}

fn release<'r>(jurisdiction: &'r Jurisdiction, last_updated: Option<Date>) -> RecordRelease<'r> {
    let Jurisdiction { id, name, .. } = jurisdiction;
    RecordRelease { source: None, jurisdiction_id: id, jurisdiction: name, last_updated }
}

/// A bill that becomes a record.
struct Draft<'s> {
    jurisdiction: &'s Jurisdiction,
    session: String,
    /// The number as a part of the id.
    number: String,
    bill_number: String,
    title: String,
    chamber: Chamber,
    subjects: Vec<String>,
    summary: Option<String>,
    history: ActionHistory,
    is_resolution: bool,
    data_date: Option<Date>,
}

impl<'s> Draft<'s> {
    /// Checks the jurisdiction, the kind and the chamber of a bill.
    fn new(bill: &SourceBill<'_>, sink: &Sink<'s>) -> Result<Self, Skip> {
        let because = |reason| Skip::new(reason, bill.identifier.clone());
        let jurisdiction = jurisdiction(&bill.jurisdiction, sink)?;
        let code = jurisdiction.id.as_str();
        let prefix = bill_number::prefix(&bill.identifier);
        if let Some(reason) = kind::reason_to_skip(code, prefix, bill.classification.iter().map(|class| &**class)) {
            return Err(because(reason));
        }
        let chamber = chamber::chamber(code, prefix, &bill.from).map_err(because)?;
        let mut draft = Self {
            jurisdiction,
            session: bill.session.to_string(),
            number: bill_number::key(code, &bill.identifier),
            bill_number: clean::text(&bill.identifier),
            title: html::to_text(&bill.title),
            chamber,
            subjects: bill.subject.iter().map(|subject| subject.to_string()).collect(),
            summary: None,
            history: ActionHistory::new(chamber, zone::for_capital(code), bill.data_date, &bill.session),
            is_resolution: kind::is_resolution(bill.classification.iter().map(|class| &**class)),
            data_date: bill.data_date,
        };
        bill.abstracts.iter().for_each(|abstract_| draft.add_abstract(abstract_));
        bill.actions.iter().for_each(|action| draft.history.add(action));
        Ok(draft)
    }

    /// Uses an abstract as the summary if it is the first suitable one. Puerto Rico's abstracts are in Spanish, and
    /// summaries are in English.
    fn add_abstract(&mut self, abstract_: &Abstract<'_>) {
        if self.summary.is_some() || self.jurisdiction.id == "pr" || abstract_.note == SUBJECT_NOTE {
            return;
        }
        let text = html::to_text(&abstract_.text);
        if self.is_summary(&text) {
            self.summary = clean::summary(&text);
        }
    }

    /// Whether an abstract can be a summary: it is not a path, an address, a subject or the title.
    fn is_summary(&self, abstract_: &str) -> bool {
        const MIN_WORDS: usize = 4;
        let folded = text::normalize(abstract_);
        let is_copy = folded == text::normalize(&self.title)
            || self.subjects.iter().any(|subject| text::normalize(subject) == folded);
        !is_copy && !folded.starts_with("http") && folded.split(' ').count() >= MIN_WORDS
    }

    /// The status. A simple or concurrent resolution never becomes law.
    fn status(&self, sink: &mut Sink<'_>, at: &str) -> BillStatus {
        match self.history.status() {
            BillStatus::Signed if self.is_resolution => {
                sink.disregard(&RESOLUTION_AS_LAW, at);
                self.history.status_by_passage()
            }
            status => status,
        }
    }

    /// Writes the record.
    fn write(self, sink: &mut Sink<'_>, at: &str) {
        let release = release(self.jurisdiction, self.data_date.or(self.history.last_day()));
        sink.complete_session(|| id::bill_prefix(&self.jurisdiction.id, &self.session, ""));
        let status = self.status(sink, at);
        let subjects = self.subjects.iter().map(String::as_str);
        let topics = |sink: &mut Sink<'_>| Some(sink.topics(Vocabulary::OpenStates, subjects));
        let draft = BillDraft {
            session: self.session,
            number: self.number,
            bill_number: self.bill_number,
            title: self.title,
            chamber: self.chamber,
            status,
            introduced_date: self.history.introduced(),
            summary: self.summary,
            citation: None,
        };
        release.write(draft.into_record(&release, topics, sink), "", at, sink);
    }
}

/// Finds a jurisdiction by its Open Civic Data identifier or its name.
fn jurisdiction<'s>(value: &str, sink: &Sink<'s>) -> Result<&'s Jurisdiction, Skip> {
    let unknown = || Skip::new(&UNKNOWN_JURISDICTION, value);
    let Some(path) = value.strip_prefix("ocd-jurisdiction/country:us/") else {
        let found = sink.jurisdiction(value).ok_or_else(unknown)?;
        return if found.id == "federal" { Err(Skip::new(&FEDERAL, value)) } else { Ok(found) };
    };
    let mut parts = path.split('/');
    let code = match parts.next().unwrap_or_default() {
        "government" | "state:usa" | "state:us" => return Err(Skip::new(&FEDERAL, value)),
        part => part.split_once(':').map(|(_, code)| code),
    };
    let is_whole = parts.next() == Some("government") && parts.next().is_none();
    code.filter(|_| is_whole).and_then(|code| sink.jurisdiction(code)).ok_or_else(unknown)
}

/// The note on Alabama's abstracts, which contain the bill's subject.
const SUBJECT_NOTE: &str = "full subject";

static FEDERAL: Reason = Reason {
    name: "federal",
    explanation: "A bill of the U.S. Congress. Its official source is GovInfo's BILLSTATUS, which is another format.",
};
