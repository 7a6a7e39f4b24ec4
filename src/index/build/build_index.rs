/*!
Builds an index: ingests the lists of a corpus, writes them, and describes the result in a manifest.
*/

use std::num::NonZero;
use std::thread;

use anyhow::{Context, Result};
use rayon::ThreadPoolBuilder;
use sha2::{Digest, Sha256};

use crate::corpus::{Catalogue, CatalogueFile, CorpusErrors, Source, SourceFile};
use crate::index::build::aliases::Aliases;
use crate::index::build::ingest::ingest;
use crate::index::build::lines_digest::LinesDigest;
use crate::index::build::list_writer::{ListDigests, RecordsDigest, UnsortedList};
use crate::index::build::part::PART_BYTES;
use crate::index::build::progress::{Progress, Stage};
use crate::index::build::texts::{TextOptions, Texts};
use crate::index::format::layout::RECORDS_FILE;
use crate::index::format::manifest::{CorpusDigests, Counts, LinesEntry, Manifest};
use crate::index::format::storage::Storage;
use crate::model::{Bill, Case, Resource, Statute};

/// The maximum number of threads that write lists, since each holds a part of a list and tantivy's postings of it.
const MAX_WRITERS: usize = 8;

/// Builds the index of a corpus in empty storage, and returns its manifest.
///
/// Fails with [`CorpusErrors`] if the corpus is invalid. The storage is of no use after an error.
pub fn build(source: &Source, storage: &Storage, texts: TextOptions, progress: &dyn Progress) -> Result<Manifest> {
    source.check_layout()?;
    let catalogue = Catalogue::read(source)?;
    storage.create()?;
    let lists = ingest_lists(source, storage, texts, &catalogue, progress)?;
    let [statutes, cases, bills] = &lists;
    let counts = Counts { statutes: statutes.n_records, cases: cases.n_records, bills: bills.n_records };
    progress.begin(Stage::Write, counts.total());
    let lists = write_lists(lists, storage, &catalogue, progress)?;
    let mut files = write_catalogues(source, &catalogue, storage)?;
    files.extend(lists.iter().map(|list| list.records.clone()));
    let digests = CorpusDigests {
        files,
        texts: entries(&lists, |list| list.beside.texts),
        aliases: entries(&lists, |list| list.beside.aliases),
    };
    match storage.path() {
        Some(directory) => Manifest::of_directory(directory, digests, counts, &known_digests(&lists)),
        None => Ok(Manifest::of_memory(digests, counts)),
    }
}

fn ingest_lists(
    source: &Source,
    storage: &Storage,
    texts: TextOptions,
    catalogue: &Catalogue,
    progress: &dyn Progress,
) -> Result<[UnsortedList; 3]> {
    let files = |resource| -> Result<(Vec<SourceFile>, Texts, Aliases)> {
        let texts = Texts::of(source, resource, texts)?;
        Ok((source.record_files(resource)?, texts, Aliases::of(source, resource)?))
    };
    let statutes = files(Resource::Statutes)?;
    let cases = files(Resource::Cases)?;
    let bills = files(Resource::Bills)?;
    let lists = [&statutes, &cases, &bills].into_iter();
    let files = lists.flat_map(|(records, texts, aliases)| [records, &texts.files.0, &aliases.files.0]).flatten();
    let n_bytes = files.map(|file| file.n_bytes).sum();
    progress.begin(Stage::Read, n_bytes);
    let statutes = ingest::<Statute>(&statutes.0, (statutes.1, &statutes.2), storage, catalogue, progress)?;
    let cases = ingest::<Case>(&cases.0, (cases.1, &cases.2), storage, catalogue, progress)?;
    let bills = ingest::<Bill>(&bills.0, (bills.1, &bills.2), storage, catalogue, progress)?;
    let mut errors = CorpusErrors::default();
    let lists = [statutes, cases, bills].map(|ingested| {
        errors.append(ingested.errors);
        ingested.list
    });
    Ok(errors.into_result(lists)?)
}

/// Writes the lists in parallel, on a bounded number of threads.
fn write_lists(
    [statutes, cases, bills]: [UnsortedList; 3],
    storage: &Storage,
    catalogue: &Catalogue,
    progress: &dyn Progress,
) -> Result<[ListDigests; 3]> {
    let n_threads = thread::available_parallelism().map_or(1, NonZero::get).min(MAX_WRITERS);
    let threads = ThreadPoolBuilder::new().num_threads(n_threads).build()?;
    let (statutes, (cases, bills)) = threads.install(|| {
        rayon::join(
            || statutes.write::<Statute>(storage, catalogue, PART_BYTES, progress),
            || {
                rayon::join(
                    || cases.write::<Case>(storage, catalogue, PART_BYTES, progress),
                    || bills.write::<Bill>(storage, catalogue, PART_BYTES, progress),
                )
            },
        )
    });
    let context = |resource: Resource| format!("cannot write the {resource}");
    Ok([
        statutes.with_context(|| context(Resource::Statutes))?,
        cases.with_context(|| context(Resource::Cases))?,
        bills.with_context(|| context(Resource::Bills))?,
    ])
}

/// The digests of the records files, by path. These files are the largest, and are not read again to digest them.
fn known_digests(lists: &[ListDigests; 3]) -> Vec<(String, RecordsDigest)> {
    let paths = Resource::ALL.iter().map(|resource| format!("{resource}/{RECORDS_FILE}"));
    paths.zip(lists.iter().map(|list| list.records.clone())).collect()
}

/// The entries of the lists that have lines of a kind beside their records.
fn entries(lists: &[ListDigests; 3], of_list: impl Fn(&ListDigests) -> LinesDigest) -> Vec<LinesEntry> {
    let digests = Resource::ALL.iter().zip(lists.iter().map(of_list)).filter(|(_, digest)| digest.n_lines() > 0);
    let entry = |(resource, digest): (&Resource, LinesDigest)| LinesEntry {
        list: resource.to_string(),
        count: digest.n_lines(),
        sha256_sum: digest.hex(),
    };
    digests.map(entry).collect()
}

/// Writes the catalogues into an index directory, and returns their digests. These depend on the content of the
/// catalogues, not on comments or the order of lines.
fn write_catalogues(source: &Source, catalogue: &Catalogue, storage: &Storage) -> Result<Vec<String>> {
    let mut digests = Vec::new();
    for file in CatalogueFile::ALL {
        let bytes = match file {
            CatalogueFile::Coverage => catalogue.completeness.to_toml().into_bytes(),
            file => sorted_entries(*file, &source.catalogue_file(*file)?.read()?),
        };
        digests.push(const_hex::encode(Sha256::digest(&bytes)));
        if let Some(directory) = storage.path() {
            let path = directory.join(file.file_name());
            std::fs::write(&path, bytes).with_context(|| format!("cannot write {}", path.display()))?;
        }
    }
    Ok(digests)
}

/// Sorts the lines of a catalogue, and leaves out its comments. The ends of lines become line feeds.
fn sorted_entries(file: CatalogueFile, content: &[u8]) -> Vec<u8> {
    let lines = content.split(|byte| *byte == b'\n').map(|line| line.strip_suffix(b"\r").unwrap_or(line));
    let mut lines: Vec<&[u8]> = lines.filter(|line| !line.is_empty() && !file.is_comment(line)).collect();
    lines.sort_unstable();
    lines.into_iter().flat_map(|line| [line, b"\n"]).flatten().copied().collect()
}
