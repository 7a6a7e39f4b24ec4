/*!
The keys of a mapping's tables. Unknown keys are faults.
*/

use std::fmt::Display;
use std::ops::Range;

use lexdex_core::corpus::text;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::import::publishers::jsonl::faults::Faults;

/// A table whose keys are taken one by one.
pub(super) struct TableKeys<'k, 'c> {
    faults: &'k Faults<'c>,
    /// The path of the table with a full stop at its end, such as `fields.`, and empty for the whole file.
    prefix: String,
    span: Range<usize>,
    table: DeTable<'c>,
    known: Vec<&'static str>,
}

pub(super) struct Value<'k, 'c> {
    faults: &'k Faults<'c>,
    /// The path of the key, such as `fields.title`.
    pub(super) key: String,
    span: Range<usize>,
    value: DeValue<'c>,
}

impl<'k, 'c> TableKeys<'k, 'c> {
    /// The keys of a whole file. A file that is not TOML is a fault.
    pub(super) fn from_file(content: &'c str, faults: &'k Faults<'c>) -> Option<Self> {
        match DeTable::parse(content) {
            Ok(table) => {
                Some(Self { faults, prefix: String::new(), span: 0..0, table: table.into_inner(), known: Vec::new() })
            }
            Err(error) => {
                faults.add(&error.span().unwrap_or_default(), error.message());
                None
            }
        }
    }

    /// The value of a key, if the table has it.
    pub(super) fn take(&mut self, key: &'static str) -> Option<Value<'k, 'c>> {
        self.known.push(key);
        let value = self.table.remove(key)?;
        Some(Value { faults: self.faults, key: self.path(key), span: value.span(), value: value.into_inner() })
    }

    /// The value of a key that every table must have. `meaning` describes the value in the error message.
    pub(super) fn require(&mut self, key: &'static str, meaning: &str) -> Option<Value<'k, 'c>> {
        let value = self.take(key);
        if value.is_none() {
            self.faults.add(&self.span, format!("{} is missing: {meaning}", self.path(key)));
        }
        value
    }

    /// The text of a key, if the table has it.
    pub(super) fn text(&mut self, key: &'static str) -> Option<String> {
        self.take(key)?.text().map(str::to_owned)
    }

    /// The table of a key. It is empty if this table does not have it.
    pub(super) fn table(&mut self, key: &'static str) -> Self {
        let table = self.take(key).and_then(Value::into_keys);
        table.unwrap_or_else(|| Self {
            faults: self.faults,
            prefix: format!("{}.", self.path(key)),
            span: self.span.clone(),
            table: DeTable::new(),
            known: Vec::new(),
        })
    }

    /// All remaining keys with their values, in the order of the file. The keys are words that the source uses.
    pub(super) fn into_words(self) -> Vec<(String, Value<'k, 'c>)> {
        let Self { faults, prefix, table, .. } = self;
        let words = table.into_iter().map(|(word, value): (Spanned<_>, Spanned<_>)| {
            let key = format!("{prefix}{:?}", word.get_ref());
            (word.into_inner().into_owned(), Value { faults, key, span: value.span(), value: value.into_inner() })
        });
        let mut words: Vec<(String, Value<'k, 'c>)> = words.collect();
        words.sort_by_key(|(_, value)| value.span.start);
        words
    }

    /// Reports the remaining keys, which are unknown.
    pub(super) fn finish(self) {
        for key in self.table.keys() {
            let key_path = format!("{}{}", self.prefix, key.get_ref());
            let known = self.known.join(", ");
            self.faults.add(&key.span(), format!("{key_path} is not known: the keys here are {known}"));
        }
    }

    fn path(&self, key: &str) -> String {
        format!("{}{key}", self.prefix)
    }
}

impl<'k, 'c> Value<'k, 'c> {
    /// Reports a fault of the value. The message begins with a verb.
    pub(super) fn fault(&self, message: impl Display) {
        self.faults.add(&self.span, format!("{} {message}", self.key));
    }

    /// Reports a fault in another file that the value names.
    pub(super) fn fault_of_other_file(&self, message: String) {
        self.faults.add_of_other_file(&self.span, message);
    }

    /// The line of the value, counted from 1.
    pub(super) fn line(&self) -> usize {
        self.faults.line(&self.span)
    }

    /// The value as a text. A value that is not a text is a fault.
    pub(super) fn text(&self) -> Option<&str> {
        let DeValue::String(text) = &self.value else {
            self.fault("is not a text: write it in quotation marks");
            return None;
        };
        Some(text)
    }

    /// The text as a part of ids or file names. A text that cannot be one is a fault.
    pub(super) fn tag(&self) -> Option<String> {
        let tag = self.text()?;
        if !text::is_tag(tag) {
            self.fault("is not lower-case words joined by hyphens");
            return None;
        }
        Some(tag.to_owned())
    }

    /// The texts of a list, or a single text. Any other value is a fault.
    pub(super) fn texts(&self) -> Option<Vec<String>> {
        let texts = match &self.value {
            DeValue::String(text) => Some(vec![text.to_string()]),
            DeValue::Array(values) => values.iter().map(|value| value.get_ref().as_str().map(str::to_owned)).collect(),
            _ => None,
        };
        if texts.is_none() {
            self.fault("is neither a text nor a list of texts: write [\"one\", \"two\"]");
        }
        texts
    }

    /// Whether the value is `true`. A value other than `true` and `false` is a fault.
    pub(super) fn is_true(&self) -> bool {
        if self.value.as_bool().is_none() {
            self.fault("is neither true nor false");
        }
        self.value.as_bool().unwrap_or_default()
    }

    /// The keys of a table. A value that is not a table is a fault.
    pub(super) fn into_keys(self) -> Option<TableKeys<'k, 'c>> {
        let Self { faults, key, span, value } = self;
        match value {
            DeValue::Table(table) => {
                Some(TableKeys { faults, prefix: format!("{key}."), span, table, known: Vec::new() })
            }
            value => {
                Value { faults, key, span, value }.fault("is not a table: write its keys in braces or below its name");
                None
            }
        }
    }

    /// The elements of a list, or the value itself if it is no list. An empty list is a fault.
    pub(super) fn into_elements(self) -> Vec<Self> {
        let Self { faults, key, span, value } = self;
        match value {
            DeValue::Array(elements) if !elements.is_empty() => elements
                .into_iter()
                .map(|element| {
                    let span = element.span();
                    Self { faults, key: key.clone(), span, value: element.into_inner() }
                })
                .collect(),
            value => vec![Self { faults, key, span, value }],
        }
    }

    /// A template, and the keys beside it: the value is a text, or a table with the text under `from`.
    pub(super) fn into_template(self) -> Option<(Self, Option<TableKeys<'k, 'c>>)> {
        if !matches!(self.value, DeValue::Table(_)) {
            return Some((self, None));
        }
        let mut keys = self.into_keys()?;
        let from = keys.require("from", "the field of the source, such as \"{name}\"");
        from.map(|from| (from, Some(keys)))
    }
}
