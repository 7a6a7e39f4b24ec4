/*!
Splits the files of a list into chunks of whole lines, and reads the chunks on all cores.
*/

use std::io::{self, BufRead, Read};
use std::num::NonZero;
use std::sync::{Mutex, PoisonError};
use std::thread::{self, ScopedJoinHandle};

use anyhow::{Context, Result};
use lexdex_core::corpus::{CorpusError, CorpusErrors, Line, LineReader, MAX_LINE_BYTES, SourceFile, SourceLocation};

use crate::build::progress::{BuildProgress, Stage};

/// The size in bytes after which a chunk ends with its current line.
const CHUNK_BYTES: usize = 1 << 18;

/// The maximum number of bytes read after [`CHUNK_BYTES`] to find the end of the line. A longer line is invalid.
const MAX_OVERRUN_BYTES: usize = MAX_LINE_BYTES + 2;

/// Consecutive lines of a file.
pub(super) struct Chunk {
    /// The position of the chunk in the list.
    pub(super) number: u64,
    pub(super) file_idx: usize,
    /// The number of the first line in the file, from 1.
    pub(super) first_line: u64,
    /// The offset of the first line in the file, in bytes.
    pub(super) offset: u64,
    /// Whole lines. A line that is too long is truncated, but still longer than allowed.
    pub(super) bytes: Vec<u8>,
    /// The size of the lines in the file.
    pub(super) n_bytes_read: u64,
}

/// Reads the chunks of a list's files, in order.
pub(super) struct ChunkReader<'f> {
    files: &'f [SourceFile],
    file_idx: usize,
    reader: Option<Box<dyn BufRead + Send>>,
    n_lines: u64,
    n_bytes: u64,
    n_chunks: u64,
}

impl<'f> ChunkReader<'f> {
    pub(super) fn new(files: &'f [SourceFile]) -> Self {
        Self { files, file_idx: 0, reader: None, n_lines: 0, n_bytes: 0, n_chunks: 0 }
    }

    /// The next chunk; `None` at the end of the last file.
    pub(super) fn next_chunk(&mut self) -> Result<Option<Chunk>> {
        while let Some(file) = self.files.get(self.file_idx) {
            let reader = match &mut self.reader {
                Some(reader) => reader,
                none => none.insert(file.open()?),
            };
            let (bytes, n_bytes_read) = read_lines(reader).with_context(|| format!("cannot read {}", file.path))?;
            if !bytes.is_empty() {
                let (number, first_line, offset) = (self.n_chunks, self.n_lines + 1, self.n_bytes);
                self.n_chunks += 1;
                self.n_bytes += n_bytes_read;
                self.n_lines += bytes.iter().filter(|byte| **byte == b'\n').count() as u64;
                return Ok(Some(Chunk { number, file_idx: self.file_idx, first_line, offset, bytes, n_bytes_read }));
            }
            self.reader = None;
            self.n_lines = 0;
            self.n_bytes = 0;
            self.file_idx += 1;
        }
        Ok(None)
    }
}

/// Reads the whole lines of a chunk. Returns them and their size in the file.
fn read_lines(reader: &mut impl BufRead) -> io::Result<(Vec<u8>, u64)> {
    let mut bytes = Vec::with_capacity(CHUNK_BYTES + CHUNK_BYTES / 8);
    reader.take(CHUNK_BYTES as u64).read_to_end(&mut bytes)?;
    reader.take(MAX_OVERRUN_BYTES as u64).read_until(b'\n', &mut bytes)?;
    let mut n_bytes_read = bytes.len() as u64;
    if !bytes.ends_with(b"\n") && !bytes.is_empty() {
        n_bytes_read += reader.skip_until(b'\n')? as u64;
        bytes.push(b'\n');
    }
    Ok((bytes, n_bytes_read))
}

pub(super) struct ChunkLine<'c> {
    pub(super) bytes: &'c [u8],
    pub(super) file_idx: usize,
    /// The offset of the line in its file, in bytes.
    pub(super) offset: u64,
    pub(super) location: &'c SourceLocation,
}

/// The results of the threads that read the files of a list, and the errors in the files, ordered by location.
pub(super) struct Visited<W> {
    pub(super) workers: Vec<W>,
    pub(super) errors: CorpusErrors,
}

/// Calls `visit` with each line of the files of a list, on all cores. Each thread takes one chunk at a time, and has
/// its own state from `new`.
pub(super) fn visit_lines<W: Send>(
    files: &[SourceFile],
    (progress, stage): (&dyn BuildProgress, Stage),
    new: impl Fn() -> W + Sync,
    visit: impl Fn(&mut W, &ChunkLine<'_>, &mut CorpusErrors) -> Result<()> + Sync,
) -> Result<Visited<W>> {
    let chunks = Mutex::new(ChunkReader::new(files));
    // A panic in a worker ends the build, so a poisoned lock is never used. A separate closure, because a `while let`
    // would hold the lock during its whole body.
    let next_chunk = || chunks.lock().unwrap_or_else(PoisonError::into_inner).next_chunk();
    let work = || -> Result<(W, Vec<(u64, CorpusErrors)>)> {
        let (mut worker, mut errors_by_chunk) = (new(), Vec::new());
        while let Some(chunk) = next_chunk()? {
            let mut errors = CorpusErrors::default();
            chunk.visit_lines(&files[chunk.file_idx], &mut errors, &mut |line, errors| {
                visit(&mut worker, line, errors)
            })?;
            if errors.count() > 0 {
                errors_by_chunk.push((chunk.number, errors));
            }
            progress.advance(stage, chunk.n_bytes_read);
        }
        Ok((worker, errors_by_chunk))
    };
    let n_threads = thread::available_parallelism().map_or(1, NonZero::get);
    let workers = thread::scope(|scope| {
        let threads: Vec<_> = (0..n_threads).map(|_| scope.spawn(work)).collect();
        let join = |thread: ScopedJoinHandle<'_, _>| thread.join().expect("a thread of the build panicked");
        threads.into_iter().map(join).collect::<Result<Vec<_>>>()
    })?;
    let (workers, errors): (Vec<W>, Vec<_>) = workers.into_iter().unzip();
    let mut errors_by_chunk: Vec<(u64, CorpusErrors)> = errors.into_iter().flatten().collect();
    errors_by_chunk.sort_by_key(|(chunk_number, _)| *chunk_number);
    let mut errors = CorpusErrors::default();
    errors_by_chunk.into_iter().for_each(|(_, of_chunk)| errors.append(of_chunk));
    Ok(Visited { workers, errors })
}

impl Chunk {
    fn visit_lines(
        &self,
        file: &SourceFile,
        errors: &mut CorpusErrors,
        visit: &mut dyn FnMut(&ChunkLine<'_>, &mut CorpusErrors) -> Result<()>,
    ) -> Result<()> {
        let mut location = SourceLocation { path: file.path.clone(), line: self.first_line };
        let mut lines = LineReader::new(self.bytes.as_slice());
        loop {
            let offset = self.offset + lines.n_bytes_read();
            match lines.next_line()? {
                None => return Ok(()),
                Some(Line::TooLong) => {
                    let message = format!("the line is longer than {MAX_LINE_BYTES} bytes");
                    errors.add(CorpusError::in_line(&location, message));
                }
                Some(Line::Bytes(bytes)) => {
                    let line = ChunkLine { bytes, file_idx: self.file_idx, offset, location: &location };
                    visit(&line, errors)?;
                }
            }
            location.line += 1;
        }
    }
}
