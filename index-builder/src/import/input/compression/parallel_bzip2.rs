/*!
Decodes bzip2 on several threads. The blocks of a file are found by their marks, without decoding the blocks before them, and
a few of them are decoded ahead of the one that is read.

Each block is decoded, and so checked, as a stream of its own. The bits of a mark can also occur in a block by chance, so a
piece that is not a block is tried again together with the next piece. If it is still not a block, a decoder reads on from
its start, so that a damaged file gives the same bytes and the same error as on one thread. Only a block that is made to
contain many marks is reported as damaged.
*/

mod bits;

mod pieces;

mod line;

use std::collections::VecDeque;
use std::io::{self, Cursor, Read};
use std::thread::{self, JoinHandle};

use bzip2::bufread::BzDecoder;

use self::bits::Bits;
use self::line::Place;
use self::pieces::{Begins, CHECKSUM, END_MARK, Level, Piece, Pieces};

/// The maximum number of bytes of a block that are decoded ahead. A block of one repeated byte decodes to 46 MB.
const MAX_BYTES_AHEAD: u64 = 4 << 20;

/// The maximum number of pieces that are joined to a block. One in thirty million blocks contains a mark by chance.
const MAX_PIECES: usize = 8;

/// The maximum number of decoding threads. One thread does not read faster than these decode.
const MAX_THREADS: usize = 8;

/// The number of pieces that are read ahead for each thread. Half of them may be headers, and decoded blocks wait for those
/// before them.
const PIECES_PER_THREAD: usize = 4;

/// A reader of the decoded content.
pub(super) struct ParallelBzip2<'r> {
    pieces: Pieces<Box<dyn Read + 'r>>,
    ahead: VecDeque<Ahead>,
    /// The number of pieces to read ahead: one until more than the first block is read.
    n_ahead: usize,
    n_threads: usize,
    /// The level of the last stream that was read ahead.
    level_ahead: Level,
    level: Level,
    /// The checksum of the blocks of the stream so far.
    checksum: u32,
    /// The content of the current block.
    current: Box<dyn Read>,
    /// Whether the file cannot be read beyond the current block, which ends in an error.
    is_broken: bool,
}

/// A piece that was read ahead.
enum Ahead {
    Block {
        piece: Piece,
        level: Level,
        decoding: Option<JoinHandle<Decoded>>,
    },
    /// The end of a stream and the header of the next.
    Header(Piece),
    Failed(io::Error),
}

/// The result of decoding a piece.
enum Decoded {
    Block(Vec<u8>),
    /// A block that is too long to be held in memory.
    LongBlock,
    NoBlock,
}

impl<'r> ParallelBzip2<'r> {
    pub(super) fn new(reader: impl Read + 'r, n_threads: usize) -> Self {
        Self {
            pieces: Pieces::new(Box::new(reader)),
            ahead: VecDeque::new(),
            n_ahead: 1,
            n_threads: n_threads.min(MAX_THREADS),
            level_ahead: Level::default(),
            level: Level::default(),
            checksum: 0,
            current: Box::new(io::empty()),
            is_broken: false,
        }
    }

    /// Goes on to the next piece. Returns `false` after the last.
    fn advance(&mut self) -> io::Result<bool> {
        if self.is_broken {
            return Err(bzip2::Error::Data.into());
        }
        match self.next_ahead() {
            Some(Ahead::Block { piece, level, decoding }) => {
                self.begin_block(piece, decoding.filter(|_| level == self.level));
                self.n_ahead = if self.n_threads > 1 { PIECES_PER_THREAD * self.n_threads } else { 1 };
            }
            Some(Ahead::Header(piece)) => self.begin_stream(&piece),
            Some(Ahead::Failed(error)) => {
                self.is_broken = true;
                return Err(error);
            }
            None => return Ok(false),
        }
        Ok(true)
    }

    fn next_ahead(&mut self) -> Option<Ahead> {
        while self.ahead.len() < self.n_ahead {
            let ahead = match self.pieces.next_piece() {
                Ok(Some(piece)) => self.look_at(piece),
                Ok(None) => break,
                Err(error) => Ahead::Failed(error),
            };
            self.ahead.push_back(ahead);
        }
        self.ahead.pop_front()
    }

