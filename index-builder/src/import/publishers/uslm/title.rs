/*!
The state of reading a title of the Code.
*/

use std::io::BufRead;

use lexdex::model::{Date, Resource};

use crate::import::engine::sink::Sink;
use crate::import::law::drafts::release::Release;
use crate::import::merge::scope::Scope;
use crate::import::text::xml::{Element, Xml};

/// The corpus file of the records.
pub(super) const FILE: &str = "uslm.jsonl";

/// The jurisdiction of the Code.
pub(super) const JURISDICTION_ID: &str = "federal";

/// The state of reading a title, and the fields that its sections share.
pub(super) struct Title {
    pub(super) number: String,
    /// The name of the release point.
    pub(super) release_point: String,
    pub(super) created: Date,
    /// The number of the current chapter. Some titles have no chapters.
    pub(super) chapter: Option<String>,
    /// The number of sections and rules of court read so far.
    pub(super) n_sections: u64,
    /// Whether each section so far had a number.
    pub(super) is_numbered: bool,
}

impl Title {
    pub(super) fn new(number: &str, release_point: &str, created: Date) -> Self {
        Self {
            number: number.to_owned(),
            release_point: release_point.to_owned(),
            created,
            chapter: None,
            n_sections: 0,
            is_numbered: true,
        }
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

    /// Ends the title. The merge removes the records of earlier releases that the title of a snapshot lacks, if each of
    /// its sections has a number.
    pub(super) fn end(&self, is_snapshot: bool, sink: &mut Sink<'_>) {
        if self.n_sections == 0 {
            sink.count_companion();
        }
        if is_snapshot && self.is_numbered && !self.number.is_empty() {
            sink.complete_by_file(Resource::Statutes, FILE, Scope::Title(self.number.clone()), self.created);
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
