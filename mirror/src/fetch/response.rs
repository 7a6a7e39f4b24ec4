/*!
A response: its status, the headers that a mirror needs, and its body.
*/

use std::fmt;
use std::io::{self, Read};
use std::time::{Duration, Instant, SystemTime};

use anyhow::{anyhow, bail};
use ureq::http::header::{
    CONTENT_ENCODING, CONTENT_RANGE, DATE, ETAG, HeaderName, LAST_MODIFIED, LOCATION, RETRY_AFTER,
};
use ureq::http::{self, HeaderMap, StatusCode};
use ureq::{Body, BodyReader};
use url::Url;

use crate::fetch::pauses::Turn;
use crate::fetch::rate_floor::RateFloor;
use crate::fetch::retries::{RequestFailure, parse_retry_after};

/// A date must be older than this to be a strong validator, because a file may change twice within a second.
const MIN_AGE: Duration = Duration::from_secs(60);

/// A response. The request ends when it is dropped.
pub(crate) struct FetchResponse<'a> {
    status: StatusCode,
    headers: HeaderMap,
    content_length: Option<u64>,
    body: BodyReader<'static>,
    floor: RateFloor,
    _turn: Turn<'a>,
}

/// The range of a file that a response with status 206 has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ContentRange {
    /// The offset of the first byte.
    pub(crate) start: u64,
    /// The size of the whole file, if it is known.
    pub(crate) total: Option<u64>,
}

impl<'a> FetchResponse<'a> {
    pub(crate) fn new(response: http::Response<Body>, floor: RateFloor, turn: Turn<'a>) -> Self {
        let (head, body) = response.into_parts();
        let content_length = body.content_length();
        Self {
            status: head.status,
            headers: head.headers,
            content_length,
            body: body.into_reader(),
            floor,
            _turn: turn,
        }
    }

    pub(crate) fn status(&self) -> u16 {
        self.status.as_u16()
    }

    /// The bytes of the body, if they are known before it ends.
    pub(crate) fn content_length(&self) -> Option<u64> {
        self.content_length
    }

    pub(crate) fn etag(&self) -> Option<&str> {
        self.header(&ETAG)
    }

    pub(crate) fn last_modified(&self) -> Option<&str> {
        self.header(&LAST_MODIFIED)
    }

    pub(crate) fn content_range(&self) -> Option<ContentRange> {
        parse_content_range(self.header(&CONTENT_RANGE)?)
    }

    /// The validator for `If-Range`: a strong entity tag, or else a date that is strong by section 8.8.2.2 of RFC 9110.
    pub(crate) fn strong_validator(&self) -> Option<&str> {
        if let Some(etag) = self.etag().filter(|etag| etag.starts_with('"')) {
            return Some(etag);
        }
        let date = self.header(&DATE).and_then(|date| httpdate::parse_http_date(date).ok());
        let modified = self.last_modified()?;
        let age = date.unwrap_or_else(SystemTime::now).duration_since(httpdate::parse_http_date(modified).ok()?);
        age.is_ok_and(|age| age >= MIN_AGE).then_some(modified)
    }

    /// The target of a redirect; `None` for other responses. Fails unless the target is on the same server and not less
    /// secure.
    pub(crate) fn redirect(&self, from: &Url) -> Result<Option<Url>, RequestFailure> {
        if !matches!(self.status(), 301 | 302 | 303 | 307 | 308) {
            return Ok(None);
        }
        let Some(location) = self.header(&LOCATION) else {
            return Err(RequestFailure::Final(anyhow!("{from} answered {} without a Location", self.status)));
        };
        let target = from
            .join(location)
            .map_err(|error| anyhow!("{from} redirects to {location:?}, which is wrong: {error}"))?;
        check_redirect(from, &target)?;
        Ok(Some(target))
    }

