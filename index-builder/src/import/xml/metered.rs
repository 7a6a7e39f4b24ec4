/*!
A reader that counts lines, and that fails when one piece of a document takes too many bytes.
*/

use std::io::{self, BufRead, Read};

pub(super) struct Metered<R> {
    reader: R,
    n_lines: u64,
    n_piece_bytes: usize,
    most_piece_bytes: usize,
}

impl<R> Metered<R> {
    pub(super) fn new(reader: R, most_piece_bytes: usize) -> Self {
        Self { reader, n_lines: 0, n_piece_bytes: 0, most_piece_bytes }
    }

    /// How many line ends have been read.
    pub(super) fn n_lines(&self) -> u64 {
        self.n_lines
    }

    /// From here on, bytes are those of the next piece.
    pub(super) fn begin_piece(&mut self) {
        self.n_piece_bytes = 0;
    }

    pub(super) fn is_over_limit(&self) -> bool {
        self.n_piece_bytes > self.most_piece_bytes
    }
}

impl<R: BufRead> BufRead for Metered<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.is_over_limit() {
            return Err(io::Error::other("a piece of the document is too large"));
        }
        self.reader.fill_buf()
    }

    fn consume(&mut self, amount: usize) {
        if let Ok(buffer) = self.reader.fill_buf() {
            self.n_lines += memchr::memchr_iter(b'\n', &buffer[..amount.min(buffer.len())]).count() as u64;
        }
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
