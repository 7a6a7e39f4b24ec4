/*!
HTTP caching: validators, `Cache-Control` and conditional requests.

A response depends on the build, the request and the program that renders it, so its `ETag` consists of the build id,
the representation version and a digest of the path, the canonical query string and the content coding. Requests that
spell a value differently (`ca` and `CA`) get different tags. `Last-Modified` is the latest `last_updated` of a record in
the manifest, so that all replicas of a build send the same. `If-Modified-Since` is ignored, because a day is too coarse
to distinguish builds.

Each content coding has its own tag, because the bytes differ. `If-None-Match` is compared with the tag of the
negotiated coding (RFC 9110, 13.1.2). A client with another coding in its cache gets the full response, because a 304
would attach the new tag to the cached bytes (RFC 9111, 4.3.4). A response too short to be compressed also has the tag
of the negotiated coding, so that the tag is known before the response is built.
*/

use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::{SystemTime, UNIX_EPOCH};

use axum::body::{Body, Bytes, HttpBody};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::Response;
use hyper::body::Frame;
use jiff::tz::TimeZone;
use lexdex_core::model::Date;
use lexdex_index::Index;
use sha2::{Digest, Sha256};

use crate::http::protocol::content_coding::{ContentCoding, VARY};

/// The `Cache-Control` of errors and health checks.
pub(crate) const NO_STORE: HeaderValue = HeaderValue::from_static("no-store");

/// The version of the rendering of responses. Raise it with every change that alters the bytes of a response to the
/// same request on the same index, so that clients drop what they have cached. `tests/integration/etags.rs` detects
/// such a change by a digest of many responses.
const REPRESENTATION_VERSION: u32 = 4;

/// The number of digits of the build id that a tag contains.
const BUILD_DIGITS: usize = 16;

/// The number of bytes of the digest that a tag contains.
const DIGEST_BYTES: usize = 8;

/// The time for which clients and proxies may reuse a successful response without revalidation.
#[derive(Clone)]
pub(crate) struct CachePolicy {
    max_age_secs: u64,
    cache_control: HeaderValue,
}

impl CachePolicy {
    /// Creates a policy that allows reuse for this many seconds.
    pub(crate) fn new(max_age_secs: u64) -> Self {
        Self { max_age_secs, cache_control: header_value(format!("public, max-age={max_age_secs}")) }
    }

    /// Creates a policy that requires revalidation at every use.
    pub(crate) fn revalidate() -> Self {
        Self { max_age_secs: 0, cache_control: HeaderValue::from_static("no-cache") }
    }

    /// Returns the seconds for which a response may be reused.
    pub(crate) fn max_age_secs(&self) -> u64 {
        self.max_age_secs
    }

    /// Adds `ETag` and `Cache-Control`.
    pub(crate) fn add_headers(&self, response: &mut Response, etag: HeaderValue) {
        response.headers_mut().insert(header::ETAG, etag);
        self.add_cache_control(response);
    }

    /// Adds `Cache-Control`.
    pub(crate) fn add_cache_control(&self, response: &mut Response) {
        response.headers_mut().insert(header::CACHE_CONTROL, self.cache_control.clone());
    }

    /// Builds a 304 with the headers that a cache needs to refresh the response it holds.
    pub(crate) fn not_modified(&self, etag: HeaderValue) -> Response {
        let mut response = Response::new(Body::new(NoBody));
        *response.status_mut() = StatusCode::NOT_MODIFIED;
        response.headers_mut().insert(header::VARY, VARY);
        self.add_headers(&mut response, etag);
        response
    }
}

/// The validators of the responses from one index.
#[derive(Clone)]
pub(crate) struct Validators {
    /// The common prefix of all tags: the start of the build id, and the representation version.
    tag_start: String,
    /// The value of `Last-Modified`. `None` for an index without records, and for a date before 1970, which the header
    /// cannot express.
    last_modified: Option<HeaderValue>,
    /// The time of that date, if it was in the future when the index was opened. The header is not sent before it.
    not_before: Option<SystemTime>,
}

impl Validators {
    pub(crate) fn new(index: &Index) -> Self {
        let build_id = index.manifest().build_id();
        let tag_start = format!("\"{}-{REPRESENTATION_VERSION}-", &build_id[..BUILD_DIGITS]);
        let midnight = |date: Date| date.to_civil().to_zoned(TimeZone::UTC).ok().map(SystemTime::from);
        // The header allows no date before 1970 and none in the future. Records written with a wrong clock can have
        // either.
        let last_updated = index.manifest().last_updated.and_then(midnight).filter(|time| *time >= UNIX_EPOCH);
        Self::opened_at(tag_start, last_updated, SystemTime::now())
    }

    fn opened_at(tag_start: String, last_updated: Option<SystemTime>, opened: SystemTime) -> Self {
        let last_modified = last_updated.map(|time| header_value(httpdate::fmt_http_date(time)));
        Self { tag_start, last_modified, not_before: last_updated.filter(|time| *time > opened) }
    }

    /// Adds `Last-Modified`, unless its date is in the future.
    pub(crate) fn add_last_modified(&self, response: &mut Response) {
        // The clock decides at each response, so that a replica that opened the index earlier sends the same.
        self.add_last_modified_at(SystemTime::now, response);
    }

