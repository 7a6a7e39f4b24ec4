/*!
`POST /mcp`.
*/

use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};

use crate::http::client::client_key::ClientKey;
use crate::http::mcp::access::McpOptions;
use crate::http::mcp::api::Api;
use crate::http::mcp::server::{McpServer, MessageExchange};
use crate::http::mcp::{json_rpc, unique_members};
use crate::http::protocol::api_error::ApiError;
use crate::http::protocol::conditional::NO_STORE;
use crate::http::protocol::request_body::{self, MAX_BODY_BYTES, MediaType};
use crate::http::snapshot::snapshot::BUILD_HEADER;

/// The maximum length of an error message of rmcp in bytes.
const MAX_MESSAGE_BYTES: usize = 4 << 10;

/// The `Accept` that rmcp requires. Clients may send any other, because every response is JSON.
const BOTH_MEDIA_TYPES: HeaderValue = HeaderValue::from_static("application/json, text/event-stream");

/// The `Host` of every message. rmcp refuses one without it even if all hosts are allowed.
const ANY_HOST: HeaderValue = HeaderValue::from_static("localhost");

/// The media type of messages.
const JSON: HeaderValue = HeaderValue::from_static("application/json");

/// The endpoint and its settings.
pub(crate) struct Mcp {
    options: McpOptions,
    service: StreamableHttpService<McpServer, NeverSessionManager>,
    /// The maximum time for the body of a request.
    body_time: Duration,
}

impl Mcp {
    pub(crate) fn new(api: Api, options: McpOptions) -> Self {
        let body_time = api.body_time;
        // No sessions, because they would be lost on other replicas and after a restart. The endpoint itself checks
        // origins, with errors that name the setting, and limits the body before rmcp reads it.
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

    /// Returns whether the endpoint is enabled.
    pub(crate) fn is_enabled(&self) -> bool {
        self.options.is_enabled
    }

    /// Answers a message. The access log middleware converts API errors to JSON-RPC.
    pub(crate) async fn post(self: Arc<Self>, request: Request) -> Response {
        self.respond(request).await.unwrap_or_else(IntoResponse::into_response)
    }

    async fn respond(&self, request: Request) -> Result<Response, ApiError> {
        let (mut head, body) = request.into_parts();
        self.options.check(&head.headers)?;
        let body = request_body::read(&head, body, &[MediaType::Json], self.body_time).await?;
        match unique_members::check(body.text.as_bytes()) {
            Ok(()) => {}
            Err(error) if error.is_data() => return Err(invalid_request(&error.to_string())),
            Err(error) => return Ok(json_rpc::parse_error(&error)),
        }
        let exchange = Arc::new(MessageExchange::new(ClientKey::from_extensions(&head.extensions)));
        head.headers.insert(header::ACCEPT, BOTH_MEDIA_TYPES);
        head.headers.insert(header::HOST, ANY_HOST);
        head.extensions.insert(Arc::clone(&exchange));
        let response = self.service.handle(Request::from_parts(head, Body::from(body.text))).await.map(Body::new);
        let mut response = if response.status().is_success() { response } else { refusal(response).await? };
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
}

/// Converts a refusal by rmcp, which may be plain text, to a JSON-RPC error.
async fn refusal(response: Response) -> Result<Response, ApiError> {
    let status = response.status();
    if response.headers().get(header::CONTENT_TYPE).is_some_and(|media_type| media_type == JSON) {
        return Ok(response);
    }
    // rmcp responds with 415 to JSON that is not a message.
    if status == StatusCode::UNSUPPORTED_MEDIA_TYPE {
        return Err(invalid_request("the body is not one JSON-RPC message (batches are not accepted)"));
    }
    let message = to_bytes(response.into_body(), MAX_MESSAGE_BYTES).await.unwrap_or_default();
    let message = String::from_utf8_lossy(&message);
    match status.is_server_error() {
        true => Err(ApiError::internal(message)),
        false => Err(ApiError::new(status, message)),
    }
}

/// Returns the error for a body that is not a message.
fn invalid_request(reason: &str) -> ApiError {
    ApiError::new(StatusCode::BAD_REQUEST, format!("Invalid Request: {reason}"))
}
