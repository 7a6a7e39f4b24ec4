/*!
Reads the files of a list on all cores. A worker takes a piece of whole lines at a time, and reads and checks its
records.

Nothing depends on which worker met what, and when: the records are sorted, and the problems are put in the order of
their places.
*/

use std::io::{self, BufRead, Read};
use std::num::NonZero;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::{self, ScopedJoinHandle};

use anyhow::{Context, Result};

use crate::corpus::{
    Catalogue, CorpusError, CorpusErrors, Line, LineReader, MAX_LINE_BYTES, SeenIds, SourceFile, SourceLocation,
    parse_record,
};
use crate::index::build::facet_interner::FacetTable;
use crate::index::build::indexable::Indexed;
use crate::index::build::list_writer::{Batch, UnorderedList};
use crate::index::build::progress::{Progress, Stage};
use crate::index::format::storage::Storage;

/// A list whose records have been read, and what is wrong with them.
pub(crate) struct ReadList {
    pub(crate) list: UnorderedList,
    pub(crate) problems: CorpusErrors,
}

/// Reads and checks the records of a list.
pub(crate) fn read_list<R: Indexed>(
    files: &[SourceFile],
    storage: &Storage,
    catalogue: &Catalogue,
    progress: &dyn Progress,
) -> Result<ReadList> {
    let n_threads = thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN);
    let facets = FacetTable::default();
    let pieces = Mutex::new(Pieces::new(files));
    // Not in the loop's head, where the lock would be held until a piece has been worked off.
    let next_piece = || lock(&pieces).next_piece();
    let read = || -> Result<ReadPieces<'_>> {
        let mut read = ReadPieces::new(Batch::new::<R>(storage, &facets, catalogue));
        while let Some(piece) = next_piece()? {
            read.add::<R>(&piece, files, catalogue)?;
            progress.advance(Stage::Read, piece.n_bytes_read);
        }
        Ok(read)
    };
    let of_threads = thread::scope(|scope| {
        let threads: Vec<_> = (0..n_threads.get()).map(|_| scope.spawn(read)).collect();
        let join = |thread: ScopedJoinHandle<'_, _>| thread.join().expect("a thread of the build panicked");
        threads.into_iter().map(join).collect::<Result<Vec<_>>>()
    })?;
    let mut sorter = storage.sorter(R::RESOURCE);
    let mut ids = SeenIds::default();
    let mut problems = Vec::new();
    for read in of_threads {
        sorter.absorb(read.batch.into_sorter()).context("cannot write the records")?;
        ids.append(read.ids);
        problems.extend(read.problems);
    }
    let list = UnorderedList { n_records: ids.count(), facets, sorter };
    Ok(ReadList { list, problems: in_order(problems, ids, files) })
}

/// A worker that panics ends the build, so that what it has left behind a lock is never used.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Some lines of a file.
struct Piece {
    /// The position of the piece in the list.
    number: u64,
    file_idx: usize,
    first_line: u64,
    /// Whole lines; of one that is too long, only so much that this can be told.
    bytes: Vec<u8>,
    n_bytes_read: u64,
}

/// The pieces of a list's files, in order.
struct Pieces<'f> {
    files: &'f [SourceFile],
    file_idx: usize,
    reader: Option<Box<dyn BufRead + Send>>,
    n_lines: u64,
    n_pieces: u64,
}

impl<'f> Pieces<'f> {
    fn new(files: &'f [SourceFile]) -> Self {
        Self { files, file_idx: 0, reader: None, n_lines: 0, n_pieces: 0 }
    }

    fn next_piece(&mut self) -> Result<Option<Piece>> {
        while let Some(file) = self.files.get(self.file_idx) {
            let reader = match &mut self.reader {
                Some(reader) => reader,
                none => none.insert(file.open()?),
            };
            let (bytes, n_bytes_read) = read_lines(reader).with_context(|| format!("cannot read {}", file.path))?;
            if !bytes.is_empty() {
                let (number, first_line) = (self.n_pieces, self.n_lines + 1);
                self.n_pieces += 1;
                self.n_lines += bytes.iter().filter(|byte| **byte == b'\n').count() as u64;
                return Ok(Some(Piece { number, file_idx: self.file_idx, first_line, bytes, n_bytes_read }));
            }
            self.reader = None;
            self.n_lines = 0;
            self.file_idx += 1;
        }
        Ok(None)
    }
}

/// Reads some whole lines, and tells how many bytes they are in the file.
fn read_lines(reader: &mut impl BufRead) -> io::Result<(Vec<u8>, u64)> {
    const PIECE_BYTES: usize = 1 << 18;
    /// Behind these, a line without its end is too long.
    const MOST_MORE_BYTES: usize = MAX_LINE_BYTES + 2;
    let mut bytes = Vec::with_capacity(PIECE_BYTES + PIECE_BYTES / 8);
    reader.take(PIECE_BYTES as u64).read_to_end(&mut bytes)?;
    reader.take(MOST_MORE_BYTES as u64).read_until(b'\n', &mut bytes)?;
    let mut n_bytes_read = bytes.len() as u64;
    if !bytes.ends_with(b"\n") && !bytes.is_empty() {
        n_bytes_read += reader.skip_until(b'\n')? as u64;
        bytes.push(b'\n');
    }
    Ok((bytes, n_bytes_read))
}

/// What one thread has read.
struct ReadPieces<'t> {
    batch: Batch<'t>,
    ids: SeenIds,
    /// The problems of pieces, by their numbers.
    problems: Vec<(u64, CorpusErrors)>,
}

impl<'t> ReadPieces<'t> {
    fn new(batch: Batch<'t>) -> Self {
        Self { batch, ids: SeenIds::default(), problems: Vec::new() }
    }

    fn add<R: Indexed>(&mut self, piece: &Piece, files: &[SourceFile], catalogue: &Catalogue) -> Result<()> {
        let mut problems = CorpusErrors::default();
        let mut place = SourceLocation { path: files[piece.file_idx].path.clone(), line: piece.first_line };
        let mut lines = LineReader::new(piece.bytes.as_slice());
        while let Some(line) = lines.next_line()? {
            match line {
                Line::TooLong => {
                    let message = format!("the line is longer than {MAX_LINE_BYTES} bytes");
                    problems.add(CorpusError::of_line(&place, message));
                }
                Line::Bytes(line) => match parse_record::<R>(line, &place, catalogue) {
                    Err(of_line) => of_line.into_iter().for_each(|problem| problems.add(problem)),
                    Ok(record) => {
                        self.ids.add(record.id(), piece.file_idx as u32, place.line as u32);
                        self.batch.add(&record)?;
                    }
                },
            }
            place.line += 1;
        }
        if problems.count() > 0 {
            self.problems.push((piece.number, problems));
        }
        Ok(())
    }
}

/// The problems of all pieces in the order of their places, and behind them the ids that are there twice.
fn in_order(mut of_pieces: Vec<(u64, CorpusErrors)>, ids: SeenIds, files: &[SourceFile]) -> CorpusErrors {
    of_pieces.sort_by_key(|(piece_number, _)| *piece_number);
    let mut problems = CorpusErrors::default();
    for (_, of_piece) in of_pieces {
        problems.append(of_piece);
    }
    ids.report_duplicates(|file_idx| files[file_idx as usize].path.clone(), &mut problems);
    problems
}
