/*!
Finds the records of a list that are like one of them: a search with the record's weightiest words and its topics, of
which any is enough.
*/

use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::BTreeMap;

use anyhow::{Context, Result};
use serde::Deserialize;

use crate::index::format::facet_path::FacetPath;
use crate::index::format::schema::FacetField;
use crate::index::search::text_search::plan::{Plan, Unit};
use crate::index::search::text_search::resolver::Resolver;
use crate::index::search::text_search::source::Source;
use crate::index::search::text_search::weights::{
    IN_TITLE, MAX_FREQUENCY, OCCURRENCE, SHARED_TOPIC, WEIGHT_UNIT, saturated,
};
use crate::index::text::stem::stem;
use crate::index::text::stop_words::is_stop_word;
use crate::index::text::tokenizer::{WordReader, normalize_words};

/// The maximum number of a record's words by which others are compared with it.
const MAX_WORDS: usize = 16;

/// The maximum number of a record's topics by which others are compared with it.
const MAX_TOPICS: usize = 16;

/// The parts of a record by which others are compared with it.
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

    /// The stems of the words, each with its frequency. Numbers, letters and words that say nothing about a subject are
    /// left out.
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
    /// Resolves the search for the records that are like one with these parts.
    pub(crate) fn resolve_similar(&self, parts: &ComparedParts<'_>) -> Result<Plan<'s>> {
        let mut units: Vec<Unit<'s>> = self.weightiest_words(parts)?;
        for topic in parts.topics.iter().take(MAX_TOPICS) {
            let mut sources = Vec::new();
            self.push_facets([&(FacetField::Topic, FacetPath::flat(topic))], &mut sources);
            let unit = self.similarity(sources);
            units.extend(unit.map(|unit| Unit { rarity: unit.rarity * SHARED_TOPIC, ..unit }));
        }
        let mut plan = Plan { any: (1 << units.len()) - 1, units, ..Plan::default() };
        plan.set_coverages();
        Ok(plan)
    }

    /// The words of a record with the highest scores in it, those that no other record has left out.
    fn weightiest_words(&self, parts: &ComparedParts<'_>) -> Result<Vec<Unit<'s>>> {
        let mut words = Vec::new();
        for (stem, frequency) in parts.stems() {
            let mut sources = Vec::new();
            self.push_forms(&self.forms.of_stem(&stem), WEIGHT_UNIT, &mut sources)?;
            if let Some(unit) = self.similarity(sources) {
                words.push((unit.rarity * saturated(frequency.min(MAX_FREQUENCY)), unit));
            }
        }
        // The sort is stable, so words of equal weight stay in alphabetical order.
        words.sort_by_key(|(weight, _)| Reverse(*weight));
        Ok(words.into_iter().take(MAX_WORDS).map(|(_, unit)| unit).collect())
    }

    /// A unit that several records have; `None` if only one has it.
    fn similarity(&self, sources: Vec<Source<'s>>) -> Option<Unit<'s>> {
        let n_docs = sources.iter().map(Source::n_docs).sum();
        (n_docs > 1).then(|| Unit { sources, rarity: self.rarity(n_docs), coverage: 0, is_condition: false })
    }
}
