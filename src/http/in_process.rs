/*!
Answers API requests within the process, with the router of the service and without a server.

The only client is the user of the program, so the limits that protect other clients do not apply: there is no rate
limit and no handler timeout, and an export waits for its reader.
*/

use std::future::poll_fn;
use std::io::{self, Read};
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result};
use axum::body::{Body, Bytes, HttpBody};
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use lexdex_index::Index;
use tokio::runtime::{Builder, Runtime};

use crate::http::base_path::BasePath;
use crate::http::client::client_key::ClientKey;
use crate::http::mcp::access::McpOptions;
use crate::http::mcp::json_rpc;
use crate::http::protocol::api_error::Cause;
use crate::http::protocol::request_body::MediaType;
use crate::http::protocol::uri_limit;
use crate::http::router::Router;
use crate::http::site::branding::Branding;
use crate::http::site::pages::PageShell;
use crate::http::snapshot::current_snapshot::CurrentSnapshot;
use crate::http::snapshot::options::SnapshotOptions;
use crate::http::transport::timeouts::Timeouts;

/// The maximum time for which an export waits for its reader, such as `less`.
const PATIENCE: Duration = Duration::from_secs(365 * 24 * 60 * 60);

/// The API over an index.
pub(crate) struct InProcess {
    router: Arc<Router>,
    runtime: Arc<Runtime>,
}

/// A response of the API.
pub(crate) struct InProcessResponse {
    pub(crate) status: u16,
    headers: HeaderMap,
    /// The cause of a failure, which a server writes into its log.
    pub(crate) cause: Option<String>,
    pub(crate) body: InProcessBody,
}

/// The body of a response, as a reader.
pub(crate) struct InProcessBody {
    body: Body,
    /// The unread bytes of the current chunk.
    chunk: Bytes,
    runtime: Arc<Runtime>,
}

impl InProcess {
    /// Creates the API over an index.
    pub(crate) fn new(index: Index) -> Result<Self> {
        // No request is repeated, so a cache would be of no use.
        let options = SnapshotOptions { cache_bytes: 0, ..SnapshotOptions::default() };
        let current = Arc::new(CurrentSnapshot::new(Arc::new(index), options));
        let timeouts = Timeouts { take: PATIENCE, take_grace: PATIENCE, ..Timeouts::default() };
        let router = Router::new(
            current,
            BasePath::default(),
            &Branding::default(),
            PageShell::new(&BasePath::default(), &Branding::default()),
            &timeouts,
            McpOptions::default(),
        );
        let runtime = Builder::new_current_thread().enable_all().build().context("cannot start a thread")?;
        Ok(Self { router: Arc::new(router), runtime: Arc::new(runtime) })
    }

    /// Answers a GET of a target, or a POST if `text` is given. Follows a redirect.
    pub(crate) fn send(&self, target: &str, text: Option<&str>) -> Result<InProcessResponse> {
        let response = self.send_once(target, text)?;
        let location = response.headers().get(header::LOCATION).and_then(|location| location.to_str().ok());
        let response = match (response.status(), location) {
            (StatusCode::PERMANENT_REDIRECT, Some(location)) => self.send_once(location, text)?,
            _ => response,
        };
        Ok(self.received(response))
    }

    /// Posts a message of the Model Context Protocol.
    pub(crate) fn post_message(&self, json: &str, headers: &[(&'static str, String)]) -> Result<InProcessResponse> {
        let mut request = post(json, MediaType::Json);
        *request.uri_mut() = Uri::from_static("/mcp");
        for (name, value) in headers {
            let value = HeaderValue::try_from(value).with_context(|| format!("{name} has an invalid value"))?;
            request.headers_mut().insert(*name, value);
        }
        let response = self.respond(request);
        let is_error = !response.status().is_success();
        // The service does this in its outermost middleware.
        let response = if is_error { self.runtime.block_on(json_rpc::from_api_error(response)) } else { response };
        Ok(self.received(response))
    }

    fn received(&self, response: Response) -> InProcessResponse {
        let (mut head, body) = response.into_parts();
        InProcessResponse {
            status: head.status.as_u16(),
            cause: head.extensions.remove::<Cause>().map(|Cause(cause)| cause),
            headers: head.headers,
            body: InProcessBody { body, chunk: Bytes::new(), runtime: Arc::clone(&self.runtime) },
        }
    }

    fn send_once(&self, target: &str, text: Option<&str>) -> Result<Response> {
        if let Err(error) = uri_limit::check_bytes(target.len()) {
            return Ok(error.into_response());
        }
        let mut request = match text {
            None => Request::new(Body::empty()),
            Some(text) => post(text, MediaType::PlainText),
        };
        *request.uri_mut() = Uri::try_from(target).with_context(|| format!("{target} is not a valid URL"))?;
        Ok(self.respond(request))
    }

    fn respond(&self, mut request: Request) -> Response {
        request.extensions_mut().insert(ClientKey::OverSocket);
        let Ok(response) = self.runtime.block_on(Arc::clone(&self.router).respond(request));
        response
    }
}

/// Builds a POST of a text.
fn post(text: &str, media_type: MediaType) -> Request {
    let mut request = Request::new(Body::from(text.to_owned()));
    *request.method_mut() = Method::POST;
    let media_type = HeaderValue::from_static(media_type.as_str());
    request.headers_mut().insert(header::CONTENT_TYPE, media_type);
    request
}

impl InProcessResponse {
    /// Returns the media type of the body.
    pub(crate) fn content_type(&self) -> Option<&str> {
        self.headers.get(header::CONTENT_TYPE)?.to_str().ok()
    }
}

impl Read for InProcessBody {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        while self.chunk.is_empty() {
            let body = &mut self.body;
            let frame = self.runtime.block_on(poll_fn(|context| Pin::new(&mut *body).poll_frame(context)));
            match frame {
                None => return Ok(0),
                Some(frame) => self.chunk = frame.map_err(io::Error::other)?.into_data().unwrap_or_default(),
            }
        }
        let n_bytes = self.chunk.len().min(into.len());
        into[..n_bytes].copy_from_slice(&self.chunk.split_to(n_bytes));
        Ok(n_bytes)
    }
}
