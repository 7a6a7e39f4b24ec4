/*!
A field of a table as it stands there, and what it means.
*/

use std::borrow::Cow;

use memchr::memchr;

use crate::import::text::html;
use crate::report::skip::{NOT_UTF8, NOT_WELL_FORMED, Skip};

/// A field: its content in quotes, or without them.
#[derive(Clone, Copy)]
pub(super) struct Field<'t> {
    /// The line in which its row begins.
    pub(super) line: u64,
    pub(super) raw: &'t [u8],
}

impl<'t> Field<'t> {
    /// The field as clean text; NULL and a missing column are empty as an empty field is.
    pub(super) fn text(self) -> Result<Cow<'t, str>, Skip> {
        Ok(match self.verbatim()? {
            Cow::Borrowed(text) if html::is_plain(text) => Cow::Borrowed(text),
            text => Cow::Owned(html::to_text(&text)),
        })
    }

    /// The content as it was before it was written to a table.
    pub(super) fn verbatim(self) -> Result<Cow<'t, str>, Skip> {
        match self.content() {
            Cow::Borrowed(bytes) => std::str::from_utf8(bytes).map(Cow::Borrowed).ok(),
            Cow::Owned(bytes) => String::from_utf8(bytes).map(Cow::Owned).ok(),
        }
        .ok_or_else(|| Skip::new(&NOT_UTF8, format!("line {}", self.line)))
    }

    /// A field that is a number: the id of a row.
    pub(super) fn number(self) -> Result<u64, Skip> {
        let number = std::str::from_utf8(&self.content()).ok().and_then(|digits| digits.parse().ok());
        number.ok_or_else(|| {
            let message = format!("line {}: an id is missing or is no number", self.line);
            Skip::new(&NOT_WELL_FORMED, message)
        })
    }

    fn content(self) -> Cow<'t, [u8]> {
        match self.raw {
            [b'"', content @ .., b'"'] if memchr(b'\\', content).is_some() => Cow::Owned(unescape(content)),
            [b'"', content @ .., b'"'] => Cow::Borrowed(content),
            content => Cow::Borrowed(content),
        }
    }
}

/// Resolves escapes. A backslash escapes a quote or a backslash; before any other character it is literal.
fn unescape(raw: &[u8]) -> Vec<u8> {
    let mut content = Vec::with_capacity(raw.len());
    let mut rest = raw;
    while let Some(position) = memchr(b'\\', rest) {
        content.extend_from_slice(&rest[..position]);
        let escaped = rest.get(position + 1).copied().filter(|byte| matches!(byte, b'"' | b'\\'));
        content.push(escaped.unwrap_or(b'\\'));
        rest = &rest[position + 1 + usize::from(escaped.is_some())..];
    }
    content.extend_from_slice(rest);
    content
}
