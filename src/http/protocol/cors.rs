/*!
CORS: scripts of any origin may read every response. No endpoint uses credentials.
*/

use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

use crate::http::endpoints::Methods;

/// Lets scripts of any origin read a response and its headers.
pub(crate) fn add_headers(response: &mut Response) {
    let headers = response.headers_mut();
    headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    headers.insert(header::ACCESS_CONTROL_EXPOSE_HEADERS, HeaderValue::from_static("*"));
}

/// Answers a preflight request for an endpoint with these methods. Browsers may cache it for a day.
pub(crate) fn preflight(methods: Methods) -> Response {
    let names = HeaderValue::from_static(methods.names());
    let headers = HeaderMap::from_iter([
        (header::ALLOW, names.clone()),
        (header::ACCESS_CONTROL_ALLOW_METHODS, names),
        (header::ACCESS_CONTROL_ALLOW_HEADERS, allowed_headers(methods)),
        (header::ACCESS_CONTROL_MAX_AGE, HeaderValue::from_static("86400")),
    ]);
    (StatusCode::NO_CONTENT, headers).into_response()
}

/// Returns the request headers that scripts may set. `Content-Type` is listed for browsers that do not support the
/// asterisk.
fn allowed_headers(methods: Methods) -> HeaderValue {
    HeaderValue::from_static(match methods {
        Methods::Read => "*",
        Methods::Post => "*, Content-Type",
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn preflight_allows_the_endpoints_methods_and_body_type() {
        for (methods, names, allowed_headers) in
            [(Methods::Read, "GET, HEAD, OPTIONS", "*"), (Methods::Post, "POST, OPTIONS", "*, Content-Type")]
        {
            let response = preflight(methods);
            assert_eq!(response.status(), StatusCode::NO_CONTENT);
            for (header, expected) in [
                (header::ALLOW, names),
                (header::ACCESS_CONTROL_ALLOW_METHODS, names),
                (header::ACCESS_CONTROL_ALLOW_HEADERS, allowed_headers),
            ] {
                assert_eq!(response.headers()[header], expected);
            }
        }
    }
}
