/*!
Decodes bzip2 on several threads. Blocks begin with a magic number, so they are found without decoding the blocks before
them. Several blocks are decoded ahead of the one that is read.

The file is cut into pieces at the magic numbers. Each piece is decoded as a stream with a single block, which also
checks the block's checksum. A magic number can occur in a block by chance, so a piece that does not decode is tried
again together with the next piece. If that fails too, a sequential decoder continues from the start of the piece, so
that a damaged file returns the same bytes and the same error as on one thread. Only a block crafted to contain many
magic numbers is reported as damaged.
*/

mod bits;

mod decode_queue;

mod pieces;

use std::collections::VecDeque;
use std::io::{self, Cursor, Read};
use std::thread::{self, JoinHandle};

use bzip2::bufread::BzDecoder;

use self::bits::Bits;
use self::decode_queue::DecodeTicket;
use self::pieces::{BlockSize, CHECKSUM, END_MAGIC, Piece, PieceKind, PieceReader};

/// The maximum number of decoded bytes of a block that is decoded ahead of reading. A block of one repeated byte
/// decodes to 46 MB.
const MAX_BYTES_AHEAD: u64 = 4 << 20;

/// The maximum number of pieces that are tried as one block. One in thirty million blocks contains a magic number by
/// chance.
const MAX_PIECES: usize = 8;

/// The maximum number of decoding threads. More threads would decode faster than one thread reads.
const MAX_THREADS: usize = 8;

/// The number of pieces that are read ahead for each thread. Half of them may be headers, and a decoded block waits for
/// the blocks before it.
const PIECES_PER_THREAD: usize = 4;

/// A reader of the decoded content.
pub(super) struct ParallelBzip2<'r> {
    pieces: PieceReader<Box<dyn Read + 'r>>,
    ahead: VecDeque<Ahead>,
    /// The number of pieces to read ahead. It is 1 for the first block, because the detection of a file's type reads
    /// only that.
    n_ahead: usize,
    n_threads: usize,
    /// The level of the last stream that was read ahead.
    level_ahead: BlockSize,
    /// The level of the current stream.
    level: BlockSize,
    /// The combined checksum of the blocks of the current stream so far.
    checksum: u32,
    /// The decoded content of the current block.
    current: Box<dyn Read>,
    /// Whether the current block ends in an error, after which nothing more is read.
    is_broken: bool,
}

/// A piece that was read ahead.
enum Ahead {
    /// A piece that begins like a block. `decoding` is the thread that decodes it, if one was started.
    Block {
        piece: Piece,
        level: BlockSize,
        decoding: Option<JoinHandle<Decoded>>,
    },
    /// The end of a stream and the header of the next.
    Header(Piece),
    Failed(io::Error),
}

/// The result of decoding a piece.
enum Decoded {
    Block(Vec<u8>),
    /// A block that decodes to more bytes than are held in memory.
    LongBlock,
    /// The piece is not a whole block.
    NotABlock,
}

impl<'r> ParallelBzip2<'r> {
    pub(super) fn new(reader: impl Read + 'r, n_threads: usize) -> Self {
        Self {
            pieces: PieceReader::new(Box::new(reader)),
            ahead: VecDeque::new(),
            n_ahead: 1,
            n_threads: n_threads.min(MAX_THREADS),
            level_ahead: BlockSize::default(),
            level: BlockSize::default(),
            checksum: 0,
            current: Box::new(io::empty()),
            is_broken: false,
        }
    }

    /// Moves on to the next piece. Returns `false` after the last.
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

    /// Returns the next piece, after reading ahead.
    fn next_ahead(&mut self) -> Option<Ahead> {
        while self.ahead.len() < self.n_ahead {
            let ahead = match self.pieces.next_piece() {
                Ok(Some(piece)) => self.start(piece),
                Ok(None) => break,
                Err(error) => Ahead::Failed(error),
            };
            self.ahead.push_back(ahead);
        }
        self.ahead.pop_front()
    }

