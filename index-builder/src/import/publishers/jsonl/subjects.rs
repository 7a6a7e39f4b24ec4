/*!
Subjects of rows, and the crosswalk from them to topic tags.
*/

use std::fs;
use std::path::Path;

use lexdex_core::corpus::Topics;

use crate::import::engine::sink::Sink;
use crate::import::publishers::jsonl::keys::{TableKeys, Value};
use crate::import::publishers::jsonl::row::MappingRow;
use crate::import::publishers::jsonl::source_fields::SourceFields;
use crate::import::publishers::jsonl::text_list::TextList;
use crate::report::skip::Skip;
use crate::topics::Vocabulary;
use crate::topics::own_crosswalk::OwnCrosswalk;

/// The subjects of a record.
pub(super) struct Subjects {
    texts: TextList,
    crosswalk: Crosswalk,
}

/// A crosswalk from subjects to tags.
enum Crosswalk {
    /// A crosswalk of this repository.
    Of(Vocabulary),
    /// A crosswalk of the mapping.
    Own(OwnCrosswalk),
}

impl Subjects {
    /// Reads subjects from a value of the mapping, which is in `folder`. Faults are reported.
    pub(super) fn read(
        value: Value<'_, '_>,
        fields: &mut SourceFields,
        topics: &Topics,
        folder: &Path,
    ) -> Option<Self> {
        const HOW: &str = "is not a table with from and one of crosswalk, table, words";
        let (from, keys) = value.into_template()?;
        let Some(mut keys) = keys else {
            from.fault(HOW);
            return None;
        };
        let separator = keys.text("separator");
        let of_project = keys.take("crosswalk").map(|value| read_vocabulary(&value));
        let of_file = keys.take("table").map(|value| read_file(&value, topics, folder));
        let of_words = keys.take("words").map(|value| Some(read_words(value.into_keys()?, topics)));
        keys.finish();
        let crosswalk = match (of_project, of_file, of_words) {
            (Some(vocabulary), None, None) => Crosswalk::Of(vocabulary?),
            (None, Some(own), None) | (None, None, Some(own)) => Crosswalk::Own(own?),
            _ => {
                from.fault(HOW);
                return None;
            }
        };
        Some(Self { texts: TextList::read(from, separator, fields)?, crosswalk })
    }

    pub(super) fn for_row(&self, row: &MappingRow<'_>) -> Result<Vec<String>, Skip> {
        self.texts.for_row(row)
    }

    /// The tags of subjects. Subjects without a tag are counted.
    pub(super) fn tags(&self, subjects: &[String], sink: &mut Sink<'_>) -> Vec<String> {
        let subjects = subjects.iter().map(String::as_str);
        match &self.crosswalk {
            Crosswalk::Of(vocabulary) => sink.topics(*vocabulary, subjects),
            Crosswalk::Own(own) => sink.topics_by(|subject| own.tags(subject), subjects),
        }
    }
}

fn read_vocabulary(value: &Value<'_, '_>) -> Option<Vocabulary> {
    let name = value.text()?;
    let vocabulary = Vocabulary::NAMES.iter().find(|(known, _)| *known == name);
    if vocabulary.is_none() {
        let names: Vec<&str> = Vocabulary::NAMES.iter().map(|(name, _)| *name).collect();
        value.fault(format!("is not one of {}", names.join(", ")));
    }
    vocabulary.map(|(_, vocabulary)| *vocabulary)
}

/// Reads a table beside the mapping.
fn read_file(value: &Value<'_, '_>, topics: &Topics, folder: &Path) -> Option<OwnCrosswalk> {
    let path = folder.join(value.text()?);
    let text = match fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) => {
            value.fault(format!("names {}, which cannot be read: {error}", path.display()));
            return None;
        }
    };
    let mut report = |line: usize, fault: String| {
        value.fault_of_other_file(format!("{}:{line}: {fault}", path.display()));
    };
    Some(OwnCrosswalk::parse(&text, topics, &mut report))
}

/// Reads a table of the mapping.
fn read_words(words: TableKeys<'_, '_>, topics: &Topics) -> OwnCrosswalk {
    let mut own = OwnCrosswalk::default();
    for (subject, value) in words.into_words() {
        let added = value.texts().map_or(Ok(()), |tags| own.add(&subject, &tags, topics));
        added.unwrap_or_else(|fault| value.fault(fault));
    }
    own
}
