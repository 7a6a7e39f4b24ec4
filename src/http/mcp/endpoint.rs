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
use serde_json::Value;

use crate::http::client::client_key::ClientKey;
use crate::http::mcp::accept;
use crate::http::mcp::access::McpOptions;
use crate::http::mcp::api::Api;
use crate::http::mcp::arguments::Arguments;
use crate::http::mcp::exchange::Exchange;
use crate::http::mcp::json_rpc::{self, INTERNAL_ERROR, INVALID_REQUEST, PARSE_ERROR};
use crate::http::mcp::outcome::call_tool;
use crate::http::mcp::plain_call::PlainCall;
use crate::http::mcp::server::McpServer;
use crate::http::mcp::unique_members::{self, Fault, MAX_VALUES};
use crate::http::protocol::api_error::{ApiError, Cause};
use crate::http::protocol::conditional::NO_STORE;
use crate::http::protocol::json::json_response;
use crate::http::protocol::request_body::{self, MAX_BODY_BYTES, MediaType};
use crate::http::snapshot::snapshot::BUILD_HEADER;

/// The maximum length of an error message of rmcp in bytes.
const MAX_MESSAGE_BYTES: usize = 4 << 10;

/// The `Accept` that rmcp requires. The endpoint has already checked the client's own header.
const BOTH_MEDIA_TYPES: HeaderValue = HeaderValue::from_static("application/json, text/event-stream");
const ANY_HOST: HeaderValue = HeaderValue::from_static("localhost");

/// The media type of messages.
const JSON: HeaderValue = HeaderValue::from_static("application/json");

/// The endpoint and its settings.
pub(crate) struct Mcp {
    options: McpOptions,
    api: Arc<Api>,
    service: StreamableHttpService<McpServer, NeverSessionManager>,
    /// The maximum time for the body of a request.
    body_time: Duration,
}

impl Mcp {
    pub(crate) fn new(api: Api, options: McpOptions) -> Self {
        let body_time = api.body_time;
        // No sessions, because they would be lost on other replicas and after a restart. The endpoint itself checks
        // hosts and origins, with errors that name the setting, and limits the body before rmcp reads it.
        let config = StreamableHttpServerConfig::default()
            .with_legacy_session_mode(false)
            .with_json_response(true)
            .with_max_request_body_bytes(MAX_BODY_BYTES)
            .disable_allowed_hosts()
            .disable_allowed_origins();
        let api = Arc::new(api);
        let server = McpServer::new(Arc::clone(&api));
        let service = StreamableHttpService::new(move || Ok(server.clone()), Arc::default(), config);
        Self { options, api, service, body_time }
    }

    /// Returns whether the endpoint is enabled.
    pub(crate) fn is_enabled(&self) -> bool {
        self.options.is_enabled
    }

    /// Answers a message. Errors are API errors, which the access log middleware converts to JSON-RPC.
    pub(crate) async fn post(self: Arc<Self>, request: Request) -> Response {
        self.respond(request).await.unwrap_or_else(IntoResponse::into_response)
    }

    async fn respond(&self, request: Request) -> Result<Response, ApiError> {
        let (mut head, body) = request.into_parts();
        self.options.check(&head)?;
        accept::check(&head.headers)?;
        let body = request_body::read(&head, body, &[MediaType::Json], self.body_time).await?;
        let body = Bytes::from(body.text);
        let exchange = Arc::new(Exchange::new(ClientKey::of(&head.extensions)));
        let call = match unique_members::parse(&body) {
            Ok(message) => PlainCall::read(&head.headers, message),
            Err(Fault::Malformed) => None,
            Err(Fault::TooManyValues) => {
                return Ok(invalid_request(&format!("Invalid Request: the message has more than {MAX_VALUES} values")));
            }
            Err(Fault::Repeated(name)) => {
                return Ok(invalid_request(&format!("Invalid Request: the member {name} appears twice")));
            }
        };
        let mut response = match call {
            Some(call) => self.answer(call, &exchange).await,
            None => {
                head.headers.insert(header::ACCEPT, BOTH_MEDIA_TYPES);
                head.headers.insert(header::HOST, ANY_HOST);
                head.extensions.insert(Arc::clone(&exchange));
                let request = Request::from_parts(head, Body::from(body.clone()));
                let response = self.service.handle(request).await.map(Body::new);
                if response.status().is_success() { response } else { refusal(response, &body).await? }
            }
        };
        let headers = response.headers_mut();
        headers.insert(header::CACHE_CONTROL, NO_STORE);
        if let Some(build) = exchange.build() {
            headers.insert(BUILD_HEADER, build.clone());
        }
        if let Some(cause) = exchange.cause() {
            *response.status_mut() = StatusCode::INTERNAL_SERVER_ERROR;
            response.extensions_mut().insert(cause.clone());
        }
        Ok(response)
    }

    /// Answers a plain tool call.
    async fn answer(&self, mut call: PlainCall, exchange: &Exchange) -> Response {
        let arguments = Arguments::new(call.arguments.take());
        let outcome = call_tool(&self.api, call.kind, arguments, exchange).await;
        let response = outcome.and_then(|outcome| call.response(&outcome).map_err(|error| Cause(error.to_string())));
        match response {
            Ok(response) => json_response(Body::from(response)),
            Err(cause) => {
                exchange.set_cause(cause);
                let status = StatusCode::INTERNAL_SERVER_ERROR;
                json_rpc::error_response(status, INTERNAL_ERROR, ApiError::FAILURE, &call.id)
            }
        }
    }
}

/// Converts a refusal by rmcp, which may be plain text, to a JSON-RPC error.
async fn refusal(response: Response, body: &[u8]) -> Result<Response, ApiError> {
    let status = response.status();
    let is_json = response.headers().get(header::CONTENT_TYPE).is_some_and(|media_type| media_type == JSON);
    if is_json {
        return Ok(response);
    }
    // rmcp responds with 415 to a body that is not a message.
    if status == StatusCode::UNSUPPORTED_MEDIA_TYPE {
        return Ok(match serde_json::from_slice::<IgnoredAny>(body) {
            Ok(_) => {
                invalid_request("Invalid Request: the body is not one JSON-RPC message (batches are not accepted)")
            }
            Err(_) => {
                let message = "Parse error: the body is not JSON";
                json_rpc::error_response(StatusCode::BAD_REQUEST, PARSE_ERROR, message, &Value::Null)
            }
        });
    }
    let message = to_bytes(response.into_body(), MAX_MESSAGE_BYTES).await.unwrap_or_default();
    let message = String::from_utf8_lossy(&message);
    match status.is_server_error() {
        true => Err(ApiError::internal(message)),
        false => Err(ApiError::new(status, message)),
    }
}

/// Returns the response to a body that is not a message.
fn invalid_request(message: &str) -> Response {
    json_rpc::error_response(StatusCode::BAD_REQUEST, INVALID_REQUEST, message, &Value::Null)
}
