/*!
The origins of web pages that may call `/mcp`.

An attacker can point a host name to this server (DNS rebinding). A browser then treats the server as part of the
attacker's site, and lets its pages read responses. But the browser names that site in the `Origin` of every POST. So an
origin is refused unless the operator has allowed it, or it is this machine. Clients other than browsers send no
`Origin`.
*/

use std::net::IpAddr;
use std::str::FromStr;

use axum::http::uri::Authority;
use axum::http::{HeaderMap, StatusCode, header};

use crate::http::protocol::api_error::ApiError;

/// The settings of `/mcp`.
#[derive(Clone, Debug)]
pub struct McpOptions {
    /// Whether `/mcp` is served.
    pub is_enabled: bool,
    /// The accepted values of `Origin`. An empty list accepts only origins of this machine.
    pub allowed_origins: Vec<AllowedOrigin>,
}

impl Default for McpOptions {
    fn default() -> Self {
        Self { is_enabled: true, allowed_origins: Vec::new() }
    }
}

/// An origin of web pages, or all origins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AllowedOrigin {
    /// `*`
    Any,
    /// One origin.
    Origin(Origin),
}

/// The origin of a web page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    is_https: bool,
    host: String,
    port: u16,
}

impl McpOptions {
    /// Fails with a 403 if the origin of a request is not allowed.
    pub(crate) fn check(&self, headers: &HeaderMap) -> Result<(), ApiError> {
        let mut origins = headers.get_all(header::ORIGIN).iter();
        if origins.all(|origin| origin.to_str().is_ok_and(|origin| self.allows_origin(origin))) {
            return Ok(());
        }
        let message = "pages of this origin are not allowed: the operator can name it in --mcp-allowed-origins";
        Err(ApiError::new(StatusCode::FORBIDDEN, message))
    }

    fn allows_origin(&self, text: &str) -> bool {
        if self.allowed_origins.contains(&AllowedOrigin::Any) {
            return true;
        }
        let Ok(origin) = text.parse::<Origin>() else { return false };
        match &self.allowed_origins[..] {
            [] => is_loopback(&origin.host),
            allowed => allowed.contains(&AllowedOrigin::Origin(origin)),
        }
    }
}

fn is_loopback(host: &str) -> bool {
    let address = host.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
    host == "localhost" || address.is_ok_and(|address| address.is_loopback())
}

impl FromStr for AllowedOrigin {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == "*" { Ok(Self::Any) } else { text.parse().map(Self::Origin) }
    }
}

impl FromStr for Origin {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (is_https, host) = match text.split_once("://") {
            Some((scheme, host)) if scheme.eq_ignore_ascii_case("https") => (true, host),
            Some((scheme, host)) if scheme.eq_ignore_ascii_case("http") => (false, host),
            _ => return Err("it must begin with https:// or http://, or be an asterisk for every origin".to_owned()),
        };
        let authority = host.parse::<Authority>().ok().filter(|authority| is_host_with_port(authority, host));
        let Some(authority) = authority else {
            return Err("it must be an origin such as https://chat.example.org, without a path".to_owned());
        };
        let port = authority.port_u16().unwrap_or(if is_https { 443 } else { 80 });
        Ok(Self { is_https, host: authority.host().to_ascii_lowercase(), port })
    }
}

/// Returns whether a text consists of a host and optionally a port, without a user and wildcards.
fn is_host_with_port(authority: &Authority, text: &str) -> bool {
    let port = authority.port_u16().map(|port| format!(":{port}")).unwrap_or_default();
    text == format!("{}{port}", authority.host()) && !text.contains('*')
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn is_allowed(allowed: &[&str], origin: Option<&str>) -> bool {
        let allowed_origins = allowed.iter().map(|origin| origin.parse().unwrap()).collect();
        let options = McpOptions { allowed_origins, ..McpOptions::default() };
        let origins = origin.map(|origin| (header::ORIGIN, HeaderValue::from_str(origin).unwrap()));
        options.check(&HeaderMap::from_iter(origins)).is_ok()
    }

    #[test]
    fn by_default_only_pages_of_this_machine_are_allowed() {
        assert!(is_allowed(&[], None));
        for origin in ["http://localhost:6274", "https://localhost", "http://127.0.0.1:80", "http://[::1]:8080"] {
            assert!(is_allowed(&[], Some(origin)), "{origin}");
        }
        for origin in
            ["http://evil.example.com", "http://localhost.evil.example", "null", "", "http://", "http://127.0.0.1/a"]
        {
            assert!(!is_allowed(&[], Some(origin)), "{origin}");
        }
    }

    #[test]
    fn named_origins_are_the_only_ones_and_an_asterisk_is_all() {
        let named = ["https://chat.example.org", "http://chat.example.org:8000"];
        for (origin, expected) in [
            ("https://chat.example.org", true),
            ("https://chat.example.org:443", true),
            ("HTTPS://Chat.Example.ORG", true),
            ("http://chat.example.org:8000", true),
            ("http://chat.example.org", false),
            ("https://chat.example.org:8443", false),
            ("http://localhost", false),
        ] {
            assert_eq!(is_allowed(&named, Some(origin)), expected, "{origin}");
        }
        assert!(is_allowed(&["*"], Some("null")));
    }

    #[test]
    fn malformed_origins_are_refused() {
        for origin in [
            "law.example.org",
            "ftp://law.example.org",
            "https://law.example.org/mcp",
            "https://user@law.example.org",
            "https://*.example.org",
            "https://",
            "null",
        ] {
            assert!(origin.parse::<AllowedOrigin>().is_err(), "{origin}");
        }
    }
}
