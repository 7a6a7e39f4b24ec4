/*!
Parses JSON from memory.
*/

use std::borrow::Cow;
use std::ops::Deref;

use serde::Deserialize;

/// Parses a value. The bytes are checked once to be UTF-8, which is faster than `serde_json`'s check of each string. If
/// they are not, `serde_json` checks only the strings that are read, so that an unread field may be invalid.
pub(crate) fn parse<'j, T: Deserialize<'j>>(json: &'j [u8]) -> serde_json::Result<T> {
    match std::str::from_utf8(json) {
        Ok(text) => serde_json::from_str(text),
        Err(_) => serde_json::from_slice(json),
    }
}

/// A string that is borrowed from the JSON if it has no escapes. `serde` would always copy a `Cow` in an `Option` or a
/// list.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(transparent)]
pub(crate) struct Text<'j>(#[serde(borrow)] pub(crate) Cow<'j, str>);

impl Deref for Text<'_> {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_without_escapes_is_borrowed() {
        let texts: Vec<Option<Text<'_>>> = parse(br#"["a b", "a\nb", null]"#).unwrap();
        let [Some(plain), Some(escaped), None] = &texts[..] else { panic!("two texts and a null") };
        assert!(matches!(plain.0, Cow::Borrowed("a b")) && matches!(escaped.0, Cow::Owned(_)));
    }

    #[test]
    fn bytes_of_an_unread_field_are_not_checked() {
        #[derive(Debug, PartialEq, Deserialize)]
        struct Fields<'j> {
            a: &'j str,
        }
        assert_eq!(parse::<Fields<'_>>("{\"a\": \"é\"}".as_bytes()).unwrap(), Fields { a: "é" });
        assert_eq!(parse::<Fields<'_>>(b"{\"b\": \"\xff\", \"a\": \"c\"}").unwrap(), Fields { a: "c" });
        assert!(parse::<Fields<'_>>(b"{\"a\": \"\xff\"}").is_err());
    }
}
