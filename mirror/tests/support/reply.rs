//! The response to a request for a file.

use std::time::SystemTime;

use sha2::{Digest, Sha256};

use super::quirk::Quirk;
use super::request::Request;

/// A file of the server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ServedFile {
    pub(crate) content: Vec<u8>,
    pub(crate) modified: SystemTime,
}

/// The way in which a response ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    Complete,
    /// Nothing follows these bytes of the body, and the connection stays open.
    StalledAfter(usize),
    /// The connection ends after these bytes of the body.
    CutAfter(usize),
    /// After this many bytes of the body, a byte comes every 20 ms.
    TrickledAfter(usize),
    /// A byte of the head comes every 20 ms.
    TrickledHead,
}

/// A response.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(&'static str, String)>,
    pub(crate) body: Vec<u8>,
    pub(crate) is_chunked: bool,
    /// Whether the body is left out, because the request was a HEAD.
    pub(crate) is_head: bool,
    pub(crate) ending: Ending,
}

impl Reply {
    /// A response of text.
    pub(crate) fn text(status: u16, body: &str) -> Self {
        let headers = vec![("Content-Type", "text/plain".to_owned())];
        Self { status, headers, body: body.into(), is_chunked: false, is_head: false, ending: Ending::Complete }
    }

    /// The same response without its body.
    pub(crate) fn without_body(mut self) -> Self {
        self.body.clear();
        self
    }

    /// An error in S3's format.
    pub(crate) fn s3_error(status: u16, code: &str) -> Self {
        Self::text(status, &format!("<?xml version=\"1.0\"?>\n<Error><Code>{code}</Code></Error>"))
    }

    /// The response to a request for a file, with the quirks of its path.
    pub(crate) fn to(request: &Request, file: Option<&ServedFile>, quirks: &[Quirk]) -> Self {
        let refusal = quirks.iter().find_map(|quirk| refusal(request, quirk));
        let mut reply = refusal.unwrap_or_else(|| match file {
            Some(file) => file.reply(request, quirks),
            None => Self::text(404, "there is no such file"),
        });
        reply.is_chunked = quirks.contains(&Quirk::Chunked);
        reply.is_head = request.method == "HEAD";
        for quirk in quirks {
            match quirk {
                Quirk::Stall(after) => reply.ending = Ending::StalledAfter(*after),
                Quirk::Cut(after) => reply.ending = Ending::CutAfter(*after),
                Quirk::Trickle(after) => reply.ending = Ending::TrickledAfter(*after),
                Quirk::TrickleHead => reply.ending = Ending::TrickledHead,
                Quirk::Header(name, value) => reply.headers.push((name, value.clone())),
                _ => {}
            }
        }
        reply
    }
}

/// The response of a quirk that replaces the file.
fn refusal(request: &Request, quirk: &Quirk) -> Option<Reply> {
    let mut reply = match quirk {
        Quirk::AcceptOnly(media_type) => {
            let is_accepted = request.header("accept").is_some_and(|accept| accept.contains(media_type));
            return (!is_accepted).then(|| Reply::text(406, "not acceptable"));
        }
        Quirk::NeedsCookie if request.header("cookie").is_some() => return None,
        Quirk::Status(status) | Quirk::RetryAfter(status, _) => Reply::text(*status, "not now"),
        Quirk::Html(title) => {
            Reply::text(200, &format!("<!DOCTYPE html>\n<html><head><title>{title}</title></head></html>"))
        }
        Quirk::Redirect(_) | Quirk::NeedsCookie => Reply::text(302, "elsewhere"),
        Quirk::S3Error(status, code) => Reply::s3_error(*status, code),
        _ => return None,
    };
    match quirk {
        Quirk::RetryAfter(_, value) => reply.headers.push(("Retry-After", value.clone())),
        Quirk::Redirect(location) => reply.headers.push(("Location", location.clone())),
        Quirk::NeedsCookie => {
            reply.headers.push(("Location", request.path.clone()));
            reply.headers.push(("Set-Cookie", "visitor=1; Path=/".to_owned()));
        }
        _ => {}
    }
    Some(reply)
}

impl ServedFile {
    /// The strong entity tag of a content.
    pub(crate) fn etag(content: &[u8]) -> String {
        format!("\"{}\"", const_hex::encode(&Sha256::digest(content)[..8]))
    }

    fn reply(&self, request: &Request, quirks: &[Quirk]) -> Reply {
        let has = |quirk| quirks.contains(&quirk);
        let date = (!has(Quirk::NoValidators) && !has(Quirk::WeakEtag)).then(|| httpdate::fmt_http_date(self.modified));
        let etag = (!has(Quirk::NoValidators) && !has(Quirk::NoEtag)).then(|| Self::etag(&self.content));
        let sent_etag = etag.as_ref().map(|etag| if has(Quirk::WeakEtag) { format!("W/{etag}") } else { etag.clone() });
        let mut headers = Vec::new();
        headers.extend(sent_etag.clone().map(|etag| ("ETag", etag)));
        headers.extend(date.clone().map(|date| ("Last-Modified", date)));

        let is_unchanged = match request.header("if-none-match") {
            Some(tag) => sent_etag.as_deref() == Some(tag),
            None => date.is_some() && request.header("if-modified-since") == date.as_deref(),
        };
        let reply = |status, headers, body: &[u8]| Reply {
            status,
            headers,
            body: body.to_vec(),
            is_chunked: false,
            is_head: false,
            ending: Ending::Complete,
        };
        if is_unchanged {
            return reply(304, headers, &[]);
        }
        // If-Range compares strongly, so a weak tag never matches.
        let is_same = request.header("if-range").is_none_or(|validator| {
            (etag.as_deref() == Some(validator) && !has(Quirk::WeakEtag)) || date.as_deref() == Some(validator)
        });
        let range = request.header("range").and_then(|range| range.strip_prefix("bytes=")?.split_once('-'));
        let total = self.content.len();
        let last = range.and_then(|(_, last)| last.parse().ok()).unwrap_or(usize::MAX).min(total.saturating_sub(1));
        let start = range.and_then(|(start, _)| start.parse().ok());
        match start.filter(|_| is_same && !has(Quirk::IgnoresRange)) {
            None => reply(200, headers, &self.content),
            Some(start) if start >= total => reply(416, vec![("Content-Range", format!("bytes */{total}"))], &[]),
            Some(start) => {
                let stated = if has(Quirk::WrongContentRange) { start + 1 } else { start };
                headers.push(("Content-Range", format!("bytes {stated}-{last}/{total}")));
                reply(206, headers, &self.content[start..=last])
            }
        }
    }
}
