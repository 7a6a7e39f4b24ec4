/*!
Records which fields the rows have, so that a misspelled field in the mapping is an error and does not make every record
empty.
*/

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Result, bail};
use parking_lot::Mutex;
use serde_json::Value;

use crate::import::publishers::jsonl::source_fields::{SourceFields, find};

/// The fields of a mapping that at least one row has had.
pub(super) struct Seen<'f> {
    fields: &'f SourceFields,
    /// Whether a row has had the field of each index.
    has: Vec<AtomicBool>,
    /// The names in the first row of each file. Empty if there is no row.
    names: Mutex<BTreeSet<String>>,
    /// A field of a first row that is a list of objects, which may be the rows.
    list: Mutex<Option<String>>,
}

impl<'f> Seen<'f> {
    pub(super) fn new(fields: &'f SourceFields) -> Self {
        Self {
            fields,
            has: fields.iter().map(|_| AtomicBool::new(false)).collect(),
            names: Mutex::default(),
            list: Mutex::default(),
        }
    }

    /// Adds the columns of a table that has a row.
    pub(super) fn add_columns<'n>(&self, columns: &[Option<usize>], names: impl Iterator<Item = &'n str>) {
        for (has, _) in self.has.iter().zip(columns).filter(|(_, column)| column.is_some()) {
            has.store(true, Ordering::Relaxed);
        }
        self.names.lock().extend(names.map(str::to_owned));
    }

    /// Adds the fields of a row.
    pub(super) fn add_row(&self, row: &Value, is_first: bool) {
        let mut found = Vec::new();
        for (field, has) in self.fields.iter().zip(&self.has).filter(|(_, has)| !has.load(Ordering::Relaxed)) {
            find(row, &field.name, &mut found);
            has.store(!found.is_empty(), Ordering::Relaxed);
            found.clear();
        }
        if let Some(fields) = row.as_object().filter(|_| is_first) {
            self.names.lock().extend(fields.keys().cloned());
            let is_list = |value: &Value| value.as_array().is_some_and(|list| list.iter().any(Value::is_object));
            let list = fields.iter().find(|(_, value)| is_list(value)).map(|(name, _)| name.clone());
            let mut known = self.list.lock();
            *known = known.take().or(list);
        }
    }

    /// Fails if there are rows and no row has a field that the mapping names without a question mark.
    pub(super) fn check(&self, mapping: &Path) -> Result<()> {
        let names = self.names.lock();
        let unseen = self.fields.iter().zip(&self.has).filter(|(_, has)| !has.load(Ordering::Relaxed));
        let unseen: Vec<String> = unseen
            .filter(|(field, _)| !field.is_optional)
            .map(|(field, _)| {
                let (name, path, place) = (&field.name, mapping.display(), &field.place);
                format!(
                    "\n  {path}:{place} names the field {name:?}, which no row has: correct it, or write {{{name}?}}"
                )
            })
            .collect();
        if names.is_empty() || unseen.is_empty() {
            return Ok(());
        }
        const MAX_NAMES: usize = 40;
        let names: Vec<&str> = names.iter().take(MAX_NAMES).map(String::as_str).collect();
        let hint = self.list.lock().as_ref().map_or(String::new(), |list| {
            format!("\nif the rows are the objects in the list {list:?}, add rows = {list:?} to the mapping")
        });
        bail!("the mapping is wrong:{}\nthe fields of the rows are {}{hint}", unseen.concat(), names.join(", "));
    }
}
