/*!
Reads one list: the sets of its facets from tantivy's postings, its records from the file beside them.
*/

use std::collections::HashMap;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use tantivy::directory::OwnedBytes;
use tantivy::schema::IndexRecordOption;
use tantivy::{DocId, DocSet as _, Index as TantivyIndex, SegmentReader, TERMINATED};

use super::doc_set::DocSet;
use super::filter::FacetClause;
use super::indexed::Indexed;
use super::list_writer::{OFFSETS_FILE, RECORDS_FILE};
use super::schema::{FacetField, FacetPath, schema, uncatalogued_court};
use super::search::{Clause, search};
use super::{Storage, record_offsets};
use crate::corpus::CourtEntry;

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
}

/// An open list.
pub(super) struct ListReader {
    n_docs: u32,
    sets: HashMap<(FacetField, FacetPath), DocSet>,
    records: OwnedBytes,
    offsets: OwnedBytes,
}

impl ListReader {
    /// Opens a list.
    pub(super) fn open<R: Indexed>(storage: &Storage) -> Result<Self> {
        let directory = storage.list(R::RESOURCE)?;
        let read = |file| directory.open_read(Path::new(file))?.read_bytes().context("cannot read");
        let records = read(RECORDS_FILE).with_context(|| format!("{}/{RECORDS_FILE}", R::RESOURCE))?;
        let offsets = read(OFFSETS_FILE).with_context(|| format!("{}/{OFFSETS_FILE}", R::RESOURCE))?;
        let index = TantivyIndex::open(directory)?;
        ensure!(index.schema() == schema(), "the fields of the {} are not those of this version", R::RESOURCE);
        // Not through tantivy's reader, which writes a lock file.
        let segments = index.searchable_segments()?;
        ensure!(segments.len() <= 1, "the {} are in {} segments in place of one", R::RESOURCE, segments.len());
        let segment = segments.first().map(SegmentReader::open).transpose()?;
        let n_docs = segment.as_ref().map_or(0, SegmentReader::max_doc);
        let sets = segment.map_or(Ok(HashMap::new()), |segment| read_sets(&segment))?;
        let list = Self { n_docs, sets, records, offsets };
        list.check_offsets().with_context(|| format!("the records of the {} are damaged", R::RESOURCE))?;
        Ok(list)
    }

    /// That every offset there must be is there, each behind the one before it, the last one at the end of the
    /// records: then every record can be read.
    fn check_offsets(&self) -> Result<()> {
        let n_offsets = record_offsets::count(&self.offsets);
        ensure!(n_offsets as u64 == u64::from(self.n_docs) + 1, "there are {n_offsets} offsets");
        let offsets = (0..=self.n_docs).map(|doc| self.offset(doc));
        ensure!(offsets.is_sorted(), "the offsets do not ascend");
        ensure!(self.offset(self.n_docs) == self.records.len(), "the last offset is not the end of the records");
        Ok(())
    }

    /// How many records the list has.
    pub(super) fn n_records(&self) -> u64 {
        u64::from(self.n_docs)
    }

    /// The records that fulfil all clauses.
    pub(super) fn search(&self, clauses: &[FacetClause], page: Page) -> Hits<'_> {
        let clauses: Vec<Clause<'_>> = clauses.iter().map(|clause| self.sets_of(clause)).collect();
        let matches = search(&clauses, self.n_docs, page.offset, page.limit);
        let records = matches.docs.into_iter().map(|doc| self.record(doc)).collect();
        Hits { total: u64::from(matches.total), records }
    }

    fn sets_of(&self, clause: &FacetClause) -> Clause<'_> {
        let paths = clause.paths.iter().map(|path| (clause.field, path.clone()));
        paths.filter_map(|key| self.sets.get(&key)).collect()
    }

    /// The JSON of a record, without the end of its line.
    fn record(&self, doc: DocId) -> &[u8] {
        let line = &self.records[self.offset(doc)..self.offset(doc + 1)];
        line.strip_suffix(b"\n").unwrap_or(line)
    }

    /// Where a record begins; where the last one ends, for the number behind it.
    fn offset(&self, doc: DocId) -> usize {
        record_offsets::get(&self.offsets, doc as usize).map_or(self.records.len(), |offset| offset as usize)
    }

    /// The courts that the records name and the catalogue does not have, in order.
    pub(super) fn uncatalogued_courts(&self) -> Vec<CourtEntry> {
        let mut paths: Vec<&FacetPath> =
            self.sets.keys().filter(|(field, _)| *field == FacetField::Court).map(|(_, path)| path).collect();
        paths.sort();
        paths.into_iter().filter_map(uncatalogued_court).collect()
    }
}

/// Reads every facet's documents.
fn read_sets(segment: &SegmentReader) -> Result<HashMap<(FacetField, FacetPath), DocSet>> {
    let mut sets = HashMap::new();
    for field in FacetField::ALL {
        let inverted_index = segment.inverted_index(field.field())?;
        let mut terms = inverted_index.terms().stream()?;
        while terms.advance() {
            let path = FacetPath::from_term(terms.key()).context("a facet is not UTF-8")?;
            let mut postings = inverted_index.read_postings_from_terminfo(terms.value(), IndexRecordOption::Basic)?;
            let mut docs = Vec::with_capacity(terms.value().doc_freq as usize);
            while postings.doc() != TERMINATED {
                docs.push(postings.doc());
                postings.advance();
            }
            sets.insert((field, path), DocSet::new(docs, segment.max_doc()));
        }
    }
    Ok(sets)
}
