/*!
The one place where the body of a list is made.
*/

use std::io::Write;

use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::Response;

use crate::index::{Hits, Page};

/// The body of a page: the records as the bytes the builder stored, and the four numbers.
pub(super) fn list_body(hits: &Hits<'_>, page: Page) -> Bytes {
    const META_BYTES: usize = 128;
    let n_record_bytes: usize = hits.records.iter().map(|record| record.len() + 1).sum();
    let mut body = Vec::with_capacity(n_record_bytes + META_BYTES);
    body.extend_from_slice(br#"{"data":["#);
    for (idx, record) in hits.records.iter().enumerate() {
        if idx > 0 {
            body.push(b',');
        }
        body.extend_from_slice(record);
    }
    let Hits { total, records, .. } = hits;
    let Page { limit, offset } = page;
    let has_more = offset.saturating_add(records.len() as u64) < *total && !records.is_empty();
    // Writing to a vector cannot fail.
    let _ = write!(body, r#"],"meta":{{"total":{total},"limit":{limit},"offset":{offset},"hasMore":{has_more}}}}}"#);
    body.into()
}

/// All headers that a page gets, so that the table does not grow.
const N_HEADERS: usize = 16;

/// A success with a body of JSON.
pub(super) fn json_response(body: Body) -> Response {
    let mut response = Response::new(body);
    *response.headers_mut() = HeaderMap::with_capacity(N_HEADERS);
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    response
}
