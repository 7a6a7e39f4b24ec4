/*!
Writes the tantivy index of a list: a document a record, in list order.

tantivy holds the postings in memory until a segment is finished. When they have grown too much, the segment is finished
and another one begun; in the end the segments are merged into one, from disk to disk.
*/

use anyhow::{Context, Result};
use tantivy::indexer::{SingleSegmentIndexWriter, merge_filtered_segments};
use tantivy::{Directory, Index as TantivyIndex, TantivyDocument};

use super::coverage::Coverage;
use super::document::document;
use super::facet_table::FacetNumber;
use super::indexed::Indexed;
use super::schema::{FacetField, FacetPath, schema, tokenizers};
use super::storage::Storage;

/// How large the tables of a new segment are.
const INITIAL_BYTES: usize = 64 << 20;

/// How much memory a segment may take before it is finished.
pub(super) const MOST_SEGMENT_BYTES: usize = 256 << 20;

/// The index of a list that is being written.
pub(super) struct IndexWriter<'f> {
    storage: &'f Storage,
    facets: &'f [(FacetField, FacetPath)],
    most_segment_bytes: usize,
    coverage: Coverage,
    segment: SingleSegmentIndexWriter,
    /// The segments before this one.
    finished: Vec<TantivyIndex>,
}

impl<'f> IndexWriter<'f> {
    /// Writes the index of a list whose documents have these facets, by number.
    pub(super) fn create<R: Indexed>(
        storage: &'f Storage,
        facets: &'f [(FacetField, FacetPath)],
        most_segment_bytes: usize,
    ) -> Result<Self> {
        Ok(Self {
            storage,
            facets,
            most_segment_bytes,
            coverage: Coverage::default(),
            segment: new_segment(storage.list(R::RESOURCE)?)?,
            finished: Vec::new(),
        })
    }

    /// Adds the next record of the list, given as JSON and by the numbers of its facets.
    pub(super) fn add<R: Indexed>(&mut self, record: &[u8], facets: &[FacetNumber]) -> Result<()> {
        let record: R = serde_json::from_slice(record).context("a waiting record is damaged")?;
        self.coverage.add(&record);
        let facets = facets.iter().map(|number| &self.facets[*number as usize]);
        self.segment.add_document(document(&record, facets))?;
        if self.segment.mem_usage() > self.most_segment_bytes {
            let next = new_segment(self.storage.part(R::RESOURCE, self.finished.len())?)?;
            self.finished.push(std::mem::replace(&mut self.segment, next).finalize()?);
        }
        Ok(())
    }

    /// Finishes the index, of one segment, and writes what the list covers.
    pub(super) fn finish<R: Indexed>(self) -> Result<()> {
        let last = self.segment.finalize()?;
        let index = if self.finished.is_empty() {
            last
        } else {
            let parts = [self.finished, vec![last]].concat();
            merge(&parts, self.storage.part(R::RESOURCE, parts.len())?)?;
            self.storage.put_in_place(R::RESOURCE, &parts[0], parts.len())?;
            TantivyIndex::open(self.storage.list(R::RESOURCE)?)?
        };
        self.coverage.write(&*self.storage.list(R::RESOURCE)?)?;
        self.storage.settle(R::RESOURCE, &index)
    }
}

fn new_segment(directory: Box<dyn Directory>) -> Result<SingleSegmentIndexWriter> {
    let index = TantivyIndex::builder().schema(schema()).tokenizers(tokenizers());
    Ok(index.single_segment_index_writer::<TantivyDocument>(directory, INITIAL_BYTES)?)
}

/// One index of several, whose documents follow each other.
fn merge(parts: &[TantivyIndex], directory: Box<dyn Directory>) -> Result<TantivyIndex> {
    let mut segments = Vec::new();
    for part in parts {
        segments.extend(part.searchable_segments()?);
    }
    let settings = parts[0].settings().clone();
    let all_documents = segments.iter().map(|_| None).collect();
    Ok(merge_filtered_segments(&segments, settings, all_documents, directory)?)
}
