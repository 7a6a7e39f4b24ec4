/*!
The exact matches of a search: the documents whose citation or name is the whole search, and their order.

Many cases have the same name, and one of them is famous. Nothing in the words says which, so the order is that of marks
that people have made: a popular name, and a summary of this project. Courts come before those whose decisions they
review, and the first decision of a case before those that follow from it.
*/

use std::collections::{BTreeMap, HashSet};

use anyhow::Result;
use foldhash::fast::RandomState;
use lexdex_core::citations::spelled_out;
use lexdex_core::corpus::Catalogue;
use lexdex_core::model::Resource;
use tantivy::DocId;

use crate::docset::doc_set::DocSet;
use crate::format::court_facet::{CourtFacet, court_facet};
use crate::format::facet_path::FacetPath;
use crate::format::facet_sets::FacetSets;
use crate::format::name_ranks::MAX_NAMESAKES;
use crate::format::schema::{FacetField, TermField};
use crate::format::summary_dates::SummaryDates;
use crate::search::postings::Postings;
use crate::search::text_search::priors::Priors;
use crate::search::text_search::resolver::Resolver;
use crate::search::text_search::scorer::ScoreKey;
use crate::text::case_name::STATE_WORDS;
use crate::text::text_query::TextQuery;
use crate::text::tokenizer::joined_words;

/// The id of the Supreme Court of the United States.
const HIGHEST_COURT: &str = "scotus";

/// The prior of a case of a court of last resort.
const LAST_RESORT: u8 = 3;

/// The data of a list by which exact matches are found and ordered.
pub(crate) struct ExactMatches {
    with_popular_name: DocSet,
    /// The documents that this project has summarized.
    summarized: DocSet,
    /// The Supreme Court of the United States, which reviews the decisions of other courts of last resort. `None` if the
    /// list has none of its decisions.
    highest_court: Option<FacetPath>,
    /// The names of governments, which are a party of many cases: of jurisdictions, and general ones. `None` if the
    /// list has no parties.
    governments: Option<HashSet<String, RandomState>>,
}

impl ExactMatches {
    /// Reads the data of a list.
    pub(crate) fn new(
        resource: Resource,
        (postings, facets): (&Postings, &FacetSets),
        summaries: &SummaryDates,
        catalogue: &Catalogue,
    ) -> Result<Self> {
        let n_docs = postings.titles().n_docs() as u32;
        let summarized: Vec<DocId> = summaries.docs().collect();
        let is_highest = |path: &FacetPath| matches!(court_facet(path), Some(CourtFacet::Catalogued(HIGHEST_COURT)));
        let highest_court =
            facets.for_field(FacetField::Court).map(|(path, _)| path).find(|path| is_highest(path)).cloned();
        Ok(Self {
            with_popular_name: postings.docs_with_field(TermField::PopularName)?,
            summarized: DocSet::from_docs(&summarized, n_docs),
            highest_court,
            governments: (resource == Resource::Cases).then(|| governments(catalogue)),
        })
    }

    /// Whether a search that is a name may be that of the first party of cases.
    fn can_be_party(&self, name: &str) -> bool {
        self.governments.as_ref().is_some_and(|governments| !governments.contains(name))
    }

    /// Whether the first party of a case counts as its name: a case of a court of last resort, or with a popular name.
    fn is_known_by_party(&self, doc: DocId, priors: &Priors) -> bool {
        priors.for_doc(doc) == LAST_RESORT || self.with_popular_name.contains(doc)
    }