    /// Starts a thread that decodes a block, unless only one piece is read ahead.
    fn start(&mut self, piece: Piece) -> Ahead {
        if piece.kind != PieceKind::Block {
            self.level_ahead = piece.level().unwrap_or(self.level_ahead);
            return Ahead::Header(piece);
        }
        let level = self.level_ahead;
        let decoding = (self.n_ahead > 1).then(|| {
            let (stream, n_threads, ticket) = (whole_stream(level, &piece.bits), self.n_threads, DecodeTicket::take());
            thread::spawn(move || {
                ticket.wait(n_threads);
                decode(&stream)
            })
        });
        Ahead::Block { piece, level, decoding }
    }

    /// Makes the content of a block the current one. Joins further pieces to it until it decodes.
    fn begin_block(&mut self, piece: Piece, decoding: Option<JoinHandle<Decoded>>) {
        let Piece { mut bits, mut is_last, .. } = piece;
        let checksum = bits.number(CHECKSUM) as u32;
        let mut decoded = match decoding {
            Some(decoding) => decoding.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
            None => decode(&whole_stream(self.level, &bits)),
        };
        for _ in 1..MAX_PIECES {
            if is_last || !matches!(decoded, Decoded::NotABlock) {
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
            // The end of the stream is missing if the file ends with a block.
            _ if is_last => self.report_error_of(stream_of(self.level, &bits)),
            Decoded::Block(bytes) => self.current = Box::new(Cursor::new(bytes)),
            Decoded::LongBlock => self.decode_while_reading(whole_stream(self.level, &bits)),
            Decoded::NotABlock => self.report_error_of(stream_of(self.level, &bits)),
        }
    }

    /// Checks the end of a stream and begins the next.
    fn begin_stream(&mut self, piece: &Piece) {
        let is_end = piece.kind == PieceKind::End;
        let has_right_checksum =
            piece.bits.len() >= CHECKSUM.end && piece.bits.number(CHECKSUM) == u64::from(self.checksum);
        if is_end && !has_right_checksum {
            return self.report_error_of(stream_of(self.level, &piece.bits));
        }
        match piece.level() {
            Some(level) if !piece.is_last => (self.level, self.checksum) = (level, 0),
            None if piece.is_last && is_end && piece.header().len() == 0 => {}
            _ => self.report_error_of(piece.header()),
        }
    }

    /// Decodes a stream as it is read.
    fn decode_while_reading(&mut self, stream: Bits) {
        self.current = Box::new(BzDecoder::new(Cursor::new(stream.into_bytes())));
    }

    /// Reads from the current block. The decoder is not used again after an error, because it would panic.
    fn read_current(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.current.read(buffer);
        if read.is_err() {
            self.is_broken = true;
            self.current = Box::new(io::empty());
        }
        // A read error of the file is more helpful than the decoder's error about the missing rest of the block.
        read.map_err(|error| match self.ahead.pop_front() {
            Some(Ahead::Failed(failure)) => failure,
            _ => error,
        })
    }

    /// Reads a damaged stream with the sequential decoder, which returns the bytes before the damage and then an error.
    fn report_error_of(&mut self, stream: Bits) {
        self.is_broken = true;
        self.decode_while_reading(stream);
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

/// A stream that begins with these bits.
fn stream_of(level: BlockSize, bits: &Bits) -> Bits {
    let mut stream = level.header();
    stream.push(bits);
    stream
}

/// A complete stream of a single block.
fn whole_stream(level: BlockSize, block: &Bits) -> Bits {
    let mut stream = stream_of(level, block);
    stream.push(&Bits::from_bytes(&END_MAGIC.to_be_bytes(), 16..64));
    stream.push(&Bits::from_bytes(&block.number(CHECKSUM).to_be_bytes(), 32..64));
    stream
}

/// Decodes a stream that should be exactly one block.
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
        _ => Decoded::NotABlock,
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
    use crate::import::input::compression::parallel_bzip2::pieces::BLOCK_MAGIC;

    fn compressed(level: u32, bytes: &[u8]) -> Vec<u8> {
        let mut encoder = BzEncoder::new(Vec::new(), Compression::new(level));
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    }

    /// Pseudorandom letters.
    fn letters(n_bytes: usize) -> Vec<u8> {
        let mixed = |idx: usize| (idx as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29) >> 60;
        (0..n_bytes).map(|idx| b'a' + mixed(idx * idx) as u8).collect()
    }

    /// A stream of several blocks and two small ones.
    static SEVERAL: LazyLock<Vec<u8>> =
        LazyLock::new(|| [compressed(1, &letters(350_000)), compressed(9, b""), compressed(5, &letters(70))].concat());

    /// The number of bytes to read at a time. The bytes of the last read before an error may be lost.
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
        assert_eq!(decoder.read(&mut [0]).is_ok(), is_whole, "the error is returned again");
        let (n_bytes, n_expected) = (bytes.len(), expected.len());
        let n_common = n_bytes.min(n_expected);
        assert!(bytes[..n_common] == expected[..n_common]);
        let n_lost = if is_whole { 0 } else { BUFFER_BYTES };
        assert!(n_bytes.abs_diff(n_expected) <= n_lost, "{n_bytes} bytes, where {n_expected} are expected");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]

        #[test]
        fn streams_decode_as_with_the_sequential_decoder(
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
    fn damage_at_any_bit_of_small_streams_acts_as_sequentially() {
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
        let mut reader = PieceReader::new(file);
        std::iter::from_fn(move || reader.next_piece().unwrap())
    }

    /// The same file with a magic number in its first block, among the unused selectors, which may have any value.
    fn with_magic(file: &[u8], magic: u64) -> Vec<u8> {
        const N_GROUPS: usize = 3;
        const N_SELECTORS: usize = 15;
        let bits = Bits::from_bytes(file, 0..8 * file.len());
        let padding = pieces(file).last().unwrap().bits.len() - CHECKSUM.end;
        // The header of the stream; magic number, checksum, flag and origin of the block.
        let symbols = 32 + CHECKSUM.end + 1 + 24;
        let n_symbol_groups = bits.number(symbols..symbols + 16).count_ones() as usize;
        let counts = symbols + 16 + 16 * n_symbol_groups;
        let first = counts + N_GROUPS + N_SELECTORS;
        let n_selectors = bits.number(counts + N_GROUPS..first);
        // Each selector is a number of ones and then a zero.
        let mut zeros = (first..).filter(|idx| bits.number(*idx..idx + 1) == 0);
        let end = zeros.nth(n_selectors as usize - 1).unwrap() + 1;
        let n_more = u64::from((magic << 16).count_zeros() - 16) + 1;
        let mut changed = Bits::from_bytes(file, 0..counts + N_GROUPS);
        changed.push(&Bits::from_bytes(&(n_selectors + n_more).to_be_bytes(), 64 - N_SELECTORS..64));
        changed.push(&Bits::from_bytes(file, first..end));
        changed.push(&Bits::from_bytes(&magic.to_be_bytes(), 16..64));
        changed.push(&Bits::from_bytes(&[0], 0..1));
        changed.push(&Bits::from_bytes(file, end..8 * file.len() - padding));
        changed.into_bytes()
    }

    #[test]
    fn magic_number_within_a_block_does_not_start_another() {
        let bytes = letters(150_000);
        for magic in [BLOCK_MAGIC, END_MAGIC] {
            let file = with_magic(&compressed(1, &bytes), magic);
            assert_eq!(pieces(&file).count(), 5);
            assert!(read(ParallelBzip2::new(&*file, 2)) == (bytes.clone(), true));
            check(&file);
        }
    }
}
