/*!
Errors in the format of JSON-RPC.
*/

use axum::body::{Body, to_bytes};
use axum::http::{StatusCode, header};
use axum::response::Response;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::http::protocol::conditional::NO_STORE;
use crate::http::protocol::json::json_response;

/// The error codes of JSON-RPC.
const PARSE_ERROR: i32 = -32_700;
const INVALID_REQUEST: i32 = -32_600;
const INTERNAL_ERROR: i32 = -32_603;
/// The first of the error codes reserved for servers.
const SERVER_ERROR: i32 = -32_000;

/// The body of an API error.
#[derive(Deserialize)]
struct ParsedError {
    error: String,
    #[serde(default)]
    details: Map<String, Value>,
}

/// Returns the response to a body that is not JSON.
pub(crate) fn parse_error(error: &serde_json::Error) -> Response {
    let mut response = json_response(body(PARSE_ERROR, &format!("Parse error: {error}"), Map::new()));
    *response.status_mut() = StatusCode::BAD_REQUEST;
    response.headers_mut().insert(header::CACHE_CONTROL, NO_STORE);
    response
}

/// Converts the body of an API error to a JSON-RPC error, which clients show. The status and the headers stay.
/// Responses with other bodies are unchanged, and also a 404, which means that `/mcp` is disabled.
pub(crate) async fn from_api_error(response: Response) -> Response {
    if response.status() == StatusCode::NOT_FOUND {
        return response;
    }
    let (head, body) = response.into_parts();
    // The whole body is already in memory.
    let bytes = to_bytes(body, usize::MAX).await.unwrap_or_default();
    let body = match serde_json::from_slice::<ParsedError>(&bytes) {
        Ok(ParsedError { error, details }) => self::body(code(head.status), &error, details),
        Err(_) => Body::from(bytes),
    };
    Response::from_parts(head, body)
}

/// Returns the error code for this status.
fn code(status: StatusCode) -> i32 {
    match status {
        StatusCode::FORBIDDEN | StatusCode::REQUEST_TIMEOUT | StatusCode::TOO_MANY_REQUESTS => SERVER_ERROR,
        StatusCode::INTERNAL_SERVER_ERROR => INTERNAL_ERROR,
        status if status.is_client_error() => INVALID_REQUEST,
        _ => SERVER_ERROR,
    }
}

/// Returns the body of an error. Its id is null, because the message may not have been parsed.
fn body(code: i32, message: &str, data: Map<String, Value>) -> Body {
    let mut error = json!({ "code": code, "message": message });
    if !data.is_empty() {
        error["data"] = data.into();
    }
    Body::from(json!({ "jsonrpc": "2.0", "id": null, "error": error }).to_string())
}
