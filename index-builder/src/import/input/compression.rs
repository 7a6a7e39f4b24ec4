/*!
Detects compressed files and archives by their first bytes. File names are unreliable, and a server may have unpacked a
file already.
*/

use std::io::{self, BufReader, ErrorKind, Read};

use bzip2::bufread::MultiBzDecoder;
use flate2::bufread::MultiGzDecoder;
use lzma_rust2::XzReader;

/// The type of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FileKind {
    Zip,
    Tar,
    Compressed(Compression),
    /// An archive of a type that is not supported.
    Unknown(&'static str),
    Plain,
}

/// The compression of a single file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Compression {
    Gzip,
    Bzip2,
    Xz,
}

/// The number of bytes from which the type is detected.
const HEAD_BYTES: u64 = 512;

/// The maximum memory for an xz file, in KiB. The strongest preset needs 64 MiB.
const MAX_XZ_KIB: u32 = 128 << 10;

/// The position of the magic bytes of a tar.
const TAR_MAGIC: std::ops::Range<usize> = 257..262;

/// The first bytes of a file.
pub(super) fn head(reader: &mut dyn Read) -> io::Result<Vec<u8>> {
    let mut head = Vec::new();
    reader.take(HEAD_BYTES).read_to_end(&mut head)?;
    Ok(head)
}

impl FileKind {
    pub(super) fn from_head(head: &[u8]) -> Self {
        match head {
            [b'P', b'K', 3, 4, ..] | [b'P', b'K', 5, 6, ..] => Self::Zip,
            [0x1f, 0x8b, ..] => Self::Compressed(Compression::Gzip),
            [b'B', b'Z', b'h', b'1'..=b'9', ..] => Self::Compressed(Compression::Bzip2),
            [0xfd, b'7', b'z', b'X', b'Z', 0, ..] => Self::Compressed(Compression::Xz),
            [b'7', b'z', 0xbc, 0xaf, ..] => Self::Unknown("a 7-Zip"),
            [b'R', b'a', b'r', b'!', ..] => Self::Unknown("a RAR"),
            [0x28, 0xb5, 0x2f, 0xfd, ..] => Self::Unknown("a Zstandard"),
            _ if head.get(TAR_MAGIC) == Some(b"ustar") => Self::Tar,
            _ => Self::Plain,
        }
    }
}

/// Returns a reader of the decompressed content.
pub(super) fn decode<'r>(compression: Compression, reader: impl Read + 'r) -> Box<dyn Read + 'r> {
    let reader = BufReader::with_capacity(1 << 16, reader);
    match compression {
        Compression::Gzip => Box::new(MultiGzDecoder::new(reader)),
        Compression::Bzip2 => Box::new(UntilFailure(Some(MultiBzDecoder::new(reader)))),
        Compression::Xz => Box::new(XzReader::new_mem_limit(reader, true, MAX_XZ_KIB)),
    }
}

/// A reader that is not read again after an error, because the decoder of bzip2 would abort the program.
struct UntilFailure<R>(Option<R>);

impl<R: Read> Read for UntilFailure<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let Some(reader) = &mut self.0 else { return Err(io::Error::other("the file is damaged")) };
        let read = reader.read(buffer);
        if read.as_ref().is_err_and(|error| error.kind() != ErrorKind::Interrupted) {
            self.0 = None;
        }
        read
    }
}

const ARCHIVE_ENDINGS: &[&str] = &[".zip", ".tar", ".gz", ".tgz", ".bz2", ".tbz2", ".xz", ".txz"];

/// Whether a name is that of an archive or a compressed file. Other files in a folder are not opened to detect their
/// type, because that would open a hundred thousand small files twice.
pub(super) fn has_archive_name(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    ARCHIVE_ENDINGS.iter().any(|ending| name.ends_with(ending))
}

/// The name without the ending of a compressed file.
pub(super) fn decoded_name(name: &str) -> &str {
    for ending in [".gz", ".bz2", ".xz"] {
        let start = name.len().saturating_sub(ending.len());
        if name.get(start..).is_some_and(|end| end.eq_ignore_ascii_case(ending)) {
            return &name[..start];
        }
    }
    name
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use bzip2::write::BzEncoder;

    use super::*;

    fn bzip2(content: &[u8]) -> Vec<u8> {
        let mut encoder = BzEncoder::new(Vec::new(), bzip2::Compression::fast());
        encoder.write_all(content).unwrap();
        encoder.finish().unwrap()
    }

    /// Whether the file is read without an error. An error is returned again by the next read.
    fn is_whole(file: &[u8], content: &[u8]) -> bool {
        let mut reader = decode(Compression::Bzip2, file);
        let mut bytes = Vec::new();
        if reader.read_to_end(&mut bytes).is_ok() {
            assert!(bytes == content);
            return true;
        }
        assert!(reader.read(&mut [0; 64]).is_err());
        false
    }

    #[test]
    fn damaged_bzip2_is_an_error_which_comes_again() {
        let file = [bzip2(b"one"), bzip2(b""), bzip2(b"three")].concat();
        assert!(is_whole(&file, b"onethree"));
        assert!(!is_whole(&[&file[..], b"x"].concat(), b"onethree"));
        for at in 0..8 * file.len() {
            let mut damaged = file.clone();
            damaged[at / 8] ^= 1 << (at % 8);
            is_whole(&damaged, b"onethree");
        }
    }

    #[test]
    fn bzip2_cut_anywhere_is_an_error() {
        let content: Vec<u8> = (0..250_000_u32).map(|idx| (idx.wrapping_mul(idx) >> 3) as u8).collect();
        let file = bzip2(&content);
        assert!(is_whole(&file, &content));
        for at in (0..file.len()).step_by(997).chain([file.len() - 1]) {
            assert!(!is_whole(&file[..at], &content), "{at}");
        }
    }
}
