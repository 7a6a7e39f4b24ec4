//! Popular names, and the records that they mean.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use anyhow::Result;
use tantivy::DocId;

use crate::corpus::Catalogue;
use crate::index::format::name_ranks::weight;
use crate::index::format::schema::TermField;
use crate::index::search::list_index::ListIndex;
use crate::index::search::suggest::phrase_table::PhraseTable;
use crate::index::search::suggest::suggestion::Fit;
use crate::index::text::tokenizer::joined_words;

/// The popular names of the records that the lists have.
pub(super) struct PopularNames {
    table: PhraseTable,
    /// In the order of the table's phrases.
    names: Vec<PopularName>,
}

/// A popular name.
pub(super) struct PopularName {
    /// The name as the table writes it.
    pub(super) name: String,
    pub(super) words: String,
    /// The positions of a list and of a record in it, those of the main record first.
    pub(super) records: Vec<(usize, DocId)>,
    /// The weight as that of a record's name.
    weight: u8,
}

impl PopularName {
    fn new(name: String, words: String) -> Self {
        Self { name, words, records: Vec::new(), weight: 0 }
    }
}

impl PopularNames {
    /// The popular names of a catalogue.
    pub(super) fn new(lists: &[&ListIndex], catalogue: &Catalogue) -> Result<Self> {
        let mut by_words: BTreeMap<String, PopularName> = BTreeMap::new();
        for (name, records) in catalogue.popular_names.iter() {
            for (resource, id) in records {
                let (list_idx, words) = (*resource as usize, joined_words(name));
                let evaluator = lists[list_idx].evaluator();
                for doc in evaluator.postings().first_docs_with(TermField::Id, id, 1)? {
                    let weight = weight(evaluator.text().standing(doc), &words);
                    // Spellings of the same words are one name.
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

    /// Whether a word of a name begins so.
    pub(super) fn have(&self, beginning: &str) -> bool {
        self.table.find(beginning).next().is_some()
    }

    /// The names in which a word begins so, in the order of suggestions.
    pub(super) fn find(&self, beginning: &str) -> Vec<(Fit, &PopularName)> {
        let mut found: Vec<(usize, Fit)> = self.table.find(beginning).collect();
        found.sort_unstable();
        found.dedup_by_key(|(phrase_idx, _)| *phrase_idx);
        // Phrases are in alphabetical order.
        found.sort_by_key(|(phrase_idx, fit)| (*fit, Reverse(self.names[*phrase_idx].weight)));
        found.into_iter().map(|(phrase_idx, fit)| (fit, &self.names[phrase_idx])).collect()
    }
}
