/*!
Cuts a bzip2 file at the magic numbers with which its blocks and the ends of its streams begin. A magic number can begin
at any bit of a byte, and the same bits can occur within a block by chance.
*/

use std::io::{self, Read};
use std::ops::Range;

use crate::import::input::compression::parallel_bzip2::bits::Bits;

/// The magic number of a block.
pub(super) const BLOCK_MAGIC: u64 = 0x3141_5926_5359;
/// The magic number of the end of a stream.
pub(super) const END_MAGIC: u64 = 0x1772_4538_5090;
const MAGIC_BITS: usize = 48;

/// The bits of the checksum after a magic number: that of the block, or of all blocks of the stream.
pub(super) const CHECKSUM: Range<usize> = MAGIC_BITS..MAGIC_BITS + 32;

/// The number of bytes to read at a time.
const CHUNK_BYTES: u64 = 1 << 16;

/// The maximum length of a piece, in bytes. A block of 900,000 symbols with the longest code, 20 bits, is 2.3 MB long.
const MAX_PIECE_BYTES: usize = 4 << 20;

/// The kind of a piece, by what it begins with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PieceKind {
    /// The header of the file's first stream.
    File,
    /// A block, unless the magic number occurs by chance.
    Block,
    /// The end of a stream, followed by the header of the next.
    End,
}

/// The bits from one magic number to the next.
pub(super) struct Piece {
    pub(super) kind: PieceKind,
    pub(super) bits: Bits,
    /// The number of bits in the file's byte before the piece begins.
    first_bit: usize,
    /// Whether no magic number follows: the file ends, or the piece is longer than any block.
    pub(super) is_last: bool,
}

impl Piece {
    /// The bits where a stream header belongs: at the first whole byte after the end of the previous stream.
    pub(super) fn header(&self) -> Bits {
        let start = match self.kind {
            PieceKind::End => (self.first_bit + CHECKSUM.end).next_multiple_of(8) - self.first_bit,
            PieceKind::File | PieceKind::Block => 0,
        };
        Bits::from_bytes(self.bits.bytes(), start.min(self.bits.len())..self.bits.len())
    }

    /// The level of the next stream, if the piece ends with its header.
    pub(super) fn level(&self) -> Option<BlockSize> {
        let header = self.header();
        match header.bytes() {
            [b'B', b'Z', b'h', digit @ b'1'..=b'9'] if header.len() == 32 => Some(BlockSize { digit: *digit }),
            _ => None,
        }
    }
}

/// The block size of a stream, from its header.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct BlockSize {
    digit: u8,
}

impl Default for BlockSize {
    fn default() -> Self {
        Self { digit: b'9' }
    }
}

impl BlockSize {
    /// The header of a stream of this level.
    pub(super) fn header(self) -> Bits {
        Bits::from_bytes(&[b'B', b'Z', b'h', self.digit], 0..32)
    }
}

/// Reads a file piece by piece.
pub(super) struct PieceReader<R> {
    reader: R,
    /// The unread bytes, from the byte in which the next piece begins.
    buffer: Vec<u8>,
    /// The bit of the buffer's first byte at which the next piece begins, and its kind. `None` after the last piece.
    next: Option<(usize, PieceKind)>,
    /// The error that ended reading.
    failure: Option<io::Error>,
}

impl<R: Read> PieceReader<R> {
    pub(super) fn new(reader: R) -> Self {
        Self { reader, buffer: Vec::new(), next: Some((0, PieceKind::File)), failure: None }
    }

    /// Returns the next piece, or `None` after the last. If a read fails, the piece is dropped and the error returned.
    pub(super) fn next_piece(&mut self) -> io::Result<Option<Piece>> {
        let Some((start, kind)) = self.next.take() else { return Ok(None) };
        let mut from = start + if kind == PieceKind::File { 0 } else { MAGIC_BITS };
        loop {
            if let Some((end, next_kind)) = find_magic(&self.buffer, from) {
                let bits = Bits::from_bytes(&self.buffer, start..end);
                self.buffer.drain(..end / 8);
                self.next = Some((end % 8, next_kind));
                return Ok(Some(Piece { kind, bits, first_bit: start, is_last: false }));
            }
            from = from.max((8 * self.buffer.len()).saturating_sub(8 * WINDOW_BYTES));
            if self.buffer.len() > MAX_PIECE_BYTES || !self.fill() {
                if let Some(error) = self.failure.take() {
                    return Err(error);
                }
                let bits = Bits::from_bytes(&self.buffer, start..8 * self.buffer.len());
                return Ok(Some(Piece { kind, bits, first_bit: start, is_last: true }));
            }
        }
    }

    /// Reads more. Returns `false` at the end.
    fn fill(&mut self) -> bool {
        let n_kept = self.buffer.len();
        if self.failure.is_none() {
            self.failure = self.reader.by_ref().take(CHUNK_BYTES).read_to_end(&mut self.buffer).err();
        }
        self.buffer.len() > n_kept
    }
}

/// The number of bytes that are searched for a magic number, which can begin at any bit of the first byte. Seven bytes
/// would be enough; eight are read as one integer.
const WINDOW_BYTES: usize = 8;

/// Finds the first magic number at or after a bit. Returns its position, and the kind of the piece that it begins. A
/// magic number in the last seven bytes is not found, because its checksum would be incomplete.
fn find_magic(bytes: &[u8], from: usize) -> Option<(usize, PieceKind)> {
    let first = from / 8;
    for (idx, window) in (first..).zip(bytes.get(first..)?.windows(WINDOW_BYTES)) {
        if !IS_SECOND[usize::from(window[1])] {
            continue;
        }
        let window = window.iter().fold(0, |number, byte| number << 8 | u64::from(*byte));
        for bit in 0..8 {
            let kind = match window << bit >> (u64::BITS as usize - MAGIC_BITS) {
                BLOCK_MAGIC => PieceKind::Block,
                END_MAGIC => PieceKind::End,
                _ => continue,
            };
            if 8 * idx + bit >= from {
                return Some((8 * idx + bit, kind));
            }
        }
    }
    None
}

/// Whether a byte can be the first whole byte of a magic number that begins in the byte before it. One in sixteen can.
const IS_SECOND: [bool; 256] = {
    let mut is_second = [false; 256];
    let mut bit = 0;
    while bit < 8 {
        is_second[(BLOCK_MAGIC >> (32 + bit)) as usize & 0xff] = true;
        is_second[(END_MAGIC >> (32 + bit)) as usize & 0xff] = true;
        bit += 1;
    }
    is_second
};
