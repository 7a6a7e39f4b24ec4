/*!
Reads one list: the sets of its facets from tantivy's postings, its records from the file beside them.
*/

use std::path::Path;

use anyhow::{Context, Result, ensure};
use tantivy::{Index as TantivyIndex, SegmentReader};

use super::Storage;
use super::facet_sets::FacetSets;
use super::filter::Condition;
use super::indexed::Indexed;
use super::list_writer::{OFFSETS_FILE, RECORDS_FILE};
use super::records::Records;
use super::schema::{FacetField, FacetPath, schema, uncatalogued_court};
use super::selection::{Clause, Selection};
use super::selections::Selections;
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
    /// Whether reading the records can be expected not to wait for a disk.
    pub is_warm: bool,
}

/// An open list.
pub(super) struct ListReader {
    sets: FacetSets,
    selections: Selections,
    records: Records,
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
        let sets = segment.map_or_else(|| Ok(FacetSets::default()), |segment| FacetSets::read(&segment))?;
        let records = Records::new(records, offsets, n_docs)
            .with_context(|| format!("the records of the {} are damaged", R::RESOURCE))?;
        Ok(Self { sets, selections: Selections::new(n_docs), records })
    }

    /// How many records the list has.
    pub(super) fn n_records(&self) -> u64 {
        u64::from(self.records.n_docs())
    }

    /// The records themselves.
    pub(super) fn records(&self) -> &Records {
        &self.records
    }

    /// Whether some record has a facet.
    pub(super) fn has(&self, field: FacetField, path: &FacetPath) -> bool {
        self.sets.has(field, path)
    }

    /// The records that fulfil all conditions.
    pub(super) fn search(&self, conditions: &[Condition], page: Page) -> Hits<'_> {
        // There are no documents behind the last, so that a larger offset means the same as this one.
        let n_docs = self.records.n_docs();
        let offset = u32::try_from(page.offset).unwrap_or(n_docs).min(n_docs);
        let clauses: Vec<Clause<'_>> = conditions.iter().map(|condition| self.sets.clause(condition)).collect();
        let (total, docs) = match &clauses[..] {
            [] => (n_docs, (offset..n_docs).take(page.limit).collect()),
            [clause] if clause.len() == 1 => (clause[0].len(), clause[0].slice(offset, page.limit)),
            // Not kept: there is no end of values that nothing has.
            _ if clauses.iter().any(Vec::is_empty) => (0, Vec::new()),
            _ => {
                let selection = self.selections.get(conditions, || Selection::new(&clauses, n_docs));
                (selection.len(), selection.slice(&clauses, offset, page.limit))
            }
        };
        Hits {
            total: u64::from(total),
            is_warm: docs.iter().all(|doc| self.records.is_warm(*doc)),
            records: docs.into_iter().map(|doc| self.records.get(doc)).collect(),
        }
    }

    /// The courts that the records name and the catalogue does not have, in order.
    pub(super) fn uncatalogued_courts(&self) -> Vec<CourtEntry> {
        let mut paths: Vec<&FacetPath> = self.sets.paths(FacetField::Court).collect();
        paths.sort();
        paths.into_iter().filter_map(uncatalogued_court).collect()
    }
}
