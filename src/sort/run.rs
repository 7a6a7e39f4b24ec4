/*!
Sorted runs in one file without a name, which is gone with the program: for each entry the lengths of key and value,
then both.
*/

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::os::unix::fs::FileExt;
use std::path::Path;
use std::sync::Arc;

const BUFFER_BYTES: usize = 1 << 16;

/// A file of runs, one behind the other: however many there are, they are one open file.
pub(super) struct RunFile {
    file: Arc<File>,
    n_bytes: u64,
}

impl RunFile {
    pub(super) fn create(directory: &Path) -> io::Result<Self> {
        Ok(Self { file: Arc::new(tempfile::tempfile_in(directory)?), n_bytes: 0 })
    }

    /// Writes a run of what `write` gives to it.
    pub(super) fn write_run(&mut self, write: impl FnOnce(&mut RunWriter) -> io::Result<()>) -> io::Result<RunReader> {
        let to = BufWriter::with_capacity(BUFFER_BYTES, Arc::clone(&self.file));
        let mut run = RunWriter { to, n_bytes: 0, n_entries: 0 };
        write(&mut run)?;
        run.to.flush()?;
        let (position, n_left) = (self.n_bytes, run.n_bytes);
        self.n_bytes += run.n_bytes;
        let section = Section { file: Arc::clone(&self.file), position, n_left };
        Ok(RunReader { from: BufReader::with_capacity(BUFFER_BYTES, section), n_left: run.n_entries })
    }
}

pub(super) struct RunWriter {
    to: BufWriter<Arc<File>>,
    n_bytes: u64,
    n_entries: u64,
}

impl RunWriter {
    pub(super) fn write(&mut self, key: &[u8], value: &[u8]) -> io::Result<()> {
        self.n_entries += 1;
        for bytes in [&(key.len() as u32).to_le_bytes(), &(value.len() as u32).to_le_bytes(), key, value] {
            self.n_bytes += bytes.len() as u64;
            self.to.write_all(bytes)?;
        }
        Ok(())
    }
}

/// A part of a file, read without regard to where others read it.
struct Section {
    file: Arc<File>,
    position: u64,
    n_left: u64,
}

impl Read for Section {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let most = usize::try_from(self.n_left).unwrap_or(usize::MAX).min(buffer.len());
        let n_read = self.file.read_at(&mut buffer[..most], self.position)?;
        self.position += n_read as u64;
        self.n_left -= n_read as u64;
        Ok(n_read)
    }
}

pub(super) struct RunReader {
    from: BufReader<Section>,
    n_left: u64,
}

impl RunReader {
    /// Reads the next entry; `false` behind the last.
    pub(super) fn next(&mut self, key: &mut Vec<u8>, value: &mut Vec<u8>) -> io::Result<bool> {
        if self.n_left == 0 {
            return Ok(false);
        }
        self.n_left -= 1;
        let key_bytes = self.length()?;
        let value_bytes = self.length()?;
        key.resize(key_bytes, 0);
        self.from.read_exact(key)?;
        value.resize(value_bytes, 0);
        self.from.read_exact(value)?;
        Ok(true)
    }

    fn length(&mut self) -> io::Result<usize> {
        let mut bytes = [0; 4];
        self.from.read_exact(&mut bytes)?;
        Ok(u32::from_le_bytes(bytes) as usize)
    }
}
