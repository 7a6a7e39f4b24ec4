/*!
`GET /docs`: the API reference, rendered from the OpenAPI document.

The page is rendered once. Each operation has a form that sends requests to this service. Without scripts, the forms are
hidden and the rest of the page is readable. It loads nothing from another host.
*/

mod document;

mod form;

mod guide;

mod page;

mod program;

mod prose;

mod schema_type;

use axum::http::{HeaderName, HeaderValue};

use crate::http::base_path::BasePath;
use crate::http::site::branding::Branding;
use crate::http::site::openapi;
use crate::http::site::static_response::{StaticResponse, security_headers};

/// Lets a browser load our style sheets, scripts, icon and logo and send requests to this service, and nothing else.
static HEADERS: [(HeaderName, HeaderValue); 3] = security_headers(
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; \
     form-action 'none'; frame-ancestors 'none'",
);

/// `GET /docs`
pub(crate) fn page_response(base_path: BasePath, branding: Branding) -> StaticResponse {
    StaticResponse::new("text/html; charset=utf-8", &HEADERS, move || {
        let page = page::page(&openapi::document(&base_path)).into_string();
        base_path.join_links(&branding.apply(&page)).into()
    })
}

/// `GET /docs/style.css`
pub(crate) fn style_response() -> StaticResponse {
    StaticResponse::new("text/css; charset=utf-8", &HEADERS, || {
        include_bytes!("../../docs/style.css").as_slice().into()
    })
}
