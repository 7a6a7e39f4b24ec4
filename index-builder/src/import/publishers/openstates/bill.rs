/*!
A bill as any of the layouts gives it, and the record that becomes of it.
*/

use std::borrow::Cow;

use lexdex::corpus::text;
use lexdex::model::{Bill, Chamber, Date, Jurisdiction, Resource};

use crate::import::engine::sink::{RecordKey, Sink};
use crate::import::law::id;
use crate::import::publishers::openstates::history::{History, Signs};
use crate::import::publishers::openstates::zone::Zone;
use crate::import::publishers::openstates::{SOURCE, chamber, kind, number};
use crate::import::text::{clean, html};
use crate::report::skip::{Reason, Skip};
use crate::topics::Vocabulary;

/// A bill of the source. What it does not tell is empty.
#[derive(Debug, Default)]
pub(super) struct SourceBill<'b> {
    /// The jurisdiction's identifier (`ocd-jurisdiction/country:us/state:wy/government`) or its name.
    pub(super) jurisdiction: Cow<'b, str>,
    pub(super) session: Cow<'b, str>,
    pub(super) identifier: Cow<'b, str>,
    pub(super) title: Cow<'b, str>,
    /// The class of the organization that the bill comes from: `upper`, `lower`, `legislature`.
    pub(super) from: Cow<'b, str>,
    pub(super) classification: Vec<Cow<'b, str>>,
    pub(super) subject: Vec<Cow<'b, str>>,
    pub(super) abstracts: Vec<Abstract<'b>>,
    pub(super) actions: Vec<Action<'b>>,
    /// The day of the data.
    pub(super) data_date: Option<Date>,
}

/// A summary, or what else a state gives with its bills.
#[derive(Debug)]
pub(super) struct Abstract<'b> {
    pub(super) note: Cow<'b, str>,
    pub(super) text: Cow<'b, str>,
}

/// Something that happened to a bill.
#[derive(Debug)]
pub(super) struct Action<'b> {
    pub(super) signs: Signs,
    pub(super) date: Cow<'b, str>,
    /// The class or the name of the organization that acted.
    pub(super) organization: Cow<'b, str>,
}

/// Gives the record of a bill, or the reason why there is none.
pub(super) fn give(bill: &SourceBill<'_>, sink: &mut Sink<'_>) {
    match Draft::of(bill, sink) {
        Ok(draft) => draft.give(sink, &bill.identifier),
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

/// A bill that becomes a record, once all its abstracts and actions are known.
pub(super) struct Draft<'s> {
    jurisdiction: &'s Jurisdiction,
    chamber: Chamber,
    id: String,
    bill_number: String,
    title: String,
    subjects: Vec<String>,
    summary: Option<String>,
    history: History,
    data_date: Option<Date>,
}

impl<'s> Draft<'s> {
    /// Checks that a bill is one, and of where it is.
    pub(super) fn of(bill: &SourceBill<'_>, sink: &Sink<'s>) -> Result<Self, Skip> {
        let because = |reason| Skip::new(reason, bill.identifier.clone());
        let jurisdiction = jurisdiction(&bill.jurisdiction, sink)?;
        let code = jurisdiction.id.as_str();
        let prefix = number::prefix(&bill.identifier);
        if let Some(reason) = kind::why_no_bill(code, prefix, bill.classification.iter().map(|class| &**class)) {
            return Err(because(reason));
        }
        if bill.identifier.trim().is_empty() || bill.session.trim().is_empty() {
            return Err(because(&NO_NUMBER));
        }
        if bill.title.trim().is_empty() {
            return Err(because(&NO_TITLE));
        }
        let chamber = chamber::chamber(code, prefix, &bill.from).map_err(because)?;
        let mut draft = Self {
            jurisdiction,
            chamber,
            id: bill_id(jurisdiction, bill),
            bill_number: clean::text(&bill.identifier),
            title: html::to_text(&bill.title),
            subjects: bill.subject.iter().map(|subject| subject.clone().into_owned()).collect(),
            summary: None,
            history: History::new(chamber, Zone::of(code), bill.data_date, &bill.session),
            data_date: bill.data_date,
        };
        bill.abstracts.iter().for_each(|abstract_| draft.add_abstract(abstract_));
        bill.actions.iter().for_each(|action| draft.add_action(action));
        Ok(draft)
    }

    /// Takes the summary from the first abstract that is one. Puerto Rico's are in Spanish, and a summary is English.
    pub(super) fn add_abstract(&mut self, abstract_: &Abstract<'_>) {
        if self.summary.is_some() || self.jurisdiction.id == "pr" || abstract_.note == SUBJECT_NOTE {
            return;
        }
        let text = html::to_text(&abstract_.text);
        if self.is_summary(&text) {
            self.summary = clean::summary(&text);
        }
    }

    /// Whether an abstract is a text of its own, and not a path, an address, a subject or the title again.
    fn is_summary(&self, abstract_: &str) -> bool {
        const FEWEST_WORDS: usize = 4;
        let folded = text::normalize(abstract_);
        let is_copy = folded == text::normalize(&self.title)
            || self.subjects.iter().any(|subject| text::normalize(subject) == folded);
        !is_copy && !folded.starts_with("http") && folded.split(' ').count() >= FEWEST_WORDS
    }

    pub(super) fn add_action(&mut self, action: &Action<'_>) {
        self.history.add(action);
    }

    /// Gives the record.
    pub(super) fn give(self, sink: &mut Sink<'_>, at: &str) {
        let Some(last_updated) = self.data_date.or(self.history.last_day()) else {
            return sink.skip(&NO_DATE_OF_DATA, at);
        };
        let Jurisdiction { id: code, name, .. } = self.jurisdiction;
        let record = Bill {
            id: self.id,
            bill_number: self.bill_number,
            summary: self.summary,
            title: self.title,
            jurisdiction: name.clone(),
            jurisdiction_id: code.clone(),
            chamber: self.chamber,
            status: self.history.status(),
            introduced_date: self.history.introduced(),
            topics: Some(sink.topics(Vocabulary::OpenStates, self.subjects.iter().map(String::as_str))),
            meta: sink.meta(code, SOURCE, last_updated, None),
        };
        sink.write(&file(self.jurisdiction), &record, at);
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

/// What Alabama's abstracts are noted as, which hold the bill's subject.
const SUBJECT_NOTE: &str = "full subject";

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
