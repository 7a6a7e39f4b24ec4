/*!
The source of a file's content, which any thread can open.
*/

use std::fs::File;
use std::io::{self, Read};
use std::path::PathBuf;
use std::sync::Arc;

use zip::ZipArchive;

use crate::import::input::compression::{Compression, decode};
use crate::import::input::read_buffer::{MAX_WHOLE_BYTES, read_whole};
use crate::import::input::seekable::Seekable;
use crate::progress::ImportProgress;
use crate::report::skip::Skip;

/// A file, an entry of a zip, or the bytes of an entry of another archive.
#[derive(Clone)]
pub(crate) enum ContentSource {
    File { path: PathBuf, progress: Arc<ImportProgress> },
    Entry { zip: ZipArchive<Seekable>, idx: usize },
    Bytes(Arc<[u8]>),
    Compressed(Box<ContentSource>, Compression),
}

impl ContentSource {
    /// Opens the source for the duration of `read`.
    pub(crate) fn with_reader<T>(&self, read: &mut dyn FnMut(&mut dyn Read) -> Result<T, Skip>) -> Result<T, Skip> {
        match self {
            Self::File { path, progress } => read(&mut Counted { file: File::open(path)?, progress }),
            Self::Entry { zip, idx } => {
                let mut zip = zip.clone();
                let mut entry = zip.by_index(*idx).map_err(io::Error::from)?;
                read(&mut entry)
            }
            Self::Bytes(bytes) => read(&mut &bytes[..]),
            Self::Compressed(source, compression) => {
                source.with_reader(&mut |reader| read(&mut decode(*compression, reader)))
            }
        }
    }

    /// The number of bytes that the source holds in memory.
    pub(crate) fn n_held(&self) -> u64 {
        match self {
            Self::Bytes(bytes) => bytes.len() as u64,
            Self::Compressed(source, _) => source.n_held(),
            Self::File { .. } | Self::Entry { .. } => 0,
        }
    }

    /// Opens the source as a seekable reader. Reads an entry of an archive into memory.
    pub(super) fn seekable(&self) -> Result<Seekable, Skip> {
        match self {
            Self::File { path, progress } => Ok(Seekable::from_file(File::open(path)?, Arc::clone(progress))?),
            Self::Bytes(bytes) => Ok(Seekable::from_bytes(Arc::clone(bytes))),
            Self::Entry { .. } | Self::Compressed(..) => {
                let bytes = self.with_reader(&mut |reader| read_whole(reader, MAX_WHOLE_BYTES))?;
                Ok(Seekable::from_bytes(bytes.into()))
            }
        }
    }
}

/// A file that advances the progress bar when it is read.
struct Counted<'p> {
    file: File,
    progress: &'p ImportProgress,
}

impl Read for Counted<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let n_read = self.file.read(buffer)?;
        self.progress.advance(n_read as u64);
        Ok(n_read)
    }
}
