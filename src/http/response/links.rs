/*!
The `Link` header of a page: where the first and the last page are, and those beside it, as the query that leads there
from the list's own path. What else the client has asked for stands in it as the client has written it.
*/

use std::fmt::Write;

use axum::http::HeaderValue;

use crate::http::request::params::{cut_at, decode, pairs};
use crate::index::Page;
use crate::model::Parameter;

/// The way from a page of a list to the others.
pub(crate) struct Links {
    page: Page,
    total: u64,
    /// What the page was asked for by first, and the header of that: most ask in the same words.
    query: Box<str>,
    header: HeaderValue,
}

impl Links {
    /// From this page of a list with so many records, asked for by this query.
    pub(crate) fn new(query: &str, page: Page, total: u64) -> Self {
        Self { page, total, query: query.into(), header: header(query, page, total) }
    }

    /// The header for whoever has asked for the page by this query.
    pub(crate) fn for_query(&self, query: &str) -> HeaderValue {
        if *query == *self.query { self.header.clone() } else { header(query, self.page, self.total) }
    }

    /// How many bytes it holds.
    pub(crate) fn n_bytes(&self) -> usize {
        self.query.len() + self.header.len()
    }
}

fn header(query: &str, page: Page, total: u64) -> HeaderValue {
    let mut target = filters(query);
    target.push_str("limit=");
    target.push_str(itoa::Buffer::new().format(page.limit));
    target.push_str("&offset=");
    let mut links = String::with_capacity(4 * (target.len() + 40));
    for (relation, offset) in offsets(page, total) {
        let Some(offset) = offset else { continue };
        links.push_str(if links.is_empty() { "<?" } else { ", <?" });
        links.push_str(&target);
        links.push_str(itoa::Buffer::new().format(offset));
        links.push_str(relation);
    }
    HeaderValue::try_from(links).expect("the query of a request is ASCII by now")
}

/// How the link to each page ends, and where the page begins. The pages around one that begins anywhere are as far from
/// it as they are long, so that a walk in either direction comes to the last one.
fn offsets(page: Page, total: u64) -> [(&'static str, Option<u64>); 4] {
    let Page { limit, offset } = page;
    let limit = limit as u64;
    let begin = offset % limit;
    let last = total.checked_sub(begin + 1).map_or(0, |behind| begin + behind / limit * limit);
    let next = offset.saturating_add(limit);
    [
        (">; rel=\"first\"", Some(0)),
        (">; rel=\"prev\"", (offset > 0).then(|| offset.saturating_sub(limit).min(last))),
        (">; rel=\"next\"", (next < total).then_some(next)),
        (">; rel=\"last\"", Some(last)),
    ]
}

/// The parameters of a query but those of the page, each with an ampersand behind it.
fn filters(query: &str) -> String {
    // With room for the page behind them.
    let mut filters = String::with_capacity(query.len() + 64);
    for pair in pairs(query) {
        let (name, _) = cut_at(pair, b'=');
        if decode(name).is_ok_and(|name| !matches!(name.parse(), Ok(Parameter::Limit | Parameter::Offset))) {
            push(&mut filters, pair);
            filters.push('&');
        }
    }
    filters
}

/// Adds a part of a query, its bytes escaped where a URI must not have them: clients send more than that as it is.
fn push(query: &mut String, part: &str) {
    if part.bytes().all(is_of_uri) {
        return query.push_str(part);
    }
    for byte in part.bytes() {
        if is_of_uri(byte) {
            query.push(char::from(byte));
        } else {
            let _ = write!(query, "%{byte:02X}");
        }
    }
}

fn is_of_uri(byte: u8) -> bool {
    const SIGNS: [bool; 256] = {
        let mut is_sign = [false; 256];
        let mut signs = b"-._~!$&'()*+,;=:@/?%".as_slice();
        while let [sign, rest @ ..] = signs {
            is_sign[*sign as usize] = true;
            signs = rest;
        }
        is_sign
    };
    byte.is_ascii_alphanumeric() || SIGNS[usize::from(byte)]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(query: &str, limit: usize, offset: u64, total: u64) -> String {
        header(query, Page { limit, offset }, total).to_str().unwrap().to_owned()
    }

    #[test]
    fn another_spelling_has_links_of_its_own() {
        let page = Page { limit: 20, offset: 0 };
        let links = Links::new("topic=fraud", page, 100);
        for query in ["topic=fraud", "topic=Fraud"] {
            assert_eq!(links.for_query(query), header(query, page, 100));
        }
    }

    #[test]
    fn a_page_in_the_middle_has_all_four() {
        assert_eq!(
            of("topic=fraud&offset=40", 20, 40, 100),
            "<?topic=fraud&limit=20&offset=0>; rel=\"first\", <?topic=fraud&limit=20&offset=20>; rel=\"prev\", \
             <?topic=fraud&limit=20&offset=60>; rel=\"next\", <?topic=fraud&limit=20&offset=80>; rel=\"last\""
        );
    }

    #[test]
    fn filters_stand_as_they_were_written_and_what_no_uri_has_is_escaped() {
        let first = |query| of(query, 5, 0, 0).split_once('>').unwrap().0.to_owned();
        assert_eq!(first("&court=ninth+circuit&&%6Cimit=5"), "<?court=ninth+circuit&limit=5&offset=0");
        assert_eq!(first("court=a%26b%C3%A9"), "<?court=a%26b%C3%A9&limit=5&offset=0");
        assert_eq!(first("court={\"a\"|é}"), "<?court=%7B%22a%22%7C%C3%A9%7D&limit=5&offset=0");
    }

    #[test]
    fn pages_at_the_edges_lead_to_pages_that_are_there() {
        let offsets = |limit, offset, total| offsets(Page { limit, offset }, total).map(|(_, offset)| offset);
        assert_eq!(offsets(20, 0, 0), [Some(0), None, None, Some(0)]);
        assert_eq!(offsets(20, 0, 20), [Some(0), None, None, Some(0)]);
        assert_eq!(offsets(20, 0, 21), [Some(0), None, Some(20), Some(20)]);
        assert_eq!(offsets(20, 5, 100), [Some(0), Some(0), Some(25), Some(85)]);
        assert_eq!(offsets(20, 1_000_000, 76), [Some(0), Some(60), None, Some(60)]);
        assert_eq!(offsets(20, 5, 3), [Some(0), Some(0), None, Some(0)]);
        assert_eq!(offsets(100, u64::MAX, 3), [Some(0), Some(0), None, Some(0)]);
    }
}
