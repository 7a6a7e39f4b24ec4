/*!
JSON that lies in memory as a whole.
*/

use std::borrow::Cow;
use std::ops::Deref;

use serde::{Deserialize, Serialize};

/// Reads a value. Its bytes are checked to be UTF-8 once for all of them: `serde_json` would look at every text by
/// itself. It does not look at those that nobody asks for, which may so be anything.
pub(crate) fn parse<'j, T: Deserialize<'j>>(json: &'j [u8]) -> serde_json::Result<T> {
    match std::str::from_utf8(json) {
        Ok(text) => serde_json::from_str(text),
        Err(_) => serde_json::from_slice(json),
    }
}

/// A text, borrowed from the JSON if nothing in it is escaped; in an `Option` or a list, `serde` would always copy a `Cow`.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
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
        struct Asked<'j> {
            a: &'j str,
        }
        assert_eq!(parse::<Asked<'_>>("{\"a\": \"é\"}".as_bytes()).unwrap(), Asked { a: "é" });
        assert_eq!(parse::<Asked<'_>>(b"{\"b\": \"\xff\", \"a\": \"c\"}").unwrap(), Asked { a: "c" });
        assert!(parse::<Asked<'_>>(b"{\"a\": \"\xff\"}").is_err());
    }
}
