/*!
Builds an index: ingests the lists of a corpus, writes them, and describes the result in a manifest. Unchanged lists are
linked from the previous index.
*/

use std::num::NonZero;
use std::path::Path;
use std::thread;

use anyhow::{Context, Result};
use lexdex_core::corpus::{Catalogue, CatalogueFile, CorpusErrors, Source};
use lexdex_core::model::{Bill, Case, Resource, Statute};
use rayon::ThreadPoolBuilder;

use crate::build::catalogue_files::CatalogueFiles;
use crate::build::indexable::Indexable;
use crate::build::ingest::ingest;
use crate::build::inputs::ListFiles;
use crate::build::lines_digest::LinesDigest;
use crate::build::list_writer::UnsortedList;
use crate::build::options::BuildOptions;
use crate::build::part::PART_BYTES;
use crate::build::previous::{FinishedList, link_lists};
use crate::build::progress::{BuildProgress, Stage};
use crate::format::coverage::Coverage;
use crate::format::layout::RECORDS_FILE;
use crate::format::manifest::{CorpusDigests, Counts, InputDigests, LinesEntry, Manifest};
use crate::format::storage::Storage;

/// The maximum number of threads that write lists. Each holds a part of a list and its postings in memory.
const MAX_WRITERS: usize = 8;

/// Builds the index of a corpus in empty storage, and returns its manifest.
///
/// Fails with [`CorpusErrors`] if the corpus is invalid. The storage is unusable after an error.
pub fn build(
    source: &Source,
    storage: &Storage,
    options: &BuildOptions,
    progress: &dyn BuildProgress,
) -> Result<Manifest> {
    build_from(None, source, storage, options, progress)
}

/// Builds like [`build`], and links lists of a previous index.
///
/// `previous` is an index directory or a folder of published indexes. A list with the same inputs as in the previous
/// index is not built: its files are links to those of the previous index, or copies if the file system has no links.
/// The result is the same, byte for byte. In memory every list is built.
///
/// Also fails if `previous` is not an index or has a damaged manifest. If it has another schema version or a damaged
/// list, lists are built instead of linked, and `progress` gets a note.
pub fn build_from(
    previous: Option<&Path>,
    source: &Source,
    storage: &Storage,
    options: &BuildOptions,
    progress: &dyn BuildProgress,
) -> Result<Manifest> {
    source.check_layout()?;
    source.check_merged()?;
    let (catalogue, catalogue_files) = CatalogueFiles::read(source)?;
    storage.create()?;
    let files = |resource| ListFiles::from_source(source, resource, options);
    let files = [files(Resource::Statutes)?, files(Resource::Cases)?, files(Resource::Bills)?];
    let linked = match previous {
        Some(place) => link_lists(place, &files, &catalogue_files, storage, progress)?,
        None => [None, None, None],
    };
    let build = Build { storage, catalogue: &catalogue, options, catalogue_files: &catalogue_files, progress };
    let lists = build.write_lists(build.ingest_lists(files, linked)?)?;
    catalogue_files.write(storage)?;
    manifest(&lists, &catalogue_files, storage)
}

/// A list of the new index, before it is finished.
enum PendingList {
    Linked(FinishedList),
    Ingested(UnsortedList, InputDigest),
}

/// The digest of the inputs of a list, as hexadecimal digits.
type InputDigest = String;

#[derive(Clone, Copy)]
struct Build<'b> {
    storage: &'b Storage,
    catalogue: &'b Catalogue,
    options: &'b BuildOptions,
    catalogue_files: &'b CatalogueFiles,
    progress: &'b dyn BuildProgress,
}

