/*!
A sorted run in a file without a name, which is gone with the program: for each entry the lengths of key and value,
then both.
*/

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, Write};
use std::path::Path;

const BUFFER_BYTES: usize = 1 << 16;

pub(super) struct RunWriter {
    file: BufWriter<File>,
    n_entries: u64,
}

impl RunWriter {
    pub(super) fn create(directory: &Path) -> io::Result<Self> {
        let file = tempfile::tempfile_in(directory)?;
        Ok(Self { file: BufWriter::with_capacity(BUFFER_BYTES, file), n_entries: 0 })
    }

    pub(super) fn write(&mut self, key: &[u8], value: &[u8]) -> io::Result<()> {
        self.n_entries += 1;
        self.file.write_all(&(key.len() as u32).to_le_bytes())?;
        self.file.write_all(&(value.len() as u32).to_le_bytes())?;
        self.file.write_all(key)?;
        self.file.write_all(value)
    }

    pub(super) fn finish(self) -> io::Result<RunReader> {
        let mut file = self.file.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.rewind()?;
        Ok(RunReader { file: BufReader::with_capacity(BUFFER_BYTES, file), n_left: self.n_entries })
    }
}

pub(super) struct RunReader {
    file: BufReader<File>,
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
        self.file.read_exact(key)?;
        value.resize(value_bytes, 0);
        self.file.read_exact(value)?;
        Ok(true)
    }

    fn length(&mut self) -> io::Result<usize> {
        let mut bytes = [0; 4];
        self.file.read_exact(&mut bytes)?;
        Ok(u32::from_le_bytes(bytes) as usize)
    }
}