    /// Starts to decode a block, unless it is the only piece ahead.
    fn look_at(&mut self, piece: Piece) -> Ahead {
        if piece.begins != Begins::Block {
            self.level_ahead = piece.level().unwrap_or(self.level_ahead);
            return Ahead::Header(piece);
        }
        let level = self.level_ahead;
        let decoding = (self.n_ahead > 1).then(|| {
            let (stream, n_threads, place) = (whole_stream(level, &piece.bits), self.n_threads, Place::take());
            thread::spawn(move || {
                place.wait(n_threads);
                decode(&stream)
            })
        });
        Ahead::Block { piece, level, decoding }
    }

    fn begin_block(&mut self, piece: Piece, decoding: Option<JoinHandle<Decoded>>) {
        let Piece { mut bits, mut is_last, .. } = piece;
        let checksum = bits.number(CHECKSUM) as u32;
        let mut decoded = match decoding {
            Some(decoding) => decoding.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
            None => decode(&whole_stream(self.level, &bits)),
        };
        for _ in 1..MAX_PIECES {
            if is_last || !matches!(decoded, Decoded::NoBlock) {
                break;
            }
            match self.next_ahead() {
                Some(Ahead::Block { piece, .. } | Ahead::Header(piece)) => {
                    bits.push(&piece.bits);
                    is_last = piece.is_last;
                    decoded = decode(&whole_stream(self.level, &bits));
                }
                Some(failed @ Ahead::Failed(_)) => {
                    self.ahead.push_front(failed);
                    break;
                }
                None => break,
            }
        }
        self.checksum = self.checksum.rotate_left(1) ^ checksum;
        match decoded {
            // A file that ends with a block lacks the end of its stream.
            _ if is_last => self.break_off(stream_of(self.level, &bits)),
            Decoded::Block(bytes) => self.current = Box::new(Cursor::new(bytes)),
            Decoded::LongBlock => self.decode_on(whole_stream(self.level, &bits)),
            Decoded::NoBlock => self.break_off(stream_of(self.level, &bits)),
        }
    }

    /// Checks the end of a stream and begins the next.
    fn begin_stream(&mut self, piece: &Piece) {
        let is_end = piece.begins == Begins::End;
        let is_sound = piece.bits.len() >= CHECKSUM.end && piece.bits.number(CHECKSUM) == u64::from(self.checksum);
        if is_end && !is_sound {
            return self.break_off(stream_of(self.level, &piece.bits));
        }
        match piece.level() {
            Some(level) if !piece.is_last => (self.level, self.checksum) = (level, 0),
            None if piece.is_last && is_end && piece.header().len() == 0 => {}
            _ => self.break_off(piece.header()),
        }
    }

    fn decode_on(&mut self, stream: Bits) {
        self.current = Box::new(BzDecoder::new(Cursor::new(stream.into_bytes())));
    }

    /// Reads from the current block. The decoder is not used again after an error, because it would panic.
    fn read_current(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.current.read(buffer);
        if read.is_err() {
            self.is_broken = true;
            self.current = Box::new(io::empty());
        }
        // The error of reading the file explains more than that of a block without an end.
        read.map_err(|error| match self.ahead.pop_front() {
            Some(Ahead::Failed(failure)) => failure,
            _ => error,
        })
    }

    /// Lets a decoder report the error of a stream.
    fn break_off(&mut self, stream: Bits) {
        self.is_broken = true;
        self.decode_on(stream);
    }
}

impl Read for ParallelBzip2<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let n_read = self.read_current(buffer)?;
            if n_read > 0 || buffer.is_empty() || !self.advance()? {
                return Ok(n_read);
            }
        }
    }
}

/// A stream with a header and these bits.
fn stream_of(level: Level, bits: &Bits) -> Bits {
    let mut stream = level.header();
    stream.push(bits);
    stream
}

