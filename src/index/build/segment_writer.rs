/*!
Writes the tantivy index of a list: a document a record, in list order.

tantivy holds the postings of a segment in memory until it is finished, and one thread writes it. So each part of a list
becomes an index of its own, of one segment, on a thread of its own; in the end they are merged into one, from disk to
disk.
*/

use std::thread::{self, ScopedJoinHandle};

use anyhow::{Context, Result};
use tantivy::indexer::{SingleSegmentIndexWriter, merge_filtered_segments};
use tantivy::{Directory, Index as TantivyIndex, TantivyDocument};

use crate::index::build::coverage_counter::CoverageCounter;
use crate::index::build::document::document;
use crate::index::build::indexable::Indexed;
use crate::index::build::part::Part;
use crate::index::build::progress::{Progress, Stage};
use crate::index::build::semaphore::Permits;
use crate::index::format::facet_path::FacetPath;
use crate::index::format::schema::{FacetField, schema, tokenizers};
use crate::index::format::storage::Storage;

/// From this tantivy reckons how large the tables of a new segment are.
const INITIAL_BYTES: usize = 64 << 20;

/// What it takes to write the index of a list.
#[derive(Clone, Copy)]
pub(crate) struct IndexWriter<'w> {
    pub(crate) storage: &'w Storage,
    /// The facets of the documents, by number.
    pub(crate) facets: &'w [(FacetField, FacetPath)],
    /// As many parts are indexed at once, of this list and others, as there are permits.
    pub(crate) permits: &'w Permits,
    pub(crate) progress: &'w dyn Progress,
}

/// A part of a list whose index is finished.
struct IndexedPart {
    index: TantivyIndex,
    coverage: CoverageCounter,
}

impl IndexWriter<'_> {
    /// Writes the index of a list, of one segment, and what the list covers. The parts come in list order.
    pub(crate) fn write<R: Indexed>(self, parts: impl Iterator<Item = Result<Part>>) -> Result<()> {
        let mut indexes = Vec::new();
        let mut coverage = CoverageCounter::default();
        for part in self.index_parts::<R>(parts)? {
            indexes.push(part.index);
            coverage.append(part.coverage);
        }
        let directory = self.storage.list(R::RESOURCE)?;
        coverage.finish().write(&*directory)?;
        if let [only] = &indexes[..] {
            return self.storage.settle(R::RESOURCE, only);
        }
        let merged = merge(&indexes, directory)?;
        self.storage.remove_parts(R::RESOURCE)?;
        self.storage.settle(R::RESOURCE, &merged)
    }

    /// Indexes each part on a thread of its own. If the parts end with a failure, it is told; else that of the first part
    /// in list order which cannot be indexed.
    fn index_parts<R: Indexed>(self, parts: impl Iterator<Item = Result<Part>>) -> Result<Vec<IndexedPart>> {
        let join = |thread: ScopedJoinHandle<'_, _>| thread.join().expect("a thread of the build panicked");
        thread::scope(|scope| {
            let mut indexed = Vec::new();
            let mut threads = Vec::new();
            for (number, part) in parts.enumerate() {
                let part = part?;
                let permit = self.permits.take();
                threads.push(scope.spawn(move || {
                    let _permit = permit;
                    self.index_part::<R>(&part, number)
                }));
                let n_finished = threads.iter().take_while(|thread| thread.is_finished()).count();
                for thread in threads.drain(..n_finished) {
                    indexed.push(join(thread)?);
                }
            }
            for thread in threads {
                indexed.push(join(thread)?);
            }
            Ok(indexed)
        })
    }

    fn index_part<R: Indexed>(self, part: &Part, number: usize) -> Result<IndexedPart> {
        let is_only = number == 0 && part.is_last;
        let directory =
            if is_only { self.storage.list(R::RESOURCE)? } else { self.storage.part(R::RESOURCE, number)? };
        let mut segment = new_segment(directory)?;
        let mut coverage = CoverageCounter::default();
        for (record, facets) in part.iter() {
            let record: R = serde_json::from_slice(record).context("a waiting record is damaged")?;
            coverage.add(&record);
            let facets = facets.iter().map(|number| &self.facets[*number as usize]);
            segment.add_document(document(&record, facets))?;
        }
        let index = segment.finalize()?;
        self.progress.advance(Stage::Write, part.ends.len() as u64);
        Ok(IndexedPart { index, coverage })
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
