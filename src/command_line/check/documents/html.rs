/*!
Reads the text of HTML, however damaged. Elements that are no part of the text are left out, and block elements end
paragraphs.
*/

use std::borrow::Cow;

use quick_xml::escape::resolve_html5_entity;

use crate::command_line::check::document::{Document, ParagraphPlace};

/// The elements whose content is not text.
const UNREAD: &[&str] = &["script", "style", "head", "template", "noscript", "svg", "math"];

/// The elements within a paragraph. All others end it.
const INLINE: &[&str] = &[
    "a", "abbr", "b", "bdi", "bdo", "big", "cite", "code", "del", "dfn", "em", "font", "i", "ins", "kbd", "mark", "q",
    "s", "samp", "small", "span", "strike", "strong", "sub", "sup", "time", "tt", "u", "var", "wbr",
];

/// The maximum length of the name of an entity in bytes. The longest has 31.
const MAX_ENTITY_BYTES: usize = 32;

/// Reads a document.
pub(super) fn read(html: &str) -> Document {
    let mut document = Document::default();
    for (idx, paragraph) in paragraphs(html).iter().enumerate() {
        document.push(paragraph, ParagraphPlace { paragraph: idx as u32 + 1, ..ParagraphPlace::default() });
    }
    document
}

/// Returns the paragraphs with text.
pub(super) fn paragraphs(html: &str) -> Vec<String> {
    let mut paragraphs = Paragraphs::default();
    let mut rest = html;
    while let Some(at) = rest.find('<') {
        paragraphs.push(&rest[..at]);
        rest = &rest[at..];
        let Some(markup) = Markup::read(rest) else {
            paragraphs.push("<");
            rest = &rest[1..];
            continue;
        };
        rest = &rest[markup.n_bytes..];
        let name = markup.name.to_lowercase();
        if markup.is_start && UNREAD.contains(&name.as_str()) {
            rest = after_end(rest, &name);
        } else if name == "br" {
            paragraphs.text.push('\n');
        } else if !name.is_empty() && !INLINE.contains(&name.as_str()) {
            paragraphs.end();
        }
    }
    paragraphs.push(rest);
    paragraphs.end();
    paragraphs.all
}

#[derive(Default)]
struct Paragraphs {
    all: Vec<String>,
    text: String,
}

impl Paragraphs {
    /// Adds text with entities. Line ends are only spaces.
    fn push(&mut self, text: &str) {
        for character in decoded(text).chars() {
            // A space stands for a run of white space, but not for spaces that do not break.
            if !matches!(character, ' ' | '\t' | '\n' | '\r' | '\u{c}') {
                self.text.push(character);
            } else if !self.text.is_empty() && !self.text.ends_with([' ', '\n']) {
                self.text.push(' ');
            }
        }
    }

    fn end(&mut self) {
        let text = self.text.trim();
        if !text.is_empty() {
            self.all.push(text.to_owned());
        }
        self.text.clear();
    }
}

/// A tag, comment or declaration.
struct Markup<'t> {
    /// The name of the element; empty for others than tags.
    name: &'t str,
    is_start: bool,
    n_bytes: usize,
}

impl<'t> Markup<'t> {
    /// Reads the markup at the start of a text; `None` if its `<` is only a sign.
    fn read(text: &'t str) -> Option<Self> {
        if let Some(comment) = text.strip_prefix("<!--") {
            let n_bytes = comment.find("-->").map_or(text.len(), |end| end + "<!---->".len());
            return Some(Self { name: "", is_start: false, n_bytes });
        }
        let is_start = !text.starts_with("</");
        let name_at = if is_start { 1 } else { 2 };
        let after = &text[name_at..];
        let n_name = after.bytes().take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'-').count();
        let is_tag = after.starts_with(|first: char| first.is_ascii_alphabetic());
        if !is_tag && !after.starts_with(['!', '?']) {
            return None;
        }
        let name = if is_tag { &after[..n_name] } else { "" };
        Some(Self { name, is_start, n_bytes: end_of_tag(text) })
    }
}

/// Returns the length of the tag at the start of a text. A `>` in quotation marks is part of a value.
fn end_of_tag(text: &str) -> usize {
    let mut quote = None;
    let mut last = b'<';
    for (at, byte) in text.bytes().enumerate() {
        match (quote, byte) {
            (None, b'>') => return at + 1,
            // A quotation mark opens a value only after `=`, so that an apostrophe elsewhere does not take the rest.
            (None, b'"' | b'\'') if last == b'=' => quote = Some(byte),
            (Some(open), byte) if open == byte => quote = None,
            _ => {}
        }
        if !byte.is_ascii_whitespace() {
            last = byte;
        }
    }
    text.len()
}

/// Returns the text after the end tag of an element, or nothing without one.
fn after_end<'t>(text: &'t str, name: &str) -> &'t str {
    let mut rest = text;
    while let Some(at) = rest.find("</") {
        rest = &rest[at..];
        let is_name =
            rest.as_bytes().get(2..2 + name.len()).is_some_and(|found| found.eq_ignore_ascii_case(name.as_bytes()));
        if is_name {
            return &rest[end_of_tag(rest)..];
        }
        rest = &rest[2..];
    }
    ""
}

/// Decodes the entities of a text.
fn decoded(text: &str) -> Cow<'_, str> {
    if !text.contains('&') {
        return text.into();
    }
    let mut decoded = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        decoded.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        let end = rest.bytes().take(MAX_ENTITY_BYTES).position(|byte| byte == b';');
        match end.and_then(|end| entity(&rest[..end]).map(|entity| (entity, end))) {
            Some((entity, end)) => {
                decoded.push_str(&entity);
                rest = &rest[end + 1..];
            }
            None => decoded.push('&'),
        }
    }
    decoded.push_str(rest);
    decoded.into()
}

/// Returns the characters of an entity such as `amp`, `#8217` or `#x2019`; `None` if it is unknown.
pub(super) fn entity(name: &str) -> Option<Cow<'static, str>> {
    let Some(number) = name.strip_prefix('#') else {
        return resolve_html5_entity(name).map(Cow::Borrowed);
    };
    let code = match number.strip_prefix(['x', 'X']) {
        Some(hexadecimal) => u32::from_str_radix(hexadecimal, 16).ok()?,
        None => number.parse().ok()?,
    };
    char::from_u32(code).map(|character| character.to_string().into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_that_which_a_browser_shows() {
        for (html, expected) in [
            ("<p>Roe\n v. <i>Wade</i></p><p>410&nbsp;U.S. 113", &["Roe v. Wade", "410\u{a0}U.S. 113"][..]),
            ("<head><title>x</title></head><script>if (a < b) '</p>'</script><div>a</div>b", &["a", "b"]),
            ("a<!-- b <p> -->c<br>d", &["ac\nd"]),
            ("18 U.S.C. &sect;&#8201;1341 &amp; &#xA7; 5 &unknown; &", &["18 U.S.C. §\u{2009}1341 & § 5 &unknown; &"]),
            ("<a title='x > y' href=\"z\">a</a> <p title=it's>b", &["a", "b"]),
            ("1 < 2 <3 </ x", &["1 < 2 <3 </ x"]),
            ("<style>a", &[]),
            ("a<p", &["a"]),
            ("<td>1</td><td>2</td>", &["1", "2"]),
            ("", &[]),
        ] {
            assert_eq!(paragraphs(html), expected, "{html}");
        }
    }
}
