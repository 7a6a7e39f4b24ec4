/*!
The page of an error.
*/

use axum::body::{Body, to_bytes};
use axum::http::{StatusCode, header};
use axum::response::Response;
use maud::html;
use serde::Deserialize;

use crate::http::site::explorer::HEADERS;
use crate::http::site::pages::{MEDIA_TYPE, PageShell, View};

/// The body of an API error.
#[derive(Deserialize)]
struct ParsedError {
    error: String,
}

/// Converts the body of an API error to a page. The status and the other headers stay.
pub(crate) async fn from_api_error(shell: PageShell, response: Response) -> Response {
    let (mut head, body) = response.into_parts();
    // The whole body is already in memory.
    let bytes = to_bytes(body, usize::MAX).await.unwrap_or_default();
    let Ok(ParsedError { error }) = serde_json::from_slice(&bytes) else {
        return Response::from_parts(head, Body::from(bytes));
    };
    let title = heading(head.status).to_owned();
    let content = html! { h1 { (title) } p { (error) } };
    let robots = html! { meta name="robots" content="noindex"; };
    let page = shell.render(View { title, description: error, head: robots, content });
    head.headers.insert(header::CONTENT_TYPE, MEDIA_TYPE);
    head.headers.remove(header::CONTENT_LENGTH);
    head.headers.extend(HEADERS.iter().cloned());
    Response::from_parts(head, Body::from(page))
}

fn heading(status: StatusCode) -> &'static str {
    match status {
        StatusCode::BAD_REQUEST | StatusCode::URI_TOO_LONG => "This address is not valid",
        StatusCode::NOT_FOUND => "Record not found",
        StatusCode::PRECONDITION_FAILED => "The data have been refreshed",
        StatusCode::TOO_MANY_REQUESTS => "Too many requests",
        _ => "The server could not answer",
    }
}
