/*!
Writes the tantivy index of a list: one segment with a document for each record, in list order.

tantivy writes a segment on one thread and holds its postings in memory until it is finished. So each part of a list
becomes an index of one segment, written by a pool of threads. The parts are merged at the end, from disk to disk.
*/

use std::cmp::Reverse;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, Result};
use rayon::iter::{ParallelBridge, ParallelIterator};
use tantivy::indexer::{SingleSegmentIndexWriter, merge_filtered_segments};
use tantivy::{Directory, Index as TantivyIndex, SegmentReader, TantivyDocument};

use crate::corpus::Catalogue;
use crate::index::build::coverage_counter::CoverageCounter;
use crate::index::build::document::document;
use crate::index::build::indexable::Indexable;
use crate::index::build::lines_digest::DigestsBeside;
use crate::index::build::part::Part;
use crate::index::build::progress::{Progress, Stage};
use crate::index::build::texts::Texts;
use crate::index::format::facet_path::FacetPath;
use crate::index::format::name_ranks::{self, MAX_NAMESAKES, ranked_fields, weight};
use crate::index::format::schema::{FacetField, TermField, TextField, schema, tokenizers};
use crate::index::format::standing::{self, facets_with_standing};
use crate::index::format::storage::Storage;
use crate::index::format::term_docs::docs_of_term;
use crate::index::format::word_forms::WordFormsWriter;
use crate::model::Resource;

/// The memory budget from which tantivy derives the initial size of a segment's tables.
const SEGMENT_BUDGET_BYTES: usize = 64 << 20;

/// Writes the index of a list.
#[derive(Clone, Copy)]
pub(super) struct SegmentWriter<'w> {
    pub(super) storage: &'w Storage,
    pub(super) catalogue: &'w Catalogue,
    /// The facets of the documents, by id.
    pub(super) facets: &'w [(FacetField, FacetPath)],
    pub(super) texts: &'w Texts,
    pub(super) progress: &'w dyn Progress,
}

/// A part of a list whose index is finished.
struct IndexedPart {
    index: TantivyIndex,
    coverage: CoverageCounter,
    /// The standing of each record.
    standings: Vec<u8>,
    beside: DigestsBeside,
}

impl SegmentWriter<'_> {
    /// Writes the index of a list as one segment, and its coverage. The parts are in list order. Returns the digests
    /// of what lies beside the records.
    pub(super) fn write<R: Indexable>(self, parts: impl Iterator<Item = Result<Part>> + Send) -> Result<DigestsBeside> {
        let mut indexes = Vec::new();
        let mut coverage = CoverageCounter::default();
        let mut standings = Vec::new();
        let mut beside = DigestsBeside::default();
        for part in self.index_parts::<R>(parts)? {
            indexes.push(part.index);
            coverage.append(part.coverage);
            standings.extend(part.standings);
            beside.append(part.beside);
        }
        let directory = self.storage.list(R::RESOURCE)?;
        coverage.finish().write(&*directory)?;
        let index = match <[TantivyIndex; 1]>::try_from(indexes) {
            Ok([only]) => only,
            Err(parts) => {
                let merged = merge(&parts, directory.box_clone())?;
                self.storage.remove_parts(R::RESOURCE)?;
                merged
            }
        };
        let forms = WordFormsWriter::new(self.storage.sorter(R::RESOURCE));
        write_word_forms(&index, forms, &*directory)?;
        write_name_ranks(&index, R::RESOURCE, &standings, &*directory)?;
        self.storage.finalize(R::RESOURCE, &index)?;
        Ok(beside)
    }

    /// Indexes the parts on the threads of the current pool. Each thread holds one part at a time.
    ///
    /// No part is read after a failure. Returns the failure to read a part if there is one, or else that of the first
    /// part in list order: parts are read in order, so all parts before a failed one are finished.
    fn index_parts<R: Indexable>(self, parts: impl Iterator<Item = Result<Part>> + Send) -> Result<Vec<IndexedPart>> {
        let has_failed = AtomicBool::new(false);
        let parts = parts.enumerate().take_while(|_| !has_failed.load(Ordering::Relaxed)).par_bridge();
        let indexed = parts.map(|(number, part)| {
            let indexed = part.map(|part| self.index_part::<R>(&part, number));
            has_failed.fetch_or(!matches!(indexed, Ok(Ok(_))), Ordering::Relaxed);
            (number, indexed)
        });
        let mut indexed: Vec<(usize, Result<Result<IndexedPart>>)> = indexed.collect();
        indexed.sort_unstable_by_key(|(number, _)| *number);
        let indexed: Vec<_> = indexed.into_iter().map(|(_, indexed)| indexed).collect::<Result<_>>()?;
        indexed.into_iter().collect()
    }

    fn index_part<R: Indexable>(self, part: &Part, number: usize) -> Result<IndexedPart> {
        let is_only = number == 0 && part.is_last;
        let directory =
            if is_only { self.storage.list(R::RESOURCE)? } else { self.storage.part(R::RESOURCE, number)? };
        let mut segment = new_segment(directory, self.texts.field())?;
        let mut coverage = CoverageCounter::default();
        let standing_of_facet = standings_of_facets(R::RESOURCE, self.facets);
        let mut standings = Vec::with_capacity(part.ends.len());
        let mut beside = DigestsBeside::default();
        for entry in part.iter() {
            let record: R = serde_json::from_slice(entry.json).context("a waiting record is damaged")?;
            coverage.add(&record);
            let standing = entry.facets.iter().map(|id| standing_of_facet[*id as usize]).max();
            standings.push(standing.unwrap_or(0).max(standing::base(R::RESOURCE)));
            let facets = entry.facets.iter().map(|id| &self.facets[*id as usize]);
            let popular_names = self.catalogue.popular_names.of(R::RESOURCE, record.id());
            let mut document = document(&record, popular_names, entry.aliases, facets);
            if !entry.aliases.as_str().is_empty() {
                beside.aliases.add(record.id(), entry.aliases.as_str());
            }
            if let Some(place) = entry.text {
                let line = self.texts.read(place)?;
                let text = self.texts.indexed(&line);
                beside.texts.add(record.id(), text);
                document.add_text(TermField::Text.field(), text);
            }
            segment.add_document(document)?;
        }
        let index = segment.finalize()?;
        self.progress.advance(Stage::Write, part.ends.len() as u64);
        Ok(IndexedPart { index, coverage, standings, beside })
    }
}

