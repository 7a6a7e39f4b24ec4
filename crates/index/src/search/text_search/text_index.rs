/*!
Searches the text of an open list.
*/

use std::collections::BTreeMap;
use std::sync::Arc;

use anyhow::Result;
use lexdex_core::corpus::Catalogue;
use lexdex_core::model::{MatchMode, Resource};
use tantivy::DocId;

use crate::format::facet_sets::FacetSets;
use crate::format::schema::TermField;
use crate::format::standing;
use crate::format::summary_dates::SummaryDates;
use crate::format::word_forms::WordForms;
use crate::search::date_index::DateIndex;
use crate::search::postings::Postings;
use crate::search::text_search::exact_matches::ExactMatches;
use crate::search::text_search::facet_names::FacetNames;
use crate::search::text_search::place_names::PlaceNames;
use crate::search::text_search::plan::MatchRule;
use crate::search::text_search::priors::Priors;
use crate::search::text_search::resolver::Resolver;
use crate::search::text_search::scorer::score;
use crate::search::text_search::similar::ComparedParts;
use crate::search::text_search::source::FieldLengths;
use crate::search::text_search::synonyms::Synonyms;
use crate::search::text_search::text_cache::TextCache;
use crate::search::text_search::text_matches::TextMatches;
use crate::search::text_search::weights::{
    IN_TEXT, IN_TITLE, OCCURRENCE, TEXT_LENGTH_QUARTERS, TITLE_LENGTH_QUARTERS, WORD_LENGTH_QUARTERS,
};
use crate::text::stop_words::own_nouns;
use crate::text::text_query::TextQuery;

/// The parts of a list that a search reads in addition to the postings and the facet sets.
pub(crate) struct TextIndex {
    forms: WordForms,
    facet_names: FacetNames,
    place_names: PlaceNames,
    exact_matches: ExactMatches,
    synonyms: Arc<Synonyms>,
    own_nouns: &'static [&'static str],
    /// `None` if the list is empty.
    word_lengths: Option<FieldLengths>,
    title_lengths: Option<FieldLengths>,
    /// `None` if the list has no texts behind its records.
    text_lengths: Option<FieldLengths>,
    priors: Priors,
    /// The standing of a record without a prior.
    base_standing: u8,
    n_docs: u32,
    cache: TextCache,
}

impl TextIndex {
    /// Prepares the search of a list of `n_docs` documents.
    pub(crate) fn new(
        resource: Resource,
        forms: WordForms,
        (postings, facets, n_docs): (&Postings, &FacetSets, u32),
        (catalogue, synonyms): (&Catalogue, Arc<Synonyms>),
        summaries: &SummaryDates,
    ) -> Result<Self> {
        Ok(Self {
            forms,
            facet_names: FacetNames::new(facets, catalogue),
            place_names: PlaceNames::new(resource, facets, catalogue),
            exact_matches: ExactMatches::new(resource, (postings, facets), summaries, catalogue)?,
            synonyms,
            own_nouns: own_nouns(resource),
            word_lengths: FieldLengths::read(postings, TermField::Word, OCCURRENCE, WORD_LENGTH_QUARTERS)?,
            title_lengths: FieldLengths::read(postings, TermField::TitleWord, IN_TITLE, TITLE_LENGTH_QUARTERS)?,
            text_lengths: FieldLengths::read(postings, TermField::Text, IN_TEXT, TEXT_LENGTH_QUARTERS)?,
            priors: Priors::new(resource, facets, n_docs),
            base_standing: standing::base(resource),
            n_docs,
            cache: TextCache::new(n_docs),
        })
    }

    /// The standing of a record: 0 to 3 by the level of its court or the status of the bill.
    pub(crate) fn standing(&self, doc: DocId) -> u8 {
        self.base_standing + self.priors.for_doc(doc)
    }

    /// The number of words of a record's title and popular names, as the score counts them.
    pub(crate) fn n_title_words(&self, doc: DocId) -> u32 {
        self.title_lengths.as_ref().map_or(0, |lengths| lengths.n_words(doc))
    }

