/*!
Answers that are the same whatever the build: made once for each process, in every coding, when the first client asks.
*/

use std::sync::OnceLock;

use axum::body::Bytes;
use axum::extract::Request;
use axum::http::{HeaderName, HeaderValue, header};
use axum::response::Response;
use sha2::{Digest, Sha256};
use tokio::task::spawn_blocking;

use crate::http::protocol::api_error::ApiError;
use crate::http::protocol::conditional::known;
use crate::http::protocol::content_coding::{ContentCoding, Encoded};
use crate::http::request::params::Params;
use crate::http::snapshot::current_snapshot::Builds;
use crate::http::snapshot::snapshot::Build;

/// The answer.
pub(crate) struct FixedAnswer {
    media_type: &'static str,
    headers: &'static [(HeaderName, HeaderValue)],
    body: fn() -> Bytes,
    bodies: OnceLock<Bodies>,
}

/// The body in each coding, with its tag.
type Bodies = [(Encoded, HeaderValue); ContentCoding::ALL.len()];

impl FixedAnswer {
    /// An answer of this type, with these headers beside those of every answer.
    pub(crate) const fn new(
        media_type: &'static str,
        headers: &'static [(HeaderName, HeaderValue)],
        body: fn() -> Bytes,
    ) -> Self {
        Self { media_type, headers, body, bodies: OnceLock::new() }
    }

    /// Answers a request, which may have no parameters.
    pub(crate) async fn answer(&'static self, builds: &Builds, request: Request) -> Response {
        let build = builds.current();
        let answer = match self.bodies().await {
            Ok(bodies) => self.answer_with(bodies, &build, &request),
            Err(error) => Err(error),
        };
        build.named(answer)
    }

    fn answer_with(&self, bodies: &Bodies, build: &Build, request: &Request) -> Result<Response, ApiError> {
        Params::parse(request.uri().query(), &[]).finish()?;
        let (body, etag) = &bodies[ContentCoding::wanted_by(request.headers()) as usize];
        if let Some(etag) = known(request.headers(), || etag.clone()) {
            return Ok(build.caching.not_modified(etag));
        }
        let mut response = body.clone().into_response();
        build.caching.add_tag(&mut response, etag.clone());
        response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(self.media_type));
        response.headers_mut().extend(self.headers.iter().cloned());
        Ok(response)
    }

    /// The bodies; the first time they are made where nobody else waits for it.
    async fn bodies(&'static self) -> Result<&'static Bodies, ApiError> {
        if let Some(bodies) = self.bodies.get() {
            return Ok(bodies);
        }
        let made = spawn_blocking(|| self.bodies.get_or_init(|| coded((self.body)()))).await;
        made.map_err(|error| ApiError::internal(format!("a page was not made: {error}")))
    }
}

fn coded(body: Bytes) -> Bodies {
    let digest = Sha256::digest(&body);
    let digits = const_hex::encode(&digest[..8]);
    ContentCoding::ALL.map(|coding| {
        let etag = HeaderValue::try_from(format!("\"{digits}-{}\"", coding.name()));
        (Encoded::new(body.clone(), coding), etag.expect("digits and letters are a header's value"))
    })
}
