/*!
The `Link` header: from a page to other pages, or from a record to its text.
*/

use axum::http::HeaderValue;

use crate::http::response::page_links::{FeedLink, PageLinks};

/// The links of a cached response.
pub(crate) enum Links {
    /// From a page to others.
    Pages(PageLinks),
    /// From a record to the addresses of its text.
    Texts(HeaderValue),
}

impl Links {
    /// Returns the header for a request for the same build with this query string and feed; `None` if all links are too
    /// long.
    pub(crate) fn for_request(&self, query: &str, build: &str, feed: Option<FeedLink>) -> Option<HeaderValue> {
        match self {
            Self::Pages(pages) => pages.for_request(query, build, feed),
            Self::Texts(header) => Some(header.clone()),
        }
    }

    /// Copies the links without spare capacity.
    pub(crate) fn compact(&self) -> Self {
        match self {
            Self::Pages(pages) => Self::Pages(pages.compact()),
            Self::Texts(header) => {
                Self::Texts(HeaderValue::from_bytes(header.as_bytes()).expect("a header's value is one again"))
            }
        }
    }

    /// Returns the size on the heap in bytes.
    pub(crate) fn n_heap_bytes(&self) -> usize {
        match self {
            Self::Pages(pages) => pages.n_heap_bytes(),
            Self::Texts(header) => header.len(),
        }
    }
}
