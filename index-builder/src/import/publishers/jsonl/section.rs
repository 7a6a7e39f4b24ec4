/*!
Sections of a code.
*/

use lexdex_core::corpus::Catalogue;
use lexdex_core::model::{Resource, StatuteStatus};

use crate::import::engine::sink::Sink;
use crate::import::law::drafts::release::{RecordRelease, Rejected};
use crate::import::law::drafts::statute::StatuteDraft;
use crate::import::law::id;
use crate::import::law::section_status::SectionStatus;
use crate::import::publishers::jsonl::date_field::DateField;
use crate::import::publishers::jsonl::keys::TableKeys;
use crate::import::publishers::jsonl::row::MappingRow;
use crate::import::publishers::jsonl::shared_fields::{SharedFields, SharedTexts};
use crate::import::publishers::jsonl::source_fields::SourceFields;
use crate::import::publishers::jsonl::template::{Markup, TextTemplate};
use crate::import::publishers::jsonl::words::FieldWords;
use crate::import::text::clean;
use crate::report::skip::Skip;

/// The fields that only sections have.
pub(super) struct SectionFields<'c> {
    /// The code, as a part of the id.
    code: String,
    within: Option<TextTemplate>,
    title_number: Option<TextTemplate>,
    section_number: TextTemplate,
    status: FieldWords<'c, StatuteStatus>,
    effective_date: Option<DateField>,
}

/// The number of a section and the title that numbers it, as parts of the id.
struct NumberedSection {
    within: String,
    section: String,
}

impl<'c> SectionFields<'c> {
    /// Reads the fields of a mapping. Faults are reported.
    pub(super) fn read(
        keys: &mut TableKeys<'_, '_>,
        fields: &mut SourceFields,
        catalogue: &'c Catalogue,
    ) -> Option<Self> {
        let mut id = keys.table("id");
        let code = id.require("code", "the code, as a part of the ids, such as \"code\" or \"rev-stat\"");
        let code = code.and_then(|value| value.tag());
        let within = id.take("within").map(|value| TextTemplate::read_varying(&value, fields));
        id.finish();
        let title_number = keys.take("titleNumber").map(|value| TextTemplate::read(&value, fields));
        let section_number = keys.require("sectionNumber", "the number of the section, such as \"{number}\"");
        let section_number = section_number.and_then(|value| TextTemplate::read_varying(&value, fields));
        let status = keys.require("status", "the status of the section; \"active\" if the source has none");
        let status = status.and_then(|value| FieldWords::read(value, fields, catalogue));
        let effective_date = keys.take("effectiveDate").map(|value| DateField::read(value, fields));
        Some(Self {
            code: code?,
            within: within.flatten(),
            title_number: title_number.flatten(),
            section_number: section_number?,
            status: status?,
            effective_date: effective_date.flatten(),
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
        let number = self.number(row);
        let id = number
            .as_ref()
            .ok()
            .and_then(|number| id::statute(release.jurisdiction_id, &self.code, &number.within, &number.section));
        match number.and_then(|number| Ok((self.draft(number, row)?, shared.for_row(row, sink.excerpt())?))) {
            Ok((draft, shared_texts)) => {
                let SharedTexts { title, subjects, summary, citation, text } = shared_texts;
                let draft = StatuteDraft { heading: title, summary, citation, ..draft };
                let topics = |sink: &mut Sink<'_>| shared.tags(&subjects, sink);
                release.write(draft.into_record(release, topics, sink), &text, at, sink);
            }
            Err(skip) => {
                let rejected = Rejected { reason: skip.reason, id };
                release.leave(Resource::Statutes, &rejected, &format!("{at}: {}", skip.detail), sink);
            }
        }
    }

    /// The number of a row's section, which is empty if the row has none.
    fn number(&self, row: &MappingRow<'_>) -> Result<NumberedSection, Skip> {
        let none = || NumberedSection { within: String::new(), section: String::new() };
        let within = match &self.within {
            Some(within) => within.text(row, Markup::None)?,
            None => Some(String::new()),
        };
        let section = self.section_number.text(row, Markup::None)?;
        let (Some(within), Some(section)) = (within, section) else { return Ok(none()) };
        let section = clean::plain_hyphens(section.trim_start_matches(['§', ' ']));
        Ok(NumberedSection { within, section })
    }

    /// The draft of a row without the fields that it shares with other records.
    fn draft(&self, number: NumberedSection, row: &MappingRow<'_>) -> Result<StatuteDraft<'_>, Skip> {
        let status = self.status.meaning(row)?;
        Ok(StatuteDraft {
            code: &self.code,
            numbered_within: number.within,
            citation: None,
            title_number: TextTemplate::text_of(self.title_number.as_ref(), row, Markup::None)?,
            section_number: number.section,
            heading: String::new(),
            status: match status {
                StatuteStatus::Repealed => SectionStatus::Repealed,
                StatuteStatus::Active | StatuteStatus::Amended => SectionStatus::InForce,
            },
            is_amended: status == StatuteStatus::Amended,
            effective_date: self.effective_date.as_ref().map_or(Ok(None), |date| date.date(row))?,
            summary: None,
        })
    }
}
