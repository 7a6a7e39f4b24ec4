/*!
Errors as messages of JSON-RPC.
*/

use axum::body::{Body, to_bytes};
use axum::http::{StatusCode, header};
use axum::response::Response;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::http::protocol::conditional::NO_STORE;
use crate::http::protocol::json::json_response;

/// The codes of JSON-RPC.
pub(crate) const PARSE_ERROR: i32 = -32_700;
pub(crate) const INVALID_REQUEST: i32 = -32_600;
pub(crate) const INTERNAL_ERROR: i32 = -32_603;
/// The first of the codes that are left to servers.
const SERVER_ERROR: i32 = -32_000;

/// The body of an error of the API.
#[derive(Deserialize)]
struct ParsedError {
    error: String,
    #[serde(default)]
    details: Map<String, Value>,
}

/// A response with an error. `id` is that of the message, or null if it has not been read.
pub(crate) fn error_response(status: StatusCode, code: i32, message: &str, id: &Value) -> Response {
    let mut response = json_response(body(code, message, Map::new(), id));
    *response.status_mut() = status;
    response.headers_mut().insert(header::CACHE_CONTROL, NO_STORE);
    response
}

/// Gives an error of the API the body of an error of JSON-RPC, which clients show. Its status and its headers stay. A
/// response with another body stays as it is, and so does a 404, which is that of every unknown path where `/mcp` is off.
pub(crate) async fn from_api_error(response: Response) -> Response {
    if response.status() == StatusCode::NOT_FOUND {
        return response;
    }
    let (head, body) = response.into_parts();
    // The body is in memory as a whole.
    let bytes = to_bytes(body, usize::MAX).await.unwrap_or_default();
    let body = match serde_json::from_slice::<ParsedError>(&bytes) {
        Ok(ParsedError { error, details }) => self::body(code(head.status), &error, details, &Value::Null),
        Err(_) => Body::from(bytes),
    };
    Response::from_parts(head, body)
}

/// The code of an error with this status.
fn code(status: StatusCode) -> i32 {
    match status {
        StatusCode::FORBIDDEN | StatusCode::REQUEST_TIMEOUT | StatusCode::TOO_MANY_REQUESTS => SERVER_ERROR,
        StatusCode::INTERNAL_SERVER_ERROR => INTERNAL_ERROR,
        status if status.is_client_error() => INVALID_REQUEST,
        _ => SERVER_ERROR,
    }
}

fn body(code: i32, message: &str, data: Map<String, Value>, id: &Value) -> Body {
    let mut error = json!({ "code": code, "message": message });
    if !data.is_empty() {
        error["data"] = data.into();
    }
    Body::from(json!({ "jsonrpc": "2.0", "id": id, "error": error }).to_string())
}
