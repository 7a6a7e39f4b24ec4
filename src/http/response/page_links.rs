/*!
The `Link` header of a page, to the first, previous, next and last page. Each target is a query string relative to the
list's path. It keeps the client's spelling of all other parameters, and adds the build of the page, so that a client
that follows the links never mixes builds.

Proxies reject a response whose head exceeds their buffer. A long query is therefore repeated only in the link to the
next page, which clients need most.

A list of a published index also links to its feed with the same filters, unless the query is too long for two links,
and a record links to its own feed. The explorer shows a feed button only with this link.
*/

use axum::http::HeaderValue;
use lexdex_core::model::{Parameter, Resource};
use lexdex_index::Page;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

use crate::http::request::query_string::{decode, pairs, split_first};

/// The maximum length of the links to other pages in bytes, unless the next page is the only one.
const MAX_BYTES: usize = 3 << 10;

/// The parameters of a link to a feed.
pub(crate) const FEED_RELATION: &str = "rel=\"related\"; type=\"application/atom+xml\"";

/// The links from one page of a list to others, and to the feed.
pub(crate) struct PageLinks {
    page: Page,
    total: u64,
    /// The query string and the feed of the first request for the page, and its header. Most later requests have the same
    /// ones.
    query: Box<str>,
    feed: Option<FeedLink>,
    header: Option<HeaderValue>,
}

/// The link from a page to the feed of its list, relative to the path of the page.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct FeedLink {
    resource: Resource,
    /// Whether the path of the page ends with a slash.
    has_trailing_slash: bool,
}

impl FeedLink {
    /// The link from a page of a list at this path.
    pub(crate) fn new(resource: Resource, path: &str) -> Self {
        Self { resource, has_trailing_slash: path.ends_with('/') }
    }

    /// Adds the link to the feed with the filters of this query string.
    fn push(self, query: &str, links: &mut String) {
        let Self { resource, has_trailing_slash } = self;
        links.push_str(if links.is_empty() { "<" } else { ", <" });
        links.push_str(if has_trailing_slash { "../" } else { "" });
        links.push_str(resource.as_str());
        links.push_str(".atom");
        let known = Parameter::filters(resource);
        let filters = parameters(query, |parameter| parameter.is_some_and(|parameter| known.contains(&parameter)));
        if let Some(filters) = filters.strip_suffix('&') {
            links.push('?');
            links.push_str(filters);
        }
        links.push_str(">; ");
        links.push_str(FEED_RELATION);
    }
}

impl PageLinks {
    /// Creates the links of a page. `total` counts the matching records.
    pub(crate) fn new(query: &str, build: &str, page: Page, total: u64, feed: Option<FeedLink>) -> Self {
        Self { page, total, query: query.into(), feed, header: header(query, build, page, total, feed) }
    }

    /// Returns the header for a request for the same build with this query string and feed; `None` if the query is too
    /// long for all links, and there is neither a next page nor a feed.
    pub(crate) fn for_request(&self, query: &str, build: &str, feed: Option<FeedLink>) -> Option<HeaderValue> {
        if *query == *self.query && feed == self.feed {
            self.header.clone()
        } else {
            header(query, build, self.page, self.total, feed)
        }
    }

    /// Copies the links without spare capacity.
    pub(crate) fn compact(&self) -> Self {
        let copy = |header: &HeaderValue| HeaderValue::from_bytes(header.as_bytes());
        let header = self.header.as_ref().map(copy).transpose().expect("a header's value is one again");
        Self { query: self.query.clone(), header, ..*self }
    }

    /// Returns the size on the heap in bytes.
    pub(crate) fn n_heap_bytes(&self) -> usize {
        self.query.len() + self.header.as_ref().map_or(0, HeaderValue::len)
    }
}

fn header(query: &str, build: &str, page: Page, total: u64, feed: Option<FeedLink>) -> Option<HeaderValue> {
    let mut target = parameters(query, |parameter| {
        !matches!(parameter, Some(Parameter::Build | Parameter::Limit | Parameter::Offset))
    });
    target.push_str("build=");
    target.push_str(build);
    target.push_str("&limit=");
    target.push_str(itoa::Buffer::new().format(page.limit));
    target.push_str("&offset=");
    let offsets = offsets(page, total);
    let with_feed = |offsets: &[_]| {
        let mut links = join(&target, offsets);
        if let Some(feed) = feed {
            feed.push(query, &mut links);
        }
        links
    };
    let [_, _, next, _] = offsets;
    let mut links = with_feed(&offsets);
    if links.len() > MAX_BYTES {
        links = with_feed(&[next]);
    }
    if links.len() > MAX_BYTES {
        links = join(&target, &[next]);
    }
    if links.is_empty() {
        return None;
    }
    Some(HeaderValue::try_from(links).expect("the query of a request is ASCII by now"))
}

fn join(target: &str, offsets: &[(&str, Option<u64>)]) -> String {
    let mut links = String::with_capacity(offsets.len() * (target.len() + 40));
    for (relation, offset) in offsets {
        let Some(offset) = offset else { continue };
        links.push_str(if links.is_empty() { "<?" } else { ", <?" });
        links.push_str(target);
        links.push_str(itoa::Buffer::new().format(*offset));
        links.push_str(">; rel=\"");
        links.push_str(relation);
        links.push('"');
    }
    links
}

