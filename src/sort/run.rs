/*!
Sorted runs in an unnamed temporary file, which the system removes when the process ends.

Each entry consists of the lengths of its key and value, four bytes each in little-endian order, then the key and the
value.
*/

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::Path;
use std::sync::Arc;

use crate::platform;

/// The size in bytes of a write buffer, and the maximum size of a read buffer.
pub(super) const BUFFER_BYTES: usize = 1 << 16;

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
        let section = Section { file: Arc::clone(&self.file), position, n_left };
        Ok(Run { section, n_entries: run.n_entries })
    }
}

/// A run that has been written. It has no buffer, so that any number of runs can wait to be merged.
pub(super) struct Run {
    section: Section,
    n_entries: u64,
}

impl Run {
    /// A reader of the run with a buffer of this size.
    pub(super) fn into_reader(self, buffer_bytes: usize) -> RunReader {
        RunReader { from: BufReader::with_capacity(buffer_bytes, self.section), n_left: self.n_entries }
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
        for bytes in [&(key.len() as u32).to_le_bytes(), &(value.len() as u32).to_le_bytes(), key, value] {
            self.n_bytes += bytes.len() as u64;
            self.to.write_all(bytes)?;
        }
        Ok(())
    }
}

/// A section of a file with its own read position.
struct Section {
    file: Arc<File>,
    position: u64,
    n_left: u64,
}

impl Read for Section {
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
    from: BufReader<Section>,
    n_left: u64,
}

impl RunReader {
    /// Reads the next entry into `key` and `value`. Returns `false` after the last.
    pub(super) fn next(&mut self, key: &mut Vec<u8>, value: &mut Vec<u8>) -> io::Result<bool> {
        if self.n_left == 0 {
            return Ok(false);
        }
        self.n_left -= 1;
        let key_len = self.read_len()?;
        let value_len = self.read_len()?;
        key.resize(key_len, 0);
        self.from.read_exact(key)?;
        value.resize(value_len, 0);
        self.from.read_exact(value)?;
        Ok(true)
    }

    fn read_len(&mut self) -> io::Result<usize> {
        let mut bytes = [0; 4];
        self.from.read_exact(&mut bytes)?;
        Ok(u32::from_le_bytes(bytes) as usize)
    }
}
