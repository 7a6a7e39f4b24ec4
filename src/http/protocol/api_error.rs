/*!
Builds all error responses.
*/

use axum::body::Body;
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde_json::{Map, Value};

use crate::http::base_path::BasePath;
use crate::http::endpoints::Methods;
use crate::http::protocol::conditional::NO_STORE;
use crate::http::protocol::json::json_response;

/// An error response.
#[derive(Debug)]
pub(crate) struct ApiError {
    status: StatusCode,
    message: String,
    details: Map<String, Value>,
    headers: Vec<(HeaderName, HeaderValue)>,
    cause: Option<String>,
}

/// The cause of a 500, for the log and never for the client. It travels as an extension of the response.
#[derive(Clone)]
pub(crate) struct Cause(pub(crate) String);

#[derive(Serialize)]
struct ErrorBody<'e> {
    error: &'e str,
    #[serde(skip_serializing_if = "Map::is_empty")]
    details: &'e Map<String, Value>,
}

impl ApiError {
    /// The message of a 500.
    pub(crate) const FAILURE: &str = "the server failed to answer this request";

    /// Creates an error with a message for the client.
    pub(crate) fn new(status: StatusCode, message: impl Into<String>) -> Self {
        Self { status, message: message.into(), details: Map::new(), headers: Vec::new(), cause: None }
    }

    /// Takes the cause of a 500.
    pub(crate) fn take_cause(&mut self) -> Option<Cause> {
        self.cause.take().map(Cause)
    }

    /// Creates a 500. The cause is logged and not sent.
    pub(crate) fn internal(cause: impl Into<String>) -> Self {
        Self { cause: Some(cause.into()), ..Self::new(StatusCode::INTERNAL_SERVER_ERROR, Self::FAILURE) }
    }

    /// Creates a 429. `retry_after` is in seconds.
    pub(crate) fn too_many_requests(retry_after: u64) -> Self {
        let unit = if retry_after == 1 { "second" } else { "seconds" };
        let message = format!("too many requests: retry after {retry_after} {unit}");
        Self::new(StatusCode::TOO_MANY_REQUESTS, message)
            .detail("retryAfter", retry_after)
            .header(header::RETRY_AFTER, HeaderValue::from(retry_after))
    }

    /// Creates a 503 for lack of capacity. `retry_after` is in seconds.
    pub(crate) fn no_capacity(message: impl Into<String>, retry_after: u64) -> Self {
        Self::new(StatusCode::SERVICE_UNAVAILABLE, message)
            .detail("retryAfter", retry_after)
            .header(header::RETRY_AFTER, HeaderValue::from(retry_after))
    }

    /// Adds a member to `details`.
    pub(crate) fn detail(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.details.insert(name.to_owned(), value.into());
        self
    }

    /// Returns the message for the client.
    pub(crate) fn message(&self) -> &str {
        &self.message
    }

    /// Builds the body.
    pub(crate) fn body(&self) -> Vec<u8> {
        // Strings and numbers always serialize.
        serde_json::to_vec(&ErrorBody { error: &self.message, details: &self.details }).unwrap_or_default()
    }

    pub(crate) fn header(mut self, name: HeaderName, value: HeaderValue) -> Self {
        self.headers.push((name, value));
        self
    }
}

/// Converts a failure to read the index.
impl From<anyhow::Error> for ApiError {
    fn from(error: anyhow::Error) -> Self {
        Self::internal(format!("the index cannot be read: {error:#}"))
    }
}

/// Converts a failure to parse a record of the index.
impl From<serde_json::Error> for ApiError {
    fn from(error: serde_json::Error) -> Self {
        Self::internal(format!("a record of the index is damaged: {error}"))
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let mut response = json_response(Body::from(self.body()));
        *response.status_mut() = self.status;
        response.headers_mut().insert(header::CACHE_CONTROL, NO_STORE);
        response.headers_mut().extend(self.headers);
        if let Some(cause) = self.cause {
            response.extensions_mut().insert(Cause(cause));
        }
        response
    }
}

/// Creates the 404 for a path without an endpoint.
pub(crate) fn not_found(base_path: &BasePath) -> ApiError {
    let message = format!(
        "no endpoint has this path; the lists are {base_path}/api/v1/statutes, {base_path}/api/v1/cases, \
         {base_path}/api/v1/bills and {base_path}/api/v1/jurisdictions; {base_path}/docs describes every endpoint, and \
         {base_path}/openapi.json is its machine-readable form"
    );
    ApiError::new(StatusCode::NOT_FOUND, message)
}

/// Creates the 405 of an endpoint with these methods.
pub(crate) fn method_not_allowed(methods: Methods) -> ApiError {
    let message = match methods {
        Methods::Read => "this path is read-only: use GET or HEAD",
        Methods::Post => "this path reads a request body: use POST",
    };
    ApiError::new(StatusCode::METHOD_NOT_ALLOWED, message)
        .header(header::ALLOW, HeaderValue::from_static(methods.names()))
}
