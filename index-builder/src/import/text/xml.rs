/*!
A streaming reader of XML of any size, with limits on the length of tags and texts and on the depth of nesting. A
document that defines its own entities is rejected, because they can expand without bound.
*/

mod limited_reader;

mod utf8_reader;

use std::borrow::Cow;
use std::io::BufRead;

use quick_xml::errors::SyntaxError;
use quick_xml::events::{BytesStart, Event};
use quick_xml::{Error, Reader};

use self::limited_reader::LimitedReader;
use self::utf8_reader::Utf8Reader;
use crate::import::text::excerpt::Excerpt;
use crate::import::text::html;
use crate::report::skip::{
    DAMAGED, DEFINES_ENTITIES, NESTED_TOO_DEEP, NOT_UTF8, NOT_WELL_FORMED, Reason, Skip, TOO_LARGE,
};

/// The maximum depth of elements. The deepest published documents have about thirty levels.
const MAX_DEPTH: usize = 200;

/// The maximum length of a tag, of the text between two tags, and of the text that is read from an element, in bytes.
const MAX_TOKEN_BYTES: usize = 16 << 20;

/// A reader of a document. Most methods read the element whose opening tag was read last.
pub struct Xml<R> {
    reader: Reader<LimitedReader<Utf8Reader<R>>>,
    buffer: Vec<u8>,
    /// The number of open elements.
    depth: usize,
    /// Buffers of visited elements, for reuse.
    spare: Vec<String>,
}

/// The opening tag of an element.
#[derive(Debug)]
pub struct XmlElement {
    /// The tag without its brackets.
    content: String,
    /// The length of the name at the start of the content.
    name_bytes: usize,
}

/// A descendant of an element.
#[derive(Debug)]
pub enum Node<'n> {
    /// Text between two tags.
    Text(&'n str),
    /// An opening tag.
    Element(&'n XmlElement),
}

impl XmlElement {
    fn from_start(start: &BytesStart<'_>, mut content: String) -> Self {
        content.clear();
        content.push_str(start);
        Self { content, name_bytes: start.name().as_ref().len() }
    }

    /// The element's name, without its namespace.
    pub fn name(&self) -> &str {
        local_name(&self.content[..self.name_bytes])
    }

    /// Whether the element's name has the prefix of a namespace, such as `codify:annotation`.
    pub fn has_prefix(&self) -> bool {
        self.content[..self.name_bytes].contains(':')
    }

    /// The value of an attribute. `name` has no namespace.
    pub fn attribute(&self, name: &str) -> Option<Cow<'_, str>> {
        html::attribute_where(&self.content[self.name_bytes..], |found| local_name(found) == name)
    }
}

/// Inline elements in addition to those of HTML.
const INLINE: [&str; 5] = ["date", "inline", "ref", "shortTitle", "term"];

fn is_inline(name: &str) -> bool {
    INLINE.contains(&name) || html::is_inline(name)
}

fn local_name(name: &str) -> &str {
    // Names are a few bytes long: a loop over them is faster than the start of a search.
    let start = name.bytes().rposition(|byte| byte == b':').map_or(0, |colon| colon + 1);
    &name[start..]
}

/// A token of a document.
enum XmlToken {
    Open(XmlElement),
    Close,
    Text,
    End,
}

impl<R: BufRead> Xml<R> {
    /// A reader at the beginning of a document in UTF-8 or UTF-16.
    pub fn new(reader: R) -> Self {
        let mut reader = Reader::from_reader(LimitedReader::new(Utf8Reader::new(reader), MAX_TOKEN_BYTES));
        reader.config_mut().expand_empty_elements = true;
        Self { reader, buffer: Vec::new(), depth: 0, spare: Vec::new() }
    }

    /// The current line, counted from 1.
    pub fn line(&mut self) -> u64 {
        1 + self.reader.get_mut().n_lines()
    }

