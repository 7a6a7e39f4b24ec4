/*!
Looks up the entries of a catalogue by name.
*/

use std::borrow::Cow;
use std::collections::HashMap;

use foldhash::fast::RandomState;

use crate::corpus::corpus_error::{CorpusError, CorpusErrors};
use crate::corpus::source_location::SourceLocation;

/// Maps each normalized name to the position of its entry. A name belongs to one entry only.
#[derive(Clone, Debug, Default)]
pub(super) struct NameIndex {
    /// Position and line number of the entry, by normalized name.
    by_name: HashMap<String, (usize, u64), RandomState>,
}

impl NameIndex {
    /// Adds a normalized name of an entry. Reports an error if the name is empty or belongs to another entry.
    pub(super) fn add(
        &mut self,
        name: Cow<'_, str>,
        entry_idx: usize,
        location: &SourceLocation,
        field: &str,
        errors: &mut CorpusErrors,
    ) {
        if name.is_empty() {
            errors.add(CorpusError::in_field(location, field, "is empty"));
            return;
        }
        let (known_idx, known_line) =
            *self.by_name.entry(name.clone().into_owned()).or_insert((entry_idx, location.line));
        if known_idx != entry_idx {
            let message = format!("\"{name}\" is already a name of the entry of line {known_line}");
            errors.add(CorpusError::in_field(location, field, message));
        }
    }

    /// Returns the position of the entry with this normalized name.
    pub(super) fn get(&self, name: &str) -> Option<usize> {
        self.by_name.get(name).map(|(entry_idx, _)| *entry_idx)
    }
}
