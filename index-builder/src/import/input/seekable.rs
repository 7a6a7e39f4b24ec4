/*!
A seekable file or byte array that several readers share, each with its own position. It lets several threads read the
entries of one zip.
*/

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::sync::Arc;

use lexdex_core::platform;

use crate::progress::ImportProgress;

/// A reader with its own position.
#[derive(Clone)]
pub(crate) struct Seekable {
    content: SeekableContent,
    n_bytes: u64,
    position: u64,
}

#[derive(Clone)]
enum SeekableContent {
    File(Arc<File>, Arc<ImportProgress>),
    Bytes(Arc<[u8]>),
}

impl Seekable {
    pub(super) fn from_file(file: File, progress: Arc<ImportProgress>) -> io::Result<Self> {
        let n_bytes = file.metadata()?.len();
        Ok(Self { content: SeekableContent::File(Arc::new(file), progress), n_bytes, position: 0 })
    }

    pub(super) fn from_bytes(bytes: Arc<[u8]>) -> Self {
        Self { n_bytes: bytes.len() as u64, content: SeekableContent::Bytes(bytes), position: 0 }
    }
}

impl Read for Seekable {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let n_read = match &self.content {
            SeekableContent::File(file, progress) => {
                let n_read = platform::read_at(file, buffer, self.position)?;
                progress.advance(n_read as u64);
                n_read
            }
            SeekableContent::Bytes(bytes) => {
                let start = self.position.min(self.n_bytes) as usize;
                (&bytes[start..]).read(buffer)?
            }
        };
        self.position += n_read as u64;
        Ok(n_read)
    }
}

impl Seek for Seekable {
    fn seek(&mut self, position: SeekFrom) -> io::Result<u64> {
        let position = match position {
            SeekFrom::Start(position) => Some(position),
            SeekFrom::End(offset) => self.n_bytes.checked_add_signed(offset),
            SeekFrom::Current(offset) => self.position.checked_add_signed(offset),
        };
        self.position = position.ok_or_else(|| io::Error::from(io::ErrorKind::InvalidInput))?;
        Ok(self.position)
    }
}
