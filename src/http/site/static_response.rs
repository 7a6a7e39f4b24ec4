/*!
Responses that do not depend on the index. The body is made and compressed once per process, for the first request.
*/

use std::sync::OnceLock;

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
    body: fn() -> Bytes,
    bodies: OnceLock<Bodies>,
}

/// The body in each content coding, with its entity tag.
type Bodies = [(EncodedBody, HeaderValue); ContentCoding::ALL.len()];

impl StaticResponse {
    /// A response of this media type, with these headers besides those of every response.
    pub(crate) const fn new(
        media_type: &'static str,
        headers: &'static [(HeaderName, HeaderValue)],
        body: fn() -> Bytes,
    ) -> Self {
        Self { media_type, headers, body, bodies: OnceLock::new() }
    }

    /// Responds to a request, which must have no parameters.
    pub(crate) async fn respond(&'static self, policy: CachePolicy, request: Request) -> Response {
        match self.bodies().await {
            Ok(bodies) => self.respond_with(bodies, &policy, &request).into_response(),
            Err(error) => error.into_response(),
        }
    }

    fn respond_with(&self, bodies: &Bodies, policy: &CachePolicy, request: &Request) -> Result<Response, ApiError> {
        Params::parse(request.uri().query(), &[]).finish()?;
        let (body, etag) = &bodies[ContentCoding::negotiate(request.headers()) as usize];
        if let Some(etag) = matching_etag(request.headers(), || etag.clone()) {
            return Ok(policy.not_modified(etag));
        }
        let mut response = body.clone().into_response();
        policy.add_headers(&mut response, etag.clone());
        response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(self.media_type));
        response.headers_mut().extend(self.headers.iter().cloned());
        Ok(response)
    }

    /// The bodies. They are made on a blocking thread the first time, so that other requests need not wait.
    async fn bodies(&'static self) -> Result<&'static Bodies, ApiError> {
        if let Some(bodies) = self.bodies.get() {
            return Ok(bodies);
        }
        let bodies = spawn_blocking(|| self.bodies.get_or_init(|| encoded((self.body)()))).await;
        bodies.map_err(|error| ApiError::internal(format!("cannot render a static response: {error}")))
    }
}

fn encoded(body: Bytes) -> Bodies {
    let digest = Sha256::digest(&body);
    let digits = const_hex::encode(&digest[..8]);
    ContentCoding::ALL.map(|coding| {
        let etag = HeaderValue::try_from(format!("\"{digits}-{}\"", coding.name()));
        (EncodedBody::new(body.clone(), coding), etag.expect("digits and letters are a header's value"))
    })
}
