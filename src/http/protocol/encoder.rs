/*!
Streaming compression for bodies that are too long for memory.
*/

use std::io::{self, Write};

use brotli::CompressorWriter;
use flate2::Compression;
use flate2::write::GzEncoder;

use crate::http::protocol::content_coding::{BROTLI_QUALITY, BROTLI_WINDOW, ContentCoding, GZIP_LEVEL, ZSTD_LEVEL};

/// Compresses the bytes written to it into another writer.
pub(crate) enum Encoder<W: Write> {
    Identity(W),
    Gzip(GzEncoder<W>),
    Brotli(Box<CompressorWriter<W>>),
    Zstd(zstd::Encoder<'static, W>),
}

impl<W: Write> Encoder<W> {
    /// Compresses into a writer.
    pub(crate) fn new(writer: W, coding: ContentCoding) -> io::Result<Self> {
        const BUFFER_BYTES: usize = 16 << 10;
        Ok(match coding {
            ContentCoding::Identity => Self::Identity(writer),
            ContentCoding::Gzip => Self::Gzip(GzEncoder::new(writer, Compression::new(GZIP_LEVEL))),
            ContentCoding::Brotli => {
                let (quality, window) = (BROTLI_QUALITY as u32, BROTLI_WINDOW as u32);
                Self::Brotli(Box::new(CompressorWriter::new(writer, BUFFER_BYTES, quality, window)))
            }
            ContentCoding::Zstd => Self::Zstd(zstd::Encoder::new(writer, ZSTD_LEVEL)?),
        })
    }

    /// Writes the buffered rest and the end mark. Without this call the body is truncated.
    pub(crate) fn finish(self) -> io::Result<()> {
        match self {
            Self::Identity(mut writer) => writer.flush(),
            Self::Gzip(encoder) => encoder.finish()?.flush(),
            Self::Brotli(encoder) => encoder.into_inner().flush(),
            Self::Zstd(encoder) => encoder.finish()?.flush(),
        }
    }

    fn writer(&mut self) -> &mut dyn Write {
        match self {
            Self::Identity(writer) => writer,
            Self::Gzip(encoder) => encoder,
            Self::Brotli(encoder) => encoder,
            Self::Zstd(encoder) => encoder,
        }
    }
}

impl<W: Write> Write for Encoder<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writer().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer().flush()
    }
}
