/*!
A reader that counts lines, and that fails when one piece of a document takes too many bytes.
*/

use std::io::{self, BufRead, Read};

use memchr::memchr_iter;

pub(super) struct Metered<R> {
    reader: R,
    /// The line ends up to the end of what the reader holds: they are counted once for all that it holds, since most
    /// pieces are a few bytes long.
    n_lines: u64,
    /// How many bytes the reader holds.
    n_held: usize,
    n_piece_bytes: usize,
    most_piece_bytes: usize,
}

impl<R: BufRead> Metered<R> {
    pub(super) fn new(reader: R, most_piece_bytes: usize) -> Self {
        Self { reader, n_lines: 0, n_held: 0, n_piece_bytes: 0, most_piece_bytes }
    }

    /// How many line ends have been read.
    pub(super) fn n_lines(&mut self) -> u64 {
        let held = if self.n_held > 0 { self.reader.fill_buf().unwrap_or_default() } else { &[] };
        self.n_lines - count_lines(held)
    }

    /// From here on, bytes are those of the next piece.
    pub(super) fn begin_piece(&mut self) {
        self.n_piece_bytes = 0;
    }

    pub(super) fn is_over_limit(&self) -> bool {
        self.n_piece_bytes > self.most_piece_bytes
    }
}

fn count_lines(bytes: &[u8]) -> u64 {
    memchr_iter(b'\n', bytes).count() as u64
}

impl<R: BufRead> BufRead for Metered<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.is_over_limit() {
            return Err(io::Error::other("a piece of the document is too large"));
        }
        let held = self.reader.fill_buf()?;
        if self.n_held == 0 {
            self.n_held = held.len();
            self.n_lines += count_lines(held);
        }
        Ok(held)
    }

    fn consume(&mut self, amount: usize) {
        self.n_held -= amount.min(self.n_held);
        self.n_piece_bytes += amount;
        self.reader.consume(amount);
    }
}

impl<R: BufRead> Read for Metered<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let n_read = self.fill_buf()?.read(buffer)?;
        self.consume(n_read);
        Ok(n_read)
    }
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use super::*;

    #[test]
    fn lines_are_those_that_have_been_read_however_much_the_reader_holds() {
        let document = b"a\n\nbc\n\n\nd\nefg\n";
        for n_held in [1, 2, 3, 7, 100] {
            for step in 1..5 {
                let mut metered = Metered::new(BufReader::with_capacity(n_held, &document[..]), 100);
                let mut n_read = 0;
                while let amount @ 1.. = metered.fill_buf().unwrap().len().min(step) {
                    metered.consume(amount);
                    n_read += amount;
                    assert_eq!(metered.n_lines(), count_lines(&document[..n_read]), "{n_held} {step} {n_read}");
                }
                assert_eq!(n_read, document.len());
            }
        }
    }
}