    /// Returns the rank of each exact match, given those whose name is the search, the priors and facets, and the number of
    /// documents with a date. Those come first: those with a popular name, then those that this project has summarized, then by
    /// level. The others, cases by their first party, are ordered by level first. Equal cases are ordered oldest first,
    /// and other documents by score.
    pub(super) fn ranks(
        &self,
        (docs, named): (&DocSet, &DocSet),
        (priors, facets): (&Priors, &FacetSets),
        n_dated: u32,
    ) -> Vec<ExactRank> {
        let of_highest = self.highest_court.as_ref().and_then(|path| facets.get(FacetField::Court, path));
        let marks = |doc: DocId| {
            let [is_popular, is_summarized, is_highest] =
                [Some(&self.with_popular_name), Some(&self.summarized), of_highest]
                    .map(|marked| ScoreKey::from(marked.is_some_and(|marked| marked.contains(doc))));
            let level = ScoreKey::from(priors.for_doc(doc)) + is_highest;
            let by_people = 2 * is_popular + is_summarized;
            if named.contains(doc) { 1 << 5 | by_people << 3 | level } else { level << 2 | by_people }
        };
        let docs = docs.slice(0, docs.len() as usize);
        // Cases are in list order newest first, with those without a date at the end.
        let n_dated_docs = docs.partition_point(|doc| *doc < n_dated);
        let age = |idx: usize| {
            let n_older = if idx < n_dated_docs { n_dated_docs - 1 - idx } else { idx };
            ExactRank::MAX_ORDER.saturating_sub(ScoreKey::try_from(n_older).unwrap_or(ScoreKey::MAX))
        };
        let has_ages = self.governments.is_some();
        let rank = |(idx, doc): (usize, &DocId)| ExactRank { marks: marks(*doc), age: has_ages.then(|| age(idx)) };
        docs.iter().enumerate().map(rank).collect()
    }
}

/// The rank of a document among the exact matches.
#[derive(Clone, Copy)]
pub(crate) struct ExactRank {
    /// Six bits, which come first.
    marks: ScoreKey,
    /// The order of cases with equal marks, higher for older ones; `None` for other documents.
    age: Option<ScoreKey>,
}

impl ExactRank {
    /// The bits of the order among documents with equal marks.
    pub(crate) const ORDER_BITS: u32 = 9;

    const MAX_ORDER: ScoreKey = (1 << Self::ORDER_BITS) - 1;

    /// Returns the sort key among exact matches, given the first bits of the document's score.
    pub(crate) fn key(self, score: ScoreKey) -> ScoreKey {
        (self.marks << Self::ORDER_BITS) + self.age.unwrap_or(score)
    }
}

fn governments(catalogue: &Catalogue) -> HashSet<String, RandomState> {
    let jurisdictions = catalogue.jurisdictions.entries().iter();
    let names = jurisdictions.flat_map(|jurisdiction| [&jurisdiction.name].into_iter().chain(&jurisdiction.aliases));
    names.map(|name| joined_words(name)).chain(STATE_WORDS.iter().map(|word| (*word).to_owned())).collect()
}

impl Resolver<'_> {
    /// Returns the documents whose citation or name is the whole search, and those of them whose name is it without its
    /// second party. A first party is no name if it is a government, or that of too many cases.
    pub(super) fn exact(&self, query: &TextQuery, corrected: &BTreeMap<String, String>) -> Result<(DocSet, DocSet)> {
        let cited = self.postings.cited(&query.citation)?;
        let words = query.name.split(' ').map(|word| corrected.get(word).map_or(word, String::as_str));
        let words: Vec<&str> = words.collect();
        let in_full = words.iter().map(|word| spelled_out(word, true).first().unwrap_or(word));
        let mut names = vec![words.join(" "), in_full.copied().collect::<Vec<_>>().join(" ")];
        names.dedup();
        let (mut sets, mut by_party) = (vec![cited], Vec::new());
        for name in &names {
            sets.push(self.postings.titles().docs_with(name)?);
            for field in TermField::NAMES {
                sets.push(self.postings.docs_with(field, name)?);
            }
            if !query.is_name() && self.exact_matches.can_be_party(name) {
                let of_party = self.postings.titles().docs_with_beginning(&format!("{name} v "), MAX_NAMESAKES)?;
                of_party.for_each(|doc| {
                    if self.exact_matches.is_known_by_party(doc, self.priors) {
                        by_party.push(doc);
                    }
                });
            }
        }
        let named = DocSet::union(&sets.iter().collect::<Vec<_>>(), self.n_docs);
        by_party.sort_unstable();
        by_party.dedup();
        let by_party = DocSet::from_docs(&by_party, self.n_docs);
        Ok((DocSet::union(&[&named, &by_party], self.n_docs), named))
    }
}
