/*!
The beginning of a long text, cleaned. Reading can stop once it is full.
*/

use crate::import::text::clean;
use crate::import::text::html::{HtmlToken, Tokens, is_inline, unescape};

/// The number of bytes that are cleaned at a time.
const PIECE_BYTES: usize = 1 << 12;

/// Collects the beginning of a text.
#[derive(Debug, Default)]
pub struct Excerpt {
    text: String,
    max_bytes: usize,
}

impl Excerpt {
    /// An empty excerpt of at most `max_bytes`.
    pub fn new(max_bytes: usize) -> Self {
        Self { text: String::new(), max_bytes }
    }

    /// The same excerpt with space for at least `n_bytes`.
    pub fn with_at_least(self, n_bytes: usize) -> Self {
        Self { max_bytes: self.max_bytes.max(n_bytes), ..self }
    }

    /// Whether further text would be ignored.
    pub fn is_full(&self) -> bool {
        self.max_bytes == 0 || self.text.len() > self.max_bytes
    }

    /// Appends text.
    pub fn push(&mut self, raw: &str) {
        let mut rest = raw;
        while !rest.is_empty() && !self.is_full() {
            let (piece, after) = rest.split_at(char_boundary(rest, PIECE_BYTES));
            clean::append(&mut self.text, piece);
            rest = after;
        }
    }

    /// Ends the current word.
    pub fn end_word(&mut self) {
        self.push(" ");
    }

    /// Appends the text of HTML.
    pub fn push_html(&mut self, html: &str) {
        for token in Tokens::new(html) {
            match token {
                _ if self.is_full() => break,
                HtmlToken::Text(raw) => self.push(&unescape(raw)),
                HtmlToken::Open(tag) if is_inline(tag.name) => {}
                HtmlToken::Close(name) if is_inline(name) => {}
                HtmlToken::Open(_) | HtmlToken::Close(_) => self.end_word(),
            }
        }
        self.end_word();
    }

    /// The text collected, up to the last whole word that fits.
    pub fn finish(self) -> String {
        let mut text = clean::compose(self.text);
        if text.len() > self.max_bytes {
            let end = char_boundary(&text, self.max_bytes);
            let end = if text[end..].starts_with(' ') { end } else { text[..end].rfind(' ').unwrap_or(end) };
            text.truncate(end);
        }
        text
    }
}

/// The start of the character at or before a position.
fn char_boundary(text: &str, position: usize) -> usize {
    (0..=position.min(text.len())).rev().find(|end| text.is_char_boundary(*end)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn excerpt_ends_with_the_last_whole_word_within_the_limit() {
        for (pieces, max_bytes, expected) in [
            (&["one  two", " ", "\nthree"][..], 13, "one two three"),
            (&["one two three"], 12, "one two"),
            (&["one two three"], 7, "one two"),
            (&["one two three"], 6, "one"),
            (&["one"], 3, "one"),
            (&["ones"], 3, "one"),
            (&["éé"], 3, "é"),
            (&["cafe", "\u{301} x"], 100, "café x"),
            (&["one"], 0, ""),
            (&[], 3, ""),
        ] {
            let mut excerpt = Excerpt::new(max_bytes);
            pieces.iter().for_each(|piece| excerpt.push(piece));
            assert_eq!(excerpt.finish(), expected, "{pieces:?} {max_bytes}");
        }
        let mut long = Excerpt::new(10_000);
        long.push(&"é ".repeat(1 << 20));
        assert!(long.is_full() && long.text.len() < 20_000);
        assert_eq!(long.finish().len(), 9_998);
    }

    #[test]
    fn text_of_html_is_read_up_to_the_limit() {
        let mut excerpt = Excerpt::new(20);
        excerpt.push_html("<p>H<sub>2</sub>O &amp; <b>air</b></p><p>water");
        excerpt.push_html("fire<p>earth</p>");
        assert_eq!(excerpt.finish(), "H2O & air water fire");
    }
}
