/*!
A reader that counts lines, and fails if a token of a document is too long.
*/

use std::io::{self, BufRead, Read};

use memchr::memchr_iter;

/// A reader with a limit on the length of a token.
pub(super) struct LimitedReader<R> {
    reader: R,
    /// The number of line ends up to the end of the buffered bytes. They are counted once for all buffered bytes,
    /// because most tokens are only a few bytes long.
    n_lines: u64,
    /// The number of bytes that the reader has buffered.
    n_buffered: usize,
    n_token_bytes: usize,
    max_token_bytes: usize,
}

impl<R: BufRead> LimitedReader<R> {
    /// Fails when more than `max_token_bytes` are read after [`Self::begin_token`].
    pub(super) fn new(reader: R, max_token_bytes: usize) -> Self {
        Self { reader, n_lines: 0, n_buffered: 0, n_token_bytes: 0, max_token_bytes }
    }

    /// The number of line ends that were read.
    pub(super) fn n_lines(&mut self) -> u64 {
        let buffered = if self.n_buffered > 0 { self.reader.fill_buf().unwrap_or_default() } else { &[] };
        self.n_lines - count_lines(buffered)
    }

    /// Begins the next token.
    pub(super) fn begin_token(&mut self) {
        self.n_token_bytes = 0;
    }

    /// Whether the current token is too long.
    pub(super) fn is_over_limit(&self) -> bool {
        self.n_token_bytes > self.max_token_bytes
    }
}

fn count_lines(bytes: &[u8]) -> u64 {
    memchr_iter(b'\n', bytes).count() as u64
}

impl<R: BufRead> BufRead for LimitedReader<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.is_over_limit() {
            return Err(io::Error::other("a tag or a text of the document is too long"));
        }
        let buffered = self.reader.fill_buf()?;
        if self.n_buffered == 0 {
            self.n_buffered = buffered.len();
            self.n_lines += count_lines(buffered);
        }
        Ok(buffered)
    }

    fn consume(&mut self, amount: usize) {
        self.n_buffered -= amount.min(self.n_buffered);
        self.n_token_bytes += amount;
        self.reader.consume(amount);
    }
}

impl<R: BufRead> Read for LimitedReader<R> {
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
    fn line_ends_are_counted_as_they_are_read_with_any_buffer_size() {
        let document = b"a\n\nbc\n\n\nd\nefg\n";
        for capacity in [1, 2, 3, 7, 100] {
            for step in 1..5 {
                let mut reader = LimitedReader::new(BufReader::with_capacity(capacity, &document[..]), 100);
                let mut n_read = 0;
                while let amount @ 1.. = reader.fill_buf().unwrap().len().min(step) {
                    reader.consume(amount);
                    n_read += amount;
                    assert_eq!(reader.n_lines(), count_lines(&document[..n_read]), "{capacity} {step} {n_read}");
                }
                assert_eq!(n_read, document.len());
            }
        }
    }
}
