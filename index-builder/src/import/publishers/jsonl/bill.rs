/*!
Bills and resolutions.
*/

use lexdex_core::corpus::Catalogue;
use lexdex_core::model::{BillStatus, Chamber, Resource};

use crate::import::engine::sink::Sink;
use crate::import::law::drafts::bill::BillDraft;
use crate::import::law::drafts::release::{RecordRelease, Rejected};
use crate::import::law::{bill_number, id};
use crate::import::publishers::jsonl::date_field::DateField;
use crate::import::publishers::jsonl::keys::TableKeys;
use crate::import::publishers::jsonl::row::MappingRow;
use crate::import::publishers::jsonl::shared_fields::{SharedFields, SharedTexts};
use crate::import::publishers::jsonl::source_fields::SourceFields;
use crate::import::publishers::jsonl::template::{Markup, TextTemplate};
use crate::import::publishers::jsonl::words::FieldWords;
use crate::report::skip::Skip;

/// The fields that only bills have.
pub(super) struct BillFields<'c> {
    session: TextTemplate,
    bill_number: TextTemplate,
    chamber: FieldWords<'c, Chamber>,
    status: FieldWords<'c, BillStatus>,
    introduced_date: Option<DateField>,
}

impl<'c> BillFields<'c> {
    /// Reads the fields of a mapping. Errors go to its [`Faults`](super::faults::Faults).
    pub(super) fn read(
        keys: &mut TableKeys<'_, '_>,
        fields: &mut SourceFields,
        catalogue: &'c Catalogue,
    ) -> Option<Self> {
        let mut id = keys.table("id");
        let session = id.require("session", "the session, as a part of the ids, such as \"{session}\" or \"2025\"");
        let session = session.and_then(|value| TextTemplate::read(&value, fields));
        id.finish();
        let bill_number = keys.require("billNumber", "the number of the bill, such as \"{number}\"");
        let bill_number = bill_number.and_then(|value| TextTemplate::read_varying(&value, fields));
        let chamber = keys.require("chamber", "the chamber of origin; \"senate\" if there is only one");
        let chamber = chamber.and_then(|value| FieldWords::read(value, fields, catalogue));
        let status = keys.require("status", "the progress of the bill");
        let status = status.and_then(|value| FieldWords::read(value, fields, catalogue));
        let introduced_date = keys.take("introducedDate").map(|value| DateField::read(value, fields));
        Some(Self {
            session: session?,
            bill_number: bill_number?,
            chamber: chamber?,
            status: status?,
            introduced_date: introduced_date.flatten(),
        })
    }

    /// Writes the record of a row, or skips the row and removes an older record of its number.
    pub(super) fn write(
        &self,
        shared: &SharedFields,
        release: &RecordRelease<'_>,
        row: &MappingRow<'_>,
        at: &str,
        sink: &mut Sink<'_>,
    ) {
        let key = self.key(row);
        let mut id = None;
        if let Ok((session, number)) = &key {
            id = id::bill(release.jurisdiction_id, session, &bill_number::key(release.jurisdiction_id, number));
        }
        let draft = key
            .and_then(|key| Ok((self.draft(key, release.jurisdiction_id, row)?, shared.for_row(row, sink.excerpt())?)));
        match draft {
            Ok((draft, shared_texts)) => {
                let SharedTexts { title, subjects, summary, citation, text } = shared_texts;
                let draft = BillDraft { title, summary, citation, ..draft };
                let topics = |sink: &mut Sink<'_>| Some(shared.tags(&subjects, sink));
                release.write(draft.into_record(release, topics, sink), &text, at, sink);
            }
            Err(skip) => {
                let rejected = Rejected { reason: skip.reason, id };
                release.leave(Resource::Bills, &rejected, &format!("{at}: {}", skip.detail), sink);
            }
        }
    }

    /// The session and the printed number of a row's bill, which are empty if the row has none.
    fn key(&self, row: &MappingRow<'_>) -> Result<(String, String), Skip> {
        let [session, number] = [&self.session, &self.bill_number].map(|template| template.text(row, Markup::None));
        Ok((session?.unwrap_or_default(), number?.unwrap_or_default()))
    }

    /// The draft of a row without the fields that it shares with other records.
    fn draft(
        &self,
        (session, number): (String, String),
        jurisdiction: &str,
        row: &MappingRow<'_>,
    ) -> Result<BillDraft, Skip> {
        Ok(BillDraft {
            session,
            number: bill_number::key(jurisdiction, &number),
            bill_number: number,
            title: String::new(),
            chamber: self.chamber.meaning(row)?,
            status: self.status.meaning(row)?,
            introduced_date: self.introduced_date.as_ref().map_or(Ok(None), |date| date.date(row))?,
            summary: None,
            citation: None,
        })
    }
}
