/*!
Reads one list: the sets of its facets from tantivy's postings, its records from the file beside them.
*/

use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, Result, bail, ensure};
use serde::Deserialize;
use tantivy::{DocId, Index as TantivyIndex, SegmentReader, Term};

use crate::blocking;
use crate::corpus::{CourtEntry, text};
use crate::index::docset::doc_set::DocSet;
use crate::index::docset::intersection::{Clause, Selection, SetRef, join_all};
use crate::index::docset::matches::Matches;
use crate::index::format::coverage::Coverage;
use crate::index::format::layout::{OFFSETS_FILE, RECORDS_FILE};
use crate::index::format::record_store::Records;
use crate::index::format::schema::{FacetField, FacetPath, TermField, schema, uncatalogued_court};
use crate::index::format::storage::Storage;
use crate::index::search::condition_cache::MadeSets;
use crate::index::search::date_index::Dates;
use crate::index::search::facet_sets::FacetSets;
use crate::index::search::filter::{Condition, Filter};
use crate::index::search::result_cache::Selections;
use crate::index::search::{postings, sort_order};
use crate::model::{Order, Resource};

/// The slice of a list that is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Page {
    /// How many records at most.
    pub limit: usize,
    /// How many records to skip.
    pub offset: u64,
}

/// The slice that was found.
#[derive(Debug, PartialEq, Eq)]
pub struct Hits<'i> {
    /// How many records match, exactly.
    pub total: u64,
    /// The records of the page as JSON, in list order.
    pub records: Vec<&'i [u8]>,
    /// Whether reading the records can be expected not to wait for a disk.
    pub is_warm: bool,
}

/// The part of a record that every list has.
#[derive(Deserialize)]
struct Identified {
    id: String,
}

/// An open list.
pub(crate) struct ListReader {
    /// Nothing if the list is empty.
    segment: Option<SegmentReader>,
    facets: FacetSets,
    dates: Dates,
    is_newest_first: bool,
    made: MadeSets,
    selections: Selections,
    records: Records,
    coverage: Coverage,
}

impl ListReader {
    /// Opens a list.
    pub(crate) fn open(storage: &Storage, resource: Resource) -> Result<Self> {
        let directory = storage.list(resource)?;
        let read = |file| directory.open_read(Path::new(file))?.read_bytes().context("cannot read");
        let records = read(RECORDS_FILE).with_context(|| format!("{}/{RECORDS_FILE}", resource))?;
        let offsets = read(OFFSETS_FILE).with_context(|| format!("{}/{OFFSETS_FILE}", resource))?;
        let coverage = Coverage::read(&*directory)?;
        let index = TantivyIndex::open(directory)?;
        ensure!(index.schema() == schema(), "the fields of the {} are not those of this version", resource);
        // Not through tantivy's reader, which writes a lock file.
        let segments = index.searchable_segments()?;
        ensure!(segments.len() <= 1, "the {} are in {} segments in place of one", resource, segments.len());
        let segment = segments.first().map(SegmentReader::open).transpose()?;
        let n_docs = segment.as_ref().map_or(0, SegmentReader::max_doc);
        let (facets, dates) = match &segment {
            Some(segment) => (FacetSets::read(segment)?, Dates::read(segment, resource.is_newest_first())?),
            None => Default::default(),
        };
        let records = Records::new(records, offsets, n_docs)
            .with_context(|| format!("the records of the {} are damaged", resource))?;
        Ok(Self {
            segment,
            facets,
            dates,
            is_newest_first: resource.is_newest_first(),
            made: MadeSets::new(n_docs),
            selections: Selections::new(n_docs),
            records,
            coverage,
        })
    }

    /// What the list covers.
    pub(crate) fn coverage(&self) -> &Coverage {
        &self.coverage
    }

    /// How many records the list has.
    pub(crate) fn n_records(&self) -> u64 {
        u64::from(self.records.n_docs())
    }

    /// The records themselves.
    pub(crate) fn records(&self) -> &Records {
        &self.records
    }

    /// Whether some record has a facet.
    pub(crate) fn has(&self, field: FacetField, path: &FacetPath) -> bool {
        self.facets.get(field, path).is_some()
    }

    /// Whether the list's own order is by date, the newest first.
    pub(crate) fn is_newest_first(&self) -> bool {
        self.is_newest_first
    }

