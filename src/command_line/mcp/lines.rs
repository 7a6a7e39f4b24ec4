use std::io::{self, BufRead, Read};

/// The maximum length of a line in bytes. `/mcp` accepts shorter messages, and its error for one that is too long has
/// the id of the message.
pub(crate) const MAX_LINE_BYTES: usize = 1 << 20;

/// A line of the input.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum InputLine<'l> {
    /// A line without its end.
    Whole(&'l [u8]),
    /// The line is too long, and is skipped.
    TooLong,
}

/// The lines of an input, in bounded memory.
pub(crate) struct Lines<R> {
    input: R,
    line: Vec<u8>,
}

impl<R: BufRead> Lines<R> {
    pub(crate) fn new(input: R) -> Self {
        Self { input, line: Vec::new() }
    }

    /// Reads the next line; `None` at the end of the input. The last line needs no line feed.
    pub(crate) fn next_line(&mut self) -> io::Result<Option<InputLine<'_>>> {
        self.line.clear();
        let limit = MAX_LINE_BYTES as u64 + 1;
        if self.input.by_ref().take(limit).read_until(b'\n', &mut self.line)? == 0 {
            return Ok(None);
        }
        if self.line.len() > MAX_LINE_BYTES && self.line.last() != Some(&b'\n') {
            self.input.skip_until(b'\n')?;
            return Ok(Some(InputLine::TooLong));
        }
        Ok(Some(InputLine::Whole(self.line.strip_suffix(b"\n").unwrap_or(&self.line))))
    }
}

#[cfg(test)]
mod tests {
    use std::io::{BufReader, repeat};

    use super::*;

    #[test]
    fn lines_up_to_the_maximum_are_whole() {
        let longest = "x".repeat(MAX_LINE_BYTES);
        let input = format!("a\n\n{longest}\n{longest}y\nb\r\nc");
        let mut lines = Lines::new(BufReader::with_capacity(7, input.as_bytes()));
        let expected = [&b"a"[..], b"", longest.as_bytes()].map(InputLine::Whole);
        for line in expected.into_iter().chain([InputLine::TooLong]) {
            assert!(lines.next_line().unwrap() == Some(line));
        }
        for line in [&b"b\r"[..], b"c"] {
            assert_eq!(lines.next_line().unwrap(), Some(InputLine::Whole(line)));
        }
        assert_eq!(lines.next_line().unwrap(), None);
    }

    #[test]
    fn long_line_takes_no_more_memory_than_the_maximum() {
        let input = BufReader::new(repeat(b'x').take(1 << 30).chain(&b"\na"[..]));
        let mut lines = Lines::new(input);
        assert_eq!(lines.next_line().unwrap(), Some(InputLine::TooLong));
        assert!(lines.line.capacity() <= 2 * MAX_LINE_BYTES + 2, "{}", lines.line.capacity());
        assert_eq!(lines.next_line().unwrap(), Some(InputLine::Whole(b"a")));
    }
}
