//! Finds popular names and their records.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use anyhow::Result;
use lexdex_core::corpus::Catalogue;
use tantivy::DocId;

use crate::format::name_ranks::{ranked_length, weight};
use crate::format::schema::TermField;
use crate::search::list_index::ListIndex;
use crate::search::suggest::phrase_table::PhraseTable;
use crate::search::suggest::suggestion::Fit;
use crate::text::tokenizer::joined_words;

/// The popular names of records in the lists.
pub(super) struct SuggestedPopularNames {
    table: PhraseTable,
    /// Indexed like the phrases of the table.
    names: Vec<PopularName>,
}

pub(super) struct PopularName {
    /// The name as written in the table of the catalogue.
    pub(super) name: String,
    pub(super) words: String,
    /// The records, each as the position of its list and its document, main record first.
    pub(super) records: Vec<(usize, DocId)>,
    /// The weight, comparable to that of a record's name.
    weight: u8,
}

impl PopularName {
    fn new(name: String, words: String) -> Self {
        Self { name, words, records: Vec::new(), weight: 0 }
    }
}

impl SuggestedPopularNames {
    /// The popular names of a catalogue.
    pub(super) fn new(lists: &[&ListIndex], catalogue: &Catalogue) -> Result<Self> {
        let mut by_words: BTreeMap<String, PopularName> = BTreeMap::new();
        for (name, records) in catalogue.popular_names.iter() {
            for (resource, id) in records {
                let (list_idx, words) = (*resource as usize, joined_words(name));
                let evaluator = lists[list_idx].evaluator();
                for doc in evaluator.postings().first_docs_with(TermField::Id, id, 1)? {
                    let weight = weight(evaluator.text().standing(doc), ranked_length(&words));
                    // Spellings with the same words are one name.
                    let entry = by_words.entry(words.clone());
                    let known = entry.or_insert_with(|| PopularName::new(name.to_owned(), words.clone()));
                    known.weight = known.weight.max(weight);
                    known.records.push((list_idx, doc));
                }
            }
        }
        let (phrases, names) = by_words.into_iter().unzip();
        Ok(Self { table: PhraseTable::new(phrases), names })
    }

    /// Returns whether a word of a name begins with this text.
    pub(super) fn have(&self, beginning: &str) -> bool {
        self.table.find(beginning).next().is_some()
    }

    /// Returns the names in which a word begins with this text, in the order of suggestions.
    pub(super) fn find(&self, beginning: &str) -> Vec<(Fit, &PopularName)> {
        let mut found: Vec<(usize, Fit)> = self.table.find(beginning).collect();
        found.sort_unstable();
        found.dedup_by_key(|(phrase_idx, _)| *phrase_idx);
        // The sort is stable, and phrases are already in alphabetical order.
        found.sort_by_key(|(phrase_idx, fit)| (*fit, Reverse(self.names[*phrase_idx].weight)));
        found.into_iter().map(|(phrase_idx, fit)| (fit, &self.names[phrase_idx])).collect()
    }
}
