/*!
A bzip2 file cut at the marks that its blocks and the ends of its streams begin with, which stand anywhere in a byte.
What looks like a mark may be none.
*/

use std::io::{self, Read};
use std::ops::Range;

use crate::import::input::compression::parallel_bzip2::bits::Bits;

pub(super) const BLOCK_MARK: u64 = 0x3141_5926_5359;
pub(super) const END_MARK: u64 = 0x1772_4538_5090;
const MARK_BITS: usize = 48;

/// The bits of the checksum after a mark: that of the block, or of all blocks of the stream.
pub(super) const CHECKSUM: Range<usize> = MARK_BITS..MARK_BITS + 32;

/// The number of bytes to read at a time.
const CHUNK_BYTES: u64 = 1 << 16;

/// The longest piece: a block of 900,000 symbols of 20 bits, the longest code, is 2.3 MB long.
const MOST_BYTES: usize = 4 << 20;

/// The start of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Begins {
    /// The header of the file's first stream.
    File,
    Block,
    /// The end of a stream, followed by the header of the next.
    End,
}

/// The bits between two marks.
pub(super) struct Piece {
    pub(super) begins: Begins,
    pub(super) bits: Bits,
    /// The bit within a byte of the file at which it begins.
    first_bit: usize,
    /// Whether no mark follows: the file ends, or goes on without marks.
    pub(super) is_last: bool,
}

impl Piece {
    /// The bits at the place of a stream header: whole bytes after the end of the stream before.
    pub(super) fn header(&self) -> Bits {
        let start = match self.begins {
            Begins::End => (self.first_bit + CHECKSUM.end).next_multiple_of(8) - self.first_bit,
            Begins::File | Begins::Block => 0,
        };
        Bits::of(self.bits.bytes(), start.min(self.bits.len())..self.bits.len())
    }

    /// The level of the stream that begins after the piece, if it ends with a header.
    pub(super) fn level(&self) -> Option<Level> {
        let header = self.header();
        match header.bytes() {
            [b'B', b'Z', b'h', digit @ b'1'..=b'9'] if header.len() == 32 => Some(Level { digit: *digit }),
            _ => None,
        }
    }
}

/// The block size of a stream, from its header.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Level {
    digit: u8,
}

impl Default for Level {
    fn default() -> Self {
        Self { digit: b'9' }
    }
}

impl Level {
    /// The header of a stream of this level.
    pub(super) fn header(self) -> Bits {
        Bits::of(&[b'B', b'Z', b'h', self.digit], 0..32)
    }
}

/// The pieces of a file.
pub(super) struct Pieces<R> {
    reader: R,
    /// The unread bytes, from the byte in which the next piece begins.
    buffer: Vec<u8>,
    /// The bit of the first byte at which the next piece begins, and its start. `None` after the last piece.
    next: Option<(usize, Begins)>,
    /// The error that ended reading.
    failure: Option<io::Error>,
}

impl<R: Read> Pieces<R> {
    pub(super) fn new(reader: R) -> Self {
        Self { reader, buffer: Vec::new(), next: Some((0, Begins::File)), failure: None }
    }

    /// Returns the next piece, or `None` after the last. A piece that ends in an error is lost.
    pub(super) fn next_piece(&mut self) -> io::Result<Option<Piece>> {
        let Some((start, begins)) = self.next.take() else { return Ok(None) };
        let mut from = start + if begins == Begins::File { 0 } else { MARK_BITS };
        loop {
            if let Some((end, mark)) = find_mark(&self.buffer, from) {
                let bits = Bits::of(&self.buffer, start..end);
                self.buffer.drain(..end / 8);
                self.next = Some((end % 8, mark));
                return Ok(Some(Piece { begins, bits, first_bit: start, is_last: false }));
            }
            from = from.max((8 * self.buffer.len()).saturating_sub(8 * WINDOW_BYTES));
            if self.buffer.len() > MOST_BYTES || !self.fill() {
                if let Some(error) = self.failure.take() {
                    return Err(error);
                }
                let bits = Bits::of(&self.buffer, start..8 * self.buffer.len());
                return Ok(Some(Piece { begins, bits, first_bit: start, is_last: true }));
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

/// The number of bytes that can hold a mark beginning in the first of them.
const WINDOW_BYTES: usize = 8;

/// Finds the first mark at or after a bit, and returns its position and kind. A mark without a complete checksum is ignored.
fn find_mark(bytes: &[u8], from: usize) -> Option<(usize, Begins)> {
    let first = from / 8;
    for (idx, window) in (first..).zip(bytes.get(first..)?.windows(WINDOW_BYTES)) {
        if !IS_SECOND[usize::from(window[1])] {
            continue;
        }
        let window = window.iter().fold(0, |number, byte| number << 8 | u64::from(*byte));
        for bit in 0..8 {
            let begins = match window << bit >> (u64::BITS as usize - MARK_BITS) {
                BLOCK_MARK => Begins::Block,
                END_MARK => Begins::End,
                _ => continue,
            };
            if 8 * idx + bit >= from {
                return Some((8 * idx + bit, begins));
            }
        }
    }
    None
}

/// Whether a byte can be the first complete byte of a mark that begins in the byte before. One in sixteen can.
const IS_SECOND: [bool; 256] = {
    let mut is_second = [false; 256];
    let mut bit = 0;
    while bit < 8 {
        is_second[(BLOCK_MARK >> (32 + bit)) as usize & 0xff] = true;
        is_second[(END_MARK >> (32 + bit)) as usize & 0xff] = true;
        bit += 1;
    }
    is_second
};
