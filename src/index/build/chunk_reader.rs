/*!
Splits the files of a list into chunks of whole lines.
*/

use std::io::{self, BufRead, Read};

use anyhow::{Context, Result};

use crate::corpus::{MAX_LINE_BYTES, SourceFile};

/// The bytes after which a chunk ends with its current line.
const CHUNK_BYTES: usize = 1 << 18;

/// The bytes read after [`CHUNK_BYTES`] to find the end of the current line; a longer line is invalid.
const MAX_OVERRUN_BYTES: usize = MAX_LINE_BYTES + 2;

/// Consecutive lines of a file.
pub(super) struct Chunk {
    /// The position of the chunk in the list.
    pub(super) number: u64,
    pub(super) file_idx: usize,
    /// The number of the first line in the file, from 1.
    pub(super) first_line: u64,
    /// Whole lines. A line that is too long is truncated, but is still recognized as too long.
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
    n_chunks: u64,
}

impl<'f> ChunkReader<'f> {
    pub(super) fn new(files: &'f [SourceFile]) -> Self {
        Self { files, file_idx: 0, reader: None, n_lines: 0, n_chunks: 0 }
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
                let (number, first_line) = (self.n_chunks, self.n_lines + 1);
                self.n_chunks += 1;
                self.n_lines += bytes.iter().filter(|byte| **byte == b'\n').count() as u64;
                return Ok(Some(Chunk { number, file_idx: self.file_idx, first_line, bytes, n_bytes_read }));
            }
            self.reader = None;
            self.n_lines = 0;
            self.file_idx += 1;
        }
        Ok(None)
    }
}

/// Reads some whole lines. Returns them and their size in the file.
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