/// Returns the relation and the offset of each link. The pages are `limit` records apart, counted from the current
/// offset, so that following the links in either direction reaches every record.
pub(crate) fn offsets(page: Page, total: u64) -> [(&'static str, Option<u64>); 4] {
    let Page { limit, offset } = page;
    let limit = limit as u64;
    let begin = offset % limit;
    let last = total.checked_sub(begin + 1).map_or(0, |behind| begin + behind / limit * limit);
    let next = offset.saturating_add(limit);
    [
        ("first", Some(0)),
        ("prev", (offset > 0).then(|| offset.saturating_sub(limit).min(last))),
        ("next", (next < total).then_some(next)),
        ("last", Some(last)),
    ]
}

/// Returns the parameters of a query string that are kept, each followed by an ampersand. `is_kept` gets `None` for an
/// unknown one.
fn parameters(query: &str, is_kept: impl Fn(Option<Parameter>) -> bool) -> String {
    // The capacity includes room for `build`, `limit` and `offset`.
    let mut kept = String::with_capacity(query.len() + 136);
    for pair in pairs(query) {
        let (name, _) = split_first(pair, b'=');
        if decode(name).is_ok_and(|name| is_kept(name.parse().ok())) {
            kept.extend(utf8_percent_encode(pair, MUST_ENCODE));
            kept.push('&');
        }
    }
    kept
}

/// The bytes that must be percent-encoded in a URI. Some clients send them unencoded.
const MUST_ENCODE: &AsciiSet = &{
    let mut set = NON_ALPHANUMERIC.remove(b'-');
    let mut signs = b"._~!$&'()*+,;=:@/?%".as_slice();
    while let [sign, rest @ ..] = signs {
        set = set.remove(*sign);
        signs = rest;
    }
    set
};

#[cfg(test)]
mod tests {
    use super::*;

    fn link_header(query: &str, limit: usize, offset: u64, total: u64) -> String {
        let header = header(query, "b1", Page { limit, offset }, total, None);
        header.map_or(String::new(), |header| header.to_str().unwrap().to_owned())
    }

    #[test]
    fn another_spelling_gets_links_of_its_own() {
        let page = Page { limit: 20, offset: 0 };
        let feed = |path| Some(FeedLink::new(Resource::Cases, path));
        let links = PageLinks::new("topic=fraud", "b1", page, 100, feed("/cases"));
        for query in ["topic=fraud", "topic=Fraud", "build=b1&topic=fraud"] {
            for feed in [feed("/cases"), feed("/cases/"), None] {
                assert_eq!(links.for_request(query, "b1", feed), header(query, "b1", page, 100, feed));
            }
        }
    }

    #[test]
    fn feed_has_the_pages_filters_unless_they_are_too_long() {
        let page = Page { limit: 5, offset: 5 };
        let links = |query: &str| {
            let feed = Some(FeedLink::new(Resource::Cases, "/cases/"));
            header(query, "b1", page, 15, feed).map(|links| links.to_str().unwrap().to_owned()).unwrap()
        };
        let query = "limit=5&topic=fraud&sort=oldest&%71=wire&fields=id&offset=5&build=b1&topic=a%26b";
        let feed = "<../cases.atom?topic=fraud&%71=wire&topic=a%26b>; rel=\"related\"; type=\"application/atom+xml\"";
        assert!(links(query).ends_with(&format!("rel=\"last\", {feed}")), "{}", links(query));
        for (n_bytes, n_links) in [(500, 5), (1000, 2), (3000, 1)] {
            let links = links(&format!("q={}", "x".repeat(n_bytes)));
            assert_eq!(links.matches("rel=").count(), n_links, "{links}");
            assert_eq!(links.contains("rel=\"related\""), n_links > 1);
            assert!(links.contains("rel=\"next\""));
        }
    }

    #[test]
    fn page_in_the_middle_has_all_four_links() {
        assert_eq!(
            link_header("topic=fraud&offset=40", 20, 40, 100),
            "<?topic=fraud&build=b1&limit=20&offset=0>; rel=\"first\", \
             <?topic=fraud&build=b1&limit=20&offset=20>; rel=\"prev\", \
             <?topic=fraud&build=b1&limit=20&offset=60>; rel=\"next\", \
             <?topic=fraud&build=b1&limit=20&offset=80>; rel=\"last\""
        );
    }

    #[test]
    fn header_above_3_kib_has_only_the_next_page() {
        // Four links to one-digit offsets.
        let n_fixed_bytes = link_header("", 5, 5, 15).len();
        let longest = "x".repeat((MAX_BYTES - n_fixed_bytes) / 4 - 1);
        let links = |query: &str, offset| link_header(query, 5, offset, 15);
        assert!((MAX_BYTES - 4..=MAX_BYTES).contains(&links(&longest, 5).len()));
        assert_eq!(links(&longest, 5).matches("rel=").count(), 4);
        let longer = longest + "x";
        assert_eq!(links(&longer, 5), format!("<?{longer}&build=b1&limit=5&offset=10>; rel=\"next\""));
        assert_eq!(links(&"x".repeat(MAX_BYTES), 10), "");
    }

    #[test]
    fn filters_keep_their_spelling_and_other_bytes_are_escaped() {
        let first = |query| link_header(query, 5, 0, 0).split_once('>').unwrap().0.to_owned();
        assert_eq!(
            first("&court=ninth+circuit&&%6Cimit=5&b%75ild=b1"),
            "<?court=ninth+circuit&build=b1&limit=5&offset=0"
        );
        assert_eq!(first("court=a%26b%C3%A9"), "<?court=a%26b%C3%A9&build=b1&limit=5&offset=0");
        assert_eq!(first("court={\"a\"|é}"), "<?court=%7B%22a%22%7C%C3%A9%7D&build=b1&limit=5&offset=0");
    }

    #[test]
    fn links_at_the_edges_lead_to_existing_pages() {
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
