/*!
Turns a corpus into an index: reads and checks every line, then writes each list in its order. A list is one
thread's work.
*/

use std::thread;

use anyhow::{Context, Result};
use sha2::{Digest, Sha256};

use super::indexed::Indexed;
use super::list_writer::{ListWriter, RecordsDigest, UnorderedList};
use super::{Counts, Manifest, Storage};
use crate::corpus::{
    Catalogue, CatalogueFile, Ids, Line, Lines, MAX_LINE_BYTES, Place, Problem, Problems, Source, SourceFile,
    parse_record,
};
use crate::model::{Bill, Case, Resource, Statute};

/// A part of the work, with the unit it is counted in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Reading and checking the corpus, in bytes.
    Read,
    /// Writing the lists, in records.
    Write,
}

/// Watches the work; called from several threads.
pub trait Progress: Sync {
    /// A stage begins; `total` is how much there is to do, in the stage's unit.
    fn begin(&self, stage: Stage, total: u64);

    /// So much more of a stage is done.
    fn advance(&self, stage: Stage, amount: u64);
}

/// Watches nothing.
impl Progress for () {
    fn begin(&self, _: Stage, _: u64) {}

    fn advance(&self, _: Stage, _: u64) {}
}

/// Builds the index of a corpus in an empty place, and returns its manifest.
///
/// Fails with [`Problems`] if anything is wrong with the corpus; what has been written by then is of no use.
pub fn build(source: &Source, storage: &Storage, progress: &dyn Progress) -> Result<Manifest> {
    source.check_layout()?;
    let catalogue = Catalogue::read(source)?;
    storage.create()?;
    let [statutes, cases, bills] = read_lists(source, storage, &catalogue, progress)?;
    let counts = Counts { statutes: statutes.n_records(), cases: cases.n_records(), bills: bills.n_records() };
    progress.begin(Stage::Write, counts.total());
    let (statutes, cases, bills) = in_parallel(
        || statutes.write::<Statute>(storage, progress),
        || cases.write::<Case>(storage, progress),
        || bills.write::<Bill>(storage, progress),
    );
    let context = |resource: Resource| format!("cannot write the {resource}");
    let lists = [
        statutes.with_context(|| context(Resource::Statutes))?,
        cases.with_context(|| context(Resource::Cases))?,
        bills.with_context(|| context(Resource::Bills))?,
    ];
    let digest = corpus_digest(source, storage, &lists)?;
    match storage.path() {
        Some(directory) => Manifest::of_directory(directory, digest, counts),
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
    let (statutes, cases, bills) = in_parallel(
        || read_list::<Statute>(&statutes, storage, catalogue, progress),
        || read_list::<Case>(&cases, storage, catalogue, progress),
        || read_list::<Bill>(&bills, storage, catalogue, progress),
    );
    let mut problems = Problems::default();
    let lists = [statutes?, cases?, bills?].map(|read| {
        problems.append(read.problems);
        read.list
    });
    Ok(problems.or(lists)?)
}

/// A list whose records have been read, and what is wrong with them.
struct ReadList {
    list: UnorderedList,
    problems: Problems,
}

fn read_list<R: Indexed>(
    files: &[SourceFile],
    storage: &Storage,
    catalogue: &Catalogue,
    progress: &dyn Progress,
) -> Result<ReadList> {
    let mut writer = ListWriter::create::<R>(storage, catalogue)?;
    let mut problems = Problems::default();
    let mut ids = Ids::default();
    for (file_idx, file) in files.iter().enumerate() {
        let mut lines = Lines::new(file.open()?);
        let mut place = Place { path: file.path.clone(), line: 0 };
        let mut n_bytes = 0;
        loop {
            place.line += 1;
            let line = lines.next_line().with_context(|| format!("cannot read {}", file.path))?;
            match line {
                None => break,
                Some(Line::TooLong) => {
                    let message = format!("the line is longer than {MAX_LINE_BYTES} bytes");
                    problems.add(Problem::of_line(&place, message));
                }
                Some(Line::Bytes(line)) => match parse_record::<R>(line, &place, catalogue) {
                    Ok(record) => {
                        ids.add(record.id(), file_idx as u32, place.line as u32);
                        writer.add(&record)?;
                    }
                    Err(of_line) => of_line.into_iter().for_each(|problem| problems.add(problem)),
                },
            }
            progress.advance(Stage::Read, lines.n_bytes() - n_bytes);
            n_bytes = lines.n_bytes();
        }
    }
    ids.check(|file_idx| files[file_idx as usize].path.clone(), &mut problems);
    Ok(ReadList { list: writer.close()?, problems })
}

/// Writes the catalogues into an index directory, and digests them and the records, which are in list order: the
/// same whatever the order of files and lines in the corpus.
fn corpus_digest(source: &Source, storage: &Storage, lists: &[RecordsDigest]) -> Result<[u8; 32]> {
    let mut digest = Sha256::new();
    for file in CatalogueFile::ALL {
        let bytes = source.catalogue_file(*file)?.read()?;
        digest.update(Sha256::digest(&bytes));
        if let Some(directory) = storage.path() {
            let path = directory.join(file.file_name());
            std::fs::write(&path, bytes).with_context(|| format!("cannot write {}", path.display()))?;
        }
    }
    for list in lists {
        digest.update(list);
    }
    Ok(digest.finalize().into())
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
