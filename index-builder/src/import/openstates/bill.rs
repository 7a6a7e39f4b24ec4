/*!
A bill as any of the layouts gives it, and the record that becomes of it.
*/

use std::borrow::Cow;

use lexdex::corpus::text;
use lexdex::model::{Bill, Chamber, Date, Jurisdiction, Resource};
use serde::{Deserialize, Serialize};

use super::history::History;
use super::zone::Zone;
use super::{SOURCE, chamber, kind, number};
use crate::import::skip::{Reason, Skip};
use crate::import::topics::Vocabulary;
use crate::import::{RecordKey, Sink, clean, html, id};

/// A bill of the source.
#[derive(Default, Serialize, Deserialize)]
pub(super) struct SourceBill<'b> {
    /// The jurisdiction's identifier (`ocd-jurisdiction/country:us/state:wy/government`) or its name.
    pub(super) jurisdiction: Cow<'b, str>,
    pub(super) session: Cow<'b, str>,
    pub(super) identifier: Cow<'b, str>,
    pub(super) title: Cow<'b, str>,
    /// The class of the organization that the bill comes from: `upper`, `lower`, `legislature`.
    pub(super) from: Option<Cow<'b, str>>,
    pub(super) classification: Vec<String>,
    pub(super) subject: Vec<String>,
    pub(super) abstracts: Vec<Abstract<'b>>,
    pub(super) actions: Vec<Action<'b>>,
    /// The day of the data.
    pub(super) data_date: Option<Date>,
}

/// A summary, or what else a state gives with its bills.
#[derive(Serialize, Deserialize)]
pub(super) struct Abstract<'b> {
    #[serde(default)]
    pub(super) note: Option<Cow<'b, str>>,
    #[serde(rename = "abstract", default)]
    pub(super) text: Option<Cow<'b, str>>,
}

/// Something that happened to a bill.
#[derive(Serialize, Deserialize)]
pub(super) struct Action<'b> {
    pub(super) description: Cow<'b, str>,
    pub(super) date: Cow<'b, str>,
    /// The class or the name of the organization that acted.
    pub(super) organization: Option<Cow<'b, str>>,
    pub(super) classification: Vec<Cow<'b, str>>,
}

/// Gives the record of a bill, or the reason why there is none.
pub(super) fn give(bill: &SourceBill<'_>, sink: &mut Sink<'_>) {
    match Draft::of(bill, sink) {
        Ok(mut draft) => {
            bill.actions.iter().for_each(|action| draft.history.add(action));
            draft.give(bill, sink, &bill.identifier);
        }
        Err(skip) => leave(bill, &skip, &skip.detail, sink),
    }
}

/// Leaves a bill out, and the record that older data gave of it.
pub(super) fn leave(bill: &SourceBill<'_>, skip: &Skip, at: &str, sink: &mut Sink<'_>) {
    let is_numbered = !bill.identifier.trim().is_empty() && !bill.session.trim().is_empty();
    match (jurisdiction(&bill.jurisdiction, sink), bill.data_date) {
        (Ok(jurisdiction), Some(last_updated)) if is_numbered => {
            let (file, id) = (file(jurisdiction), bill_id(jurisdiction, bill));
            let key = RecordKey { resource: Resource::Bills, file: &file, id: &id, last_updated };
            sink.leave(skip.reason, at, &key);
        }
        _ => sink.skip(skip.reason, at),
    }
}

fn file(jurisdiction: &Jurisdiction) -> String {
    format!("openstates-{}.jsonl", jurisdiction.id)
}

/// `wy-2025-sf0006`
fn bill_id(jurisdiction: &Jurisdiction, bill: &SourceBill<'_>) -> String {
    let code = &jurisdiction.id;
    id::of(&[code, &bill.session, &number::key(code, &bill.identifier)])
}

/// A bill that may become a record, whose actions are being read.
pub(super) struct Draft<'s> {
    jurisdiction: &'s Jurisdiction,
    chamber: Chamber,
    pub(super) history: History,
}

