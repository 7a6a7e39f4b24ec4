/*!
Lists of texts of a row, such as its subjects or its citations.
*/

use crate::import::publishers::jsonl::keys::Value;
use crate::import::publishers::jsonl::row::MappingRow;
use crate::import::publishers::jsonl::source_fields::SourceFields;
use crate::import::publishers::jsonl::template::TextTemplate;
use crate::report::skip::Skip;

/// A list of texts: the elements of fields, or the parts of their texts between separators.
pub(super) struct TextList {
    templates: Vec<TextTemplate>,
    separator: Option<String>,
}

impl TextList {
    /// Reads the templates of a value of the mapping, which is one template or a list of them. Faults are reported.
    pub(super) fn read(from: Value<'_, '_>, separator: Option<String>, fields: &mut SourceFields) -> Option<Self> {
        let elements = from.into_elements();
        let templates: Vec<Option<TextTemplate>> =
            elements.iter().map(|element| TextTemplate::read_varying(element, fields)).collect();
        let separator = separator.filter(|separator| !separator.is_empty());
        Some(Self { templates: templates.into_iter().collect::<Option<_>>()?, separator })
    }

    /// The clean texts of a row that are not empty.
    pub(super) fn for_row(&self, row: &MappingRow<'_>) -> Result<Vec<String>, Skip> {
        let mut found = Vec::new();
        for template in &self.templates {
            for text in template.texts(row)? {
                match &self.separator {
                    Some(separator) => found.extend(text.split(separator).map(|part| part.trim().to_owned())),
                    None => found.push(text),
                }
            }
        }
        found.retain(|text| !text.is_empty());
        Ok(found)
    }
}
