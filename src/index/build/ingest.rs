/*!
Ingests the files of a list on all cores. Each worker takes one chunk of whole lines at a time, then parses and checks
its records.

The result does not depend on which worker took which chunk: records are sorted later, and errors are put in the order
of their locations.
*/

use std::num::NonZero;
use std::sync::{Mutex, PoisonError};
use std::thread::{self, ScopedJoinHandle};

use anyhow::{Context, Result};

use crate::corpus::{
    Catalogue, CorpusError, CorpusErrors, Line, LineReader, MAX_LINE_BYTES, SeenIds, SourceFile, SourceLocation,
    parse_record,
};
use crate::index::build::chunk_reader::{Chunk, ChunkReader};
use crate::index::build::facet_interner::FacetInterner;
use crate::index::build::indexable::Indexable;
use crate::index::build::list_writer::{RecordBatch, UnsortedList};
use crate::index::build::progress::{Progress, Stage};
use crate::index::format::storage::Storage;

/// The records of a list, and the errors in its files.
pub(super) struct Ingested {
    pub(super) list: UnsortedList,
    pub(super) errors: CorpusErrors,
}

/// Parses and checks the records of a list.
pub(super) fn ingest<R: Indexable>(
    files: &[SourceFile],
    storage: &Storage,
    catalogue: &Catalogue,
    progress: &dyn Progress,
) -> Result<Ingested> {
    let facets = FacetInterner::default();
    let chunks = Mutex::new(ChunkReader::new(files));
    // A worker that panics ends the build, so a poisoned lock is never used. A closure of its own, since the lock would
    // be held during the whole body of a `while let` that takes it.
    let next_chunk = || chunks.lock().unwrap_or_else(PoisonError::into_inner).next_chunk();
    let work = || -> Result<Worker<'_>> {
        let mut worker = Worker::new(RecordBatch::new::<R>(storage, &facets, catalogue));
        while let Some(chunk) = next_chunk()? {
            worker.ingest::<R>(&chunk, files, catalogue)?;
            progress.advance(Stage::Read, chunk.n_bytes_read);
        }
        Ok(worker)
    };
    let n_threads = thread::available_parallelism().map_or(1, NonZero::get);
    let workers = thread::scope(|scope| {
        let threads: Vec<_> = (0..n_threads).map(|_| scope.spawn(work)).collect();
        let join = |thread: ScopedJoinHandle<'_, _>| thread.join().expect("a thread of the build panicked");
        threads.into_iter().map(join).collect::<Result<Vec<_>>>()
    })?;
    let mut sorter = storage.sorter(R::RESOURCE);
    let mut ids = SeenIds::default();
    let mut errors = Vec::new();
    for worker in workers {
        sorter.absorb(worker.batch.into_sorter()).context("cannot write the records")?;
        ids.append(worker.ids);
        errors.extend(worker.errors);
    }
    let list = UnsortedList { n_records: ids.count(), facets, sorter };
    Ok(Ingested { list, errors: in_order(errors, ids, files) })
}

/// The records, ids and errors that one thread has found.
struct Worker<'t> {
    batch: RecordBatch<'t>,
    ids: SeenIds,
    /// The errors of chunks, by their numbers.
    errors: Vec<(u64, CorpusErrors)>,
}

impl<'t> Worker<'t> {
    fn new(batch: RecordBatch<'t>) -> Self {
        Self { batch, ids: SeenIds::default(), errors: Vec::new() }
    }

    fn ingest<R: Indexable>(&mut self, chunk: &Chunk, files: &[SourceFile], catalogue: &Catalogue) -> Result<()> {
        let mut errors = CorpusErrors::default();
        let mut location = SourceLocation { path: files[chunk.file_idx].path.clone(), line: chunk.first_line };
        let mut lines = LineReader::new(chunk.bytes.as_slice());
        while let Some(line) = lines.next_line()? {
            match line {
                Line::TooLong => {
                    let message = format!("the line is longer than {MAX_LINE_BYTES} bytes");
                    errors.add(CorpusError::of_line(&location, message));
                }
                Line::Bytes(line) => match parse_record::<R>(line, &location, catalogue) {
                    Err(of_line) => of_line.into_iter().for_each(|error| errors.add(error)),
                    Ok(record) => {
                        self.ids.add(record.id(), chunk.file_idx as u32, location.line as u32);
                        self.batch.add(&record)?;
                    }
                },
            }
            location.line += 1;
        }
        if errors.count() > 0 {
            self.errors.push((chunk.number, errors));
        }
        Ok(())
    }
}

/// The errors of all chunks in the order of their locations, then the duplicate ids.
fn in_order(mut errors_by_chunk: Vec<(u64, CorpusErrors)>, ids: SeenIds, files: &[SourceFile]) -> CorpusErrors {
    errors_by_chunk.sort_by_key(|(chunk_number, _)| *chunk_number);
    let mut errors = CorpusErrors::default();
    for (_, of_chunk) in errors_by_chunk {
        errors.append(of_chunk);
    }
    ids.report_duplicates(|file_idx| files[file_idx as usize].path.clone(), &mut errors);
    errors
}
