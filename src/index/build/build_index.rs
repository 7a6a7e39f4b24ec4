/*!
Turns a corpus into an index: reads and checks every line, then writes each list in its order. A list is one
thread's work, but for the indexes of its parts, which up to eight cores write.
*/

use std::thread;

use anyhow::{Context, Result};
use sha2::{Digest, Sha256};

use crate::corpus::{Catalogue, CatalogueFile, CorpusErrors, Source};
use crate::index::build::ingest::read_list;
use crate::index::build::list_writer::{RecordsDigest, UnorderedList};
use crate::index::build::part::PART_BYTES;
use crate::index::build::progress::{Progress, Stage};
use crate::index::build::semaphore::Permits;
use crate::index::format::layout::RECORDS_FILE;
use crate::index::format::manifest::corpus_digest;
use crate::index::format::manifest::{Counts, Manifest};
use crate::index::format::storage::Storage;
use crate::model::{Bill, Case, Resource, Statute};

/// Builds the index of a corpus in an empty place, and returns its manifest.
///
/// Fails with [`CorpusErrors`] if anything is wrong with the corpus; what has been written by then is of no use.
pub fn build(source: &Source, storage: &Storage, progress: &dyn Progress) -> Result<Manifest> {
    source.check_layout()?;
    let catalogue = Catalogue::read(source)?;
    storage.create()?;
    let [statutes, cases, bills] = read_lists(source, storage, &catalogue, progress)?;
    let counts = Counts { statutes: statutes.n_records, cases: cases.n_records, bills: bills.n_records };
    progress.begin(Stage::Write, counts.total());
    let permits = Permits::for_cores();
    let (statutes, cases, bills) = in_parallel(
        || statutes.write::<Statute>(storage, PART_BYTES, &permits, progress),
        || cases.write::<Case>(storage, PART_BYTES, &permits, progress),
        || bills.write::<Bill>(storage, PART_BYTES, &permits, progress),
    );
    let context = |resource: Resource| format!("cannot write the {resource}");
    let lists = [
        statutes.with_context(|| context(Resource::Statutes))?,
        cases.with_context(|| context(Resource::Cases))?,
        bills.with_context(|| context(Resource::Bills))?,
    ];
    let digest = write_catalogues(source, storage, &lists)?;
    match storage.path() {
        Some(directory) => Manifest::of_directory(directory, digest, counts, &known_digests(&lists)),
        None => Ok(Manifest::of_memory(digest, counts)),
    }
}

fn read_lists(
    source: &Source,
    storage: &Storage,
    catalogue: &Catalogue,
    progress: &dyn Progress,
) -> Result<[UnorderedList; 3]> {
    let statutes = source.record_files(Resource::Statutes)?;
    let cases = source.record_files(Resource::Cases)?;
    let bills = source.record_files(Resource::Bills)?;
    let files = statutes.iter().chain(&cases).chain(&bills);
    progress.begin(Stage::Read, files.map(|file| file.n_bytes).sum());
    let statutes = read_list::<Statute>(&statutes, storage, catalogue, progress)?;
    let cases = read_list::<Case>(&cases, storage, catalogue, progress)?;
    let bills = read_list::<Bill>(&bills, storage, catalogue, progress)?;
    let mut problems = CorpusErrors::default();
    let lists = [statutes, cases, bills].map(|read| {
        problems.append(read.problems);
        read.list
    });
    Ok(problems.into_result(lists)?)
}

/// The digests of the records files, the largest of all, which need not be read again for them.
fn known_digests(lists: &[RecordsDigest; 3]) -> Vec<(String, RecordsDigest)> {
    let paths = Resource::ALL.iter().map(|resource| format!("{resource}/{RECORDS_FILE}"));
    paths.zip(lists.iter().cloned()).collect()
}

/// Writes the catalogues into an index directory, and digests them and the records, which are in list order: the
/// same whatever the order of files and lines in the corpus.
fn write_catalogues(source: &Source, storage: &Storage, lists: &[RecordsDigest; 3]) -> Result<String> {
    let mut digests = Vec::new();
    for file in CatalogueFile::ALL {
        let bytes = sorted_lines(&source.catalogue_file(*file)?.read()?);
        digests.push(const_hex::encode(Sha256::digest(&bytes)));
        if let Some(directory) = storage.path() {
            let path = directory.join(file.file_name());
            std::fs::write(&path, bytes).with_context(|| format!("cannot write {}", path.display()))?;
        }
    }
    Ok(corpus_digest(digests.iter().chain(lists).map(String::as_str)))
}

/// The lines of a catalogue, in an order that does not depend on that of the file.
fn sorted_lines(file: &[u8]) -> Vec<u8> {
    let mut lines: Vec<&[u8]> = file.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()).collect();
    lines.sort_unstable();
    lines.into_iter().flat_map(|line| [line, b"\n"]).flatten().copied().collect()
}

fn in_parallel<A: Send, B: Send, C: Send>(
    a: impl FnOnce() -> A + Send,
    b: impl FnOnce() -> B + Send,
    c: impl FnOnce() -> C + Send,
) -> (A, B, C) {
    thread::scope(|scope| {
        let (a, b) = (scope.spawn(a), scope.spawn(b));
        let c = c();
        let join = "a thread of the build panicked";
        (a.join().expect(join), b.join().expect(join), c)
    })
}
