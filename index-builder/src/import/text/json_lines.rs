/*!
Reads a file line by line. Only one line is in memory at a time, and a line that is too long does not affect the others.
*/

use std::io::{self, BufRead, Read};

use crate::report::skip::{Skip, TOO_LARGE};

/// The maximum length of a line with its end, in bytes. The longest lines are decisions with their opinions.
pub(crate) const MAX_LINE_BYTES: usize = 64 << 20;

/// A line with its number, counted from 1. A line that is too long is a skip.
pub(crate) type NumberedLine<'l> = (u64, Result<&'l [u8], Skip>);

/// The lines of a file that are not blank.
pub(crate) struct JsonLines<R> {
    reader: R,
    line: Vec<u8>,
    number: u64,
}

impl<R: BufRead> JsonLines<R> {
    pub(crate) fn new(reader: R) -> Self {
        Self { reader, line: Vec::new(), number: 0 }
    }

    /// Returns the next line. `None` after the last one.
    pub(crate) fn next_line(&mut self) -> io::Result<Option<NumberedLine<'_>>> {
        loop {
            self.line.clear();
            let limit = MAX_LINE_BYTES as u64 + 1;
            if self.reader.by_ref().take(limit).read_until(b'\n', &mut self.line)? == 0 {
                return Ok(None);
            }
            self.number += 1;
            if self.line.len() > MAX_LINE_BYTES {
                if !self.line.ends_with(b"\n") {
                    self.reader.skip_until(b'\n')?;
                }
                let skip = Skip::new(&TOO_LARGE, format!("longer than {MAX_LINE_BYTES} bytes"));
                return Ok(Some((self.number, Err(skip))));
            }
            if !self.line.trim_ascii().is_empty() {
                return Ok(Some((self.number, Ok(&self.line))));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blank_lines_are_counted_and_long_ones_are_skipped() {
        let longest = "x".repeat(MAX_LINE_BYTES - 1);
        let too_long = "y".repeat(MAX_LINE_BYTES);
        let file = format!("a\r\n\n \r\n{longest}\n{too_long}\n{too_long}y\nlast");
        let mut lines = JsonLines::new(file.as_bytes());
        let mut found = Vec::new();
        while let Some((number, line)) = lines.next_line().unwrap() {
            found.push((number, line.map(<[u8]>::len).map_err(|skip| skip.reason.name)));
        }
        assert_eq!(
            found,
            [(1, Ok(3)), (4, Ok(MAX_LINE_BYTES)), (5, Err("too_large")), (6, Err("too_large")), (7, Ok(4))]
        );
    }
}
