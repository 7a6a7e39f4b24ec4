/*!
`GET /docs`: the API reference, rendered from the OpenAPI document.

The page is rendered once per process. Without scripts it can be read all the same. It loads nothing from
another host.
*/

mod guide;

mod page;

mod program;

mod prose;

mod schema_type;

use axum::extract::Request;
use axum::http::{HeaderName, HeaderValue, header};
use axum::response::Response;

use crate::http::protocol::conditional::CachePolicy;
use crate::http::site::openapi::DOCUMENT;
use crate::http::site::static_response::StaticResponse;

/// Lets a browser load our style sheets, our script and our icon, and nothing else.
static SECURITY_HEADERS: [(HeaderName, HeaderValue); 3] = [
    (
        header::CONTENT_SECURITY_POLICY,
        HeaderValue::from_static(
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; base-uri 'none'; \
             form-action 'none'; frame-ancestors 'none'",
        ),
    ),
    (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
];

static PAGE: StaticResponse =
    StaticResponse::new("text/html; charset=utf-8", &SECURITY_HEADERS, || page::page(&DOCUMENT).into_string().into());

static STYLE: StaticResponse = StaticResponse::new("text/css; charset=utf-8", &SECURITY_HEADERS, || {
    include_bytes!("../../docs/style.css").as_slice().into()
});

/// `GET /docs`
pub(crate) async fn get_page(policy: CachePolicy, request: Request) -> Response {
    PAGE.respond(policy, request).await
}

/// `GET /docs/style.css`
pub(crate) async fn get_style(policy: CachePolicy, request: Request) -> Response {
    STYLE.respond(policy, request).await
}