    /// Reads up to the root element. Fails if the document has none.
    pub fn root(&mut self) -> Result<XmlElement, Skip> {
        loop {
            match self.next(&mut None)? {
                XmlToken::Open(root) => return Ok(root),
                XmlToken::End => return Err(self.error(&NOT_WELL_FORMED, "there is no element")),
                XmlToken::Close | XmlToken::Text => {}
            }
        }
    }

    /// Calls `visit` with each child of the element opened last, and reads up to its closing tag. `visit` may leave a
    /// child unread or partly read.
    pub fn children(&mut self, visit: &mut dyn FnMut(&mut Self, &XmlElement) -> Result<(), Skip>) -> Result<(), Skip> {
        loop {
            match self.next(&mut None)? {
                XmlToken::Open(element) => {
                    let depth = self.depth;
                    visit(self, &element)?;
                    self.spare.push(element.content);
                    self.close(depth)?;
                }
                XmlToken::Close => return Ok(()),
                XmlToken::Text => {}
                XmlToken::End => return Err(self.cut_off()),
            }
        }
    }

    /// Returns the text of the element opened last, including the text of its descendants.
    pub fn text(&mut self) -> Result<String, Skip> {
        self.text_where(&|_| true)
    }

    /// Returns the text of the element opened last, without the descendants that `is_included` rejects.
    pub fn text_where(&mut self, is_included: &dyn Fn(&XmlElement) -> bool) -> Result<String, Skip> {
        let depth = self.depth;
        let mut text = Some(String::new());
        while self.depth >= depth {
            match self.next(&mut text)? {
                XmlToken::Open(element) => {
                    let is_included = is_included(&element);
                    self.spare.push(element.content);
                    if !is_included {
                        self.close(self.depth)?;
                    }
                }
                XmlToken::End => return Err(self.cut_off()),
                _ if text.as_ref().is_some_and(|text| text.len() > MAX_TOKEN_BYTES) => {
                    return Err(self.error(&TOO_LARGE, "the text of an element"));
                }
                _ => {}
            }
        }
        Ok(text.unwrap_or_default())
    }

    /// Appends the text of the element opened last to an excerpt, without the descendants that `is_included` rejects, and
    /// stops when the excerpt is full. Words of different elements stay apart unless the elements are inline.
    pub fn excerpt_where(
        &mut self,
        excerpt: &mut Excerpt,
        is_included: &dyn Fn(&XmlElement) -> bool,
    ) -> Result<(), Skip> {
        let depth = self.depth;
        let mut text = Some(String::new());
        // For each open descendant, whether it ends a word.
        let mut ends_word = Vec::new();
        excerpt.end_word();
        while self.depth >= depth && !excerpt.is_full() {
            match self.next(&mut text)? {
                XmlToken::Open(element) => {
                    let (is_included, is_block) = (is_included(&element), !is_inline(element.name()));
                    self.spare.push(element.content);
                    if is_block {
                        excerpt.end_word();
                    }
                    if is_included {
                        ends_word.push(is_block);
                    } else {
                        self.close(self.depth)?;
                    }
                }
                XmlToken::Text => excerpt.push(text.as_deref().unwrap_or_default()),
                XmlToken::Close => {
                    if ends_word.pop().unwrap_or(true) {
                        excerpt.end_word();
                    }
                }
                XmlToken::End => return Err(self.cut_off()),
            }
            if let Some(text) = &mut text {
                text.clear();
            }
        }
        Ok(())
    }

