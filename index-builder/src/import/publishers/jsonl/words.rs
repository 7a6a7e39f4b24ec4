/*!
Words of the source and their meanings: statuses, chambers, courts and jurisdictions.
*/

use std::collections::HashMap;
use std::str::FromStr;

use lexdex_core::corpus::{Catalogue, CourtEntry, text};
use lexdex_core::model::{BillStatus, Chamber, Jurisdiction, StatuteStatus};

use crate::import::law::skip_reasons::UNKNOWN_JURISDICTION;
use crate::import::publishers::jsonl::keys::{TableKeys, Value};
use crate::import::publishers::jsonl::reasons::{LEFT_OUT, UNKNOWN_WORD};
use crate::import::publishers::jsonl::row::MappingRow;
use crate::import::publishers::jsonl::source_fields::SourceFields;
use crate::import::publishers::jsonl::template::{Markup, TextTemplate};
use crate::report::skip::{Reason, Skip};

/// The word of a mapping that means that a row is skipped.
const SKIP: &str = "skip";

pub(super) trait WordMeaning<'c>: Copy {
    /// The reason to skip a row whose word has no meaning.
    const UNKNOWN: &'static Reason;

    /// The meaning of a word of lexdex's vocabulary.
    fn from_word(word: &str, catalogue: &'c Catalogue) -> Option<Self>;

    /// The words of lexdex's vocabulary, for messages.
    fn words() -> String;
}

pub(super) struct FieldWords<'c, M> {
    catalogue: &'c Catalogue,
    template: TextTemplate,
    /// The key of the mapping, such as `fields.status`.
    key: String,
    /// The meanings of normalized words. `None` if the source uses lexdex's words.
    table: Option<HashMap<String, Option<M>>>,
    /// The meaning of all other words. The inner `None` means that their rows are skipped.
    other: Option<Option<M>>,
}

impl<'c, M: WordMeaning<'c>> FieldWords<'c, M> {
    /// Reads words from a value of the mapping. Faults are reported.
    pub(super) fn read(value: Value<'_, '_>, fields: &mut SourceFields, catalogue: &'c Catalogue) -> Option<Self> {
        let key = value.key.clone();
        let (from, keys) = value.into_template()?;
        let (mut table, mut other) = (None, None);
        if let Some(mut keys) = keys {
            table = keys.take("words").and_then(Value::into_keys).map(|words| read_table(words, catalogue));
            other = keys.take("other").and_then(|value| read_meaning(&value, catalogue));
            keys.finish();
        }
        let template = TextTemplate::read(&from, fields)?;
        if let Some(text) = template.constant().filter(|text| M::from_word(text, catalogue).is_none()) {
            from.fault(format!("is {text:?}, which is not {}, nor a field in braces", M::words()));
            return None;
        }
        Some(Self { catalogue, template, key, table, other })
    }

    /// The meaning of a row's word. A word that the mapping skips or lacks is a skip.
    pub(super) fn meaning(&self, row: &MappingRow<'_>) -> Result<M, Skip> {
        let word = self.template.text(row, Markup::None)?.unwrap_or_default();
        let left_out = || Skip::new(&LEFT_OUT, format!("{word:.80} in {}", self.key));
        let known = match &self.table {
            Some(table) => table.get(&*text::normalize(&word)).copied(),
            None => M::from_word(&word, self.catalogue).map(Some),
        };
        match known.or(self.other) {
            Some(meaning) => meaning.ok_or_else(left_out),
            None => Err(Skip::new(M::UNKNOWN, format!("{:.80} in {}", format!("{word:?}"), self.key))),
        }
    }
}

fn read_table<'c, M: WordMeaning<'c>>(
    words: TableKeys<'_, '_>,
    catalogue: &'c Catalogue,
) -> HashMap<String, Option<M>> {
    let mut table = HashMap::new();
    for (word, value) in words.into_words() {
        if table.contains_key(&*text::normalize(&word)) {
            value.fault("is there twice: case does not matter");
        } else if let Some(meaning) = read_meaning(&value, catalogue) {
            table.insert(text::normalize(&word).into_owned(), meaning);
        }
    }
    table
}

/// The meaning that a mapping gives a word. The inner `None` means that the row is skipped.
fn read_meaning<'c, M: WordMeaning<'c>>(value: &Value<'_, '_>, catalogue: &'c Catalogue) -> Option<Option<M>> {
    let word = value.text()?;
    let meaning = if word == SKIP { Some(None) } else { M::from_word(word, catalogue).map(Some) };
    if meaning.is_none() {
        value.fault(format!("is not {}, nor \"{SKIP}\"", M::words()));
    }
    meaning
}

/// A word of a closed vocabulary, in any case.
fn for_vocabulary<M: FromStr>(word: &str) -> Option<M> {
    text::normalize(word).parse().ok()
}

fn one_of<'w>(words: impl Iterator<Item = &'w str>) -> String {
    format!("one of {}", words.collect::<Vec<_>>().join(", "))
}

impl WordMeaning<'_> for StatuteStatus {
    const UNKNOWN: &'static Reason = &UNKNOWN_WORD;

    fn from_word(word: &str, _: &Catalogue) -> Option<Self> {
        for_vocabulary(word)
    }

    fn words() -> String {
        one_of(Self::ALL.iter().map(|status| status.as_str()))
    }
}

impl WordMeaning<'_> for BillStatus {
    const UNKNOWN: &'static Reason = &UNKNOWN_WORD;

    fn from_word(word: &str, _: &Catalogue) -> Option<Self> {
        for_vocabulary(word)
    }

    fn words() -> String {
        one_of(Self::ALL.iter().map(|status| status.as_str()))
    }
}

impl WordMeaning<'_> for Chamber {
    const UNKNOWN: &'static Reason = &UNKNOWN_WORD;

    fn from_word(word: &str, _: &Catalogue) -> Option<Self> {
        for_vocabulary(word)
    }

    fn words() -> String {
        one_of(Self::ALL.iter().map(|chamber| chamber.as_str()))
    }
}

impl<'c> WordMeaning<'c> for &'c CourtEntry {
    const UNKNOWN: &'static Reason = &UNKNOWN_WORD;

    fn from_word(word: &str, catalogue: &'c Catalogue) -> Option<Self> {
        catalogue.courts.catalogued(word)
    }

    fn words() -> String {
        "the id or name of a court of the catalogue".to_owned()
    }
}

impl<'c> WordMeaning<'c> for &'c Jurisdiction {
    const UNKNOWN: &'static Reason = &UNKNOWN_JURISDICTION;

    fn from_word(word: &str, catalogue: &'c Catalogue) -> Option<Self> {
        catalogue.jurisdictions.find(word)
    }

    fn words() -> String {
        "the id or name of a jurisdiction of the catalogue".to_owned()
    }
}
