/*!
The check of a bzip2 file: its magic, and the end of its last stream.

A stream ends with a mark of 48 bits, a checksum of 32 bits and up to 7 zero bits to the next byte. So the mark has one
of eight bit offsets in the last eleven bytes. Decoding would also find damage in the middle, but takes about half an
hour for the largest table (5 MB of compressed bytes a second), and the import decodes the file anyway and reports
damage.
*/

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};

use anyhow::{Result, bail};

const END_OF_STREAM: u128 = 0x1772_4538_5090;

/// The bytes of the end mark, the checksum and the padding.
const TAIL: u64 = 11;

/// The bytes of the shortest file, a stream without a block.
const MIN_BYTES: u64 = 14;

/// Fails unless a file has the header and the end mark of a bzip2 file.
pub(crate) fn check(file: &mut File, bytes: u64) -> Result<()> {
    let mut magic = Vec::new();
    file.seek(SeekFrom::Start(0))?;
    file.by_ref().take(4).read_to_end(&mut magic)?;
    if !matches!(magic[..], [b'B', b'Z', b'h', b'1'..=b'9']) {
        bail!("it is not a bzip2 file: it begins with {}", magic.escape_ascii());
    }
    if bytes < MIN_BYTES {
        bail!("it is not a whole bzip2 file: it has {bytes} bytes");
    }
    let mut tail = [0; 16];
    file.seek(SeekFrom::Start(bytes - TAIL))?;
    file.read_exact(&mut tail[16 - TAIL as usize..])?;
    let tail = u128::from_be_bytes(tail);
    let ends_after = |padding: u32| {
        let is_zero = tail & ((1 << padding) - 1) == 0;
        is_zero && (tail >> (padding + 32)) & ((1 << 48) - 1) == END_OF_STREAM
    };
    if (0..8).any(ends_after) { Ok(()) } else { bail!("it is not a whole bzip2 file: its last stream has no end") }
}