impl Build<'_> {
    /// Ingests the lists that are not linked.
    fn ingest_lists(self, files: [ListFiles; 3], linked: [Option<FinishedList>; 3]) -> Result<[PendingList; 3]> {
        let to_read = files.iter().zip(&linked).filter(|(_, linked)| linked.is_none());
        self.progress.begin(Stage::Read, to_read.map(|(files, _)| files.n_bytes()).sum());
        let [statutes, cases, bills] = files;
        let [linked_statutes, linked_cases, linked_bills] = linked;
        let mut errors = CorpusErrors::default();
        let lists = [
            self.ingest_list::<Statute>(statutes, linked_statutes, &mut errors)?,
            self.ingest_list::<Case>(cases, linked_cases, &mut errors)?,
            self.ingest_list::<Bill>(bills, linked_bills, &mut errors)?,
        ];
        Ok(errors.into_result(lists)?)
    }

    fn ingest_list<R: Indexable>(
        self,
        files: ListFiles,
        linked: Option<FinishedList>,
        errors: &mut CorpusErrors,
    ) -> Result<PendingList> {
        if let Some(list) = linked {
            return Ok(PendingList::Linked(list));
        }
        let ingested = ingest::<R>(files, self.storage, (self.catalogue, self.options), self.progress)?;
        errors.append(ingested.errors);
        let inputs = ingested.lines.digest(R::RESOURCE, &ingested.list.texts, self.catalogue_files);
        Ok(PendingList::Ingested(ingested.list, inputs))
    }

    /// Writes the lists in parallel, on a bounded number of threads.
    fn write_lists(self, lists: [PendingList; 3]) -> Result<[FinishedList; 3]> {
        self.progress.begin(Stage::Write, lists.iter().map(PendingList::n_records_to_write).sum());
        let [statutes, cases, bills] = lists;
        let n_threads = thread::available_parallelism().map_or(1, NonZero::get).min(MAX_WRITERS);
        let threads = ThreadPoolBuilder::new().num_threads(n_threads).build()?;
        let (statutes, (cases, bills)) = threads.install(|| {
            rayon::join(
                || self.write_list::<Statute>(statutes),
                || rayon::join(|| self.write_list::<Case>(cases), || self.write_list::<Bill>(bills)),
            )
        });
        Ok([statutes?, cases?, bills?])
    }

    fn write_list<R: Indexable>(self, list: PendingList) -> Result<FinishedList> {
        let (list, inputs) = match list {
            PendingList::Linked(list) => return Ok(list),
            PendingList::Ingested(list, inputs) => (list, inputs),
        };
        let n_records = list.n_records;
        let digests = list
            .write::<R>(self.storage, (self.catalogue, &self.options.summaries), PART_BYTES, self.progress)
            .with_context(|| format!("cannot write the {}", R::RESOURCE))?;
        Ok(FinishedList {
            n_records,
            inputs,
            texts: lines_entry(R::RESOURCE, digests.beside.texts),
            aliases: lines_entry(R::RESOURCE, digests.beside.aliases),
            summaries: lines_entry(R::RESOURCE, digests.beside.summaries),
            // This file is the largest, so its digest is computed while it is written.
            known_digests: vec![(format!("{}/{RECORDS_FILE}", R::RESOURCE), digests.records.clone())],
            records: digests.records,
        })
    }
}

impl PendingList {
    fn n_records_to_write(&self) -> u64 {
        match self {
            Self::Linked(_) => 0,
            Self::Ingested(list, _) => list.n_records,
        }
    }
}

/// Returns the manifest entry for the texts, the parallel citations or the summaries of a list, if it has any.
fn lines_entry(resource: Resource, lines: LinesDigest) -> Option<LinesEntry> {
    let entry = LinesEntry { list: resource.to_string(), count: lines.n_lines(), sha256_sum: lines.hex() };
    (lines.n_lines() > 0).then_some(entry)
}

fn manifest(lists: &[FinishedList; 3], catalogue_files: &CatalogueFiles, storage: &Storage) -> Result<Manifest> {
    let [statutes, cases, bills] = lists;
    let counts = Counts { statutes: statutes.n_records, cases: cases.n_records, bills: bills.n_records };
    let [statutes, cases, bills] = lists.each_ref().map(|list| list.inputs.clone());
    let catalogues = CatalogueFile::ALL.iter().map(|file| catalogue_files.digest(*file));
    let digests = CorpusDigests {
        files: catalogues.chain(lists.iter().map(|list| list.records.clone())).collect(),
        texts: lists.iter().filter_map(|list| list.texts.clone()).collect(),
        aliases: lists.iter().filter_map(|list| list.aliases.clone()).collect(),
        summaries: lists.iter().filter_map(|list| list.summaries.clone()).collect(),
        inputs: InputDigests { statutes, cases, bills },
    };
    let mut last_updated = None;
    for resource in Resource::ALL {
        // Read from the file, because a linked list has no coverage in memory.
        last_updated = last_updated.max(Coverage::read(&*storage.list(*resource)?)?.last_updated());
    }
    let known_digests: Vec<_> = lists.iter().flat_map(|list| list.known_digests.clone()).collect();
    match storage.path() {
        Some(directory) => Manifest::from_directory(directory, digests, counts, last_updated, &known_digests),
        None => Ok(Manifest::from_memory(digests, counts, last_updated)),
    }
}
