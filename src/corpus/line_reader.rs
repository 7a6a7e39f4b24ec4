/*!
The lines of a file, with a bound on their length, so that a file that is not JSON Lines cannot fill the memory.
*/

use std::io::{self, BufRead, Read};

/// The longest line, in bytes without its end: a thousand times a usual record.
pub const MAX_LINE_BYTES: usize = 1 << 20;

/// One line of a file.
#[derive(Debug, PartialEq, Eq)]
pub enum Line<'b> {
    /// The bytes of the line without its end.
    Bytes(&'b [u8]),
    /// A line longer than [`MAX_LINE_BYTES`]; its bytes are passed over.
    TooLong,
}

/// Reads a file line by line into one buffer.
pub struct LineReader<R> {
    reader: R,
    buffer: Vec<u8>,
    number: u64,
    n_bytes: u64,
}

impl<R: BufRead> LineReader<R> {
    /// The lines of `reader`.
    pub fn new(reader: R) -> Self {
        Self { reader, buffer: Vec::new(), number: 0, n_bytes: 0 }
    }

    /// The number of the line read last, counted from 1.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// How many bytes have been read so far.
    pub fn n_bytes(&self) -> u64 {
        self.n_bytes
    }

    /// The next line, or `None` at the end of the file.
    pub fn next_line(&mut self) -> io::Result<Option<Line<'_>>> {
        const END_BYTES: usize = 2;
        self.buffer.clear();
        let most = (MAX_LINE_BYTES + END_BYTES) as u64;
        let n_read = self.reader.by_ref().take(most).read_until(b'\n', &mut self.buffer)?;
        if n_read == 0 {
            return Ok(None);
        }
        self.number += 1;
        self.n_bytes += n_read as u64;
        let has_end = self.buffer.ends_with(b"\n");
        let line = self.buffer.strip_suffix(b"\n").unwrap_or(&self.buffer);
        let n_line_bytes = line.strip_suffix(b"\r").unwrap_or(line).len();
        if n_line_bytes > MAX_LINE_BYTES {
            if !has_end {
                self.n_bytes += self.reader.skip_until(b'\n')? as u64;
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
    fn lines_up_to_the_limit_are_read_and_longer_ones_passed_over() {
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
        assert_eq!(lines.number(), 6);
        assert_eq!(lines.n_bytes(), file.len() as u64);
    }
}
