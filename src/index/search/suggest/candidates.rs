//! The suggestions of records for one beginning, each record and each text of a kind once.

use std::collections::HashSet;

use anyhow::Result;
use tantivy::DocId;

use crate::index::search::list_index::ListIndex;
use crate::index::search::suggest::record_names::RecordNames;
use crate::index::search::suggest::suggestion::{Fit, Suggestion, Target};
use crate::index::text::tokenizer::joined_words;
use crate::model::Resource;

/// Collects records, the likeliest first.
pub(super) struct Candidates<'i> {
    lists: &'i [&'i ListIndex],
    limit: usize,
    records: HashSet<(usize, DocId)>,
    texts: HashSet<(usize, String)>,
    suggestions: Vec<(Fit, Suggestion)>,
}

impl<'i> Candidates<'i> {
    /// No candidates yet, and room for `limit`.
    pub(super) fn new(lists: &'i [&'i ListIndex], limit: usize) -> Self {
        Self { lists, limit, records: HashSet::new(), texts: HashSet::new(), suggestions: Vec::new() }
    }

    /// The lists, in the order of [`Resource::ALL`].
    pub(super) fn lists(&self) -> &'i [&'i ListIndex] {
        self.lists
    }

    /// The maximum number of candidates.
    pub(super) fn limit(&self) -> usize {
        self.limit
    }

    /// The number of candidates that there is still room for.
    pub(super) fn n_free(&self) -> usize {
        self.limit - self.suggestions.len()
    }

    /// Adds a record, unless there is no room, or it or its text is there. `found_by` gets the record and the words of
    /// its title, and returns the name by which it was found, if it was not by its title, or else refuses the record.
    pub(super) fn add(
        &mut self,
        fit: Fit,
        (list_idx, doc): (usize, DocId),
        found_by: impl FnOnce(RecordNames<'i>, &str) -> Option<FoundBy>,
    ) -> Result<()> {
        if self.n_free() == 0 || self.records.contains(&(list_idx, doc)) {
            return Ok(());
        }
        let names = RecordNames::read(self.lists[list_idx], doc)?;
        let (id, text) = (names.id.clone().into_owned(), names.title.clone().into_owned());
        let words = joined_words(&text);
        let Some(FoundBy(found_by)) = found_by(names, &words) else {
            return Ok(());
        };
        if self.texts.insert((list_idx, words)) {
            self.records.insert((list_idx, doc));
            let target = Target::Record { resource: Resource::ALL[list_idx], id };
            self.suggestions.push((fit, Suggestion { text, found_by, target }));
        }
        Ok(())
    }

    /// The candidates, in the order in which they were added.
    pub(super) fn into_suggestions(self) -> Vec<(Fit, Suggestion)> {
        self.suggestions
    }
}

/// The name by which a record was found; `None` if it was by its title.
pub(super) struct FoundBy(pub(super) Option<String>);
