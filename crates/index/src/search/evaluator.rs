/*!
Evaluates conditions to sets of documents.

The sets of facets are resident. The sets of other conditions are computed from postings. They are cached, and so are
the intersections of several sets.
*/

use std::sync::Arc;

use anyhow::Result;
use lexdex_core::corpus::Catalogue;
use lexdex_core::model::Resource;
use tantivy::{DocId, SegmentReader};

use crate::docset::bitmap::Bitmap;
use crate::docset::disjunction::{Disjunction, SetRef};
use crate::docset::doc_set::DocSet;
use crate::docset::intersection::{Intersection, intersect_to_bitmap};
use crate::docset::matches::Matches;
use crate::format::facet_path::FacetPath;
use crate::format::facet_sets::FacetSets;
use crate::format::schema::{FacetField, TermField};
use crate::format::summary_dates::SummaryDates;
use crate::format::word_forms::WordForms;
use crate::search::condition::Condition;
use crate::search::date_index::DateIndex;
use crate::search::date_order::DateOrder;
use crate::search::intersection_cache::IntersectionCache;
use crate::search::postings::Postings;
use crate::search::text_search::synonyms::Synonyms;
use crate::search::text_search::text_index::TextIndex;
use crate::search::text_search::text_matches::TextMatches;
use crate::text::text_query::TextQuery;

/// The sets of a list, resident, cached and computed.
pub(crate) struct Evaluator {
    postings: Postings,
    facets: FacetSets,
    text: TextIndex,
    dates: DateIndex,
    /// `None` if the list has this order.
    date_order: Option<DateOrder>,
    n_docs: u32,
    cache: IntersectionCache,
}

impl Evaluator {
    /// Reads the facets and dates of a list.
    pub(crate) fn open(
        postings: Postings,
        resource: Resource,
        forms: WordForms,
        names: (&Catalogue, Arc<Synonyms>),
        summaries: &SummaryDates,
    ) -> Result<Self> {
        let is_newest_first = resource.is_newest_first();
        let n_docs = postings.segment().map_or(0, SegmentReader::max_doc);
        let (facets, dates) = match postings.segment() {
            Some(segment) => (FacetSets::read(segment)?, DateIndex::read(segment, is_newest_first)?),
            None => Default::default(),
        };
        Ok(Self {
            text: TextIndex::new(resource, forms, (&postings, &facets, n_docs), names, summaries)?,
            postings,
            facets,
            dates,
            date_order: (!is_newest_first).then(|| DateOrder::new(n_docs)),
            n_docs,
            cache: IntersectionCache::new(n_docs),
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

    pub(crate) fn facets(&self) -> &FacetSets {
        &self.facets
    }

    pub(crate) fn text(&self) -> &TextIndex {
        &self.text
    }

    pub(crate) fn dates(&self) -> &DateIndex {
        &self.dates
    }

    /// Whether the set of a condition is in memory.
    pub(crate) fn is_ready(&self, condition: &Condition) -> bool {
        match condition {
            Condition::Facet { .. } | Condition::AlsoFacet { .. } => true,
            Condition::DateRange(_) => self.date_order.is_none() || self.cache.contains(condition),
            Condition::Text(query) => self.text.is_cached(query),
            Condition::Citation(_) | Condition::Ids(_) => self.cache.contains(condition),
        }
    }

    /// Whether the set of a condition in the order by date is in memory.
    pub(crate) fn is_ready_by_date(&self, condition: &Condition) -> bool {
        self.date_order.as_ref().map_or_else(|| self.is_ready(condition), |order| order.is_ready(condition))
    }

    /// The positions, in the order by date, of the documents that meet all conditions.
    pub(crate) fn matches_by_date(&self, conditions: &[Condition]) -> Result<Matches<'_>> {
        let Some(order) = &self.date_order else {
            return self.matches(conditions);
        };
        let unknown = conditions.iter().filter(|condition| !order.is_ready(condition));
        if self.resolve(unknown)?.is_none() {
            return Ok(DocSet::empty().into());
        }
        order.matches(conditions, &self.dates, |condition| self.disjunction(condition))
    }

    /// The documents that meet all conditions.
    pub(crate) fn matches(&self, conditions: &[Condition]) -> Result<Matches<'_>> {
        let Some(disjunctions) = self.resolve(conditions)? else {
            return Ok(DocSet::empty().into());
        };
        Ok(Matches::new(disjunctions, self.n_docs, |disjunctions| {
            self.cache.intersection_of(conditions, || Intersection::new(disjunctions, self.n_docs))
        }))
    }

    pub(crate) fn text_matches(&self, query: &TextQuery) -> Result<Arc<TextMatches>> {
        self.text.matches(query, &self.postings, (&self.facets, &self.dates))
    }

    /// Returns up to `limit` documents similar to the given document and record, most similar first.
    pub(crate) fn similar(&self, record: (DocId, &[u8]), limit: usize) -> Result<Vec<DocId>> {
        self.text.similar(record, limit, &self.postings, (&self.facets, &self.dates))
    }

    /// The documents that meet all conditions; `None` if there are no conditions.
    pub(crate) fn bitmap<'c>(&self, conditions: impl IntoIterator<Item = &'c Condition>) -> Result<Option<Bitmap>> {
        let Some(disjunctions) = self.resolve(conditions)? else {
            return Ok(Some(Bitmap::new(std::iter::empty(), self.n_docs)));
        };
        Ok((!disjunctions.is_empty()).then(|| intersect_to_bitmap(&disjunctions, self.n_docs)))
    }

