/*!
What lets a client or a proxy keep an answer, and ask later whether it is still right.

An answer is the same as long as the build and the meaning of the query are, and so its tag is made of the two. There
is no answer by date: a second is too coarse to tell two builds apart.

A compressed answer has another tag than the answer as it is, because its bytes are others. An `If-None-Match` is about
the answer that would be sent now (RFC 9110, 13.1.2): a client that has one coding and would now get another has not got
that, and a 304 with the other's tag would have a cache put it on the bytes it holds (RFC 9111, 4.3.4). It is sent the
answer. So short an answer that no coding is worth it has the tag of the coding nonetheless: whether the client has it
is then known before it is made.
*/

use std::convert::Infallible;
use std::hash::{BuildHasher, Hash};
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::SystemTime;

use axum::body::{Body, Bytes, HttpBody};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::Response;
use foldhash::quality::FixedState;
use hyper::body::Frame;

use crate::http::protocol::content_coding::VARY;
use crate::index::Index;

/// What must be asked for anew every time: errors, and the state of the server.
pub(crate) const NO_STORE: HeaderValue = HeaderValue::from_static("no-store");

/// How many digits of a build's id are in the tags of its answers.
const BUILD_DIGITS: usize = 16;

/// How long clients and proxies may reuse a success before they revalidate it.
#[derive(Clone)]
pub(crate) struct CachePolicy {
    cache_control: HeaderValue,
}

impl CachePolicy {
    /// A policy that lets responses be reused for this many seconds.
    pub(crate) fn new(max_age_secs: u64) -> Self {
        Self { cache_control: header_value(format!("public, max-age={max_age_secs}")) }
    }

    /// Adds `ETag` and `Cache-Control`.
    pub(crate) fn add_headers(&self, response: &mut Response, etag: HeaderValue) {
        response.headers_mut().insert(header::ETAG, etag);
        response.headers_mut().insert(header::CACHE_CONTROL, self.cache_control.clone());
    }

    /// CurrentSnapshot a 304 with the headers that a cache needs to refresh the response it holds.
    pub(crate) fn not_modified(&self, etag: HeaderValue) -> Response {
        let mut response = not_modified();
        self.add_headers(&mut response, etag);
        response
    }
}

/// The validators of the responses from one index.
pub(crate) struct Validators {
    /// The start of the build id, which begins every tag.
    build: String,
    /// The value of `Last-Modified`.
    pub(crate) last_modified: HeaderValue,
}

impl Validators {
    pub(crate) fn new(index: &Index) -> Self {
        let build = index.manifest().build_id()[..BUILD_DIGITS].to_owned();
        // The clock may have been wrong when the index was written, and no date may be in the future.
        let last_modified = httpdate::fmt_http_date(index.written_at().min(SystemTime::now()));
        Self { build, last_modified: header_value(last_modified) }
    }

    /// Returns the `ETag` of the response that this key identifies within the build.
    pub(crate) fn etag(&self, key: &impl Hash) -> HeaderValue {
        let hash = FixedState::default().hash_one(key);
        let mut etag = String::with_capacity(BUILD_DIGITS + 19);
        etag.extend(["\"", &self.build, "-"]);
        etag.push_str(const_hex::Buffer::<8>::new().format(&hash.to_be_bytes()));
        etag.push('"');
        header_value(etag)
    }
}

/// A 304 that lacks what tells the client which answer it may keep using, and for how long.
pub(crate) fn not_modified() -> Response {
    let mut response = Response::new(Body::new(NoBody));
    *response.status_mut() = StatusCode::NOT_MODIFIED;
    response.headers_mut().insert(header::VARY, VARY);
    response
}

/// No body, and no length of one either: that of an empty body would be taken for that of the answer itself.
pub(crate) struct NoBody;

impl HttpBody for NoBody {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        Poll::Ready(None)
    }
}

/// Returns the tag of the response if `If-None-Match` matches it, so that a 304 takes its place. The tag is computed only
/// for requests with that header.
pub(crate) fn matching_etag(headers: &HeaderMap, etag: impl FnOnce() -> HeaderValue) -> Option<HeaderValue> {
    headers.contains_key(header::IF_NONE_MATCH).then(etag).filter(|etag| {
        let mut values = headers.get_all(header::IF_NONE_MATCH).iter();
        values.any(|value| matches(value.as_bytes(), etag.as_bytes()))
    })
}

/// Whether an `If-None-Match` is `*`, or has this tag in its list. That a tag in the list is weak makes no difference;
/// what is behind a mistake is not read.
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
    use super::*;

    #[test]
    fn a_tag_is_found_in_a_list_whether_weak_or_not_and_nowhere_else() {
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
