/*!
CORS: any origin may read every response. No endpoint needs credentials.
*/

use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

/// The methods of every endpoint.
pub(crate) const METHODS: HeaderValue = HeaderValue::from_static("GET, HEAD, OPTIONS");

/// Lets scripts of any origin read a response and its headers.
pub(crate) fn add_headers(response: &mut Response) {
    let headers = response.headers_mut();
    headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    headers.insert(header::ACCESS_CONTROL_EXPOSE_HEADERS, HeaderValue::from_static("*"));
}

/// Answers a preflight request. Browsers may cache it for a day.
pub(crate) fn preflight() -> Response {
    let headers = HeaderMap::from_iter([
        (header::ALLOW, METHODS),
        (header::ACCESS_CONTROL_ALLOW_METHODS, METHODS),
        (header::ACCESS_CONTROL_ALLOW_HEADERS, HeaderValue::from_static("*")),
        (header::ACCESS_CONTROL_MAX_AGE, HeaderValue::from_static("86400")),
    ]);
    (StatusCode::NO_CONTENT, headers).into_response()
}
