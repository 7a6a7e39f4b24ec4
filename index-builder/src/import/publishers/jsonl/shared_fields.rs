/*!
The fields that all lists have.
*/

use std::path::Path;

use lexdex_core::corpus::Topics;
use lexdex_core::model::Resource;

use crate::import::engine::sink::Sink;
use crate::import::publishers::jsonl::keys::TableKeys;
use crate::import::publishers::jsonl::row::MappingRow;
use crate::import::publishers::jsonl::source_fields::SourceFields;
use crate::import::publishers::jsonl::subjects::Subjects;
use crate::import::publishers::jsonl::template::{Markup, TextTemplate};
use crate::import::text::clean;
use crate::import::text::excerpt::Excerpt;
use crate::report::skip::Skip;

/// The fields of a mapping that all lists have, apart from the provenance.
pub(super) struct SharedFields {
    title: TextTemplate,
    subjects: Option<Subjects>,
    summary: Option<TextTemplate>,
    citation: Option<TextTemplate>,
    text: Option<TextTemplate>,
    markup: Markup,
}

/// The texts of a row, which are empty if the row has none.
pub(super) struct SharedTexts {
    pub(super) title: String,
    pub(super) subjects: Vec<String>,
    pub(super) summary: Option<String>,
    pub(super) citation: Option<String>,
    /// The text behind the record.
    pub(super) text: String,
}

impl SharedFields {
    /// Reads the fields of a mapping of a list, which is in `folder`. `meta` are the keys of the provenance. Faults are
    /// reported.
    pub(super) fn read(
        list: Resource,
        keys: &mut TableKeys<'_, '_>,
        meta: &mut TableKeys<'_, '_>,
        markup: Markup,
        fields: &mut SourceFields,
        (topics, folder): (&Topics, &Path),
    ) -> Option<Self> {
        let title = match list {
            Resource::Cases => keys.require("caseName", "the name of the case, such as \"{name}\""),
            Resource::Statutes => keys.require("title", "the heading of the section, such as \"{heading}\""),
            Resource::Bills => keys.require("title", "the title of the bill, such as \"{title}\""),
        };
        let title = title.and_then(|value| TextTemplate::read_varying(&value, fields));
        let subjects = keys.take("topics").and_then(|value| Subjects::read(value, fields, topics, folder));
        let summary = keys.take("summary").and_then(|value| TextTemplate::read_varying(&value, fields));
        let text = keys.take("text").and_then(|value| TextTemplate::read_varying(&value, fields));
        // The citation of a case is a field of the record.
        let citation = if list == Resource::Cases { None } else { meta.take("citation") };
        let citation = citation.and_then(|value| TextTemplate::read_varying(&value, fields));
        Some(Self { title: title?, subjects, summary, citation, text, markup })
    }

    /// The texts of a row. `excerpt` takes the text behind the record.
    pub(super) fn for_row(&self, row: &MappingRow<'_>, mut excerpt: Excerpt) -> Result<SharedTexts, Skip> {
        if let Some(text) = self.text.as_ref().filter(|_| !excerpt.is_full()) {
            text.append(row, self.markup, &mut excerpt)?;
        }
        Ok(SharedTexts {
            title: self.title.text(row, self.markup)?.unwrap_or_default(),
            subjects: self.subjects.as_ref().map_or(Ok(Vec::new()), |subjects| subjects.for_row(row))?,
            summary: TextTemplate::text_of(self.summary.as_ref(), row, self.markup)?
                .and_then(|text| clean::summary(&text)),
            citation: TextTemplate::text_of(self.citation.as_ref(), row, Markup::None)?,
            text: excerpt.finish(),
        })
    }

    /// The tags of a row's subjects. Subjects without a tag are counted.
    pub(super) fn tags(&self, subjects: &[String], sink: &mut Sink<'_>) -> Vec<String> {
        self.subjects.as_ref().map(|of| of.tags(subjects, sink)).unwrap_or_default()
    }
}
