/*!
The query parameters of an Atom feed.
*/

use lexdex_core::corpus::Catalogue;
use lexdex_core::model::{Parameter, Resource};
use lexdex_index::{Filter, Page};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

use crate::http::base_path::BasePath;
use crate::http::request::filter;
use crate::http::request::params::Params;

/// The parameters that choose a page of a feed.
pub(crate) const PAGE_PARAMETERS: &[Parameter] = &[Parameter::Limit, Parameter::Offset];

/// The characters that are percent-encoded in a value.
const MUST_ENCODE: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// A page of a feed.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct FeedQuery {
    pub(crate) filter: Filter,
    pub(crate) page: Page,
    /// The filters as the client sent them, for the title and the links of the feed.
    filters: Vec<(Parameter, String)>,
    /// The base path of the service, which begins the path of every link.
    pub(crate) base_path: BasePath,
}

impl FeedQuery {
    /// Reads the filters and the page of the feed of a list.
    pub(crate) fn read(list: Resource, base_path: &BasePath, params: &mut Params<'_>, catalogue: &Catalogue) -> Self {
        Self {
            filter: filter::read(list, params, catalogue),
            page: params.page(),
            filters: params.given(Parameter::filters(list)),
            base_path: base_path.clone(),
        }
    }

    /// Returns the size on the heap in bytes.
    pub(crate) fn n_heap_bytes(&self) -> usize {
        let of_filters = self.filters.iter().map(|(_, value)| value.len() + size_of::<(Parameter, String)>());
        self.filter.n_heap_bytes() + of_filters.sum::<usize>()
    }

    /// Returns the path of the feed, with the base path.
    pub(crate) fn path(&self) -> String {
        self.base_path.join(&format!("/api/v1/{}.atom", self.filter.resource()))
    }

    /// Returns the filters as a query string, in the order in which the list declares them.
    pub(crate) fn query_string(&self) -> String {
        let pair = |(name, value): &(Parameter, String)| format!("{name}={}", utf8_percent_encode(value, MUST_ENCODE));
        self.filters.iter().map(pair).collect::<Vec<_>>().join("&")
    }

    /// Describes the filters for the title of the feed. Empty without filters.
    pub(crate) fn filters_in_words(&self) -> String {
        let words = |(name, value): &(Parameter, String)| format!("{} {value}", name.as_str().replace('_', " "));
        self.filters.iter().map(words).collect::<Vec<_>>().join(", ")
    }
}
