/*!
A request to a store, and its response.
*/

use std::io::{self, Read};
use std::time::{Duration, Instant, SystemTime};

use ureq::http::{self, HeaderMap, StatusCode};
use ureq::{Body, BodyReader};

use crate::fetch::rate_floor::RateFloor;

/// A request for an object or, with an empty name, for the bucket itself.
#[derive(Clone, Debug)]
pub(crate) struct StoreRequest<'a> {
    pub(crate) method: rusty_s3::Method,
    pub(crate) name: &'a str,
    /// The parameters, in the order of their names.
    pub(crate) query: Vec<(&'a str, String)>,
    /// The headers, by names in lower case.
    pub(crate) headers: Vec<(&'static str, String)>,
    pub(crate) body: &'a [u8],
}

impl<'a> StoreRequest<'a> {
    /// A request without parameters, headers or body.
    pub(crate) fn new(method: rusty_s3::Method, name: &'a str) -> Self {
        Self { method, name, query: Vec::new(), headers: Vec::new(), body: &[] }
    }

    pub(crate) fn header(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.headers.push((name, value.into()));
        self
    }

    /// Adds a parameter. Parameters must be added in the order of their names.
    pub(crate) fn parameter(mut self, name: &'a str, value: impl Into<String>) -> Self {
        self.query.push((name, value.into()));
        self
    }

    /// Sets the body.
    pub(crate) fn body(self, body: &'a [u8]) -> Self {
        Self { body, ..self }
    }
}

/// A response with a status that the caller may expect.
pub(crate) struct StoreResponse {
    status: StatusCode,
    headers: HeaderMap,
    body: BodyReader<'static>,
    floor: RateFloor,
}

impl StoreResponse {
    /// A response whose body must keep the minimum rate `floor`.
    pub(crate) fn new(response: http::Response<Body>, floor: RateFloor) -> Self {
        let (head, body) = response.into_parts();
        Self { status: head.status, headers: head.headers, body: body.into_reader(), floor }
    }

    pub(crate) fn status(&self) -> StatusCode {
        self.status
    }

    /// The value of a header, if it is text.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name)?.to_str().ok()
    }

    /// The size of the body, or for a HEAD of the body that a GET would have, if known.
    pub(crate) fn content_length(&self) -> Option<u64> {
        self.header("content-length")?.parse().ok()
    }

    /// The version of the content: the entity tag, or else the time at which the object was written.
    pub(crate) fn version(&self) -> Option<&str> {
        self.header("etag").or_else(|| self.header("last-modified"))
    }

    /// The time since the object was written, by the clock of the store.
    pub(crate) fn age(&self) -> Option<Duration> {
        let modified = httpdate::parse_http_date(self.header("last-modified")?).ok()?;
        let now = self.header("date").and_then(|date| httpdate::parse_http_date(date).ok());
        now.unwrap_or_else(SystemTime::now).duration_since(modified).ok()
    }

    /// Reads the body, up to `max + 1` bytes: a result longer than `max` means that the body is too long.
    pub(crate) fn read_to(&mut self, max: u64) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        self.by_ref().take(max + 1).read_to_end(&mut bytes)?;
        Ok(bytes)
    }
}

impl Read for StoreResponse {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let start = Instant::now();
        let n_read = self.body.read(into)?;
        if n_read > 0 {
            self.floor.add(n_read, start.elapsed())?;
        }
        Ok(n_read)
    }
}
