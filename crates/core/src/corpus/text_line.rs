/*!
Parses a line of a file of texts: the text behind a record, which is searched but not served.
*/

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use crate::corpus::corpus_error::CorpusError;
use crate::corpus::json_line::parse_line;
use crate::corpus::source_location::SourceLocation;
use crate::corpus::text;

/// The maximum and default length of the indexed part of a text, in KiB. The first pages of a law or an opinion state
/// its subject.
pub const MAX_TEXT_KIB: u16 = 8;

/// The text behind a record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TextLine<'t> {
    /// The id of the record.
    pub id: Cow<'t, str>,
    /// The text. Control characters separate words, like white space.
    pub text: Cow<'t, str>,
}

impl TextLine<'_> {
    /// Returns the beginning of the text: at most `max_bytes`, cut between characters.
    pub fn beginning(&self, max_bytes: usize) -> &str {
        let end = (0..=max_bytes.min(self.text.len())).rev().find(|end| self.text.is_char_boundary(*end));
        &self.text[..end.unwrap_or_default()]
    }
}

/// Parses a line as a text. The error names the field.
pub fn parse_text(line: &[u8], location: &SourceLocation) -> Result<TextLine<'static>, CorpusError> {
    let parsed: TextLine<'static> = parse_line(line, location)?;
    match text::record_id_error(&parsed.id) {
        None => Ok(parsed),
        Some(message) => Err(CorpusError::in_field(location, "id", message)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_prefix_ends_at_the_limit_on_a_character_boundary() {
        let line = |text: &'static str| TextLine { id: "a".into(), text: text.into() };
        for (text, max_bytes, beginning) in
            [("abc", 4, "abc"), ("abc", 3, "abc"), ("abc", 2, "ab"), ("aéb", 2, "a"), ("aéb", 3, "aé"), ("é", 0, "")]
        {
            assert_eq!(line(text).beginning(max_bytes), beginning, "{text} {max_bytes}");
        }
    }
}
