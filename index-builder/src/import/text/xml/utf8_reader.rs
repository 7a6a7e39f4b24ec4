/*!
A reader that decodes UTF-16 to UTF-8, because some programs write XML in UTF-16. All other bytes pass unchanged.
*/

use std::io::{self, BufRead, Read};

/// The number of bytes that are decoded at a time.
const CHUNK_BYTES: usize = 1 << 14;

/// A reader of a document in UTF-8 or UTF-16. The first bytes decide: a byte order mark, or the `<` of the first tag.
pub(super) struct Utf8Reader<R> {
    reader: R,
    is_begun: bool,
    utf16: Option<Utf16>,
}

/// The state of decoding UTF-16.
struct Utf16 {
    unit_of: fn([u8; 2]) -> u16,
    /// The first byte of a unit whose second byte has not been read.
    odd_byte: Option<u8>,
    /// The first unit of a character whose second unit has not been read.
    high_surrogate: Option<u16>,
    text: String,
    n_consumed: usize,
    /// The error to return after the decoded text.
    failure: Option<&'static str>,
}

impl<R: BufRead> Utf8Reader<R> {
    pub(super) fn new(reader: R) -> Self {
        Self { reader, is_begun: false, utf16: None }
    }

    /// Recognizes the encoding, and skips the byte order mark of UTF-16.
    fn begin(&mut self) -> io::Result<()> {
        self.is_begun = true;
        let (unit_of, n_mark): (fn([u8; 2]) -> u16, _) = match self.reader.fill_buf()? {
            [0xff, 0xfe, ..] => (u16::from_le_bytes, 2),
            [0xfe, 0xff, ..] => (u16::from_be_bytes, 2),
            [b'<', 0, ..] => (u16::from_le_bytes, 0),
            [0, b'<', ..] => (u16::from_be_bytes, 0),
            _ => return Ok(()),
        };
        self.reader.consume(n_mark);
        self.utf16 = Some(Utf16 {
            unit_of,
            odd_byte: None,
            high_surrogate: None,
            text: String::new(),
            n_consumed: 0,
            failure: None,
        });
        Ok(())
    }
}

impl Utf16 {
    /// Returns decoded text, or none at the end of the document.
    fn fill(&mut self, reader: &mut impl BufRead) -> io::Result<&[u8]> {
        while self.n_consumed == self.text.len() {
            if let Some(failure) = self.failure {
                return Err(io::Error::new(io::ErrorKind::InvalidData, format!("invalid UTF-16: {failure}")));
            }
            self.text.clear();
            self.n_consumed = 0;
            let bytes = reader.fill_buf()?;
            let bytes = &bytes[..bytes.len().min(CHUNK_BYTES)];
            if bytes.is_empty() && self.odd_byte.is_none() && self.high_surrogate.is_none() {
                break;
            }
            let n_bytes = bytes.len();
            self.failure = match n_bytes {
                0 => Some("the document ends within a character"),
                _ => self.decode(bytes),
            };
            reader.consume(n_bytes);
        }
        Ok(&self.text.as_bytes()[self.n_consumed..])
    }

    /// Decodes bytes up to the first error, and returns the error.
    fn decode(&mut self, bytes: &[u8]) -> Option<&'static str> {
        for byte in bytes {
            let Some(first) = self.odd_byte.take() else {
                self.odd_byte = Some(*byte);
                continue;
            };
            let (unit, high) = ((self.unit_of)([first, *byte]), self.high_surrogate.take());
            if high.is_none() && (0xd800..0xdc00).contains(&unit) {
                self.high_surrogate = Some(unit);
                continue;
            }
            for character in char::decode_utf16(high.into_iter().chain([unit])) {
                let Ok(character) = character else { return Some("half a character") };
                self.text.push(character);
            }
        }
        None
    }
}

// Inlined, because an XML reader calls them several times for each of millions of short tags.
impl<R: BufRead> BufRead for Utf8Reader<R> {
    #[inline]
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if !self.is_begun {
            self.begin()?;
        }
        match &mut self.utf16 {
            None => self.reader.fill_buf(),
            Some(utf16) => utf16.fill(&mut self.reader),
        }
    }

    #[inline]
    fn consume(&mut self, amount: usize) {
        match &mut self.utf16 {
            None => self.reader.consume(amount),
            Some(utf16) => utf16.n_consumed = utf16.text.len().min(utf16.n_consumed + amount),
        }
    }
}

impl<R: BufRead> Read for Utf8Reader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let n_read = self.fill_buf()?.read(buffer)?;
        self.consume(n_read);
        Ok(n_read)
    }
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use proptest::prelude::*;

    use super::*;

    fn decode(bytes: &[u8], capacity: usize) -> io::Result<Vec<u8>> {
        let mut text = Vec::new();
        Utf8Reader::new(BufReader::with_capacity(capacity, bytes)).read_to_end(&mut text).map(|_| text)
    }

    fn encode(text: &str, to_bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
        text.encode_utf16().flat_map(to_bytes).collect()
    }

    proptest! {
        #[test]
        fn text_is_the_same_in_each_encoding(rest in "\\PC{0,40}", capacity in 2_usize..9) {
            let text = format!("<{rest}");
            for document in [text.as_str(), &format!("\u{feff}{text}")] {
                prop_assert_eq!(decode(&encode(document, u16::to_le_bytes), capacity).unwrap(), text.as_bytes());
                prop_assert_eq!(decode(&encode(document, u16::to_be_bytes), capacity).unwrap(), text.as_bytes());
                prop_assert_eq!(decode(document.as_bytes(), capacity).unwrap(), document.as_bytes());
            }
        }

        #[test]
        fn arbitrary_bytes_are_unchanged_text_or_an_error(bytes in prop::collection::vec(any::<u8>(), 0..60)) {
            if let Ok(decoded) = decode(&bytes, 7) {
                prop_assert!(decoded == bytes || String::from_utf8(decoded).is_ok());
            }
        }
    }

    #[test]
    fn half_a_character_is_an_error() {
        for (units, message) in [
            (&[0x3c, 0xd83d][..], "invalid UTF-16: the document ends within a character"),
            (&[0x3c, 0xd83d, 0x41], "invalid UTF-16: half a character"),
            (&[0x3c, 0xde00], "invalid UTF-16: half a character"),
        ] {
            let bytes: Vec<u8> = units.iter().flat_map(|unit: &u16| unit.to_le_bytes()).collect();
            assert_eq!(decode(&bytes, 8).unwrap_err().to_string(), message);
        }
        assert!(decode(b"<\0a", 8).is_err());
    }
}
