/*!
The state of reading a title of the Code.
*/

use std::io::BufRead;

use lexdex::model::{Date, Resource};

use crate::import::engine::sink::{RecordKey, Sink};
use crate::import::law::drafts::release::Release;
use crate::import::text::xml::{Element, Xml};

/// The corpus file of the records.
const FILE: &str = "uslm.jsonl";

/// The jurisdiction of the Code.
pub(super) const JURISDICTION_ID: &str = "federal";

/// The state of reading a title, and the fields that its sections share.
pub(super) struct Title {
    pub(super) number: String,
    created: Date,
    /// The number of the current chapter. Some titles have no chapters.
    pub(super) chapter: Option<String>,
    /// The number of sections and rules of court read so far.
    pub(super) n_sections: u64,
    /// Whether each section so far had a number.
    pub(super) is_numbered: bool,
}

impl Title {
    pub(super) fn new(number: String, created: Date) -> Self {
        Self { number, created, chapter: None, n_sections: 0, is_numbered: true }
    }

    /// The fields that the title's records share.
    pub(super) fn release(&self) -> Release<'static> {
        Release {
            file: FILE,
            source: None,
            jurisdiction_id: JURISDICTION_ID,
            jurisdiction: "United States",
            last_updated: Some(self.created),
        }
    }

    /// Ends the title. The title of a snapshot is complete, so that the merge removes records of earlier releases that
    /// it lacks.
    pub(super) fn end(&self, is_snapshot: bool, sink: &mut Sink<'_>) {
        if self.n_sections == 0 {
            return sink.count_companion();
        }
        let has_number = !self.number.is_empty() && self.number.bytes().all(|byte| byte.is_ascii_alphanumeric());
        if is_snapshot && has_number && self.is_numbered {
            let prefix = format!("federal-usc-{}-", self.number);
            let resource = Resource::Statutes;
            sink.complete(&RecordKey { resource, file: FILE, id: &prefix, last_updated: self.created });
        }
    }
}

/// The location of an element for messages: its identifier, or its line.
pub(super) fn location_of<R: BufRead>(element: &Element, xml: &mut Xml<R>) -> String {
    match element.attribute("identifier") {
        Some(identifier) => identifier.into_owned(),
        None => format!("line {}", xml.line()),
    }
}
