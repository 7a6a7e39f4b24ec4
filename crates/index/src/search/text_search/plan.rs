/*!
A resolved search: the contribution of each part to the score of a document, and the parts that select documents.
*/

use std::collections::BTreeMap;

use anyhow::Result;
use lexdex_core::blocking;
use lexdex_core::model::{MOST, MatchMode};
use tantivy::{DocId, TERMINATED};

use crate::docset::doc_set::DocSet;
use crate::search::text_search::exact_matches::ExactRank;
use crate::search::text_search::source::FrequencySource;
use crate::search::text_search::weights::{COVERAGE_BITS, MAX_SATURATED};

/// The number of documents between two checks whether the result is still needed.
const STEP_DOCS: usize = 1 << 14;

/// The number of documents with all words at which a search for enough words requires all of them. One or two documents
/// may have them by accident.
pub(crate) const N_ENOUGH: usize = 3;

/// A set of units, with one bit per unit. 64 bits suffice for at most 32 clauses and 32 words of phrases.
pub(crate) type Units = u64;

/// A word or phrase, or several alternatives. Its sources are only read forward.
#[derive(Clone)]
pub(crate) struct PlanTerm<'s> {
    pub(crate) sources: Vec<FrequencySource<'s>>,
    /// The rarity, a factor of the score; 0 if the unit does not affect the score.
    pub(crate) rarity: u32,
    /// The unit's share of the rarity of all words of the search, in [`COVERAGE_BITS`].
    pub(crate) coverage: u32,
    /// Whether the unit also selects documents if any word is enough.
    pub(crate) is_condition: bool,
}

impl PlanTerm<'_> {
    /// Whether a rule needs to know which documents have the unit.
    pub(crate) fn is_read_by(&self, rule: MatchRule) -> bool {
        rule == MatchRule::All || self.rarity > 0 || self.is_condition
    }

    /// Returns the unit without the sources that are background texts.
    fn without_background(&self) -> Self {
        let sources = self.sources.iter().filter(|source| !source.is_background());
        Self { sources: sources.cloned().collect(), ..*self }
    }

    /// The sum of the number of documents of all sources. Documents in several sources count several times.
    pub(crate) fn n_docs(&self) -> u64 {
        self.sources.iter().map(FrequencySource::n_docs).sum()
    }

    /// Returns the first document at or after `doc`, or [`TERMINATED`].
    pub(crate) fn first_from(&mut self, doc: DocId) -> DocId {
        self.sources.iter_mut().map(|source| source.first_from(doc)).min().unwrap_or(TERMINATED)
    }
}

/// Points for documents that have words close to each other.
pub(crate) struct Boost {
    /// The documents, in ascending order.
    pub(crate) docs: Vec<DocId>,
    pub(crate) points: u32,
}

/// A resolved search.
#[derive(Default)]
pub(crate) struct SearchPlan<'s> {
    /// The number of words that do not count, because the search has too many.
    pub(crate) n_left_out: usize,
    pub(crate) units: Vec<PlanTerm<'s>>,
    pub(crate) boosts: Vec<Boost>,
    /// The documents whose citation or name equals the search.
    pub(crate) exact: DocSet,
    /// The rank of each of these documents among them.
    pub(crate) exact_ranks: Vec<ExactRank>,
    /// The documents of the places that the search names.
    pub(crate) places: Vec<&'s DocSet>,
    /// The units that a document must have under [`MatchRule::All`].
    pub(crate) all: Units,
    /// The units under [`MatchRule::Any`], which [`MatchRule::Most`] chooses from. A document must have at least one.
    pub(crate) any: Units,
    /// The units that a document must have under every rule.
    pub(crate) required: Units,
    /// The units that a document must not have.
    pub(crate) excluded: Units,
    /// The corrected words, each with its replacement.
    pub(crate) corrected: BTreeMap<String, String>,
}

/// The rule by which the words of a search select documents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatchRule {
    /// A document must have all words.
    All,
    /// A document must have enough of the words, as docs/search.md defines it.
    Most,
    /// A document must have at least one word that is not a stop word.
    Any,
}

impl MatchRule {
    /// Every rule.
    pub const ALL: [Self; 3] = [Self::All, Self::Most, Self::Any];

    /// Returns the word for the rule in responses.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::All => MatchMode::All.as_str(),
            Self::Most => MOST,
            Self::Any => MatchMode::Any.as_str(),
        }
    }
}

