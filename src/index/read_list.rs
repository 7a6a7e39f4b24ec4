/*!
Reads the files of a list on all cores. A worker takes a piece of whole lines at a time, reads and checks its records
and gives them to the list's writer.

Nothing depends on which worker met what, and when: the writer sorts the records, and the problems are put in the order
of their places.
*/

use std::io::BufRead;
use std::num::NonZero;
use std::ops::Range;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

use anyhow::{Context, Result};

use super::indexed::Indexed;
use super::list_writer::{Batch, ListWriter, UnorderedList};
use super::{Progress, Stage, Storage};
use crate::corpus::{Catalogue, Ids, Line, Lines, MAX_LINE_BYTES, Place, Problem, Problems, SourceFile, parse_record};

/// A list whose records have been read, and what is wrong with them.
pub(super) struct ReadList {
    pub(super) list: UnorderedList,
    pub(super) problems: Problems,
}

/// Reads and checks the records of a list.
pub(super) fn read_list<R: Indexed>(
    files: &[SourceFile],
    storage: &Storage,
    catalogue: &Catalogue,
    progress: &dyn Progress,
) -> Result<ReadList> {
    let pieces = Mutex::new(Pieces::new(files));
    let gathered = Mutex::new(Gathered::new(ListWriter::create::<R>(storage)?));
    let work = || -> Result<()> {
        while let Some(piece) = lock(&pieces).next_piece()? {
            let read = read_piece::<R>(&piece, files, catalogue)?;
            lock(&gathered).add(piece.number, read)?;
            progress.advance(Stage::Read, piece.n_bytes_read);
        }
        Ok(())
    };
    thread::scope(|scope| {
        let n_workers = thread::available_parallelism().map_or(1, NonZero::get);
        let workers: Vec<_> = (0..n_workers).map(|_| scope.spawn(work)).collect();
        workers.into_iter().try_for_each(|worker| worker.join().expect("a thread of the build panicked"))
    })?;
    gathered.into_inner().unwrap_or_else(PoisonError::into_inner).finish(files)
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
    bytes: Vec<u8>,
    /// Where each line lies; `None` for one that is too long.
    lines: Vec<Option<Range<usize>>>,
    n_bytes_read: u64,
}

/// The pieces of a list's files, in order.
struct Pieces<'f> {
    files: &'f [SourceFile],
    file_idx: usize,
    lines: Option<Lines<Box<dyn BufRead + Send>>>,
    n_pieces: u64,
}

impl<'f> Pieces<'f> {
    fn new(files: &'f [SourceFile]) -> Self {
        Self { files, file_idx: 0, lines: None, n_pieces: 0 }
    }

    fn next_piece(&mut self) -> Result<Option<Piece>> {
        while let Some(file) = self.files.get(self.file_idx) {
            let lines = match &mut self.lines {
                Some(lines) => lines,
                None => self.lines.insert(Lines::new(file.open()?)),
            };
            let piece = read_lines(lines, self.n_pieces, self.file_idx);
            let piece = piece.with_context(|| format!("cannot read {}", file.path))?;
            if !piece.lines.is_empty() {
                self.n_pieces += 1;
                return Ok(Some(piece));
            }
            self.lines = None;
            self.file_idx += 1;
        }
        Ok(None)
    }
}

fn read_lines<R: BufRead>(lines: &mut Lines<R>, number: u64, file_idx: usize) -> std::io::Result<Piece> {
    const PIECE_BYTES: usize = 1 << 18;
    let n_bytes_before = lines.n_bytes();
    let first_line = lines.number() + 1;
    let mut piece = Piece { number, file_idx, first_line, bytes: Vec::new(), lines: Vec::new(), n_bytes_read: 0 };
    while piece.bytes.len() < PIECE_BYTES {
        match lines.next_line()? {
            None => break,
            Some(Line::TooLong) => piece.lines.push(None),
            Some(Line::Bytes(line)) => {
                let start = piece.bytes.len();
                piece.bytes.extend_from_slice(line);
                piece.lines.push(Some(start..piece.bytes.len()));
            }
        }
    }
    piece.n_bytes_read = lines.n_bytes() - n_bytes_before;
    Ok(piece)
}

/// What the lines of a piece are.
#[derive(Default)]
struct ReadPiece {
    batch: Batch,
    ids: Ids,
    problems: Problems,
}

fn read_piece<R: Indexed>(piece: &Piece, files: &[SourceFile], catalogue: &Catalogue) -> Result<ReadPiece> {
    let mut read = ReadPiece::default();
    let mut place = Place { path: files[piece.file_idx].path.clone(), line: piece.first_line };
    for line in &piece.lines {
        match line.clone().map(|line| parse_record::<R>(&piece.bytes[line], &place, catalogue)) {
            None => {
                let message = format!("the line is longer than {MAX_LINE_BYTES} bytes");
                read.problems.add(Problem::of_line(&place, message));
            }
            Some(Err(problems)) => problems.into_iter().for_each(|problem| read.problems.add(problem)),
            Some(Ok(record)) => {
                read.ids.add(record.id(), piece.file_idx as u32, place.line as u32);
                read.batch.add(&record, catalogue)?;
            }
        }
        place.line += 1;
    }
    Ok(read)
}

/// What all workers have read.
struct Gathered {
    writer: ListWriter,
    ids: Ids,
    problems: Vec<(u64, Problems)>,
}

impl Gathered {
    fn new(writer: ListWriter) -> Self {
        Self { writer, ids: Ids::default(), problems: Vec::new() }
    }

    fn add(&mut self, piece_number: u64, read: ReadPiece) -> Result<()> {
        self.ids.append(read.ids);
        if read.problems.count() > 0 {
            self.problems.push((piece_number, read.problems));
        }
        self.writer.add(&read.batch)
    }

    fn finish(mut self, files: &[SourceFile]) -> Result<ReadList> {
        self.problems.sort_by_key(|(piece_number, _)| *piece_number);
        let mut problems = Problems::default();
        for (_, of_piece) in self.problems {
            problems.append(of_piece);
        }
        self.ids.check(|file_idx| files[file_idx as usize].path.clone(), &mut problems);
        Ok(ReadList { list: self.writer.close()?, problems })
    }
}
