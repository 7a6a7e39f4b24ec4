/*!
Sorted runs in an unnamed temporary file, which the system removes when the process ends.

Each entry consists of the lengths of its key and value, four bytes each in little-endian order, then the key and the
value.
*/

use std::fs::File;
use std::io::{self, BufWriter, Read, Write};
use std::path::Path;
use std::sync::Arc;

use crate::platform;

/// The size in bytes of a write buffer, and the maximum size of a read buffer, unless an entry is larger.
pub(super) const BUFFER_BYTES: usize = 1 << 16;

/// The length of the lengths before an entry, in bytes.
const HEADER_BYTES: usize = 8;

/// A file of consecutive runs, so that any number of runs needs only one open file.
pub(super) struct RunFile {
    file: Arc<File>,
    n_bytes: u64,
}

impl RunFile {
    /// Creates an empty file in a directory.
    pub(super) fn create(directory: &Path) -> io::Result<Self> {
        Ok(Self { file: Arc::new(tempfile::tempfile_in(directory)?), n_bytes: 0 })
    }

    /// Appends a run of the entries that `write` passes to the writer.
    pub(super) fn write_run(&mut self, write: impl FnOnce(&mut RunWriter) -> io::Result<()>) -> io::Result<Run> {
        let to = BufWriter::with_capacity(BUFFER_BYTES, Arc::clone(&self.file));
        let mut run = RunWriter { to, n_bytes: 0, n_entries: 0 };
        write(&mut run)?;
        run.to.flush()?;
        let (position, n_left) = (self.n_bytes, run.n_bytes);
        self.n_bytes += run.n_bytes;
        let section = FileSection { file: Arc::clone(&self.file), position, n_left };
        Ok(Run { section, n_entries: run.n_entries })
    }
}

/// A run that has been written. It has no buffer, so that any number of runs can wait to be merged.
#[derive(Clone)]
pub(super) struct Run {
    section: FileSection,
    n_entries: u64,
}

impl Run {
    /// A reader of the run with a buffer of this size.
    pub(super) fn into_reader(self, buffer_bytes: usize) -> RunReader {
        RunReader {
            rest: self.clone(),
            run: self,
            buffer: vec![0; buffer_bytes],
            start: 0,
            end: 0,
            key_len: 0,
            value_len: 0,
        }
    }
}

/// Writes the entries of a run.
pub(super) struct RunWriter {
    to: BufWriter<Arc<File>>,
    n_bytes: u64,
    n_entries: u64,
}

impl RunWriter {
    /// Appends an entry. Entries must be appended in order.
    pub(super) fn write(&mut self, key: &[u8], value: &[u8]) -> io::Result<()> {
        self.n_entries += 1;
        self.n_bytes += (HEADER_BYTES + key.len() + value.len()) as u64;
        let mut header = [0; HEADER_BYTES];
        header[..4].copy_from_slice(&(key.len() as u32).to_le_bytes());
        header[4..].copy_from_slice(&(value.len() as u32).to_le_bytes());
        [&header[..], key, value].into_iter().try_for_each(|bytes| self.to.write_all(bytes))
    }
}

/// A section of a file with its own read position.
#[derive(Clone)]
struct FileSection {
    file: Arc<File>,
    position: u64,
    n_left: u64,
}

impl Read for FileSection {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let max_bytes = usize::try_from(self.n_left).unwrap_or(usize::MAX).min(buffer.len());
        let n_read = platform::read_at(&self.file, &mut buffer[..max_bytes], self.position)?;
        self.position += n_read as u64;
        self.n_left -= n_read as u64;
        Ok(n_read)
    }
}

/// Reads the entries of a run.
pub(super) struct RunReader {
    run: Run,
    /// The bytes that have not been read from the file, and the number of entries after the current one.
    rest: Run,
    /// The bytes from `start` to `end` have been read from the file. The current entry is at their beginning, and is
    /// not copied.
    buffer: Vec<u8>,
    start: usize,
    end: usize,
    key_len: usize,
    value_len: usize,
}

impl RunReader {
    /// Moves to the next entry. Returns `false` after the last.
    pub(super) fn advance(&mut self) -> io::Result<bool> {
        self.start += self.key_len + self.value_len;
        (self.key_len, self.value_len) = (0, 0);
        if self.rest.n_entries == 0 {
            return Ok(false);
        }
        self.rest.n_entries -= 1;
        self.fill(HEADER_BYTES)?;
        let header = &self.buffer[self.start..];
        let [key_len, value_len] = [0, 4].map(|at| u32::from_le_bytes(std::array::from_fn(|idx| header[at + idx])));
        self.start += HEADER_BYTES;
        (self.key_len, self.value_len) = (key_len as usize, value_len as usize);
        self.fill(self.key_len + self.value_len)?;
        Ok(true)
    }

    /// Moves before the first entry.
    pub(super) fn rewind(&mut self) {
        self.rest = self.run.clone();
        (self.start, self.end) = (0, 0);
        (self.key_len, self.value_len) = (0, 0);
    }

    /// The current entry.
    pub(super) fn entry(&self) -> (&[u8], &[u8]) {
        self.buffer[self.start..][..self.key_len + self.value_len].split_at(self.key_len)
    }

    /// Reads until the buffer has so many bytes. An entry that is larger than the buffer enlarges it.
    fn fill(&mut self, n_bytes: usize) -> io::Result<()> {
        if self.end - self.start >= n_bytes {
            return Ok(());
        }
        self.buffer.copy_within(self.start..self.end, 0);
        self.end -= self.start;
        self.start = 0;
        if self.buffer.len() < n_bytes {
            self.buffer.resize(n_bytes, 0);
        }
        while self.end < n_bytes {
            match self.rest.section.read(&mut self.buffer[self.end..]) {
                Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
                Ok(n_read) => self.end += n_read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_of_any_size_are_read_with_a_buffer_of_any_size() {
        let directory = tempfile::tempdir().unwrap();
        let lengths = [(0, 0), (3, 5), (1, 300_000), (70_000, 0), (0, 16), (8, 7)];
        let entries = lengths.map(|(key_len, value_len)| (vec![b'k'; key_len], vec![b'v'; value_len]));
        let mut file = RunFile::create(directory.path()).unwrap();
        for buffer_bytes in [0, 1, 8, 9, 16, BUFFER_BYTES] {
            let run = file.write_run(|run| entries.iter().try_for_each(|(key, value)| run.write(key, value))).unwrap();
            let mut reader = run.into_reader(buffer_bytes);
            for (key, value) in &entries {
                assert!(reader.advance().unwrap());
                assert!(reader.entry() == (key.as_slice(), value.as_slice()), "{buffer_bytes}");
            }
            assert!(!reader.advance().unwrap() && !reader.advance().unwrap());
        }
    }
}
