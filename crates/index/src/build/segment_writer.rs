/*!
Writes the index of a list: one tantivy segment with a document for each record, in list order, and the list's coverage,
word forms, and the orders of titles and names.

A pool of threads inverts parts of the list, each of which has a range of the documents. Their terms are sorted in
bounded memory, and written at the end.
*/

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use anyhow::{Context, Result, ensure};
use lexdex_core::corpus::{Catalogue, Summaries};
use lexdex_core::model::{Date, Resource};
use lexdex_core::sort::Sorter;
use rayon::iter::{ParallelBridge, ParallelIterator};
use tantivy::schema::Schema;
use tantivy::{Directory, DocId, Index as TantivyIndex, SegmentReader};

use crate::build::coverage_counter::CoverageCounter;
use crate::build::document;
use crate::build::facet_terms::FacetTerms;
use crate::build::indexable::Indexable;
use crate::build::inverted_index::{self, Terms};
use crate::build::inverter::{Inverted, Inverter, Sorters};
use crate::build::lines_digest::DigestsBeside;
use crate::build::part::ListPart;
use crate::build::progress::{BuildProgress, Stage};
use crate::build::summary_use::SummaryUse;
use crate::build::texts::TextFiles;
use crate::format::facet_path::FacetPath;
use crate::format::name_ranks::{self, MAX_NAMESAKES, ranked_length, ranked_names, weight};
use crate::format::schema::{FacetField, TermField, schema};
use crate::format::standing::{self, facets_with_standing};
use crate::format::storage::Storage;
use crate::format::summary_dates::SummaryDates;
use crate::format::term_docs::docs_of_term;
use crate::format::title_order::TitleOrderWriter;
use crate::format::word_forms::WordFormsWriter;

/// Writes the index of a list.
#[derive(Clone, Copy)]
pub(super) struct SegmentWriter<'w> {
    pub(super) storage: &'w Storage,
    pub(super) catalogue: &'w Catalogue,
    pub(super) summaries: &'w Summaries,
    /// The facets of the documents, by id.
    pub(super) facets: &'w [(FacetField, FacetPath)],
    pub(super) texts: &'w TextFiles,
    pub(super) progress: &'w dyn BuildProgress,
}

/// The results of inverting a part of a list, except its terms.
struct InvertedPart {
    coverage: CoverageCounter,
    /// The standing of each record.
    standings: Vec<u8>,
    beside: DigestsBeside,
    /// The records that this project has summarized, and the days on which the shown summaries were written.
    summary_dates: Vec<(DocId, Option<Date>)>,
    /// The number of terms of each field, by its number.
    n_terms: Vec<u64>,
    /// The lengths of each record in words, by field.
    lengths: [Vec<u8>; 3],
}

/// The data that the parts of a list share.
struct SharedData {
    schema: Schema,
    facet_terms: FacetTerms,
    /// The standing that each facet gives.
    standings: Vec<u8>,
    /// The sorters that no thread is using.
    sorters: Mutex<Vec<Sorters>>,
}

