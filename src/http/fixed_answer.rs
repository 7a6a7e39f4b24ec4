/*!
Answers that are the same whatever the build: made once for each process, in every coding.
*/

use axum::body::Bytes;
use axum::extract::Request;
use axum::http::{HeaderName, HeaderValue, header};
use axum::response::Response;
use sha2::{Digest, Sha256};

use super::build::Build;
use super::caching::known;
use super::content_coding::{ContentCoding, Encoded};
use super::hexadecimal::hexadecimal;
use super::params::Params;

/// The answer.
pub(super) struct FixedAnswer {
    media_type: HeaderValue,
    headers: &'static [(HeaderName, HeaderValue)],
    /// The body in each coding, with its tag.
    bodies: [(Encoded, HeaderValue); ContentCoding::ALL.len()],
}

impl FixedAnswer {
    /// An answer of this type, with these headers beside those of every answer.
    pub(super) fn new(media_type: &'static str, headers: &'static [(HeaderName, HeaderValue)], body: Bytes) -> Self {
        let digest = Sha256::digest(&body);
        let start = digest.iter().take(8).fold(0, |start, byte| start << 8 | u64::from(*byte));
        let bodies = ContentCoding::ALL.map(|coding| {
            let digits: String = hexadecimal::<16>(start).collect();
            let etag = HeaderValue::try_from(format!("\"{digits}-{}\"", coding.name()));
            (Encoded::new(body.clone(), coding), etag.expect("digits and letters are a header's value"))
        });
        Self { media_type: HeaderValue::from_static(media_type), headers, bodies }
    }

    /// Answers a request, which may have no parameters.
    pub(super) fn answer(&self, build: &Build, request: &Request) -> Response {
        let checked = Params::parse(request.uri().query(), &[]).finish();
        build.named(checked.map(|()| {
            let (body, etag) = &self.bodies[ContentCoding::wanted_by(request.headers()) as usize];
            if let Some(etag) = known(request.headers(), || etag.clone()) {
                return build.caching.not_modified(etag);
            }
            let mut response = body.clone().into_response();
            build.caching.add_tag(&mut response, etag.clone());
            response.headers_mut().insert(header::CONTENT_TYPE, self.media_type.clone());
            response.headers_mut().extend(self.headers.iter().cloned());
            response
        }))
    }
}
