/*!
Splits JSON into its objects: an array of objects, or one object after another. Only one object is in memory at a time, and an
invalid object does not affect the others.
*/

use std::io::BufRead;

use crate::report::skip::{DAMAGED, NOT_WELL_FORMED, Skip, TOO_LARGE};

/// The maximum length of an object, in bytes.
const MAX_BYTES: usize = 16 << 20;

/// The objects of a file.
pub(crate) struct JsonObjects<R> {
    reader: R,
    object: Vec<u8>,
    /// The number of arrays around the next object.
    depth: usize,
    /// Whether the objects end with the array.
    is_within_array: bool,
    has_failed: bool,
}

impl<R: BufRead> JsonObjects<R> {
    pub(crate) fn new(reader: R) -> Self {
        Self { reader, object: Vec::new(), depth: 0, is_within_array: false, has_failed: false }
    }

    /// The objects of an array. The reader must be past its opening bracket.
    pub(crate) fn within_array(reader: R) -> Self {
        Self { depth: 1, is_within_array: true, ..Self::new(reader) }
    }

    /// Returns the bytes of the next object. `None` after the last object, or after an error that makes the rest
    /// unreadable.
    pub(crate) fn next_object(&mut self) -> Option<Result<&[u8], Skip>> {
        if self.has_failed {
            return None;
        }
        match self.find_object() {
            Ok(true) => {}
            Ok(false) => return None,
            Err(skip) => return Some(Err(self.fail(skip))),
        }
        match self.read_object() {
            Ok(n_bytes) if n_bytes > MAX_BYTES => {
                Some(Err(Skip::new(&TOO_LARGE, format!("the object is {n_bytes} bytes long"))))
            }
            Ok(_) => Some(Ok(&self.object)),
            Err(skip) => Some(Err(self.fail(skip))),
        }
    }

    /// Ends the iteration with a skip.
    fn fail(&mut self, skip: Skip) -> Skip {
        self.has_failed = true;
        skip
    }

    /// Skips the bytes before the next object. Returns `false` at the end of the input.
    fn find_object(&mut self) -> Result<bool, Skip> {
        loop {
            let buffer = self.reader.fill_buf()?;
            if buffer.is_empty() && self.depth > 0 {
                return Err(Skip::new(&DAMAGED, "the file ends within an array"));
            }
            if buffer.is_empty() {
                return Ok(false);
            }
            let end = buffer.iter().position(|byte| !is_between(*byte));
            let n_between = end.unwrap_or(buffer.len());
            self.depth = depth_after(self.depth, &buffer[..n_between]);
            if self.is_within_array && self.depth == 0 {
                return Ok(false);
            }
            match end.map(|end| buffer[end]) {
                Some(b'{') => {
                    self.reader.consume(n_between);
                    return Ok(true);
                }
                Some(_) => return Err(Skip::new(&NOT_WELL_FORMED, "neither an object nor an array of objects")),
                None => self.reader.consume(n_between),
            }
        }
    }

    /// Reads an object up to its closing brace. Returns its length in bytes. If an object is too large, nothing is kept
    /// beyond the limit.
    fn read_object(&mut self) -> Result<usize, Skip> {
        self.object.clear();
        let mut scan = ObjectScan::default();
        let mut n_bytes = 0;
        loop {
            let buffer = self.reader.fill_buf()?;
            if buffer.is_empty() {
                return Err(Skip::new(&DAMAGED, "the file ends within an object"));
            }
            let end = scan.end_of_object(buffer);
            let piece = &buffer[..end.unwrap_or(buffer.len())];
            n_bytes += piece.len();
            if n_bytes <= MAX_BYTES {
                self.object.extend_from_slice(piece);
            }
            let n_read = piece.len();
            self.reader.consume(n_read);
            if end.is_some() {
                return Ok(n_bytes);
            }
        }
    }
}

/// Whether a byte can be between objects: a space, the syntax of an array, or a byte order mark.
fn is_between(byte: u8) -> bool {
    byte.is_ascii_whitespace() || matches!(byte, b'[' | b']' | b',' | 0xef | 0xbb | 0xbf)
}

