/*!
An open list: its tantivy index, its records and its coverage.
*/

use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, Result, ensure};
use lexdex_core::corpus::{Catalogue, CourtEntry, text};
use lexdex_core::model::{Date, Resource};
use tantivy::{DocId, Index as TantivyIndex, SegmentReader};

use crate::format::court_facet::uncatalogued_court;
use crate::format::coverage::Coverage;
use crate::format::facet_path::FacetPath;
use crate::format::layout::{FORMS_FILE, OFFSETS_FILE, RANKS_FILE, RECORDS_FILE, SUMMARY_DATES_FILE, TITLES_FILE};
use crate::format::name_ranks::{NameRanks, ranked_names};
use crate::format::record_store::RecordStore;
use crate::format::schema::{FacetField, TermField, TextField, schema};
use crate::format::storage::Storage;
use crate::format::summary_dates::SummaryDates;
use crate::format::title_order::TitleOrder;
use crate::format::word_forms::WordForms;
use crate::search::evaluator::Evaluator;
use crate::search::postings::Postings;
use crate::search::text_search::synonyms::Synonyms;

/// An open list.
pub(crate) struct ListIndex {
    evaluator: Evaluator,
    records: RecordStore,
    coverage: Coverage,
    summary_dates: SummaryDates,
    name_ranks: NameRanks,
    /// The number of names of each ranked kind.
    n_names: Vec<usize>,
}

impl ListIndex {
    /// Opens a list and checks that it is complete and undamaged.
    pub(crate) fn open(
        storage: &Storage,
        resource: Resource,
        catalogue: &Catalogue,
        synonyms: &Arc<Synonyms>,
    ) -> Result<Self> {
        let directory = storage.list(resource)?;
        let read = |file| directory.open_read(Path::new(file))?.read_bytes().context("cannot read");
        let records = read(RECORDS_FILE).with_context(|| format!("{resource}/{RECORDS_FILE}"))?;
        let offsets = read(OFFSETS_FILE).with_context(|| format!("{resource}/{OFFSETS_FILE}"))?;
        let coverage = Coverage::read(&*directory)?;
        let forms = WordForms::open(&*directory).with_context(|| format!("{resource}/{FORMS_FILE}"))?;
        let name_ranks = NameRanks::open(&*directory).with_context(|| format!("{resource}/{RANKS_FILE}"))?;
        let segment = open_segment(TantivyIndex::open(directory.box_clone())?, resource)?;
        let records = RecordStore::new(records, offsets, segment.as_ref().map_or(0, SegmentReader::max_doc))
            .with_context(|| format!("the records of the {resource} are damaged"))?;
        let summary_dates = SummaryDates::open(&*directory, records.n_docs())
            .with_context(|| format!("{resource}/{SUMMARY_DATES_FILE}"))?;
        let titles = TitleOrder::open(&*directory, resource, records.clone())
            .with_context(|| format!("{resource}/{TITLES_FILE}"))?;
        let postings = Postings::new(segment, titles);
        let n_names = ranked_names(resource).iter().map(|kind| postings.n_names(*kind));
        let n_names = n_names.collect::<Result<Vec<usize>>>()?;
        let names = (catalogue, Arc::clone(synonyms));
        let evaluator = Evaluator::open(postings, resource, forms, names, &summary_dates)?;
        name_ranks.check(&n_names).with_context(|| format!("{resource}/{RANKS_FILE}"))?;
        Ok(Self { evaluator, records, coverage, summary_dates, name_ranks, n_names })
    }

    /// The number of records.
    pub(crate) fn n_records(&self) -> u64 {
        u64::from(self.records.n_docs())
    }

    pub(crate) fn records(&self) -> &RecordStore {
        &self.records
    }

    pub(crate) fn coverage(&self) -> &Coverage {
        &self.coverage
    }

    /// The weights among suggestions of the names of a ranked kind.
    pub(crate) fn name_weights(&self, kind_idx: usize) -> &[u8] {
        self.name_ranks.weights(kind_idx, &self.n_names)
    }

    /// Evaluates conditions in this list.
    pub(crate) fn evaluator(&self) -> &Evaluator {
        &self.evaluator
    }

    /// The record with an id.
    pub(crate) fn find(&self, id: &str) -> Result<Option<&[u8]>> {
        Ok(self.find_doc(id)?.map(|doc| self.records.get(doc)))
    }

    /// The day on which this project wrote the summary that the record with an id shows; `None` if there is no such
    /// record, or its summary is its source's.
    pub(crate) fn summary_date(&self, id: &str) -> Result<Option<Date>> {
        Ok(self.find_doc(id)?.and_then(|doc| self.summary_dates.get(doc)))
    }

    /// Returns up to `limit` records similar to the one with an id, most similar first; `None` if no record has the id.
    pub(crate) fn similar(&self, id: &str, limit: usize) -> Result<Option<Vec<&[u8]>>> {
        let Some(doc) = self.find_doc(id)? else {
            return Ok(None);
        };
        let similar = self.evaluator.similar((doc, self.records.get(doc)), limit)?;
        Ok(Some(similar.into_iter().map(|doc| self.records.get(doc)).collect()))
    }

    fn find_doc(&self, id: &str) -> Result<Option<DocId>> {
        Ok(self.evaluator.postings().docs_with(TermField::Id, id)?.slice(0, 1).first().copied())
    }

    /// Returns the ids nearest to an unknown id, by edit distance.
    pub(crate) fn nearest_ids(&self, id: &str) -> Result<Vec<String>> {
        const MAX_IDS: usize = 5;
        // A fuzzy query takes memory for every letter, and longer ids do not exist.
        if id.len() > text::MAX_ID_BYTES {
            return Ok(Vec::new());
        }
        // Two edits are tried only if one edit finds too few, because thousands of ids can be two edits away.
        let mut ids = self.evaluator.postings().similar_ids(id, 1)?;
        if ids.len() < MAX_IDS {
            ids = self.evaluator.postings().similar_ids(id, 2)?;
        }
        let nearest = text::nearest(id, ids.iter().map(|id| (id.as_str(), id.as_str())), MAX_IDS);
        Ok(nearest.into_iter().map(str::to_owned).collect())
    }

    /// Returns the courts that records name and the catalogue does not have, in order.
    pub(crate) fn uncatalogued_courts(&self) -> Vec<CourtEntry> {
        let facets = self.evaluator.facets().for_field(FacetField::Court);
        let mut paths: Vec<&FacetPath> = facets.map(|(path, _)| path).collect();
        paths.sort();
        paths.into_iter().filter_map(uncatalogued_court).collect()
    }
}

/// Opens the only segment of a list's tantivy index; `None` if the list is empty.
fn open_segment(index: TantivyIndex, resource: Resource) -> Result<Option<SegmentReader>> {
    let is_known = TextField::ALL.iter().any(|texts| index.schema() == schema(*texts));
    ensure!(is_known, "the fields of the {resource} differ from those of this version");
    // tantivy's own reader is not used, because it writes a lock file.
    let segments = index.searchable_segments()?;
    ensure!(segments.len() <= 1, "the {resource} have {} segments instead of one", segments.len());
    Ok(segments.first().map(SegmentReader::open).transpose()?)
}