    /// Fails unless the status is one that callers handle, and the body has no content coding.
    pub(crate) fn check(self, url: &Url) -> Result<Self, RequestFailure> {
        let status = self.status;
        match self.status() {
            200 | 206 | 304 | 416 => {}
            408 | 429 | 500..=599 => {
                let retry_after =
                    self.header(&RETRY_AFTER).and_then(|value| parse_retry_after(value, SystemTime::now()));
                return Err(RequestFailure::Passing { reason: format!("{url} answered {status}"), retry_after });
            }
            _ => return Err(RequestFailure::Final(anyhow!("{url} answered {status}"))),
        }
        match self.header(&CONTENT_ENCODING) {
            None | Some("identity") => Ok(self),
            Some(coding) => Err(RequestFailure::Final(anyhow!(
                "{url} sent the content coding {coding}, although it was asked for none"
            ))),
        }
    }

    fn header(&self, name: &HeaderName) -> Option<&str> {
        self.headers.get(name)?.to_str().ok()
    }
}

impl Read for FetchResponse<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let start = Instant::now();
        let n_read = self.body.read(into)?;
        // Waiting for the end of the response does not count.
        if n_read > 0 {
            self.floor.add(n_read, start.elapsed())?;
        }
        Ok(n_read)
    }
}

impl fmt::Debug for FetchResponse<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Response").field("status", &self.status).finish_non_exhaustive()
    }
}

/// Fails if a redirect leads to another server, or from https to http.
fn check_redirect(from: &Url, to: &Url) -> anyhow::Result<()> {
    if from.host() != to.host() {
        bail!(
            "{from} redirects to {to}, which is on another host: if the publisher has moved, give the new address as \
             base-url"
        );
    }
    let is_upgrade = (from.scheme(), to.scheme()) == ("http", "https");
    if from.scheme() != to.scheme() && !is_upgrade {
        bail!("{from} redirects to {to}, which is not secure");
    }
    if from.port() != to.port() {
        bail!("{from} redirects to {to}, which is another server of the host");
    }
    Ok(())
}

/// Reads `bytes 100-199/1000`, or `bytes 100-199/*`.
fn parse_content_range(value: &str) -> Option<ContentRange> {
    let (range, total) = value.strip_prefix("bytes ")?.split_once('/')?;
    let (start, end) = range.split_once('-')?;
    let (start, end): (u64, u64) = (start.parse().ok()?, end.parse().ok()?);
    let total = if total == "*" { None } else { Some(total.parse().ok()?) };
    // A range that ends before the end of the file is not the requested rest.
    total.is_none_or(|total| start <= end && end.checked_add(1) == Some(total)).then_some(ContentRange { start, total })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn content_range_is_read_only_if_it_reaches_the_end() {
        let range = |start, total| Some(ContentRange { start, total });
        for (value, expected) in [
            ("bytes 5-9/10", range(5, Some(10))),
            ("bytes 0-0/1", range(0, Some(1))),
            ("bytes 5-9/*", range(5, None)),
            ("bytes 5-8/10", None),
            ("bytes 5-10/10", None),
            ("bytes 9-5/6", None),
            ("bytes */10", None),
            ("items 5-9/10", None),
            ("bytes 5-18446744073709551615/10", None),
        ] {
            assert_eq!(parse_content_range(value), expected, "{value}");
        }
    }

    #[test]
    fn redirects_stay_on_the_server_and_secure() {
        let check = |from: &str, to: &str| {
            check_redirect(&Url::parse(from).unwrap(), &Url::parse(to).unwrap()).map_err(|error| error.to_string())
        };
        assert_eq!(check("http://a.example/1", "http://a.example/2"), Ok(()));
        assert_eq!(check("http://a.example/1", "https://A.example/1"), Ok(()));
        assert_eq!(
            check("https://a.example/1", "https://b.example/1").unwrap_err(),
            "https://a.example/1 redirects to https://b.example/1, which is on another host: if the publisher has moved, \
             give the new address as base-url"
        );
        assert_eq!(
            check("https://a.example/1", "http://a.example/1").unwrap_err(),
            "https://a.example/1 redirects to http://a.example/1, which is not secure"
        );
        assert_eq!(
            check("http://a.example/1", "http://a.example:81/1").unwrap_err(),
            "http://a.example/1 redirects to http://a.example:81/1, which is another server of the host"
        );
    }
}