/// A stream of a single block.
fn whole_stream(level: Level, block: &Bits) -> Bits {
    let mut stream = stream_of(level, block);
    stream.push(&Bits::of(&END_MARK.to_be_bytes(), 16..64));
    stream.push(&Bits::of(&block.number(CHECKSUM).to_be_bytes(), 32..64));
    stream
}

/// Decodes a stream of a single block, if the stream is exactly one block.
fn decode(stream: &Bits) -> Decoded {
    let mut decoder = BzDecoder::new(stream.bytes());
    let mut bytes = Vec::new();
    let ahead = decoder.by_ref().take(MAX_BYTES_AHEAD).read_to_end(&mut bytes);
    let rest = ahead.and_then(|_| io::copy(&mut decoder, &mut io::sink()));
    match rest {
        Ok(n_rest) if decoder.total_in() == stream.bytes().len() as u64 => match n_rest {
            0 => Decoded::Block(bytes),
            _ => Decoded::LongBlock,
        },
        _ => Decoded::NoBlock,
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;
    use std::sync::LazyLock;

    use bzip2::Compression;
    use bzip2::bufread::MultiBzDecoder;
    use bzip2::write::BzEncoder;
    use proptest::prelude::*;

    use super::*;
    use crate::import::input::compression::parallel_bzip2::pieces::BLOCK_MARK;

    fn compressed(level: u32, bytes: &[u8]) -> Vec<u8> {
        let mut encoder = BzEncoder::new(Vec::new(), Compression::new(level));
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    }

    /// Letters that look like chance.
    fn letters(n_bytes: usize) -> Vec<u8> {
        let mixed = |idx: usize| (idx as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29) >> 60;
        (0..n_bytes).map(|idx| b'a' + mixed(idx * idx) as u8).collect()
    }

    /// A stream of several blocks and two small ones.
    static SEVERAL: LazyLock<Vec<u8>> =
        LazyLock::new(|| [compressed(1, &letters(350_000)), compressed(9, b""), compressed(5, &letters(70))].concat());

    /// How much is read at once; what stands just before an error may be lost with it.
    const BUFFER_BYTES: usize = 64;

    fn read(mut reader: impl Read) -> (Vec<u8>, bool) {
        let mut bytes = Vec::new();
        let mut buffer = [0; BUFFER_BYTES];
        loop {
            match reader.read(&mut buffer) {
                Ok(0) => return (bytes, true),
                Ok(n_read) => bytes.extend_from_slice(&buffer[..n_read]),
                Err(_) => return (bytes, false),
            }
        }
    }

    fn check(file: &[u8]) {
        let (expected, is_expected_whole) = read(MultiBzDecoder::new(file));
        let mut decoder = ParallelBzip2::new(file, 2);
        let (bytes, is_whole) = read(&mut decoder);
        assert_eq!(is_whole, is_expected_whole);
        assert_eq!(decoder.read(&mut [0]).is_ok(), is_whole, "an error stays one");
        let (n_bytes, n_expected) = (bytes.len(), expected.len());
        let n_common = n_bytes.min(n_expected);
        assert!(bytes[..n_common] == expected[..n_common]);
        let n_lost = if is_whole { 0 } else { BUFFER_BYTES };
        assert!(n_bytes.abs_diff(n_expected) <= n_lost, "{n_bytes} bytes, where {n_expected} are expected");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]

        #[test]
        fn streams_decode_like_with_the_sequential_decoder(
            streams in prop::collection::vec((1_u32..=9, prop::collection::vec(any::<u8>(), 0..300), 1_usize..20), 1..6),
            garbage in prop::option::of(prop::collection::vec(any::<u8>(), 1..20)),
        ) {
            let mut file: Vec<u8> =
                streams.iter().flat_map(|(level, bytes, n_times)| compressed(*level, &bytes.repeat(*n_times))).collect();
            file.extend(garbage.unwrap_or_default());
            check(&file);
        }

        #[test]
        fn damaged_file_gives_the_bytes_before_the_damage(at in any::<prop::sample::Index>(), bit in 0..8) {
            let mut file = SEVERAL.clone();
            let at = at.index(file.len());
            check(&file[..at]);
            file[at] ^= 1_u8 << bit;
            check(&file);
        }
    }

    #[test]
    fn damage_at_any_bit_of_small_streams_gives_the_sequential_result() {
        let file = [compressed(1, b"one"), compressed(1, b""), compressed(2, b"three")].concat();
        for at in 0..file.len() {
            check(&file[..at]);
            for bit in 0..8 {
                let mut damaged = file.clone();
                damaged[at] ^= 1 << bit;
                check(&damaged);
            }
        }
    }

    #[test]
    fn blocks_of_one_repeated_byte_are_decoded() {
        check(&compressed(1, &vec![0; 10 << 20]));
    }

    #[test]
    fn read_error_comes_after_the_bytes_before_it() {
        struct Fails;
        impl Read for Fails {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                Err(io::Error::other("no disk"))
            }
        }
        let cut = &SEVERAL[..SEVERAL.len() / 2];
        let (expected, _) = read(MultiBzDecoder::new(cut));
        let mut bytes = Vec::new();
        let error = ParallelBzip2::new(cut.chain(Fails), 2).read_to_end(&mut bytes).unwrap_err();
        assert!(expected.len() > 90_000 && bytes == expected);
        assert_eq!(error.to_string(), "no disk");
    }

    #[test]
    fn file_that_ends_with_a_block_is_incomplete() {
        let mut n_cut = 0;
        for n_bytes in 1..100 {
            let file = compressed(1, &letters(n_bytes));
            let n_bits: usize = pieces(&file).take(2).map(|piece| piece.bits.len()).sum();
            if n_bits.is_multiple_of(8) {
                check(&file[..n_bits / 8]);
                n_cut += 1;
            }
        }
        assert!(n_cut > 0);
    }

    fn pieces(file: &[u8]) -> impl Iterator<Item = Piece> {
        let mut pieces = Pieces::new(file);
        std::iter::from_fn(move || pieces.next_piece().unwrap())
    }

    /// The same, with bits that begin like a block or the end of a stream among the selectors of the first block, where
    /// those that are not needed may be anything.
    fn with_mark(file: &[u8], mark: u64) -> Vec<u8> {
        const N_GROUPS: usize = 3;
        const N_SELECTORS: usize = 15;
        let bits = Bits::of(file, 0..8 * file.len());
        let padding = pieces(file).last().unwrap().bits.len() - CHECKSUM.end;
        // The header of the stream; mark, checksum, flag and origin of the block.
        let symbols = 32 + CHECKSUM.end + 1 + 24;
        let n_symbol_groups = bits.number(symbols..symbols + 16).count_ones() as usize;
        let counts = symbols + 16 + 16 * n_symbol_groups;
        let first = counts + N_GROUPS + N_SELECTORS;
        let n_selectors = bits.number(counts + N_GROUPS..first);
        // Each selector is some ones and a zero.
        let mut zeros = (first..).filter(|idx| bits.number(*idx..idx + 1) == 0);
        let behind = zeros.nth(n_selectors as usize - 1).unwrap() + 1;
        let n_more = u64::from((mark << 16).count_zeros() - 16) + 1;
        let mut changed = Bits::of(file, 0..counts + N_GROUPS);
        changed.push(&Bits::of(&(n_selectors + n_more).to_be_bytes(), 64 - N_SELECTORS..64));
        changed.push(&Bits::of(file, first..behind));
        changed.push(&Bits::of(&mark.to_be_bytes(), 16..64));
        changed.push(&Bits::of(&[0], 0..1));
        changed.push(&Bits::of(file, behind..8 * file.len() - padding));
        changed.into_bytes()
    }

    #[test]
    fn mark_within_a_block_is_not_the_start_of_another() {
        let bytes = letters(150_000);
        for mark in [BLOCK_MARK, END_MARK] {
            let file = with_mark(&compressed(1, &bytes), mark);
            assert_eq!(pieces(&file).count(), 5);
            assert!(read(ParallelBzip2::new(&*file, 2)) == (bytes.clone(), true));
            check(&file);
        }
    }
}
