/*!
The path prefix of a service that shares its host with others.

[`BasePath::strip`] removes it from the path of a request; [`BasePath::join`] and [`BasePath::join_links`] add it to
addresses.
*/

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

/// The maximum length of a base path in characters.
const MAX_CHARS: usize = 100;

/// A path such as `/law`; empty at the root, which is the default.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct BasePath(Arc<str>);

impl BasePath {
    /// Removes the base path from the path of a request. Returns `None` for a path outside the base path, and `/` for
    /// the base path itself.
    pub(crate) fn strip<'p>(&self, path: &'p str) -> Option<&'p str> {
        if self.0.is_empty() {
            return Some(path);
        }
        match path.strip_prefix(&*self.0)? {
            "" => Some("/"),
            rest => rest.starts_with('/').then_some(rest),
        }
    }

    /// Returns the address of the start page.
    pub(crate) fn root(&self) -> &str {
        if self.0.is_empty() { "/" } else { &self.0 }
    }

    /// Adds the base path to a path.
    pub(crate) fn join(&self, path: &str) -> String {
        format!("{}{path}", self.0)
    }

    /// Adds the base path to the links in an HTML page that begin with a slash.
    pub(crate) fn join_links(&self, html: &str) -> String {
        [" href=\"", " src=\""]
            .into_iter()
            .fold(html.to_owned(), |html, before| html.replace(&format!("{before}/"), &format!("{before}{self}/")))
    }
}

impl fmt::Display for BasePath {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl FromStr for BasePath {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let Some(segments) = text.strip_prefix('/') else {
            return Err("it must begin with a slash, as /law does; leave it out to serve at the root".to_owned());
        };
        if segments.is_empty() {
            return Err("the root needs no base path: leave it out".to_owned());
        }
        if segments.ends_with('/') {
            return Err(format!("it must not end with a slash: give {}", text.trim_end_matches('/')));
        }
        let n_chars = text.chars().count();
        if n_chars > MAX_CHARS {
            return Err(format!("it is {n_chars} characters long, more than {MAX_CHARS}"));
        }
        segments.split('/').try_for_each(check_segment)?;
        Ok(Self(text.into()))
    }
}

/// Accepts only characters that clients and proxies never rewrite, for instance by percent-encoding.
fn check_segment(segment: &str) -> Result<(), String> {
    if ["", ".", ".."].contains(&segment) {
        return Err(format!("{segment:?} is not allowed as a path segment, because clients and proxies remove it"));
    }
    let is_allowed = |character: &char| character.is_ascii_alphanumeric() || "._~-".contains(*character);
    match segment.chars().find(|character| !is_allowed(character)) {
        None => Ok(()),
        Some(other) => Err(format!("{other:?} is not allowed in it: use letters, digits, '.', '_', '~' and '-'")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base_path_is_slashes_and_names() {
        let longest = format!("/{}", "x".repeat(MAX_CHARS - 1));
        for text in ["/law", "/law/lexdex", "/a.b_c~d-E9", "/...", "/api/v1", &longest] {
            assert_eq!(text.parse::<BasePath>().unwrap().to_string(), text);
        }
        for (text, reason) in [
            ("", "it must begin with a slash, as /law does; leave it out to serve at the root"),
            ("law", "it must begin with a slash, as /law does; leave it out to serve at the root"),
            ("https://example.org/law", "it must begin with a slash, as /law does; leave it out to serve at the root"),
            ("/", "the root needs no base path: leave it out"),
            ("/law/", "it must not end with a slash: give /law"),
            ("//law", "\"\" is not allowed as a path segment, because clients and proxies remove it"),
            ("/law/./x", "\".\" is not allowed as a path segment, because clients and proxies remove it"),
            ("/law/..", "\"..\" is not allowed as a path segment, because clients and proxies remove it"),
            ("/la w", "' ' is not allowed in it: use letters, digits, '.', '_', '~' and '-'"),
            ("/law?x", "'?' is not allowed in it: use letters, digits, '.', '_', '~' and '-'"),
            ("/l%61w", "'%' is not allowed in it: use letters, digits, '.', '_', '~' and '-'"),
            ("/\u{a7}", "'\u{a7}' is not allowed in it: use letters, digits, '.', '_', '~' and '-'"),
            (&format!("{longest}x"), "it is 101 characters long, more than 100"),
        ] {
            assert_eq!(text.parse::<BasePath>(), Err(reason.to_owned()), "{text}");
        }
    }

    #[test]
    fn stripped_path_is_below_the_base_path_or_none() {
        let law: BasePath = "/law".parse().unwrap();
        for (path, rest) in [
            ("/law", Some("/")),
            ("/law/", Some("/")),
            ("/law/cases", Some("/cases")),
            ("/law/law", Some("/law")),
            ("/law//cases", Some("//cases")),
            ("/lawyers", None),
            ("/LAW/cases", None),
            ("/x/law", None),
            ("/cases", None),
            ("/", None),
            ("", None),
            ("*", None),
        ] {
            assert_eq!(law.strip(path), rest, "{path}");
            assert_eq!(BasePath::default().strip(path), Some(path));
        }
    }

    #[test]
    fn links_of_a_page_get_the_base_path_and_text_does_not() {
        let page = r##"<a href="/docs">/docs</a><script src="/x.js"></script><br/><a href="#top" title="/">a/b"##;
        let law: BasePath = "/law".parse().unwrap();
        let expected =
            r##"<a href="/law/docs">/docs</a><script src="/law/x.js"></script><br/><a href="#top" title="/">a/b"##;
        assert_eq!(law.join_links(page), expected);
        assert_eq!(BasePath::default().join_links(page), page);
    }
}