/// The standing that each facet gives a record of a list.
fn standings_of_facets(resource: Resource, facets: &[(FacetField, FacetPath)]) -> Vec<u8> {
    let with_standing = facets_with_standing(resource);
    let of_facet = |(field, path): &(FacetField, FacetPath)| {
        let matching = with_standing.iter().filter(|(other, above, _)| other == field && path.is_within(above));
        matching.map(|(.., standing)| *standing).max().unwrap_or(0)
    };
    facets.iter().map(of_facet).collect()
}

/// Writes the order of the names of a finished index, given the standings of its records.
fn write_name_ranks(
    index: &TantivyIndex,
    resource: Resource,
    standings: &[u8],
    directory: &dyn Directory,
) -> Result<()> {
    let mut of_fields = vec![Vec::new(); ranked_fields(resource).len()];
    let mut titled = Vec::new();
    for segment in index.searchable_segments()? {
        let segment = SegmentReader::open(&segment)?;
        for (field, weights) in ranked_fields(resource).iter().zip(&mut of_fields) {
            let inverted_index = segment.inverted_index(field.field())?;
            let mut names = inverted_index.terms().stream()?;
            while names.advance() {
                let docs = docs_of_term(&inverted_index, names.value())?.take(MAX_NAMESAKES);
                let first = docs.map(|doc| (Reverse(standings[doc as usize]), doc)).min();
                let (Reverse(standing), doc) = first.context("a name has no record")?;
                weights.push(weight(standing, str::from_utf8(names.key()).context("a name is not UTF-8")?));
                if *field == TermField::Title {
                    titled.push(doc);
                }
            }
        }
    }
    name_ranks::write(&of_fields, &titled, directory)
}

/// Writes the forms of the words of a finished index.
fn write_word_forms(index: &TantivyIndex, mut forms: WordFormsWriter, directory: &dyn Directory) -> Result<()> {
    for segment in index.searchable_segments()? {
        for field in [TermField::Word, TermField::Text] {
            let inverted_index = SegmentReader::open(&segment)?.inverted_index(field.field())?;
            let mut words = inverted_index.terms().stream()?;
            while words.advance() {
                forms.add(str::from_utf8(words.key()).context("a word is not UTF-8")?)?;
            }
        }
    }
    forms.write(directory)
}

fn new_segment(directory: Box<dyn Directory>, texts: TextField) -> Result<SingleSegmentIndexWriter> {
    let index = TantivyIndex::builder().schema(schema(texts)).tokenizers(tokenizers());
    Ok(index.single_segment_index_writer::<TantivyDocument>(directory, SEGMENT_BUDGET_BYTES)?)
}

/// Merges indexes into one, whose documents are those of the first part, then of the second, and so on.
fn merge(parts: &[TantivyIndex], directory: Box<dyn Directory>) -> Result<TantivyIndex> {
    let mut segments = Vec::new();
    for part in parts {
        segments.extend(part.searchable_segments()?);
    }
    let settings = parts[0].settings().clone();
    let all_documents = segments.iter().map(|_| None).collect();
    Ok(merge_filtered_segments(&segments, settings, all_documents, directory)?)
}
