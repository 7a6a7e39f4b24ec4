/*!
Evaluates conditions to sets of documents.

The sets of facets are resident. The sets of other conditions are computed from the postings and cached, as are the
intersections of several sets.
*/

use anyhow::{Result, bail};
use tantivy::SegmentReader;

use crate::index::docset::disjunction::{Disjunction, SetRef};
use crate::index::docset::doc_set::DocSet;
use crate::index::docset::intersection::{Intersection, intersect_to_bitmap};
use crate::index::docset::matches::Matches;
use crate::index::format::schema::TermField;
use crate::index::search::condition::Condition;
use crate::index::search::condition_cache::ConditionCache;
use crate::index::search::date_index::DateIndex;
use crate::index::search::facet_sets::FacetSets;
use crate::index::search::postings::Postings;
use crate::index::search::result_cache::ResultCache;

/// The sets of a list, resident, cached and computed.
pub(crate) struct Evaluator {
    postings: Postings,
    facets: FacetSets,
    dates: DateIndex,
    n_docs: u32,
    condition_cache: ConditionCache,
    result_cache: ResultCache,
}

impl Evaluator {
    /// Reads the facets and dates of a list's segment; `None` is an empty list.
    pub(crate) fn open(segment: Option<SegmentReader>, is_newest_first: bool) -> Result<Self> {
        let n_docs = segment.as_ref().map_or(0, SegmentReader::max_doc);
        let (facets, dates) = match &segment {
            Some(segment) => (FacetSets::read(segment)?, DateIndex::read(segment, is_newest_first)?),
            None => Default::default(),
        };
        Ok(Self {
            postings: Postings::new(segment),
            facets,
            dates,
            n_docs,
            condition_cache: ConditionCache::new(n_docs),
            result_cache: ResultCache::new(n_docs),
        })
    }

    /// The number of documents in the list.
    pub(crate) fn n_docs(&self) -> u32 {
        self.n_docs
    }

    /// The inverted index.
    pub(crate) fn postings(&self) -> &Postings {
        &self.postings
    }

    /// The sets of the facets.
    pub(crate) fn facets(&self) -> &FacetSets {
        &self.facets
    }

    /// The dates.
    pub(crate) fn dates(&self) -> &DateIndex {
        &self.dates
    }

    /// Whether the set of a condition is cached.
    pub(crate) fn is_cached(&self, condition: &Condition) -> bool {
        self.condition_cache.contains(condition)
    }

    /// The documents that meet all conditions.
    pub(crate) fn matches(&self, conditions: &[Condition]) -> Result<Matches<'_>> {
        let disjunctions = conditions.iter().map(|condition| self.disjunction(condition)).collect::<Result<_>>()?;
        let intersect = |disjunctions: &[Disjunction<'_>]| {
            self.result_cache.get_or_insert_with(conditions, || Intersection::new(disjunctions, self.n_docs))
        };
        Ok(Matches::new(disjunctions, self.n_docs, intersect))
    }

    /// The sets of a condition.
    fn disjunction(&self, condition: &Condition) -> Result<Disjunction<'_>> {
        let sets = match condition {
            Condition::Facet { field, paths } => {
                paths.iter().filter_map(|path| self.facets.get(*field, path)).map(SetRef::Resident).collect()
            }
            Condition::Not(condition) => {
                let Disjunction { sets, is_negated } = self.disjunction(condition)?;
                return Ok(Disjunction { sets, is_negated: !is_negated });
            }
            _ => {
                let set = self.condition_cache.get_or_try_insert_with(condition, || self.compute(condition))?;
                vec![SetRef::Computed(set)]
            }
        };
        Ok(Disjunction { sets, is_negated: false })
    }

    /// Computes the set of a condition that is not on facets.
    fn compute(&self, condition: &Condition) -> Result<DocSet> {
        match condition {
            Condition::DateRange(range) => Ok(self.dates.docs_in_range(*range, self.n_docs)),
            Condition::Citation(keys) => self.postings.docs_with_first(TermField::Citation, keys),
            Condition::Phrase(phrase) => self.postings.docs_with_phrase(phrase),
            Condition::PhrasesOrCitation { phrases, citations } => {
                let phrases = phrases.iter().map(|phrase| self.disjunction(&Condition::Phrase(phrase.clone())));
                let with_phrases = self.intersect(&phrases.collect::<Result<Vec<_>>>()?);
                let cited = self.postings.docs_with_first(TermField::Citation, citations)?;
                Ok(DocSet::union(&[&with_phrases, &cited], self.n_docs))
            }
            Condition::NameMatch { name, citations } => {
                let cited = self.postings.docs_with_first(TermField::Citation, citations)?;
                let named = self.postings.docs_with(TermField::Name, name)?;
                Ok(DocSet::union(&[&cited, &named], self.n_docs))
            }
            Condition::TitleTerms(words) => {
                let sets = words.iter().map(|word| self.postings.docs_with(TermField::TitleWord, word));
                let sets = sets.map(|set| set.map(Disjunction::from));
                Ok(self.intersect(&sets.collect::<Result<Vec<_>>>()?))
            }
            Condition::Facet { .. } | Condition::Not(_) => bail!("a condition on facets has sets"),
        }
    }

    fn intersect(&self, disjunctions: &[Disjunction<'_>]) -> DocSet {
        DocSet::of_bitmap(intersect_to_bitmap(disjunctions, self.n_docs), self.n_docs)
    }
}
