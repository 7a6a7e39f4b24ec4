use std::fmt;
use std::str::FromStr;

use ureq::http::Uri;
use ureq::http::uri::Scheme;

/// The URL of a server, without a trailing slash.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ServerUrl(String);

impl ServerUrl {
    /// Returns the URL of a target on the server.
    pub(crate) fn join(&self, target: &str) -> String {
        format!("{}{target}", self.0)
    }

    /// Returns the path, which is empty at the root.
    pub(crate) fn path(&self) -> &str {
        let host = self.0.find("://").map_or(0, |scheme| scheme + 3);
        self.0[host..].find('/').map_or("", |path| &self.0[host + path..])
    }

    /// Returns whether the URL uses TLS.
    pub(crate) fn is_secure(&self) -> bool {
        self.0.get(..5).is_some_and(|scheme| scheme.eq_ignore_ascii_case("https"))
    }
}

impl FromStr for ServerUrl {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        const EXAMPLE: &str = "give it as http://127.0.0.1:8080 or https://law.example.org/path";
        let url: Uri = text.trim().parse().map_err(|error| format!("it is not a valid URL ({error}): {EXAMPLE}"))?;
        let has_scheme = url.scheme().is_some_and(|scheme| [Scheme::HTTP, Scheme::HTTPS].contains(scheme));
        let Some(authority) = url.authority().filter(|_| has_scheme) else {
            return Err(format!("it does not begin with http:// or https://: {EXAMPLE}"));
        };
        if authority.as_str().contains('@') {
            return Err(format!("it has a user, which lexdex servers do not support: {EXAMPLE}"));
        }
        if url.query().is_some() || text.contains('#') {
            return Err(format!("it has a query or a fragment: {EXAMPLE}"));
        }
        Ok(Self(text.trim().trim_end_matches('/').to_owned()))
    }
}

impl fmt::Display for ServerUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn address_keeps_its_base_path_and_loses_its_last_slash() {
        for (text, joined, path) in [
            ("http://127.0.0.1:8080", "http://127.0.0.1:8080/api/v1/cases", ""),
            ("https://law.example.org/", "https://law.example.org/api/v1/cases", ""),
            ("http://[::1]:80/law/", "http://[::1]:80/law/api/v1/cases", "/law"),
            ("http://a/law/us", "http://a/law/us/api/v1/cases", "/law/us"),
            (" HTTP://example.org ", "HTTP://example.org/api/v1/cases", ""),
        ] {
            let url: ServerUrl = text.parse().unwrap();
            assert_eq!((&*url.join("/api/v1/cases"), url.path()), (joined, path), "{text}");
        }
    }

    #[test]
    fn other_addresses_are_refused_with_the_form_of_one() {
        for (text, problem) in [
            ("localhost:8080", "does not begin with http:// or https://"),
            ("/law", "does not begin with http:// or https://"),
            ("ftp://example.org", "does not begin with http:// or https://"),
            ("http://", "is not a valid URL"),
            ("http://a b", "is not a valid URL"),
            ("http://user:secret@example.org", "has a user"),
            ("http://example.org/?q=a", "has a query"),
            ("http://example.org/#a", "has a query or a fragment"),
        ] {
            let error = text.parse::<ServerUrl>().unwrap_err();
            assert!(error.contains(problem) && error.ends_with("https://law.example.org/path"), "{text}: {error}");
        }
    }
}
