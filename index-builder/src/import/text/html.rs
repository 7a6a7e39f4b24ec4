/*!
HTML as the publishers write it, which is not always HTML: tags and text, one after the other, whatever nests in what.
*/

use std::borrow::Cow;

use quick_xml::escape::resolve_html5_entity;

use crate::import::text::clean;

/// A piece of HTML.
#[derive(Debug, PartialEq, Eq)]
pub enum Token<'h> {
    /// A tag that opens an element, or is one by itself.
    Open(Tag<'h>),
    /// A tag that closes an element; its name in the case of the source.
    Close(&'h str),
    /// Text, with its entities as they stand.
    Text(&'h str),
}

/// A tag that opens an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tag<'h> {
    /// The element's name, in the case of the source.
    pub name: &'h str,
    attributes: &'h str,
}

impl<'h> Tag<'h> {
    /// Whether this is the name of the element.
    pub fn is(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }

    /// The value of an attribute, with its entities resolved.
    pub fn attribute(&self, name: &str) -> Option<Cow<'h, str>> {
        attribute_where(self.attributes, |found| found.eq_ignore_ascii_case(name))
    }
}

/// The value of the first attribute that `is_it` accepts, in the text after the name of a tag.
pub(crate) fn attribute_where(attributes: &str, is_it: impl Fn(&str) -> bool) -> Option<Cow<'_, str>> {
    let mut rest = attributes;
    loop {
        let (name, value, behind) = next_attribute(rest)?;
        if is_it(name) {
            return Some(unescape(value));
        }
        rest = behind;
    }
}

/// The first attribute: its name, its value (empty if it has none), and the rest after it.
fn next_attribute(attributes: &str) -> Option<(&str, &str, &str)> {
    let rest = attributes.trim_start_matches(|character: char| character.is_whitespace() || character == '/');
    let name_end = rest.find(|c: char| c == '=' || c.is_whitespace()).unwrap_or(rest.len());
    let (name, rest) = rest.split_at(name_end);
    let Some(value) = rest.trim_start().strip_prefix('=').map(str::trim_start) else {
        return (!name.is_empty()).then_some((name, "", rest));
    };
    let (value, behind) = match value.chars().next() {
        Some(quote @ ('"' | '\'')) => {
            let value = &value[1..];
            value.split_once(quote).unwrap_or((value, ""))
        }
        _ => value.split_at(value.find(char::is_whitespace).unwrap_or(value.len())),
    };
    Some((name, value, behind))
}

/// The pieces of an HTML text. Comments, declarations and the content of `script` and `style` are no pieces.
pub struct Tokens<'h> {
    rest: &'h str,
}

impl<'h> Tokens<'h> {
    /// The pieces of `html`.
    pub fn new(html: &'h str) -> Self {
        Self { rest: html }
    }

    /// The unread rest.
    pub fn rest(&self) -> &'h str {
        self.rest
    }

    fn markup(&mut self) -> Option<Token<'h>> {
        if let Some(comment) = self.rest.strip_prefix("<!--") {
            self.rest = comment.split_once("-->").map_or("", |(_, behind)| behind);
            return None;
        }
        let (tag, behind) = split_tag(&self.rest[1..]);
        self.rest = behind;
        if let Some(name) = tag.strip_prefix('/') {
            return Some(Token::Close(name.trim()));
        }
        let name_end = tag.find(|c: char| c.is_whitespace() || c == '/').unwrap_or(tag.len());
        let (name, attributes) = tag.split_at(name_end);
        if !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
            return None;
        }
        if ["script", "style"].iter().any(|raw| name.eq_ignore_ascii_case(raw)) && !tag.ends_with('/') {
            self.rest = behind_raw_text(behind, name);
            return None;
        }
        Some(Token::Open(Tag { name, attributes }))
    }
}

impl<'h> Iterator for Tokens<'h> {
    type Item = Token<'h>;

    fn next(&mut self) -> Option<Token<'h>> {
        while !self.rest.is_empty() {
            if is_markup(self.rest.as_bytes()) {
                if let Some(token) = self.markup() {
                    return Some(token);
                }
                continue;
            }
            let bytes = self.rest.as_bytes();
            let end = memchr::memchr_iter(b'<', bytes).find(|idx| is_markup(&bytes[*idx..]));
            let (text, behind) = self.rest.split_at(end.unwrap_or(self.rest.len()));
            self.rest = behind;
            return Some(Token::Text(text));
        }
        None
    }
}

/// Whether markup begins here: a lone `<` is text.
fn is_markup(html: &[u8]) -> bool {
    match html {
        [b'<', next, ..] => next.is_ascii_alphabetic() || matches!(next, b'/' | b'!' | b'?'),
        _ => false,
    }
}

/// A tag without its brackets, and the rest after it. A `>` in a quoted value ends no tag.
fn split_tag(html: &str) -> (&str, &str) {
    let bytes = html.as_bytes();
    let mut from = 0;
    while let Some(idx) = memchr::memchr3(b'>', b'"', b'\'', &bytes[from..]).map(|idx| from + idx) {
        from = idx + 1;
        if bytes[idx] == b'>' {
            return (&html[..idx], &html[from..]);
        }
        if html[..idx].trim_end().ends_with('=') {
            let Some(end) = memchr::memchr(bytes[idx], &bytes[from..]) else { break };
            from += end + 1;
        }
    }
    // The last tag is cut off, or a quote is never closed: then the next bracket ends the tag all the same.
    html.split_once('>').unwrap_or((html, ""))
}