impl<'s> Draft<'s> {
    /// Checks that a bill is one, and of where it is.
    pub(super) fn of(bill: &SourceBill<'_>, sink: &Sink<'s>) -> Result<Self, Skip> {
        let because = |reason| Skip::new(reason, bill.identifier.clone());
        let jurisdiction = jurisdiction(&bill.jurisdiction, sink)?;
        let code = jurisdiction.id.as_str();
        let prefix = number::prefix(&bill.identifier);
        if let Some(reason) = kind::why_no_bill(code, prefix, bill.classification.iter().map(String::as_str)) {
            return Err(because(reason));
        }
        if bill.identifier.trim().is_empty() || bill.session.trim().is_empty() {
            return Err(because(&NO_NUMBER));
        }
        if bill.title.trim().is_empty() {
            return Err(because(&NO_TITLE));
        }
        let chamber = chamber::chamber(code, prefix, bill.from.as_deref()).map_err(because)?;
        let history = History::new(chamber, Zone::of(code), bill.data_date, &bill.session);
        Ok(Self { jurisdiction, chamber, history })
    }

    /// Gives the record, once all actions are known.
    pub(super) fn give(&self, bill: &SourceBill<'_>, sink: &mut Sink<'_>, at: &str) {
        let Some(last_updated) = bill.data_date.or(self.history.last_day()) else {
            return sink.skip(&NO_DATE_OF_DATA, at);
        };
        let record = self.record(bill, last_updated, sink);
        sink.write(&file(self.jurisdiction), &record, at);
    }

    fn record(&self, bill: &SourceBill<'_>, last_updated: Date, sink: &mut Sink<'_>) -> Bill {
        let code = &self.jurisdiction.id;
        let title = html::to_text(&bill.title);
        Bill {
            id: bill_id(self.jurisdiction, bill),
            bill_number: clean::text(&bill.identifier),
            summary: summary(code, bill, &title),
            title,
            jurisdiction: self.jurisdiction.name.clone(),
            jurisdiction_id: code.clone(),
            chamber: self.chamber,
            status: self.history.status(),
            introduced_date: self.history.introduced(),
            topics: Some(sink.topics(Vocabulary::OpenStates, bill.subject.iter().map(String::as_str))),
            meta: sink.meta(code, SOURCE, last_updated, None),
        }
    }
}

/// The jurisdiction of an identifier of Open Civic Data, or of a name.
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

/// The summary: the first abstract that is one. Puerto Rico's are in Spanish, and a summary is English.
fn summary(jurisdiction: &str, bill: &SourceBill<'_>, title: &str) -> Option<String> {
    if jurisdiction == "pr" {
        return None;
    }
    let mut texts = bill.abstracts.iter().filter(|candidate| candidate.note.as_deref() != Some(SUBJECT_NOTE));
    texts.find_map(|candidate| {
        let text = html::to_text(candidate.text.as_deref()?);
        is_summary(&text, bill, title).then(|| clean::summary(&text)).flatten()
    })
}

/// What Alabama's abstracts are noted as, which hold the bill's subject.
const SUBJECT_NOTE: &str = "full subject";

/// Whether an abstract is a text of its own, and not a path, an address, a subject or the title again.
fn is_summary(abstract_: &str, bill: &SourceBill<'_>, title: &str) -> bool {
    const FEWEST_WORDS: usize = 4;
    let folded = text::fold(abstract_);
    let is_copy = folded == text::fold(title) || bill.subject.iter().any(|subject| text::fold(subject) == folded);
    !is_copy && !folded.starts_with("http") && folded.split(' ').count() >= FEWEST_WORDS
}

static FEDERAL: Reason = Reason {
    name: "federal",
    explanation: "A bill of the U.S. Congress: its official source is GovInfo's BILLSTATUS, a format of its own.",
};

static UNKNOWN_JURISDICTION: Reason = Reason {
    name: "unknown_jurisdiction",
    explanation: "The jurisdiction is not told, or is none of the catalogue, such as a city's.",
};

static NO_NUMBER: Reason = Reason {
    name: "no_number",
    explanation: "The bill has no number or no session, so that nothing could refer to it.",
};

static NO_TITLE: Reason = Reason { name: "no_title", explanation: "The bill has no title." };

static NO_DATE_OF_DATA: Reason = Reason {
    name: "no_date_of_data",
    explanation: "Neither the file, nor a README beside it, nor an action tells a date of the data, which every record \
                  must have.",
};