    /// Returns the documents of a set that are in every disjunction. The result is not cached.
    pub(crate) fn matches_among<'s>(&self, disjunctions: &[Disjunction<'s>], docs: &'s DocSet) -> Matches<'s> {
        let disjunctions = disjunctions.iter().cloned().chain([Disjunction { sets: vec![SetRef::Resident(docs)] }]);
        Matches::new(disjunctions.collect(), self.n_docs, |disjunctions| Intersection::new(disjunctions, self.n_docs))
    }

    /// The sets of conditions; `None` if no document meets all of them.
    ///
    /// The cheapest sets are computed first, and computing stops once the intersection is empty.
    pub(crate) fn resolve<'c>(
        &self,
        conditions: impl IntoIterator<Item = &'c Condition>,
    ) -> Result<Option<Vec<Disjunction<'_>>>> {
        let mut conditions: Vec<(u8, &Condition)> =
            conditions.into_iter().map(|condition| (self.cost(condition), condition)).collect();
        conditions.sort_by_key(|(cost, _)| *cost);
        let mut disjunctions: Vec<Disjunction<'_>> = Vec::with_capacity(conditions.len());
        for (cost, condition) in conditions {
            if cost > 0 && disjunctions.len() > 1 && Intersection::new(&disjunctions, self.n_docs).len() == 0 {
                return Ok(None);
            }
            let disjunction = self.disjunction(condition)?;
            if disjunction.is_empty() {
                return Ok(None);
            }
            disjunctions.push(disjunction);
        }
        Ok(Some(disjunctions))
    }

    /// Returns the relative cost of computing the set of a condition; 0 if it is in memory.
    fn cost(&self, condition: &Condition) -> u8 {
        match condition {
            _ if self.is_ready(condition) => 0,
            Condition::Text(_) => 2,
            _ => 1,
        }
    }

    /// The sets of a condition.
    pub(crate) fn disjunction(&self, condition: &Condition) -> Result<Disjunction<'_>> {
        let sets = match condition {
            Condition::Facet { field, paths } | Condition::AlsoFacet { field, paths } => {
                self.facets_with(*field, paths)
            }
            Condition::Text(query) => vec![SetRef::Computed(Arc::clone(&self.text_matches(query)?.docs))],
            Condition::DateRange(range) => {
                self.cached(condition, || Ok(self.dates.docs_in_range(*range, self.n_docs)))?
            }
            Condition::Citation(citation) => self.cached(condition, || self.postings.cited(citation))?,
            Condition::Ids(ids) => self.cached(condition, || self.postings.docs_with_any(TermField::Id, ids))?,
        };
        Ok(Disjunction { sets })
    }

    /// Returns the set of a condition, from the cache or computed.
    fn cached(&self, condition: &Condition, compute: impl FnOnce() -> Result<DocSet>) -> Result<Vec<SetRef<'_>>> {
        Ok(vec![SetRef::Computed(self.cache.set_of(condition, compute)?)])
    }

    /// Returns the sets of the facets, without empty ones.
    fn facets_with(&self, field: FacetField, paths: &[FacetPath]) -> Vec<SetRef<'_>> {
        paths.iter().filter_map(|path| self.facets.get(field, path)).map(SetRef::Resident).collect()
    }
}