    /// Calls `visit` with each descendant of the element opened last, in document order.
    pub fn descendants(&mut self, visit: &mut dyn FnMut(Node<'_>)) -> Result<(), Skip> {
        let depth = self.depth;
        let mut text = Some(String::new());
        while self.depth >= depth {
            match self.next(&mut text)? {
                XmlToken::Open(element) => {
                    visit(Node::Element(&element));
                    self.spare.push(element.content);
                }
                XmlToken::Text => visit(Node::Text(text.as_deref().unwrap_or_default())),
                XmlToken::Close => {}
                XmlToken::End => return Err(self.cut_off()),
            }
            if let Some(text) = &mut text {
                text.clear();
            }
        }
        Ok(())
    }

    /// Reads up to the closing tag of the element at this depth, unless it was read already.
    fn close(&mut self, depth: usize) -> Result<(), Skip> {
        while self.depth >= depth {
            self.buffer.clear();
            self.reader.get_mut().begin_token();
            match self.reader.read_event_into(&mut self.buffer) {
                Ok(Event::Start(_)) => self.deeper()?,
                Ok(Event::End(_)) => self.depth -= 1,
                Ok(Event::DocType(_)) => return Err(self.error(&DEFINES_ENTITIES, "")),
                Ok(Event::Eof) => return Err(self.cut_off()),
                Ok(_) => {}
                Err(error) => return Err(self.error_of(&error)),
            }
        }
        Ok(())
    }

    /// Reads the next token. Appends its text to `text`.
    fn next(&mut self, text: &mut Option<String>) -> Result<XmlToken, Skip> {
        loop {
            self.buffer.clear();
            self.reader.get_mut().begin_token();
            let event = match self.reader.read_event_into(&mut self.buffer) {
                Ok(event) => event,
                Err(error) => return Err(self.error_of(&error)),
            };
            match event {
                Event::Start(start) | Event::Empty(start) => {
                    let element = XmlElement::from_start(&start, self.spare.pop().unwrap_or_default());
                    self.deeper()?;
                    return Ok(XmlToken::Open(element));
                }
                Event::End(_) => {
                    self.depth -= 1;
                    return Ok(XmlToken::Close);
                }
                Event::Eof => return Ok(XmlToken::End),
                Event::Comment(_) | Event::PI(_) | Event::Decl(_) => {}
                Event::DocType(declaration) => {
                    if declaration.contains('[') {
                        return Err(self.error(&DEFINES_ENTITIES, ""));
                    }
                }
                Event::Text(content) => {
                    if let Some(text) = text {
                        text.push_str(&content);
                    }
                    return Ok(XmlToken::Text);
                }
                Event::CData(content) => {
                    if let Some(text) = text {
                        text.push_str(&content);
                    }
                    return Ok(XmlToken::Text);
                }
                Event::GeneralRef(reference) => {
                    let Some(character) = html::entity(&reference) else {
                        let message = format!("the entity &{}; is unknown", &*reference);
                        return Err(self.error(&NOT_WELL_FORMED, &message));
                    };
                    if let Some(text) = text {
                        text.push_str(&character);
                    }
                    return Ok(XmlToken::Text);
                }
            }
        }
    }

    /// Counts an opened element.
    fn deeper(&mut self) -> Result<(), Skip> {
        self.depth += 1;
        if self.depth > MAX_DEPTH { Err(self.error(&NESTED_TOO_DEEP, "")) } else { Ok(()) }
    }

    /// The error of a document that ends too early.
    fn cut_off(&mut self) -> Skip {
        self.error(&DAMAGED, "the document ends before its root element does")
    }

    fn error(&mut self, reason: &'static Reason, message: &str) -> Skip {
        let line = self.line();
        Skip::new(reason, if message.is_empty() { format!("line {line}") } else { format!("line {line}: {message}") })
    }

    fn error_of(&mut self, error: &Error) -> Skip {
        let reason = match error {
            Error::Io(_) if self.reader.get_ref().is_over_limit() => &TOO_LARGE,
            Error::Io(_) => &DAMAGED,
            Error::Encoding(_) => &NOT_UTF8,
            // All other syntax errors mean markup that the end of the document cuts off.
            Error::Syntax(error) if *error != SyntaxError::InvalidBangMarkup => &DAMAGED,
            _ => &NOT_WELL_FORMED,
        };
        self.error(reason, &error.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn xml(document: &str) -> Xml<&[u8]> {
        Xml::new(document.as_bytes())
    }

    #[test]
    fn children_are_visited_whether_or_not_they_are_read() {
        let mut xml =
            xml("<?xml version='1.0'?><a x='&lt;1' d:y=\"2\"><b>1<c>2</c></b>\n<b/><n:d>3&amp;<e/>4</n:d></a>");
        let root = xml.root().unwrap();
        assert_eq!(
            (root.name(), root.attribute("x").as_deref(), root.attribute("y").as_deref(), root.attribute("z")),
            ("a", Some("<1"), Some("2"), None)
        );
        let mut seen = Vec::new();
        xml.children(&mut |xml, element| {
            let text = if element.name() == "b" { String::new() } else { xml.text()? };
            seen.push((element.name().to_owned(), text, xml.line()));
            Ok(())
        })
        .unwrap();
        let seen: Vec<_> = seen.iter().map(|(name, text, line)| (name.as_str(), text.as_str(), *line)).collect();
        assert_eq!(seen, [("b", "", 1), ("b", "", 2), ("d", "3&4", 2)]);
    }

    #[test]
    fn text_of_rejected_descendants_is_left_out() {
        let mut xml = xml("<h>One <note>not <b>this</b></note><i>two</i><![CDATA[ <3]]></h>");
        xml.root().unwrap();
        assert_eq!(xml.text_where(&|element| element.name() != "note").unwrap(), "One two <3");
    }

    #[test]
    fn excerpt_skips_rejected_descendants_and_stops_when_full() {
        let document =
            "<s><num>(a)</num><p>One <i>t</i>wo<note>not this</note>&amp;</p>three <x>four</x><x>five</x></s>";
        for (max_bytes, expected) in [(100, "(a) One two & three four five"), (15, "(a) One two &"), (0, "")] {
            let mut xml = Xml::new(document.as_bytes());
            xml.root().unwrap();
            let mut excerpt = Excerpt::new(max_bytes);
            xml.excerpt_where(&mut excerpt, &|element| element.name() != "note").unwrap();
            assert_eq!(excerpt.finish(), expected);
        }
    }

    #[test]
    fn malformed_document_has_a_reason_and_a_line() {
        let bomb = "<!DOCTYPE a [<!ENTITY b 'bb'><!ENTITY c '&b;&b;'>]><a>&c;</a>";
        let deep = "<a>".repeat(MAX_DEPTH + 1);
        for (document, reason, line) in [
            (bomb, "defines_entities", "line 1"),
            ("<a>\n&c;</a>", "not_well_formed", "line 2"),
            ("<a>\n<b></a>", "not_well_formed", "line 2"),
            ("<a>\n\n<b>", "damaged", "line 3"),
            ("<a><b", "damaged", "line 1"),
            ("<a><!b></a>", "not_well_formed", "line 1"),
            ("text", "not_well_formed", "line 1"),
            ("", "not_well_formed", "line 1"),
            (&deep, "nested_too_deep", "line 1"),
        ] {
            let mut xml = xml(document);
            let skip = xml.root().and_then(|_| xml.text()).unwrap_err();
            assert_eq!(skip.reason.name, reason, "{document} {skip:?}");
            assert!(skip.detail.starts_with(line), "{document} {skip:?}");
        }
        let mut xml = Xml::new(&b"<a>\n\xff</a>"[..]);
        let skip = xml.root().and_then(|_| xml.text()).unwrap_err();
        assert_eq!((skip.reason.name, &skip.detail[..6]), ("not_utf8", "line 2"));
    }

    #[test]
    fn endless_token_is_rejected_in_bounded_memory() {
        for endless in [b'x', b'<'] {
            let endless = std::io::Read::chain(&b"<a>"[..], std::io::Read::take(std::io::repeat(endless), 300 << 20));
            let mut xml = Xml::new(std::io::BufReader::new(endless));
            xml.root().unwrap();
            let skip = xml.text().unwrap_err();
            assert!(xml.buffer.capacity() <= 4 * MAX_TOKEN_BYTES);
            assert!(["too_large", "not_well_formed"].contains(&skip.reason.name), "{skip:?}");
        }
    }
}
