/*!
The cached parts of a response, and their key.

The cache copies each response into exact allocations. The buffer of a new body can be twice as long as the body.
Shrinking in place could leave half of the block unused.
*/

use axum::body::Bytes;
use lexdex_core::model::Date;

use crate::http::protocol::content_coding::{ContentCoding, EncodedBody};
use crate::http::response::links::Links;
use crate::http::snapshot::query::ApiQuery;

/// Identifies a response.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct ResponseKey {
    pub(crate) query: ApiQuery,
    pub(crate) coding: ContentCoding,
}

/// The cached parts of a response.
pub(crate) struct CachedResponse {
    pub(crate) body: EncodedBody,
    /// The links to other pages, or to the text of a record.
    pub(crate) links: Option<Links>,
    /// The day on which the project wrote the summary of the record.
    pub(crate) summary_date: Option<Date>,
}

impl CachedResponse {
    /// Copies the response without spare capacity.
    pub(crate) fn compact(&self) -> Self {
        let EncodedBody { bytes, coding } = &self.body;
        Self {
            body: EncodedBody { bytes: Bytes::copy_from_slice(bytes), coding: *coding },
            links: self.links.as_ref().map(Links::compact),
            summary_date: self.summary_date,
        }
    }

    /// Returns the size on the heap in bytes, without the fixed costs of an entry.
    pub(crate) fn n_heap_bytes(&self) -> usize {
        self.body.bytes.len() + self.links.as_ref().map_or(0, Links::n_heap_bytes)
    }
}