/// The number of open arrays after some bytes between objects.
fn depth_after(depth: usize, between: &[u8]) -> usize {
    between.iter().fold(depth, |depth, byte| match byte {
        b'[' => depth + 1,
        b']' => depth.saturating_sub(1),
        _ => depth,
    })
}

/// The state of a scan for the end of an object.
#[derive(Default)]
struct ObjectScan {
    depth: usize,
    in_string: bool,
    is_escaped: bool,
}

impl ObjectScan {
    /// The position after the closing brace of the object, if it is in these bytes.
    fn end_of_object(&mut self, bytes: &[u8]) -> Option<usize> {
        let mut idx = 0;
        while idx < bytes.len() {
            if self.is_escaped {
                self.is_escaped = false;
                idx += 1;
                continue;
            }
            let rest = &bytes[idx..];
            let found = if self.in_string {
                memchr::memchr2(b'"', b'\\', rest)?
            } else {
                memchr::memchr3(b'"', b'{', b'}', rest)?
            };
            idx += found + 1;
            match rest[found] {
                b'"' => self.in_string = !self.in_string,
                b'\\' => self.is_escaped = true,
                b'{' => self.depth += 1,
                _ => self.depth -= 1,
            }
            if self.depth == 0 {
                return Some(idx);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use super::*;

    fn objects(json: &str, n_buffer: usize) -> Vec<Result<String, &'static str>> {
        let mut objects = JsonObjects::new(BufReader::with_capacity(n_buffer, json.as_bytes()));
        let mut found = Vec::new();
        while let Some(object) = objects.next_object() {
            let object = object.map(|bytes| String::from_utf8(bytes.to_vec()).unwrap());
            found.push(object.map_err(|skip| skip.reason.name));
        }
        found
    }

    #[test]
    fn objects_are_found_with_any_buffer_size() {
        let json = "\u{feff}[ {\"a\": \"}\\\"{\"},\n{\"b\": {\"c\": [\"\\\\\"]}} ]\n";
        for n_buffer in [1, 2, 7, 1000] {
            let expected = ["{\"a\": \"}\\\"{\"}", "{\"b\": {\"c\": [\"\\\\\"]}}"].map(|text| Ok(text.to_owned()));
            assert_eq!(objects(json, n_buffer), expected);
        }
    }

    #[test]
    fn objects_within_an_array_end_with_it() {
        for n_buffer in [1, 5, 1000] {
            for (json, expected) in [
                ("{}, {\"a\": 1}], \"next\": {}}", &[Ok("{}"), Ok("{\"a\": 1}")][..]),
                ("]}", &[]),
                ("{}, ", &[Ok("{}"), Err("damaged")]),
                ("{}, 7]", &[Ok("{}"), Err("not_well_formed")]),
            ] {
                let mut objects = JsonObjects::within_array(BufReader::with_capacity(n_buffer, json.as_bytes()));
                let mut found = Vec::new();
                while let Some(object) = objects.next_object() {
                    let object = object.map(|bytes| String::from_utf8(bytes.to_vec()).unwrap());
                    found.push(object.map_err(|skip| skip.reason.name));
                }
                let expected: Vec<_> = expected.iter().map(|object| object.map(str::to_owned)).collect();
                assert_eq!(found, expected, "{json}");
            }
        }
    }

    #[test]
    fn element_that_is_not_an_object_ends_the_file() {
        assert_eq!(objects("[{}, 7, {}]", 64), [Ok("{}".to_owned()), Err("not_well_formed")]);
        assert_eq!(objects("[{}, {\"a\": ", 64), [Ok("{}".to_owned()), Err("damaged")]);
        assert_eq!(objects("[]", 64), []);
        assert_eq!(objects("[{},", 64), [Ok("{}".to_owned()), Err("damaged")]);
        assert_eq!(objects("{} {}", 64), ["{}", "{}"].map(|text| Ok(text.to_owned())));
    }

    #[test]
    fn object_that_is_too_large_is_skipped_and_the_next_one_read() {
        let json = format!("[{{\"a\": \"{}\"}}, {{}}]", "x".repeat(MAX_BYTES));
        assert_eq!(objects(&json, 1 << 16), [Err("too_large"), Ok("{}".to_owned())]);
    }
}