    fn add_last_modified_at(&self, now: impl FnOnce() -> SystemTime, response: &mut Response) {
        if self.not_before.is_some_and(|time| now() < time) {
            return;
        }
        if let Some(last_modified) = &self.last_modified {
            response.headers_mut().insert(header::LAST_MODIFIED, last_modified.clone());
        }
    }

    /// Returns the `ETag` of the response to a request for this canonical target, or of a catalogue of this name.
    /// `context` is that of the query, and 0 for a catalogue.
    pub(crate) fn etag(&self, target: &str, context: u64, coding: ContentCoding) -> HeaderValue {
        let digest = Sha256::new().chain_update(context.to_be_bytes()).chain_update(coding.name());
        let digest = digest.chain_update("\0").chain_update(target).finalize();
        let mut etag = String::with_capacity(self.tag_start.len() + 2 * DIGEST_BYTES + 1);
        etag.push_str(&self.tag_start);
        etag.push_str(&const_hex::encode(&digest[..DIGEST_BYTES]));
        etag.push('"');
        header_value(etag)
    }
}

/// An empty body of unknown length. A known length of zero would be sent as `Content-Length: 0`, although that header
/// of a 304 states the length of the full response.
pub(crate) struct NoBody;

impl HttpBody for NoBody {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        Poll::Ready(None)
    }
}

/// Returns the tag if `If-None-Match` matches it; the response is then a 304. The tag is computed only for requests
/// with that header.
pub(crate) fn matching_etag(headers: &HeaderMap, etag: impl FnOnce() -> HeaderValue) -> Option<HeaderValue> {
    headers.contains_key(header::IF_NONE_MATCH).then(etag).filter(|etag| {
        let mut values = headers.get_all(header::IF_NONE_MATCH).iter();
        values.any(|value| matches(value.as_bytes(), etag.as_bytes()))
    })
}

/// Returns whether an `If-None-Match` is `*` or lists this tag, by weak comparison. A malformed tag ends the list.
///
/// The `headers` crate does not stop at a malformed tag, and would add base64, mime and sha1 as dependencies.
fn matches(value: &[u8], etag: &[u8]) -> bool {
    let mut rest = value.trim_ascii();
    if rest == b"*" {
        return true;
    }
    loop {
        while let [b',' | b' ' | b'\t', behind @ ..] = rest {
            rest = behind;
        }
        rest = rest.strip_prefix(b"W/").unwrap_or(rest);
        let [b'"', behind @ ..] = rest else { return false };
        let Some(n_bytes) = behind.iter().position(|byte| *byte == b'"') else { return false };
        let (tag, behind) = rest.split_at(n_bytes + 2);
        if tag == etag {
            return true;
        }
        rest = behind;
    }
}

fn header_value(text: String) -> HeaderValue {
    HeaderValue::try_from(text).expect("letters, digits and signs are a header's value")
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn tag_has_the_start_of_the_sha_256_digest_of_the_request() {
        let validators = Validators::opened_at("\"b-1-".to_owned(), None, UNIX_EPOCH);
        let etag = validators.etag("/api/v1/cases?limit=2", 7, ContentCoding::Brotli);
        let digest = Sha256::digest(b"\0\0\0\0\0\0\0\x07br\0/api/v1/cases?limit=2");
        assert_eq!(etag, format!("\"b-1-{}\"", const_hex::encode(&digest[..8])));
    }

    #[test]
    fn last_modified_is_sent_from_its_day_on() {
        let midnight = UNIX_EPOCH + Duration::from_secs(86_400);
        for (now, is_sent) in [(midnight - Duration::from_secs(1), false), (midnight, true)] {
            let validators =
                Validators::opened_at(String::new(), Some(midnight), midnight - Duration::from_secs(3_600));
            let mut response = Response::new(Body::empty());
            validators.add_last_modified_at(|| now, &mut response);
            let expected = is_sent.then_some("Fri, 02 Jan 1970 00:00:00 GMT");
            assert_eq!(response.headers().get(header::LAST_MODIFIED).map(|value| value.to_str().unwrap()), expected);
        }
    }

    #[test]
    fn tag_matches_in_a_list_weak_or_strong_and_nowhere_else() {
        let etag = br#""ab-12""#;
        for value in [
            "*",
            " * ",
            r#""ab-12""#,
            r#"W/"ab-12""#,
            r#""x", "ab-12""#,
            r#""x","y" , W/"ab-12", "z""#,
            r#", ,"ab-12""#,
            r#""with, comma","ab-12""#,
        ] {
            assert!(matches(value.as_bytes(), etag), "{value}");
        }
        for value in [
            "",
            "ab-12",
            r#""ab-1""#,
            r#""ab-123""#,
            r#"w/"ab-12""#,
            r#""ab-12"#,
            r#""*""#,
            r#""x, "ab-12", y""#,
            r#"x, "ab-12""#,
            r#""AB-12""#,
        ] {
            assert!(!matches(value.as_bytes(), etag), "{value}");
        }
    }
}