impl SearchPlan<'_> {
    /// Returns the documents that a rule selects, or can select, as one 64-bit word of a block. The arguments are the same
    /// word of the documents of each unit, of the exact matches, and of all documents of the list.
    #[inline(always)]
    pub(crate) fn select(&self, rule: MatchRule, of_unit: impl Fn(usize) -> u64, exact: u64, everything: u64) -> u64 {
        let of = |units: Units| (0..self.units.len()).filter(move |idx| units >> idx & 1 == 1).map(&of_unit);
        let with_all = |units: Units| of(units).fold(everything, |docs, of_unit| docs & of_unit);
        let with_any = |units: Units| of(units).fold(0, |docs, of_unit| docs | of_unit);
        let selected = match rule {
            MatchRule::All => with_all(self.all),
            MatchRule::Most | MatchRule::Any if self.any == 0 => with_all(self.required),
            MatchRule::Most | MatchRule::Any => with_any(self.any) & with_all(self.required),
        };
        (selected | exact) & !with_any(self.excluded)
    }

    /// Returns the units that a document must have under a rule, and whether it needs all of them or only one.
    pub(crate) fn driving_units(&self, rule: MatchRule) -> (Units, bool) {
        match rule {
            MatchRule::All => (self.all, true),
            MatchRule::Most | MatchRule::Any if self.required != 0 => (self.required, true),
            MatchRule::Most | MatchRule::Any => (self.any, false),
        }
    }

    /// Returns whether a search for enough words requires all of them, given the documents that have all, in ascending
    /// order. [`N_ENOUGH`] of them must have all words outside their background texts, or one must be an exact match: a
    /// long text has many words by chance, and must not hide the records that lack one of them. A search of one word
    /// selects the same documents under all rules.
    pub(crate) fn suits_all(&self, mut docs: impl Iterator<Item = DocId>) -> Result<bool> {
        if self.all.count_ones() <= 1 {
            return Ok(docs.next().is_some());
        }
        let of_all = self.units.iter().enumerate().filter(|(unit_idx, _)| self.all >> unit_idx & 1 == 1);
        let with_background = of_all.filter(|(_, unit)| unit.sources.iter().any(FrequencySource::is_background));
        let mut units: Vec<PlanTerm<'_>> = with_background.map(|(_, unit)| unit.without_background()).collect();
        let mut n_with_all = 0;
        for (n_read, doc) in docs.enumerate() {
            if n_read.is_multiple_of(STEP_DOCS) {
                blocking::step("comparing words outside background texts")?;
            }
            n_with_all += usize::from(units.iter_mut().all(|unit| unit.first_from(doc) == doc));
            if n_with_all == N_ENOUGH || self.exact.contains(doc) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns whether documents of the places that the search names suit all words, too, by [`Self::suits_all`].
    /// Otherwise, those of the place that lack a word must not be hidden by documents of other places.
    pub(crate) fn suits_all_in_places(&self, docs: impl Iterator<Item = DocId>) -> Result<bool> {
        let is_compared = |doc: &DocId| self.exact.contains(*doc) || self.places.iter().any(|docs| docs.contains(*doc));
        let is_settled = self.places.is_empty() || self.all.count_ones() <= 1;
        Ok(is_settled || self.suits_all(docs.filter(is_compared))?)
    }

    /// Computes the shares of the units in the rarity of all words.
    pub(crate) fn set_coverages(&mut self) {
        let words = self.units.iter_mut().enumerate().filter(|(unit_idx, _)| self.any >> unit_idx & 1 == 1);
        let mut words: Vec<&mut PlanTerm<'_>> = words.map(|(_, unit)| unit).collect();
        let total: u64 = words.iter().map(|unit| u64::from(unit.rarity)).sum();
        for unit in &mut words {
            unit.coverage = ((u64::from(unit.rarity) << COVERAGE_BITS) / total.max(1)) as u32;
        }
    }

    /// The sum of the shares of all units: that of a document with all words.
    pub(crate) fn full_coverage(&self) -> u32 {
        self.units.iter().map(|unit| unit.coverage).sum()
    }

    /// The highest possible score, at least 1, without priors.
    pub(crate) fn max_score(&self) -> u32 {
        let of_units: u32 = self.units.iter().map(|unit| unit.rarity * MAX_SATURATED).sum();
        (of_units + self.boosts.iter().map(|boost| boost.points).sum::<u32>()).max(1)
    }
}