    /// Whether the matches of a search are cached.
    pub(crate) fn is_cached(&self, query: &TextQuery) -> bool {
        self.cache.contains(query)
    }

    pub(crate) fn matches(
        &self,
        query: &TextQuery,
        postings: &Postings,
        sets: (&FacetSets, &DateIndex),
    ) -> Result<Arc<TextMatches>> {
        self.cache.get_or_try_insert_with(query, || self.compute(query, postings, sets))
    }

    /// Searches by the mode. A search for enough words requires all, if enough records have them. The rule of its result
    /// says which of the words the selected records have. A citation that no record has finds only records that mention
    /// it.
    fn compute(&self, query: &TextQuery, postings: &Postings, sets: (&FacetSets, &DateIndex)) -> Result<TextMatches> {
        let resolver = self.resolver(postings, sets);
        let (mut plan, mut mode) = (resolver.resolve(query)?, query.mode);
        let is_absent = !query.cited.is_empty() && plan.exact.len() == 0;
        if is_absent {
            (plan, mode) = (resolver.resolve(&query.for_mentions())?, MatchMode::All);
        }
        let score = |rule| score(&plan, rule, &self.priors, self.n_docs);
        let (rule, scored) = match mode {
            MatchMode::Any => (MatchRule::Any, score(MatchRule::Any)?),
            MatchMode::All => (MatchRule::All, score(MatchRule::All)?),
            MatchMode::Auto => {
                let with_all = score(MatchRule::All)?;
                let needs_all = plan.suits_all(with_all.docs())?;
                if needs_all && plan.suits_all_in_places(with_all.docs())? {
                    (MatchRule::All, with_all)
                } else {
                    let with_any = score(MatchRule::Most)?;
                    let n_with_any = with_any.keys.len();
                    let enough = with_any.with_enough_words(needs_all.then(|| plan.full_coverage()));
                    match enough.keys.len() {
                        n_docs if n_docs > 0 && n_docs == with_all.keys.len() => (MatchRule::All, with_all),
                        n_docs if n_docs == n_with_any => (MatchRule::Any, enough),
                        _ => (MatchRule::Most, enough),
                    }
                }
            }
        };
        let mut matches = TextMatches::new(rule, plan.corrected, scored, self.n_docs);
        matches.n_left_out = plan.n_left_out;
        matches.is_absent = is_absent;
        Ok(matches)
    }

    /// Returns up to `limit` documents similar to the given document and record, most similar first.
    pub(crate) fn similar(
        &self,
        (doc, record): (DocId, &[u8]),
        limit: usize,
        postings: &Postings,
        sets: (&FacetSets, &DateIndex),
    ) -> Result<Vec<DocId>> {
        let plan = self.resolver(postings, sets).resolve_similar(doc, &ComparedParts::read(record)?)?;
        // An empty search would match every document.
        if plan.units.is_empty() {
            return Ok(Vec::new());
        }
        let scored = score(&plan, MatchRule::Any, &self.priors, self.n_docs)?;
        let matches = TextMatches::new(MatchRule::Any, BTreeMap::new(), scored, self.n_docs);
        let most_similar = matches.slice(None, 0, limit + 1).into_iter();
        Ok(most_similar.filter(|other| *other != doc).take(limit).collect())
    }

    fn resolver<'s>(&'s self, postings: &'s Postings, (facets, dates): (&'s FacetSets, &'s DateIndex)) -> Resolver<'s> {
        Resolver {
            postings,
            forms: &self.forms,
            facets,
            dates,
            facet_names: &self.facet_names,
            place_names: &self.place_names,
            exact_matches: &self.exact_matches,
            priors: &self.priors,
            synonyms: &self.synonyms,
            own_nouns: self.own_nouns,
            word_lengths: self.word_lengths.as_ref(),
            title_lengths: self.title_lengths.as_ref(),
            text_lengths: self.text_lengths.as_ref(),
            n_docs: self.n_docs,
        }
    }
}
