/*!
The state of reading a title of the Code.
*/

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::{DefaultHasher, Hasher};
use std::io::BufRead;

use lexdex_core::model::{Date, Resource};

use crate::import::engine::sink::Sink;
use crate::import::law::drafts::release::RecordRelease;
use crate::import::parts::header::CompleteShare;
use crate::import::text::xml::{Xml, XmlElement};

/// The last title of the Code. Title 53 is reserved.
const LAST_TITLE: u8 = 54;
const RESERVED_TITLE: u8 = 53;

/// The jurisdiction of the Code.
pub(super) const JURISDICTION_ID: &str = "federal";

/// The state of reading a title, and the fields that its sections share.
pub(super) struct UslmTitle {
    pub(super) number: String,
    pub(super) created: Date,
    /// The number of the current chapter. Some titles have no chapters.
    pub(super) chapter: Option<String>,
    /// The number of sections and rules of court read so far.
    pub(super) n_sections: u64,
    /// The number of records so far for an id, by the hash of the id. A title has thousands of sections, of 16 bytes
    /// each.
    n_of_id: HashMap<u64, u32>,
}

impl UslmTitle {
    pub(super) fn new(number: &str, created: Date) -> Self {
        Self { number: number.to_owned(), created, chapter: None, n_sections: 0, n_of_id: HashMap::new() }
    }

    /// The fields that the title's records share.
    pub(super) fn release(&self) -> RecordRelease<'static> {
        RecordRelease {
            source: None,
            jurisdiction_id: JURISDICTION_ID,
            jurisdiction: "United States",
            last_updated: Some(self.created),
        }
    }

    /// A distinct id for a record, given the id made of its number. The first section with the number gets the id
    /// itself, and the others get it with their position appended: `federal-usc-10-130i-2nd`. No number of the Code
    /// ends like this.
    pub(super) fn own_id(&mut self, id: &str) -> String {
        loop {
            let position = self.n_of_id.entry(hash(id)).and_modify(|n| *n += 1).or_insert(1);
            if *position == 1 {
                return id.to_owned();
            }
            // If a number should end like a position after all, the next position is used.
            let own = format!("{id}-{}", ordinal(*position));
            if let Entry::Vacant(entry) = self.n_of_id.entry(hash(&own)) {
                entry.insert(1);
                return own;
            }
        }
    }

    /// Ends the title, and declares that its part has all of it.
    pub(super) fn end(&self, sink: &mut Sink<'_>) {
        if self.n_sections == 0 {
            return sink.count_companion();
        }
        let titles = (1..=LAST_TITLE).filter(|title| *title != RESERVED_TITLE).map(|title| title.to_string());
        sink.complete(CompleteShare {
            list: Resource::Statutes,
            jurisdiction: JURISDICTION_ID.to_owned(),
            share: self.number.clone(),
            of: titles.collect(),
        });
    }
}

fn hash(id: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    hasher.write(id.as_bytes());
    hasher.finish()
}

/// `2nd`, `3rd`, `11th`.
fn ordinal(number: u32) -> String {
    let ending = match (number % 100, number % 10) {
        (11..=13, _) => "th",
        (_, 1) => "st",
        (_, 2) => "nd",
        (_, 3) => "rd",
        _ => "th",
    };
    format!("{number}{ending}")
}

/// The location of an element for messages: its identifier, or its line.
pub(super) fn location_of<R: BufRead>(element: &XmlElement, xml: &mut Xml<R>) -> String {
    match element.attribute("identifier") {
        Some(identifier) => identifier.into_owned(),
        None => format!("line {}", xml.line()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_record_of_a_title_has_a_distinct_id() {
        let mut title = UslmTitle::new("10", Date::new(2024, 1, 1).unwrap());
        let ids = ["10-1", "10-2", "10-1", "10-1", "10-2-2nd", "10-2", "10-2-2nd"].map(|id| title.own_id(id));
        assert_eq!(ids, ["10-1", "10-2", "10-1-2nd", "10-1-3rd", "10-2-2nd", "10-2-3rd", "10-2-2nd-2nd"]);
    }

    #[test]
    fn ordinal_ends_as_it_is_spoken() {
        let ordinals = [1, 2, 3, 4, 11, 12, 13, 21, 22, 101, 111, 112].map(ordinal);
        let expected = ["1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "22nd", "101st", "111th", "112th"];
        assert_eq!(ordinals, expected);
    }
}
