/*!
A tolerant reader of HTML, because publishers' pages are often invalid. It returns tags and text in order, without
checking how elements nest.
*/

use std::borrow::Cow;

use quick_xml::escape::resolve_html5_entity;

use crate::import::text::clean;

/// A tag or a text.
#[derive(Debug, PartialEq, Eq)]
pub enum HtmlToken<'h> {
    /// An opening tag, or the tag of an empty element.
    Open(Tag<'h>),
    /// The name of a closing tag, in the source's case.
    Close(&'h str),
    /// Text with unresolved entities.
    Text(&'h str),
}

/// An opening tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tag<'h> {
    /// The element's name, in the source's case.
    pub name: &'h str,
    attributes: &'h str,
}

impl<'h> Tag<'h> {
    /// Whether the element has this name, in any case.
    pub fn is(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }

    /// The value of an attribute with its entities resolved.
    pub fn attribute(&self, name: &str) -> Option<Cow<'h, str>> {
        attribute_where(self.attributes, |found| found.eq_ignore_ascii_case(name))
    }
}

/// The value of the first attribute whose name `is_wanted` accepts. `attributes` is the text after the name of a tag.
pub(crate) fn attribute_where(attributes: &str, is_wanted: impl Fn(&str) -> bool) -> Option<Cow<'_, str>> {
    let mut rest = attributes;
    loop {
        let (name, value, after) = next_attribute(rest)?;
        if is_wanted(name) {
            return Some(unescape(value));
        }
        rest = after;
    }
}

/// Splits off the first attribute. Returns its name, its value, which is empty if it has none, and the rest.
fn next_attribute(attributes: &str) -> Option<(&str, &str, &str)> {
    let rest = attributes.trim_start_matches(|character: char| character.is_whitespace() || character == '/');
    let name_end = rest.find(|c: char| c == '=' || c.is_whitespace()).unwrap_or(rest.len());
    let (name, rest) = rest.split_at(name_end);
    let Some(value) = rest.trim_start().strip_prefix('=').map(str::trim_start) else {
        return (!name.is_empty()).then_some((name, "", rest));
    };
    let (value, after) = match value.chars().next() {
        Some(quote @ ('"' | '\'')) => {
            let value = &value[1..];
            value.split_once(quote).unwrap_or((value, ""))
        }
        _ => value.split_at(value.find(char::is_whitespace).unwrap_or(value.len())),
    };
    Some((name, value, after))
}

/// The tokens of an HTML text. Comments, declarations and the content of `script` and `style` are skipped.
pub struct Tokens<'h> {
    rest: &'h str,
}

impl<'h> Tokens<'h> {
    /// The tokens of `html`.
    pub fn new(html: &'h str) -> Self {
        Self { rest: html }
    }

    /// The text after the last token.
    pub fn rest(&self) -> &'h str {
        self.rest
    }

    /// Reads the markup at the current position. `None` if it is skipped.
    fn markup(&mut self) -> Option<HtmlToken<'h>> {
        if let Some(comment) = self.rest.strip_prefix("<!--") {
            self.rest = comment.split_once("-->").map_or("", |(_, after)| after);
            return None;
        }
        let (tag, after) = split_tag(&self.rest[1..]);
        self.rest = after;
        if let Some(name) = tag.strip_prefix('/') {
            return Some(HtmlToken::Close(name.trim()));
        }
        let name_end = tag.find(|c: char| c.is_whitespace() || c == '/').unwrap_or(tag.len());
        let (name, attributes) = tag.split_at(name_end);
        if !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
            return None;
        }
        if ["script", "style"].iter().any(|raw| name.eq_ignore_ascii_case(raw)) && !tag.ends_with('/') {
            self.rest = skip_raw_text(after, name);
            return None;
        }
        Some(HtmlToken::Open(Tag { name, attributes }))
    }
}

impl<'h> Iterator for Tokens<'h> {
    type Item = HtmlToken<'h>;

    fn next(&mut self) -> Option<HtmlToken<'h>> {
        while !self.rest.is_empty() {
            if is_markup(self.rest.as_bytes()) {
                if let Some(token) = self.markup() {
                    return Some(token);
                }
                continue;
            }
            let bytes = self.rest.as_bytes();
            let end = memchr::memchr_iter(b'<', bytes).find(|idx| is_markup(&bytes[*idx..]));
            let (text, after) = self.rest.split_at(end.unwrap_or(self.rest.len()));
            self.rest = after;
            return Some(HtmlToken::Text(text));
        }
        None
    }
}

/// Whether a text begins with markup. A `<` before a space or a digit is text.
fn is_markup(html: &[u8]) -> bool {
    match html {
        [b'<', next, ..] => next.is_ascii_alphabetic() || matches!(next, b'/' | b'!' | b'?'),
        _ => false,
    }
}

/// Splits off a tag, after its `<`. Returns the tag without its brackets, and the rest. A `>` in a quoted value does
/// not end the tag.
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
    // The tag is cut off, or a quote is never closed. Then the next `>` ends the tag.
    html.split_once('>').unwrap_or((html, ""))
}