    /// Whether a search needs no postings, and no look at every record.
    pub(crate) fn is_quick(&self, filter: &Filter, order: Option<Order>) -> bool {
        let is_kept = |condition: &Condition| match condition {
            Condition::Facet { .. } => true,
            Condition::Dated(_) => self.is_newest_first || self.made.has(condition),
            _ => self.made.has(condition),
        };
        let is_own_order = order.is_none() || self.is_newest_first && order != Some(Order::Relevance);
        is_own_order && filter.conditions().iter().all(is_kept)
    }

    /// The records that a filter selects, in the list's order or in another one.
    pub(crate) fn search(&self, filter: &Filter, order: Option<Order>, page: Page) -> Result<Hits<'_>> {
        // There are no documents behind the last, so that a larger offset means the same as this one.
        let n_docs = self.records.n_docs();
        let offset = u32::try_from(page.offset).unwrap_or(n_docs).min(n_docs);
        if let ([condition @ Condition::Phrase(phrase)], None, Some(segment)) =
            (filter.conditions(), order, &self.segment)
            && let [word] = &phrase[..]
            && !self.made.has(condition)
        {
            let term = Term::from_field_text(TermField::Word.field(), word);
            let (total, docs) = postings::slice_with(segment, &term, offset, page.limit)?;
            return Ok(self.hits(total, docs));
        }
        let matches = self.matches(filter.conditions())?;
        let docs = match order {
            None => matches.slice(offset, page.limit),
            Some(Order::Newest) if self.is_newest_first => matches.slice(offset, page.limit),
            Some(Order::Oldest) if self.is_newest_first => {
                sort_order::oldest_of_newest_first(&matches, &self.dates, offset, page.limit)
            }
            Some(Order::Newest) => sort_order::by_date(&matches, &self.dates, true, offset, page.limit),
            Some(Order::Oldest) => sort_order::by_date(&matches, &self.dates, false, offset, page.limit),
            Some(Order::Relevance) => sort_order::one_after_the_other(&self.by_relevance(filter)?, offset, page.limit),
        };
        Ok(self.hits(matches.len(), docs))
    }

    fn hits(&self, total: u32, docs: Vec<DocId>) -> Hits<'_> {
        Hits {
            total: u64::from(total),
            is_warm: docs.iter().all(|doc| self.records.is_warm(*doc)),
            records: docs.into_iter().map(|doc| self.records.get(doc)).collect(),
        }
    }

    /// Calls `visit` with each record that a filter selects, in list order, until it fails.
    pub(crate) fn for_each(&self, filter: &Filter, mut visit: impl FnMut(&[u8]) -> Result<()>) -> Result<()> {
        const AT_ONCE: usize = 1000;
        blocking::mark("reading every record");
        let matches = self.matches(filter.conditions())?;
        for offset in (0..matches.len()).step_by(AT_ONCE) {
            matches.slice(offset, AT_ONCE).into_iter().try_for_each(|doc| visit(self.records.get(doc)))?;
        }
        Ok(())
    }

    /// The record with an identifier.
    pub(crate) fn find(&self, id: &str) -> Result<Option<&[u8]>> {
        let set = self.docs_with(TermField::Id, id)?;
        Ok(set.slice(0, 1).first().map(|doc| self.records.get(*doc)))
    }

    /// The identifiers that differ least from one that is not there.
    pub(crate) fn nearest_ids(&self, id: &str) -> Result<Vec<String>> {
        const MOST: usize = 5;
        // What finds similar ones takes memory for every letter: nothing is similar to what no identifier can be.
        let Some(segment) = self.segment.as_ref().filter(|_| id.len() <= text::MAX_ID_BYTES) else {
            return Ok(Vec::new());
        };
        let similar = postings::docs_with_similar(segment, &Term::from_field_text(TermField::Id.field(), id))?;
        let ids = similar.into_iter().map(|doc| Ok(serde_json::from_slice::<Identified>(self.records.get(doc))?.id));
        let ids = ids.collect::<Result<Vec<String>>>()?;
        Ok(text::nearest(id, ids.iter().map(|id| (id.as_str(), id.as_str())), MOST)
            .into_iter()
            .map(str::to_owned)
            .collect())
    }

    /// The documents of the facets.
    pub(crate) fn facets(&self) -> &FacetSets {
        &self.facets
    }

    /// The dates.
    pub(crate) fn dates(&self) -> &Dates {
        &self.dates
    }

    /// The documents that fulfil all conditions.
    pub(crate) fn matches(&self, conditions: &[Condition]) -> Result<Matches<'_>> {
        let clauses = conditions.iter().map(|condition| self.clause(condition)).collect::<Result<_>>()?;
        let n_docs = self.records.n_docs();
        let select = |clauses: &[Clause<'_>]| self.selections.get(conditions, || Selection::new(clauses, n_docs));
        Ok(Matches::new(clauses, n_docs, select))
    }

    /// The groups of the matches by how well the words fit.
    fn by_relevance(&self, filter: &Filter) -> Result<Vec<Matches<'_>>> {
        let groups = filter.by_relevance();
        groups.iter().map(|conditions| self.matches(conditions)).collect()
    }

    /// The sets of which a document must be in one to fulfil the condition.
    fn clause(&self, condition: &Condition) -> Result<Clause<'_>> {
        let sets = match condition {
            Condition::Facet { field, paths } => {
                paths.iter().filter_map(|path| self.facets.get(*field, path)).map(SetRef::Kept).collect()
            }
            Condition::Not(condition) => {
                let Clause { sets, is_excluding } = self.clause(condition)?;
                return Ok(Clause { sets, is_excluding: !is_excluding });
            }
            _ => vec![SetRef::Made(self.made.get(condition, || self.make(condition))?)],
        };
        Ok(Clause { sets, is_excluding: false })
    }

    /// Makes the set of a condition that no facet answers.
    fn make(&self, condition: &Condition) -> Result<DocSet> {
        let n_docs = self.records.n_docs();
        match condition {
            Condition::Dated(range) => Ok(self.dates.within(*range, n_docs)),
            Condition::Cited(keys) => self.first_with(TermField::Citation, keys),
            Condition::Phrase(phrase) => self.docs_with_phrase(phrase),
            Condition::PhrasesOrCited { phrases, citations } => {
                let phrases = phrases.iter().map(|phrase| self.clause(&Condition::Phrase(phrase.clone())));
                let with_words = self.docs_of_all(&phrases.collect::<Result<Vec<_>>>()?);
                Ok(DocSet::union(&[&with_words, &self.first_with(TermField::Citation, citations)?], n_docs))
            }
            Condition::Called { name, citations } => {
                let cited = self.first_with(TermField::Citation, citations)?;
                let named = self.docs_with(TermField::Name, name)?;
                Ok(DocSet::union(&[&cited, &named], n_docs))
            }
            Condition::Titled(words) => {
                let sets = words.iter().map(|word| self.docs_with(TermField::TitleWord, word));
                let sets = sets.collect::<Result<Vec<_>>>()?;
                let clause = |set| Clause { sets: vec![SetRef::Made(Arc::new(set))], is_excluding: false };
                Ok(self.docs_of_all(&sets.into_iter().map(clause).collect::<Vec<_>>()))
            }
            Condition::Facet { .. } | Condition::Not(_) => bail!("a condition on facets has sets"),
        }
    }

    /// The documents that fulfil all clauses.
    fn docs_of_all(&self, clauses: &[Clause<'_>]) -> DocSet {
        let n_docs = self.records.n_docs();
        DocSet::of_bitmap(join_all(clauses, n_docs), n_docs)
    }

    fn docs_with(&self, field: TermField, text: &str) -> Result<DocSet> {
        let Some(segment) = &self.segment else {
            return Ok(DocSet::empty());
        };
        Ok(postings::docs_with(segment, &Term::from_field_text(field.field(), text))?)
    }

    /// The documents of the first of these terms that some document has.
    fn first_with(&self, field: TermField, texts: &[String]) -> Result<DocSet> {
        for text in texts {
            let set = self.docs_with(field, text)?;
            if set.len() > 0 {
                return Ok(set);
            }
        }
        Ok(DocSet::empty())
    }

    fn docs_with_phrase(&self, phrase: &[String]) -> Result<DocSet> {
        match (&self.segment, phrase) {
            (None, _) => Ok(DocSet::empty()),
            (Some(_), [word]) => self.docs_with(TermField::Word, word),
            (Some(segment), words) => {
                let terms = words.iter().map(|word| Term::from_field_text(TermField::Word.field(), word));
                Ok(postings::docs_with_phrase(segment, terms.collect())?)
            }
        }
    }

    /// The courts that the records name and the catalogue does not have, in order.
    pub(crate) fn uncatalogued_courts(&self) -> Vec<CourtEntry> {
        let mut paths: Vec<&FacetPath> = self.facets.of_field(FacetField::Court).map(|(path, _)| path).collect();
        paths.sort();
        paths.into_iter().filter_map(uncatalogued_court).collect()
    }
}