impl SegmentWriter<'_> {
    /// Writes the index of a list as one segment, and its coverage. The parts are in list order. Returns the digests of
    /// what is beside the records.
    pub(super) fn write<R: Indexable>(
        self,
        parts: impl Iterator<Item = Result<ListPart>> + Send,
    ) -> Result<DigestsBeside> {
        let shared = SharedData {
            schema: schema(self.texts.field()),
            facet_terms: FacetTerms::new(self.facets),
            standings: standings_of_facets(R::RESOURCE, self.facets),
            sorters: Mutex::default(),
        };
        let mut coverage = CoverageCounter::default();
        let mut standings = Vec::new();
        let mut beside = DigestsBeside::default();
        let mut summary_dates = Vec::new();
        let mut n_terms = vec![0; shared.schema.num_fields()];
        let mut lengths: [Vec<u8>; 3] = Default::default();
        for part in self.invert_parts::<R>(parts, &shared)? {
            coverage.append(part.coverage);
            standings.extend(part.standings);
            beside.append(part.beside);
            summary_dates.extend(part.summary_dates);
            n_terms.iter_mut().zip(part.n_terms).for_each(|(sum, n_terms)| *sum += n_terms);
            lengths.iter_mut().zip(part.lengths).for_each(|(all, lengths)| all.extend(lengths));
        }
        let directory = self.storage.list(R::RESOURCE)?;
        coverage.finish().write(&*directory)?;
        SummaryDates::write(&summary_dates, &*directory)?;
        let SharedData { schema, sorters, .. } = shared;
        let sorters = sorters.into_inner().unwrap_or_else(PoisonError::into_inner);
        let (names, words) = sorters.into_iter().map(|Sorters { names, words }| (names, words)).unzip();
        let sorted = |sorters| Sorter::sorted_together(sorters).context("cannot read the terms of the records back");
        let terms = Terms { sorted: [sorted(names)?, sorted(words)?], n_terms, lengths };
        let (index, titles) = inverted_index::write(terms, standings.len() as u32, &schema, directory.box_clone())?;
        titles.write(&*directory)?;
        let forms = WordFormsWriter::new(self.storage.sorter(R::RESOURCE));
        let (forms, ranks) = rayon::join(
            || write_word_forms(&index, forms, &*directory),
            || write_name_ranks(&index, &titles, R::RESOURCE, &standings, &*directory),
        );
        forms.and(ranks)?;
        self.storage.finalize(R::RESOURCE, &index)?;
        Ok(beside)
    }

    /// Inverts the parts on the threads of the current pool. Each thread holds one part at a time.
    ///
    /// Parts are read in list order, and no part is read after a failure. An error in reading a part is returned first.
    /// Otherwise the error of the first part in list order is returned.
    fn invert_parts<R: Indexable>(
        self,
        parts: impl Iterator<Item = Result<ListPart>> + Send,
        shared: &SharedData,
    ) -> Result<Vec<InvertedPart>> {
        let has_failed = AtomicBool::new(false);
        let parts = parts.enumerate().take_while(|_| !has_failed.load(Ordering::Relaxed)).par_bridge();
        let inverted = parts.map(|(number, part)| {
            let inverted = part.map(|part| self.invert_part::<R>(&part, shared));
            has_failed.fetch_or(!matches!(inverted, Ok(Ok(_))), Ordering::Relaxed);
            (number, inverted)
        });
        let mut inverted: Vec<(usize, Result<Result<InvertedPart>>)> = inverted.collect();
        inverted.sort_unstable_by_key(|(number, _)| *number);
        let inverted: Vec<_> = inverted.into_iter().map(|(_, inverted)| inverted).collect::<Result<_>>()?;
        inverted.into_iter().collect()
    }

    fn invert_part<R: Indexable>(self, part: &ListPart, shared: &SharedData) -> Result<InvertedPart> {
        let lock_sorters = || shared.sorters.lock().unwrap_or_else(PoisonError::into_inner);
        let new = || self.storage.one_of_sorters(2, R::RESOURCE);
        let sorters = lock_sorters().pop().unwrap_or_else(|| Sorters { names: new(), words: new() });
        let mut inverter = Inverter::new(&shared.schema, &shared.facet_terms, part.first_doc, sorters);
        let mut coverage = CoverageCounter::default();
        let mut standings = Vec::with_capacity(part.ends.len());
        let mut beside = DigestsBeside::default();
        let mut summary_dates = Vec::new();
        for (doc, entry) in (part.first_doc..).zip(part.iter()) {
            let record: R = serde_json::from_slice(entry.json).context("a spilled record is damaged")?;
            coverage.add(&record, &entry);
            let standing = entry.facets.iter().map(|id| shared.standings[*id as usize]).max();
            standings.push(standing.unwrap_or(0).max(standing::base(R::RESOURCE)));
            let popular_names = self.catalogue.popular_names.for_resource(R::RESOURCE, record.id());
            document::add(&record, popular_names, entry.aliases, entry.facets, &mut inverter)?;
            let summary = self.summaries.get(record.id()).filter(|_| !record.is_repealed());
            ensure!(summary.is_some() || entry.summary == SummaryUse::Unused, "a spilled record has no summary");
            if let Some(summary) = summary {
                summary_dates.push((doc, (entry.summary == SummaryUse::Shown).then_some(summary.written)));
                if entry.summary != SummaryUse::Unused {
                    beside.summaries.add_summary(record.id(), summary);
                }
                if entry.summary == SummaryUse::Searched {
                    inverter.add_text(&summary.text);
                }
            }
            if !entry.aliases.as_str().is_empty() {
                beside.aliases.add(record.id(), entry.aliases.as_str());
            }
            if let Some(place) = entry.text {
                let line = self.texts.read(place)?;
                let text = self.texts.indexed(&line);
                beside.texts.add(record.id(), text);
                inverter.add_text_behind(text);
            }
            inverter.end_record()?;
        }
        let Inverted { sorters, n_terms, lengths } = inverter.finish()?;
        lock_sorters().push(sorters);
        self.progress.advance(Stage::Write, part.ends.len() as u64);
        Ok(InvertedPart { coverage, standings, beside, summary_dates, n_terms, lengths })
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
    titles: &TitleOrderWriter,
    resource: Resource,
    standings: &[u8],
    directory: &dyn Directory,
) -> Result<()> {
    let weights = ranked_names(resource).iter().map(|kind| match kind.field() {
        Some(field) => weights_of_terms(index, field, standings),
        None => Ok(titles.weights(standings)),
    });
    name_ranks::write(&weights.collect::<Result<Vec<Vec<u8>>>>()?, directory)
}

/// The weights of the terms of a field, in dictionary order.
fn weights_of_terms(index: &TantivyIndex, field: TermField, standings: &[u8]) -> Result<Vec<u8>> {
    let mut weights = Vec::new();
    for segment in index.searchable_segments()? {
        let inverted_index = SegmentReader::open(&segment)?.inverted_index(field.field())?;
        let mut names = inverted_index.terms().stream()?;
        while names.advance() {
            let docs = docs_of_term(&inverted_index, names.value())?.take(MAX_NAMESAKES);
            let standing = docs.map(|doc| standings[doc as usize]).max().context("a name has no record")?;
            let name = str::from_utf8(names.key()).context("a name is not UTF-8")?;
            weights.push(weight(standing, ranked_length(name)));
        }
    }
    Ok(weights)
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
