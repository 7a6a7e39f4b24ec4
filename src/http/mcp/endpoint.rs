/*!
`POST /mcp`.
*/

use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes, to_bytes};
use axum::extract::Request;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use serde::de::IgnoredAny;
use serde_json::{Value, json};

use crate::http::client::client_key::ClientKey;
use crate::http::mcp::access::McpOptions;
use crate::http::mcp::api::Api;
use crate::http::mcp::exchange::Exchange;
use crate::http::mcp::repeated_member::repeated_member;
use crate::http::mcp::server::McpServer;
use crate::http::protocol::api_error::ApiError;
use crate::http::protocol::conditional::NO_STORE;
use crate::http::protocol::json::json_response;
use crate::http::protocol::request_body::{self, MAX_BODY_BYTES, MediaType};
use crate::http::snapshot::snapshot::BUILD_HEADER;

/// The maximum length of an error message of rmcp.
const MAX_MESSAGE_BYTES: usize = 4 << 10;

/// The codes of JSON-RPC for a body that is no message.
const PARSE_ERROR: i32 = -32_700;
const INVALID_REQUEST: i32 = -32_600;

/// The endpoint and its settings.
pub(crate) struct Mcp {
    options: McpOptions,
    service: StreamableHttpService<McpServer, NeverSessionManager>,
    /// The time for the body of a request.
    body_time: Duration,
}

impl Mcp {
    pub(crate) fn new(api: Api, options: McpOptions) -> Self {
        let body_time = api.body_time;
        // Sessions would be lost on other replicas and after a restart. Hosts and origins are checked here, with errors
        // that name the setting, and the body is bounded before rmcp sees it.
        let config = StreamableHttpServerConfig::default()
            .with_legacy_session_mode(false)
            .with_json_response(true)
            .with_max_request_body_bytes(MAX_BODY_BYTES)
            .disable_allowed_hosts()
            .disable_allowed_origins();
        let server = McpServer::new(api);
        let service = StreamableHttpService::new(move || Ok(server.clone()), Arc::default(), config);
        Self { options, service, body_time }
    }

    /// Returns whether it is served.
    pub(crate) fn is_enabled(&self) -> bool {
        self.options.is_enabled
    }

    /// Answers a message.
    pub(crate) async fn post(self: Arc<Self>, request: Request) -> Response {
        let (mut head, body) = request.into_parts();
        if let Err(error) = self.options.check(&head) {
            return error.into_response();
        }
        let body = match request_body::read(&head, body, &[MediaType::Json], self.body_time).await {
            Ok(body) => Bytes::from(body.text),
            Err(error) => return error.into_response(),
        };
        if let Some(name) = repeated_member(&body) {
            return json_rpc_error(INVALID_REQUEST, &format!("Invalid Request: the member {name} is there twice"));
        }
        // Only tests send requests without a key. All of them are one client.
        let client = head.extensions.get().copied().unwrap_or(ClientKey::OverSocket);
        let exchange = Arc::new(Exchange::new(client));
        head.extensions.insert(Arc::clone(&exchange));
        // rmcp calls a body that is no message 415.
        let is_json = || serde_json::from_slice::<IgnoredAny>(&body).is_ok();
        let request = Request::from_parts(head, Body::from(body.clone()));
        let mut response = readable(self.service.handle(request).await.map(Body::new), is_json).await;
        let headers = response.headers_mut();
        headers.insert(header::CACHE_CONTROL, NO_STORE);
        if let Some(build) = exchange.build.get() {
            headers.insert(BUILD_HEADER, build.clone());
        }
        if let Some(cause) = exchange.cause.get() {
            *response.status_mut() = StatusCode::INTERNAL_SERVER_ERROR;
            response.extensions_mut().insert(cause.clone());
        }
        response
    }
}

/// Gives rmcp's refusals, which are plain text, a body that programs can read.
async fn readable(response: Response, is_json: impl FnOnce() -> bool) -> Response {
    let status = response.status();
    let is_json_already = response
        .headers()
        .get(header::CONTENT_TYPE)
        .is_some_and(|media_type| media_type == HeaderValue::from_static("application/json"));
    if status.is_success() || is_json_already {
        return response;
    }
    if status == StatusCode::UNSUPPORTED_MEDIA_TYPE {
        let (code, message) = if is_json() {
            (INVALID_REQUEST, "Invalid Request: the body is not one JSON-RPC message of the protocol")
        } else {
            (PARSE_ERROR, "Parse error: the body is not JSON")
        };
        return json_rpc_error(code, message);
    }
    let message = to_bytes(response.into_body(), MAX_MESSAGE_BYTES).await.unwrap_or_default();
    let message = String::from_utf8_lossy(&message);
    if status.is_server_error() {
        return ApiError::internal(message).into_response();
    }
    ApiError::new(status, message).into_response()
}

/// The response to a body that is no message.
fn json_rpc_error(code: i32, message: &str) -> Response {
    let error = json!({ "jsonrpc": "2.0", "id": Value::Null, "error": { "code": code, "message": message } });
    let mut response = json_response(Body::from(error.to_string()));
    *response.status_mut() = StatusCode::BAD_REQUEST;
    response
}
