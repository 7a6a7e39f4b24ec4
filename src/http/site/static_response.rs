/*!
Responses that do not depend on the index. The body is rendered and compressed once per content coding, at the first
request for it.
*/

use std::fmt::Display;
use std::sync::{Arc, OnceLock};

use axum::body::Bytes;
use axum::extract::Request;
use axum::http::{HeaderName, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use sha2::{Digest, Sha256};
use tokio::task::spawn_blocking;

use crate::http::protocol::api_error::ApiError;
use crate::http::protocol::conditional::{CachePolicy, matching_etag};
use crate::http::protocol::content_coding::{ContentCoding, EncodedBody};
use crate::http::request::params::Params;

/// A response with a fixed body.
pub(crate) struct StaticResponse {
    media_type: &'static str,
    headers: &'static [(HeaderName, HeaderValue)],
    render: Box<dyn Fn() -> Bytes + Send + Sync>,
    /// The body in each content coding, with its `ETag`.
    bodies: [OnceLock<(EncodedBody, HeaderValue)>; ContentCoding::ALL.len()],
}

/// Returns the headers that restrict what a browser may do with a page and its files.
pub(crate) const fn security_headers(content_security_policy: &'static str) -> [(HeaderName, HeaderValue); 3] {
    [
        (header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(content_security_policy)),
        (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
        (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
    ]
}

impl StaticResponse {
    /// Creates a response of this media type, with additional headers.
    pub(crate) fn new(
        media_type: &'static str,
        headers: &'static [(HeaderName, HeaderValue)],
        render: impl Fn() -> Bytes + Send + Sync + 'static,
    ) -> Self {
        Self { media_type, headers, render: Box::new(render), bodies: Default::default() }
    }

    /// Responds to a request. The response is a 400 if it has parameters other than `build`, which has no effect.
    pub(crate) async fn respond(self: Arc<Self>, policy: CachePolicy, request: Request) -> Response {
        match Params::parse(request.uri().query(), &[]).finish() {
            Ok(()) => self.respond_to_any_query(policy, request).await,
            Err(error) => error.into_response(),
        }
    }

    /// Responds to a request with any parameters.
    pub(crate) async fn respond_to_any_query(self: Arc<Self>, policy: CachePolicy, request: Request) -> Response {
        let coding = ContentCoding::negotiate(request.headers());
        let (body, etag) = match self.body(coding).await {
            Ok(body) => body,
            Err(error) => return error.into_response(),
        };
        if let Some(etag) = matching_etag(request.headers(), || etag.clone()) {
            return policy.not_modified(etag);
        }
        let mut response = body.clone().into_response();
        policy.add_headers(&mut response, etag.clone());
        response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(self.media_type));
        response.headers_mut().extend(self.headers.iter().cloned());
        response
    }

    /// Returns the body in a content coding. It is rendered at the first request, on a blocking thread, so that other
    /// requests need not wait.
    async fn body(self: &Arc<Self>, coding: ContentCoding) -> Result<&(EncodedBody, HeaderValue), ApiError> {
        if self.bodies[coding as usize].get().is_none() {
            let this = Arc::clone(self);
            let made = spawn_blocking(move || {
                this.bodies[coding as usize].get_or_init(|| encoded((this.render)(), coding));
            });
            made.await.map_err(cannot_render)?;
        }
        self.bodies[coding as usize].get().ok_or_else(|| cannot_render("the body is missing"))
    }
}

fn cannot_render(cause: impl Display) -> ApiError {
    ApiError::internal(format!("cannot render a static response: {cause}"))
}

fn encoded(body: Bytes, coding: ContentCoding) -> (EncodedBody, HeaderValue) {
    let digest = Sha256::digest(&body);
    let etag = HeaderValue::try_from(format!("\"{}-{}\"", const_hex::encode(&digest[..8]), coding.name()));
    (EncodedBody::new(body, coding), etag.expect("digits and letters are a header's value"))
}
