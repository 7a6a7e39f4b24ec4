/*!
Finds records similar to a given one: searches for any of its most distinctive words and its topics.
*/

use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::BTreeMap;

use anyhow::{Context, Result};
use serde::Deserialize;
use tantivy::DocId;

use crate::format::facet_path::FacetPath;
use crate::format::schema::FacetField;
use crate::search::text_search::plan::{PlanTerm, SearchPlan};
use crate::search::text_search::resolver::Resolver;
use crate::search::text_search::source::FrequencySource;
use crate::search::text_search::weights::{IN_TITLE, MAX_FREQUENCY, OCCURRENCE, SHARED_TOPIC, WEIGHT_UNIT, saturated};
use crate::text::stem::stem;
use crate::text::stop_words::is_stop_word;
use crate::text::tokenizer::{WordReader, normalize_words};

/// The maximum number of words that are compared.
const MAX_WORDS: usize = 16;

/// The maximum number of topics that are compared.
const MAX_TOPICS: usize = 16;

/// The parts of a record that are compared.
#[derive(Deserialize)]
pub(crate) struct ComparedParts<'r> {
    #[serde(borrow, alias = "caseName")]
    title: Cow<'r, str>,
    #[serde(borrow)]
    summary: Option<Cow<'r, str>>,
    #[serde(borrow, default)]
    topics: Vec<Cow<'r, str>>,
}

impl<'r> ComparedParts<'r> {
    /// Reads the parts of a record, given as JSON.
    pub(crate) fn read(record: &'r [u8]) -> Result<Self> {
        serde_json::from_slice(record).context("a record is damaged")
    }

    /// Returns the stems of the words, each with its frequency. Numbers, single letters and stop words are left out.
    fn stems(&self) -> BTreeMap<String, u32> {
        let mut stems = BTreeMap::new();
        let title = (&self.title, OCCURRENCE + IN_TITLE);
        for (text, frequency) in [title].into_iter().chain(self.summary.iter().map(|summary| (summary, OCCURRENCE))) {
            let normalized = normalize_words(text);
            let mut reader = WordReader::new(&normalized);
            let mut word = String::new();
            while reader.read_next(&mut word).is_some() {
                if word.chars().all(char::is_alphabetic) && word.chars().nth(1).is_some() && !is_stop_word(&word) {
                    *stems.entry(stem(&word).into_owned()).or_default() += frequency;
                }
            }
        }
        stems
    }
}

impl<'s> Resolver<'s> {
    /// Resolves the search for records similar to a document with these parts.
    pub(crate) fn resolve_similar(&self, doc: DocId, parts: &ComparedParts<'_>) -> Result<SearchPlan<'s>> {
        let mut units = Vec::new();
        for (stem, rarity) in self.weightiest_stems(doc, parts)? {
            let mut sources = Vec::new();
            self.push_forms(&self.forms.for_stem(&stem), WEIGHT_UNIT, &mut sources)?;
            units.push(PlanTerm { sources, rarity, coverage: 0, is_condition: false });
        }
        for topic in parts.topics.iter().take(MAX_TOPICS) {
            let mut sources = Vec::new();
            self.push_facets([&(FacetField::Topic, FacetPath::flat(topic))], &mut sources);
            let n_docs = sources.iter().map(FrequencySource::n_docs).sum();
            if n_docs > 1 {
                let rarity = self.rarity(n_docs) * SHARED_TOPIC;
                units.push(PlanTerm { sources, rarity, coverage: 0, is_condition: false });
            }
        }
        let mut plan = SearchPlan { any: (1 << units.len()) - 1, units, ..SearchPlan::default() };
        plan.set_coverages();
        Ok(plan)
    }

    /// Returns the stems with the highest scores in a document, each with its rarity. Stems that no other document has
    /// are left out. Only the dictionary is read, because a long record has thousands of words.
    fn weightiest_stems(&self, doc: DocId, parts: &ComparedParts<'_>) -> Result<Vec<(String, u32)>> {
        let mut weighed = Vec::new();
        for (stem, frequency) in parts.stems() {
            let forms = self.forms.for_stem(&stem);
            if self.is_in_another(&forms, doc)? {
                let rarity = self.rarity(self.n_matches(&forms)?);
                weighed.push((rarity * saturated(frequency.min(MAX_FREQUENCY)), stem, rarity));
            }
        }
        // The sort is stable, so that stems of equal weight stay in alphabetical order.
        weighed.sort_by_key(|(weight, ..)| Reverse(*weight));
        Ok(weighed.into_iter().take(MAX_WORDS).map(|(_, stem, rarity)| (stem, rarity)).collect())
    }

    /// Returns whether another document has one of these words.
    fn is_in_another(&self, forms: &[&str], doc: DocId) -> Result<bool> {
        for field in self.vocabularies() {
            for form in forms {
                let is_in_another = match self.postings.n_docs_with(*field, form)? {
                    0 => false,
                    1 => self.postings.first_docs_with(*field, form, 1)? != [doc],
                    _ => true,
                };
                if is_in_another {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// The sum of the documents with each of these words, in each of the fields.
    fn n_matches(&self, forms: &[&str]) -> Result<u64> {
        let mut n_matches = 0;
        for field in self.vocabularies() {
            for form in forms {
                n_matches += u64::from(self.postings.n_docs_with(*field, form)?);
            }
        }
        Ok(n_matches)
    }
}