/// The text after the closing tag of a script or a style sheet.
fn behind_raw_text<'h>(html: &'h str, name: &str) -> &'h str {
    let mut rest = html;
    while let Some(start) = rest.find("</") {
        rest = &rest[start + 2..];
        if rest.get(..name.len()).is_some_and(|found| found.eq_ignore_ascii_case(name)) {
            return split_tag(rest).1;
        }
    }
    ""
}

/// The elements within a line; all others part words.
const INLINE: &[&str] = &[
    "a", "abbr", "b", "big", "cite", "code", "dfn", "em", "font", "i", "ins", "kbd", "mark", "q", "s", "small", "span",
    "strike", "strong", "sub", "sup", "tt", "u", "var",
];

/// Whether an element of this name stands within a line.
pub fn is_inline(name: &str) -> bool {
    INLINE.iter().any(|inline| name.eq_ignore_ascii_case(inline))
}

/// Whether a text is what [`to_text`] would make of it, as most are; of one that is not plain ASCII it says no.
pub fn is_plain(text: &str) -> bool {
    clean::is_plain(text) && !has_markup(text)
}

fn has_markup(html: &str) -> bool {
    memchr::memchr2(b'<', b'&', html.as_bytes()).is_some()
}

/// HTML as clean text.
pub fn to_text(html: &str) -> String {
    if !has_markup(html) {
        return clean::text(html);
    }
    let mut text = String::with_capacity(html.len());
    for token in Tokens::new(html) {
        let name = match token {
            Token::Text(raw) => {
                text.push_str(&unescape(raw));
                continue;
            }
            Token::Open(tag) => tag.name,
            Token::Close(name) => name,
        };
        if !is_inline(name) {
            text.push(' ');
        }
    }
    clean::text(&text)
}

/// The longest name of an entity.
const MAX_ENTITY_BYTES: usize = 32;

/// A text with its entities resolved; what only looks like one stays.
pub fn unescape(raw: &str) -> Cow<'_, str> {
    let Some(mut amp) = memchr::memchr(b'&', raw.as_bytes()) else {
        return Cow::Borrowed(raw);
    };
    let mut text = String::with_capacity(raw.len());
    let mut rest = raw;
    loop {
        text.push_str(&rest[..amp]);
        let behind = &rest[amp + 1..];
        let end = behind.bytes().take(MAX_ENTITY_BYTES).position(|byte| byte == b';');
        rest = match end.and_then(|end| Some((entity(&behind[..end])?, end))) {
            Some((resolved, end)) => {
                text.push_str(&resolved);
                &behind[end + 1..]
            }
            None => {
                text.push('&');
                behind
            }
        };
        match memchr::memchr(b'&', rest.as_bytes()) {
            Some(next) => amp = next,
            None => break,
        }
    }
    text.push_str(rest);
    Cow::Owned(text)
}

/// The value of an entity: `amp`, `#8217`, `#x2019`.
pub fn entity(name: &str) -> Option<Cow<'static, str>> {
    let Some(number) = name.strip_prefix('#') else {
        return resolve_html5_entity(name).map(Cow::Borrowed);
    };
    let code = match number.strip_prefix(['x', 'X']) {
        Some(hexadecimal) => u32::from_str_radix(hexadecimal, 16).ok()?,
        None => number.parse().ok()?,
    };
    // A number of the old Windows table, as browsers read it.
    let character = WINDOWS_1252.get((code as usize).wrapping_sub(0x80)).copied().or_else(|| char::from_u32(code))?;
    Some(Cow::Owned(character.to_string()))
}

/// The characters that the numbers 128 to 159 mean in practice.
const WINDOWS_1252: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}', '\u{90}', '‘', '’',
    '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn to_text_drops_markup_and_keeps_words_apart() {
        for (html, text) in [
            ("<p><b>Act</b> of 1947</p><p>Next.</p>", "Act of 1947 Next."),
            ("a<br/>b<br>c", "a b c"),
            ("H<sub>2</sub>O", "H2O"),
            ("x<script>alert('</p>')</script>y", "xy"),
            ("x<SCRIPT type=\"a>b\">z</Script >y", "xy"),
            ("x<script", "x"),
            ("a <!-- b > c --> d", "a d"),
            ("5 < 6 &amp; 7 > 2", "5 < 6 & 7 > 2"),
            ("&ldquo;x&rdquo;&#8217;&#x2019;&#146;&nbsp;&unknown; &", "“x”’’’ &unknown; &"),
            ("&amp;lt;", "&lt;"),
            ("<a title='x > y'>z</a>", "z"),
            ("<ul><li>one</li><li>two</li></ul>", "one two"),
            ("<", "<"),
            ("<p", ""),
        ] {
            assert_eq!(to_text(html), text, "{html}");
        }
    }

    #[test]
    fn attributes_of_a_tag_are_found_in_any_case_and_quoting() {
        let mut tokens = Tokens::new("<h3 id=\"t1&amp;2\" CLASS='one' hidden data-x=7><b>§");
        let Some(Token::Open(tag)) = tokens.next() else { panic!("a tag") };
        assert!(tag.is("H3"));
        for (name, value) in [("ID", Some("t1&2")), ("class", Some("one")), ("hidden", Some("")), ("data-x", Some("7"))]
        {
            assert_eq!(tag.attribute(name).as_deref(), value, "{name}");
        }
        assert_eq!(tag.attribute("x"), None);
        assert!(matches!(tokens.next(), Some(Token::Open(tag)) if tag.is("b")));
        assert_eq!(tokens.next(), Some(Token::Text("§")));
        assert_eq!(tokens.next(), None);
    }
}
