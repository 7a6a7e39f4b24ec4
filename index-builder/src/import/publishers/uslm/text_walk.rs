/*!
Text with the dates in it.
*/

use std::io::BufRead;

use lexdex::model::Date;

use crate::import::text::xml::{Element, Xml};
use crate::report::skip::Skip;

/// A part of a text.
pub(super) enum Part<'p> {
    /// Words.
    Text(&'p str),
    /// A date, marked as one. Its words come behind it, as text.
    Date(Date),
    /// A reference to an act before 1957, which names the day of its enactment: `/us/act/1947-07-30/ch388`.
    Act(Date),
}

/// Calls `visit` with each part of the element that was opened last.
pub(super) fn walk<R: BufRead>(xml: &mut Xml<R>, visit: &mut dyn FnMut(Part<'_>)) -> Result<(), Skip> {
    xml.pieces(&mut |piece| match piece {
        Ok(text) => visit(Part::Text(text)),
        Err(element) => {
            if let Some(part) = marked(element) {
                visit(part);
            }
        }
    })
}

fn marked(element: &Element) -> Option<Part<'static>> {
    match element.name() {
        "date" => element.attribute("date")?.parse().ok().map(Part::Date),
        "ref" => {
            let target = element.attribute("href")?;
            target.strip_prefix("/us/act/")?.split('/').next()?.parse().ok().map(Part::Act)
        }
        _ => None,
    }
}
