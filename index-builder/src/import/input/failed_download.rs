/*!
Recognizes the files of failed downloads: empty ones, and web pages in place of data.
*/

use crate::import::input::compression;
use crate::import::input::content_source::ContentSource;

/// A file that a server sent instead of the requested one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FailedDownload {
    Empty,
    WebPage,
}

impl FailedDownload {
    /// Looks at the beginning of a file. A file whose name is that of a web page is not a failed download.
    pub(crate) fn detect(name: &str, source: &ContentSource) -> Option<Self> {
        let head = source.with_reader(&mut |reader| Ok(compression::head(reader)?)).ok()?;
        let name = name.to_ascii_lowercase();
        if name.ends_with(".html") || name.ends_with(".htm") { None } else { Self::from_head(&head) }
    }

    fn from_head(head: &[u8]) -> Option<Self> {
        let content = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head).trim_ascii();
        let begins_with = |tag: &[u8]| content.get(..tag.len()).is_some_and(|start| start.eq_ignore_ascii_case(tag));
        match content {
            [] => Some(Self::Empty),
            _ if begins_with(b"<!doctype html") || begins_with(b"<html") => Some(Self::WebPage),
            _ => None,
        }
    }

    /// The problem, for the report.
    pub(crate) fn explanation(self) -> &'static str {
        match self {
            Self::Empty => "it is empty",
            Self::WebPage => "it is a web page, not the file that its name says",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn empty_files_and_web_pages_are_failed_downloads() {
        for (head, expected) in [
            (&b""[..], Some(FailedDownload::Empty)),
            (b" \r\n", Some(FailedDownload::Empty)),
            (b"\xef\xbb\xbf\n<!DOCTYPE HTML PUBLIC", Some(FailedDownload::WebPage)),
            (b"<HTML><body>404", Some(FailedDownload::WebPage)),
            (b"<?xml version=\"1.0\"?><uscDoc>", None),
            (b"[]", None),
        ] {
            assert_eq!(FailedDownload::from_head(head), expected, "{}", String::from_utf8_lossy(head));
        }
    }
}