/// Returns the text after the closing tag of a script or a style sheet.
fn skip_raw_text<'h>(html: &'h str, name: &str) -> &'h str {
    let mut rest = html;
    while let Some(start) = rest.find("</") {
        rest = &rest[start + 2..];
        if rest.get(..name.len()).is_some_and(|found| found.eq_ignore_ascii_case(name)) {
            return split_tag(rest).1;
        }
    }
    ""
}

/// Inline elements. The tags of all other elements separate words.
const INLINE: &[&str] = &[
    "a", "abbr", "b", "big", "cite", "code", "dfn", "em", "font", "i", "ins", "kbd", "mark", "q", "s", "small", "span",
    "strike", "strong", "sub", "sup", "tt", "u", "var",
];

/// Whether an element is an inline element.
pub fn is_inline(name: &str) -> bool {
    INLINE.iter().any(|inline| name.eq_ignore_ascii_case(inline))
}

/// Converts HTML to clean text like [`to_text`]. Most texts are clean and without markup, and are not copied.
pub fn as_text(html: &str) -> Cow<'_, str> {
    if clean::is_plain(html) && !has_markup(html) { html.into() } else { to_text(html).into() }
}

fn has_markup(html: &str) -> bool {
    memchr::memchr2(b'<', b'&', html.as_bytes()).is_some()
}

/// Converts HTML to clean text.
pub fn to_text(html: &str) -> String {
    if !has_markup(html) {
        return clean::text(html);
    }
    let mut text = String::with_capacity(html.len());
    for token in Tokens::new(html) {
        let name = match token {
            HtmlToken::Text(raw) => {
                text.push_str(&unescape(raw));
                continue;
            }
            HtmlToken::Open(tag) => tag.name,
            HtmlToken::Close(name) => name,
        };
        if !is_inline(name) {
            text.push(' ');
        }
    }
    clean::text(&text)
}

/// The maximum length of an entity's name, in bytes.
const MAX_ENTITY_BYTES: usize = 32;

/// Resolves the entities of a text. Unknown entities stay.
pub fn unescape(raw: &str) -> Cow<'_, str> {
    let Some(mut amp) = memchr::memchr(b'&', raw.as_bytes()) else {
        return Cow::Borrowed(raw);
    };
    let mut text = String::with_capacity(raw.len());
    let mut rest = raw;
    loop {
        text.push_str(&rest[..amp]);
        let after = &rest[amp + 1..];
        rest = match leading_entity(after) {
            Some((resolved, rest)) => {
                text.push_str(&resolved);
                rest
            }
            None => {
                text.push('&');
                after
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

/// The characters of the entity at the start of a text, after its `&`, and the rest of the text. A number ends at its
/// first character that is not a digit, whether or not that is a semicolon.
fn leading_entity(text: &str) -> Option<(Cow<'static, str>, &str)> {
    let (n_prefix, is_digit): (_, fn(&u8) -> bool) = match text.as_bytes() {
        [b'#', b'x' | b'X', ..] => (2, u8::is_ascii_hexdigit),
        [b'#', ..] => (1, u8::is_ascii_digit),
        bytes => {
            let end = bytes.iter().take(MAX_ENTITY_BYTES).position(|byte| *byte == b';')?;
            return Some((entity(&text[..end])?, &text[end + 1..]));
        }
    };
    let digits = text.bytes().skip(n_prefix).take(MAX_ENTITY_BYTES);
    let (number, rest) = text.split_at(n_prefix + digits.take_while(is_digit).count());
    Some((entity(number)?, rest.strip_prefix(';').unwrap_or(rest)))
}

/// The characters of an entity such as `amp`, `#8217` or `#x2019`. `None` if it is unknown.
pub fn entity(name: &str) -> Option<Cow<'static, str>> {
    let Some(number) = name.strip_prefix('#') else {
        return resolve_html5_entity(name).map(Cow::Borrowed);
    };
    let code = match number.strip_prefix(['x', 'X']) {
        Some(hexadecimal) => u32::from_str_radix(hexadecimal, 16).ok()?,
        None => number.parse().ok()?,
    };
    // Browsers also read these numbers as Windows-1252.
    let character = WINDOWS_1252.get((code as usize).wrapping_sub(0x80)).copied().or_else(|| char::from_u32(code))?;
    Some(Cow::Owned(character.to_string()))
}

/// The characters of Windows-1252 with the numbers 128 to 159.
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
            ("&#7491 Tribe &#8217s &#x2019; &#X41Z &#65;&#66", "ᵃ Tribe ’s ’ AZ AB"),
            (
                "&# &#; &#x; &#xg; &#-1; &##65; &#4294967361; &#1114112;",
                "&# &#; &#x; &#xg; &#-1; &##65; &#4294967361; &#1114112;",
            ),
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
        let Some(HtmlToken::Open(tag)) = tokens.next() else { panic!("a tag") };
        assert!(tag.is("H3"));
        for (name, value) in [("ID", Some("t1&2")), ("class", Some("one")), ("hidden", Some("")), ("data-x", Some("7"))]
        {
            assert_eq!(tag.attribute(name).as_deref(), value, "{name}");
        }
        assert_eq!(tag.attribute("x"), None);
        assert!(matches!(tokens.next(), Some(HtmlToken::Open(tag)) if tag.is("b")));
        assert_eq!(tokens.next(), Some(HtmlToken::Text("§")));
        assert_eq!(tokens.next(), None);
    }
}
