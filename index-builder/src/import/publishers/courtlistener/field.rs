/*!
A field of a table, and its decoded content.
*/

use std::borrow::Cow;

use memchr::memchr;

use crate::import::text::excerpt::Excerpt;
use crate::import::text::html;
use crate::report::skip::{NOT_UTF8, NOT_WELL_FORMED, Skip};

#[derive(Clone, Copy)]
pub(super) struct Field<'t> {
    /// The line in which its row begins.
    pub(super) line: u64,
    /// The undecoded field, with its quotes if it has any.
    pub(super) raw: &'t [u8],
}

impl<'t> Field<'t> {
    /// The content as clean text, without markup. It is empty for NULL and for a missing column.
    pub(super) fn text(self) -> Result<Cow<'t, str>, Skip> {
        if let Some(text) = self.plain() {
            return Ok(Cow::Borrowed(text));
        }
        Ok(match self.verbatim()? {
            Cow::Borrowed(text) => html::as_text(text),
            Cow::Owned(text) => Cow::Owned(html::to_text(&text)),
        })
    }

    /// Appends the content without markup to an excerpt.
    pub(super) fn excerpt(self, excerpt: &mut Excerpt) -> Result<(), Skip> {
        if !excerpt.is_full() {
            excerpt.push_html(&self.verbatim()?);
        }
        Ok(())
    }

    /// The content without quotes and escapes, not cleaned.
    pub(super) fn verbatim(self) -> Result<Cow<'t, str>, Skip> {
        match self.content() {
            Cow::Borrowed(bytes) => std::str::from_utf8(bytes).map(Cow::Borrowed).ok(),
            Cow::Owned(bytes) => String::from_utf8(bytes).map(Cow::Owned).ok(),
        }
        .ok_or_else(|| Skip::new(&NOT_UTF8, format!("line {}", self.line)))
    }

    /// The content as a number, such as the id of a row.
    pub(super) fn number(self) -> Result<u64, Skip> {
        let number = std::str::from_utf8(self.unquoted()).ok().and_then(|digits| digits.parse().ok());
        number.ok_or_else(|| {
            let message = format!("line {}: an id is missing or is not a number", self.line);
            Skip::new(&NOT_WELL_FORMED, message)
        })
    }

    /// The content if it is clean ASCII without escapes and markup, which [`Self::text`] would not change. Most fields
    /// are, and one pass over a short field takes less time than the searches for what others have.
    fn plain(self) -> Option<&'t str> {
        let content = self.unquoted();
        let mut is_after_space = true;
        let is_plain = content.iter().all(|byte| {
            let was_after_space = std::mem::replace(&mut is_after_space, *byte == b' ');
            match byte {
                b' ' => !was_after_space,
                b'<' | b'&' | b'\\' => false,
                byte => byte.is_ascii_graphic(),
            }
        });
        let is_plain = is_plain && !content.ends_with(b" ");
        if is_plain { std::str::from_utf8(content).ok() } else { None }
    }

    /// The content without quotes, still with its escapes.
    fn unquoted(self) -> &'t [u8] {
        match self.raw {
            [b'"', content @ .., b'"'] => content,
            content => content,
        }
    }

    /// The content without quotes and with its escapes resolved.
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
