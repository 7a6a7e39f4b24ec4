/*!
Moves a reader of JSON to a list within an object: `{"total": 2, "results": [{…}, {…}]}`. Nothing before the list is kept
in memory.
*/

use std::io::BufRead;

use crate::report::skip::{DAMAGED, NOT_WELL_FORMED, Skip};

/// The number of bytes of a key that are compared. The rest of a longer key is read and dropped.
const MAX_KEY_BYTES: usize = 1024;

/// Moves a reader past the opening bracket of the list at a path of keys. Fails if there is no such list.
pub(crate) fn enter_list(reader: &mut impl BufRead, path: &[String]) -> Result<(), Skip> {
    let mut scan = ListScan { reader };
    for key in path {
        scan.enter_object(key, path)?;
    }
    match scan.next_sign()? {
        b'[' => Ok(()),
        _ => Err(Skip::new(&NOT_WELL_FORMED, format!("{:?} is not a list", path.join(".")))),
    }
}

struct ListScan<'r, R> {
    reader: &'r mut R,
}

impl<R: BufRead> ListScan<'_, R> {
    /// Moves to the value of a key of the object that begins here.
    fn enter_object(&mut self, key: &str, path: &[String]) -> Result<(), Skip> {
        let lacks = || Skip::new(&NOT_WELL_FORMED, format!("there is no list {:?}", path.join(".")));
        if self.next_sign()? != b'{' {
            return Err(lacks());
        }
        loop {
            match self.next_sign()? {
                b'"' => {}
                b',' => continue,
                _ => return Err(lacks()),
            }
            let is_wanted = self.read_string()? == key.as_bytes();
            if self.next_sign()? != b':' {
                return Err(lacks());
            }
            if is_wanted {
                return Ok(());
            }
            self.skip_value()?;
        }
    }

    /// The next byte that is neither white space nor a byte order mark.
    fn next_sign(&mut self) -> Result<u8, Skip> {
        loop {
            let byte = self.next_byte()?;
            if !byte.is_ascii_whitespace() && !matches!(byte, 0xef | 0xbb | 0xbf) {
                return Ok(byte);
            }
        }
    }

    /// Reads a string after its opening quotation mark, without resolving escapes. Returns its first [`MAX_KEY_BYTES`].
    fn read_string(&mut self) -> Result<Vec<u8>, Skip> {
        let mut string = Vec::new();
        loop {
            match self.next_byte()? {
                b'"' => return Ok(string),
                byte => {
                    if string.len() < MAX_KEY_BYTES {
                        string.push(byte);
                    }
                    if byte == b'\\' {
                        self.next_byte()?;
                    }
                }
            }
        }
    }

    /// Skips a value. The next sign is then the comma or brace after it.
    fn skip_value(&mut self) -> Result<(), Skip> {
        let mut depth = 0_u64;
        loop {
            let byte = self.peek()?;
            match byte {
                b',' | b'}' | b']' if depth == 0 => return Ok(()),
                b'{' | b'[' => depth += 1,
                b'}' | b']' => depth -= 1,
                _ => {}
            }
            self.reader.consume(1);
            if byte == b'"' {
                self.read_string()?;
            }
        }
    }

    fn next_byte(&mut self) -> Result<u8, Skip> {
        let byte = self.peek()?;
        self.reader.consume(1);
        Ok(byte)
    }

    fn peek(&mut self) -> Result<u8, Skip> {
        let first = self.reader.fill_buf()?.first().copied();
        first.ok_or_else(|| Skip::new(&DAMAGED, "the file ends within an object"))
    }
}

#[cfg(test)]
mod tests {
    use std::io::{BufReader, Read};

    use super::*;

    /// The text after the bracket of a list, or the reason and detail of the failure.
    fn behind(json: &str, path: &str) -> Result<String, (&'static str, String)> {
        let path: Vec<String> = path.split('.').map(str::to_owned).collect();
        let mut reader = BufReader::with_capacity(3, json.as_bytes());
        enter_list(&mut reader, &path).map_err(|skip| (skip.reason.name, skip.detail))?;
        let mut rest = String::new();
        reader.read_to_string(&mut rest).unwrap();
        Ok(rest)
    }

    #[test]
    fn list_is_found_after_other_values() {
        let json = "\u{feff} {\"n\": -1.5, \"a\\\"b\": \"]}\\\\\", \"c\": {\"results\": [0]}, \"d\": [[{}], \"x\"], \"results\" : [1]}";
        assert_eq!(behind(json, "results").unwrap(), "1]}");
        assert_eq!(behind(json, "c.results").unwrap(), "0]}, \"d\": [[{}], \"x\"], \"results\" : [1]}");
    }

    #[test]
    fn other_files_have_no_list() {
        let lacks = |path: &str| Err(("not_well_formed", format!("there is no list {path:?}")));
        assert_eq!(behind("[{\"results\": []}]", "results"), lacks("results"));
        assert_eq!(behind("{\"a\": {\"results\": []}}", "results"), lacks("results"));
        assert_eq!(behind("{\"a\": 1}", "a.results"), lacks("a.results"));
        assert_eq!(behind("{}", "results"), lacks("results"));
        let no_list = Err(("not_well_formed", "\"a\" is not a list".to_owned()));
        assert_eq!(behind("{\"a\": {}}", "a"), no_list);
        for cut in ["", "{", "{\"a", "{\"a\": [1, ", "{\"a\\", "{\"a\": \"b"] {
            assert_eq!(behind(cut, "results").unwrap_err().0, "damaged", "{cut}");
        }
    }
}
