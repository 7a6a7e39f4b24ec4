/*!
Responses with a JSON body.
*/

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::Response;

/// Enough for every header of a page, so that the map never grows.
const HEADER_CAPACITY: usize = 16;

/// Builds a 200 response with a JSON body.
pub(crate) fn json_response(body: Body) -> Response {
    let mut response = Response::new(body);
    *response.headers_mut() = HeaderMap::with_capacity(HEADER_CAPACITY);
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    response
}
