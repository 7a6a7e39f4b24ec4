//! Collects the records to suggest for one beginning, without duplicate records or texts.

use std::borrow::Cow;
use std::collections::HashSet;

use anyhow::{Context, Result};
use lexdex_core::model::Resource;
use serde::Deserialize;
use tantivy::DocId;

use crate::format::schema::TermField;
use crate::search::list_index::ListIndex;
use crate::search::suggest::suggestion::{Fit, Suggestion, Target};
use crate::text::citation;
use crate::text::tokenizer::joined_words;

/// The records so far, best first.
pub(super) struct Candidates<'i> {
    lists: &'i [&'i ListIndex],
    limit: usize,
    records: HashSet<(usize, DocId)>,
    texts: HashSet<(usize, String)>,
    suggestions: Vec<(Fit, Suggestion)>,
}

impl<'i> Candidates<'i> {
    /// Creates an empty collection with room for `limit` candidates.
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

    /// The number of further candidates that fit.
    pub(super) fn n_free(&self) -> usize {
        self.limit - self.suggestions.len()
    }

    /// Adds a record unless the collection is full or already has the record or its text. `found_by` gets the record
    /// and the words of its title. It returns the name that matched, or `None` to reject the record.
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

/// The name that matched; `None` for the title.
pub(super) struct FoundBy(pub(super) Option<String>);

/// The parts of a record that suggestions need.
#[derive(Deserialize)]
pub(super) struct RecordNames<'r> {
    #[serde(borrow)]
    pub(super) id: Cow<'r, str>,
    #[serde(borrow, alias = "caseName")]
    pub(super) title: Cow<'r, str>,
    citation: Option<String>,
    #[serde(rename = "billNumber")]
    bill_number: Option<String>,
    meta: NameMeta,
}

#[derive(Deserialize)]
struct NameMeta {
    citation: Option<String>,
}

impl<'r> RecordNames<'r> {
    /// Reads a record of a list.
    pub(super) fn read(list: &'r ListIndex, doc: DocId) -> Result<Self> {
        serde_json::from_slice(list.records().get(doc)).context("a record is damaged")
    }

    /// Returns the name with this term in the spelling of the record; `None` for the title.
    pub(super) fn found_by(self, field: TermField, term: &str) -> Option<String> {
        match field {
            TermField::Citation => {
                let mut citations = self.citation.into_iter().chain(self.meta.citation);
                citations.find(|citation| citation::key(citation) == term)
            }
            TermField::Number => self.bill_number,
            _ => None,
        }
    }
}
