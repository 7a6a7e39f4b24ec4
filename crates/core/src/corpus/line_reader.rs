/*!
Reads a file line by line. A limit on the length of a line keeps a file that is not JSON Lines from filling the memory.
*/

use std::io::{self, BufRead, Read};

/// The maximum length of a line in bytes, without its terminator: a thousand times a typical record.
pub const MAX_LINE_BYTES: usize = 1 << 20;

/// A line of a file.
#[derive(Debug, PartialEq, Eq)]
pub enum Line<'b> {
    /// The bytes of the line, without its terminator.
    Bytes(&'b [u8]),
    /// A line longer than [`MAX_LINE_BYTES`], whose bytes were skipped.
    TooLong,
}

/// Reads the lines of a file into one buffer.
pub struct LineReader<R> {
    reader: R,
    buffer: Vec<u8>,
    n_bytes_read: u64,
}

impl<R: BufRead> LineReader<R> {
    /// Creates a reader of the lines of `reader`.
    pub fn new(reader: R) -> Self {
        Self { reader, buffer: Vec::new(), n_bytes_read: 0 }
    }

    /// The number of bytes before the next line.
    pub fn n_bytes_read(&self) -> u64 {
        self.n_bytes_read
    }

    /// Reads the next line. Returns `None` at the end of the file.
    pub fn next_line(&mut self) -> io::Result<Option<Line<'_>>> {
        const MAX_TERMINATOR_BYTES: usize = 2;
        self.buffer.clear();
        let max = (MAX_LINE_BYTES + MAX_TERMINATOR_BYTES) as u64;
        let n_read = self.reader.by_ref().take(max).read_until(b'\n', &mut self.buffer)?;
        if n_read == 0 {
            return Ok(None);
        }
        self.n_bytes_read += n_read as u64;
        let is_terminated = self.buffer.ends_with(b"\n");
        let line = self.buffer.strip_suffix(b"\n").unwrap_or(&self.buffer);
        let n_line_bytes = line.strip_suffix(b"\r").unwrap_or(line).len();
        if n_line_bytes > MAX_LINE_BYTES {
            if !is_terminated {
                self.n_bytes_read += self.reader.skip_until(b'\n')? as u64;
            }
            return Ok(Some(Line::TooLong));
        }
        Ok(Some(Line::Bytes(&self.buffer[..n_line_bytes])))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_longer_than_the_limit_are_skipped() {
        let longest = "x".repeat(MAX_LINE_BYTES);
        let too_long = "y".repeat(MAX_LINE_BYTES + 1);
        let far_too_long = "z".repeat(3 * MAX_LINE_BYTES);
        let file = format!("a\r\n{longest}\r\n{too_long}\n{far_too_long}\n\nlast");
        let mut lines = LineReader::new(file.as_bytes());
        let mut next = || {
            let line = lines.next_line().unwrap()?;
            Some(match line {
                Line::Bytes(bytes) => bytes.to_vec(),
                Line::TooLong => b"too long".to_vec(),
            })
        };
        assert_eq!(next(), Some(b"a".to_vec()));
        assert_eq!(next(), Some(longest.into_bytes()));
        assert_eq!(next(), Some(b"too long".to_vec()));
        assert_eq!(next(), Some(b"too long".to_vec()));
        assert_eq!(next(), Some(b"".to_vec()));
        assert_eq!(next(), Some(b"last".to_vec()));
        assert_eq!(next(), None);
    }
}
