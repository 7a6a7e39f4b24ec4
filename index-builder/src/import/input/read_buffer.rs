/*!
The buffer that a thread reads files into. All files of a thread share it, because zeroing new memory for each of a
million small files took a fifth of the time of an import.
*/

use std::io::{self, BufRead, Read};

use crate::report::skip::{Skip, TOO_LARGE};

/// The size of the buffer of a [`Buffered`] reader, in bytes.
const BUFFER_BYTES: usize = 1 << 16;

/// The largest buffer that is kept for the next file, in bytes.
const MAX_KEPT_BYTES: usize = 16 << 20;

/// The largest file that is read into memory whole, in bytes.
pub(crate) const MAX_WHOLE_BYTES: u64 = 256 << 20;

/// Reads to the end into new memory. Fails if there are more than `max` bytes.
pub(super) fn read_whole(reader: &mut dyn Read, max: u64) -> Result<Vec<u8>, Skip> {
    let mut bytes = Vec::new();
    reader.take(max + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > max {
        return Err(Skip::new(&TOO_LARGE, format!("more than {max} bytes")));
    }
    Ok(bytes)
}

/// A buffer for one file after another.
#[derive(Default)]
pub(crate) struct ReadBuffer {
    bytes: Vec<u8>,
}

impl ReadBuffer {
    /// Returns at least this many bytes.
    fn with_size(&mut self, n_bytes: usize) -> &mut [u8] {
        if self.bytes.len() > MAX_KEPT_BYTES {
            self.bytes = Vec::new();
        }
        if self.bytes.len() < n_bytes {
            self.bytes.resize(n_bytes, 0);
        }
        &mut self.bytes
    }

    /// Reads to the end. Fails if there are more than `max` bytes.
    pub(super) fn whole(&mut self, reader: &mut dyn Read, max: u64) -> Result<&[u8], Skip> {
        self.with_size(BUFFER_BYTES);
        let mut n_bytes = 0;
        loop {
            if n_bytes == self.bytes.len() {
                let max = usize::try_from(max).unwrap_or(usize::MAX).saturating_add(1);
                self.bytes.resize(max.min(2 * n_bytes).max(n_bytes + 1), 0);
            }
            match read_some(reader, &mut self.bytes[n_bytes..])? {
                0 => return Ok(&self.bytes[..n_bytes]),
                n_read => n_bytes += n_read,
            }
            if n_bytes as u64 > max {
                return Err(Skip::new(&TOO_LARGE, format!("more than {max} bytes")));
            }
        }
    }

    pub(super) fn buffered<'f>(&'f mut self, reader: &'f mut dyn Read) -> Buffered<'f> {
        let buffer = &mut self.with_size(BUFFER_BYTES)[..BUFFER_BYTES];
        Buffered { reader, buffer, start: 0, end: 0 }
    }
}

/// Reads once. Repeats the read if a signal interrupts it.
pub(crate) fn read_some(reader: &mut dyn Read, buffer: &mut [u8]) -> io::Result<usize> {
    loop {
        match reader.read(buffer) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            result => return result,
        }
    }
}

/// A buffered reader that uses the buffer of a thread.
pub(crate) struct Buffered<'f> {
    reader: &'f mut dyn Read,
    buffer: &'f mut [u8],
    start: usize,
    end: usize,
}

impl Buffered<'_> {
    /// Fills the buffer. Returns its unread content, and whether the file ends with it.
    pub(crate) fn peek(&mut self) -> io::Result<(&[u8], bool)> {
        let mut is_all = false;
        while !is_all && self.end < self.buffer.len() {
            let n_read = read_some(self.reader, &mut self.buffer[self.end..])?;
            self.end += n_read;
            is_all = n_read == 0;
        }
        Ok((&self.buffer[self.start..self.end], is_all))
    }
}

// Inlined, because an XML reader calls them several times for each of millions of short tags.
impl BufRead for Buffered<'_> {
    #[inline]
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.start == self.end {
            (self.start, self.end) = (0, read_some(self.reader, self.buffer)?);
        }
        Ok(&self.buffer[self.start..self.end])
    }

    #[inline]
    fn consume(&mut self, amount: usize) {
        self.start = self.end.min(self.start + amount);
    }
}

impl Read for Buffered<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let n_read = self.fill_buf()?.read(buffer)?;
        self.consume(n_read);
        Ok(n_read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A reader that returns a few bytes at a time and is interrupted now and then.
    struct ShortReads<'b> {
        bytes: &'b [u8],
        n_calls: usize,
    }

    impl Read for ShortReads<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            self.n_calls += 1;
            if self.n_calls.is_multiple_of(3) {
                return Err(io::ErrorKind::Interrupted.into());
            }
            let n_bytes = buffer.len().min(40_000);
            self.bytes.read(&mut buffer[..n_bytes])
        }
    }

    #[test]
    fn reused_buffer_reads_each_file_whole_or_buffered() {
        let mut buffer = ReadBuffer::default();
        for n_bytes in [200_000, 0, 3, BUFFER_BYTES, MAX_KEPT_BYTES + 1, 100_001, BUFFER_BYTES + 1] {
            let bytes: Vec<u8> = (0..n_bytes).map(|idx| (idx % 251) as u8).collect();
            let reader = || ShortReads { bytes: &bytes, n_calls: 0 };
            assert!(buffer.whole(&mut reader(), n_bytes as u64).unwrap() == bytes, "{n_bytes}");
            let mut reader = reader();
            let mut buffered = buffer.buffered(&mut reader);
            let (beginning, is_all) = buffered.peek().unwrap();
            assert!(beginning == &bytes[..n_bytes.min(BUFFER_BYTES)], "{n_bytes}");
            assert_eq!(is_all, n_bytes < BUFFER_BYTES, "{n_bytes}");
            let mut read = Vec::new();
            buffered.read_to_end(&mut read).unwrap();
            assert!(read == bytes, "{n_bytes}");
        }
    }

    #[test]
    fn file_that_is_too_large_is_not_read_to_its_end() {
        for (n_bytes, max) in [(6, 5), (BUFFER_BYTES + 1, BUFFER_BYTES as u64), (1 << 20, 100_000)] {
            let skip = ReadBuffer::default().whole(&mut &vec![0; n_bytes][..], max).unwrap_err();
            assert_eq!((skip.reason.name, skip.detail), ("too_large", format!("more than {max} bytes")));
        }
    }
}
