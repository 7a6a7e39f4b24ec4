/*!
Reads a text and the dates that are marked in it.
*/

use std::io::BufRead;

use lexdex_core::model::Date;

use crate::import::text::xml::{Node, Xml, XmlElement};
use crate::report::skip::Skip;

pub(super) enum TextPart<'p> {
    /// Words.
    Text(&'p str),
    /// A marked date. Its words follow as text.
    Date(Date),
    /// The date of enactment in a reference to an act before 1957: `/us/act/1947-07-30/ch388`.
    Act(Date),
}

/// Calls `visit` with each part of the element opened last.
pub(super) fn walk<R: BufRead>(xml: &mut Xml<R>, visit: &mut dyn FnMut(TextPart<'_>)) -> Result<(), Skip> {
    xml.descendants(&mut |node| match node {
        Node::Text(text) => visit(TextPart::Text(text)),
        Node::Element(element) => {
            if let Some(part) = date_of(element) {
                visit(part);
            }
        }
    })
}

/// The date that an element marks.
fn date_of(element: &XmlElement) -> Option<TextPart<'static>> {
    match element.name() {
        "date" => element.attribute("date")?.parse().ok().map(TextPart::Date),
        "ref" => {
            let target = element.attribute("href")?;
            target.strip_prefix("/us/act/")?.split('/').next()?.parse().ok().map(TextPart::Act)
        }
        _ => None,
    }
}
