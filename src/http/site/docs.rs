/*!
`GET /docs`: the API reference, rendered from the OpenAPI document.

The page is rendered once per process. It needs no script and loads nothing from another host.
*/

mod page;

mod schema_type;

use std::sync::Arc;

use axum::extract::Request;
use axum::http::{HeaderName, HeaderValue, header};
use axum::response::Response;

use crate::http::site::openapi::DOCUMENT;
use crate::http::site::static_response::FixedAnswer;
use crate::http::snapshot::current_snapshot::Builds;

/// Lets a browser load our style sheet and nothing else.
static HEADERS: [(HeaderName, HeaderValue); 3] = [
    (
        header::CONTENT_SECURITY_POLICY,
        HeaderValue::from_static(
            "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        ),
    ),
    (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
];

static PAGE: FixedAnswer =
    FixedAnswer::new("text/html; charset=utf-8", &HEADERS, || page::page(&DOCUMENT).into_string().into());

static STYLE: FixedAnswer =
    FixedAnswer::new("text/css; charset=utf-8", &HEADERS, || include_bytes!("../../docs/style.css").as_slice().into());

/// `GET /docs`
pub(crate) async fn get_page(builds: Arc<Builds>, request: Request) -> Response {
    PAGE.answer(&builds, request).await
}

/// `GET /docs/style.css`
pub(crate) async fn get_style(builds: Arc<Builds>, request: Request) -> Response {
    STYLE.answer(&builds, request).await
}
