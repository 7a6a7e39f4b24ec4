/*!
The hosts and origins that may call `/mcp`.

An attacker can point a host name to this server (DNS rebinding). A browser then treats the server as part of the
attacker's site, and lets its pages read responses. But the browser names that site in the `Origin` of every POST. So an
origin is refused unless the operator has allowed it, or it is this machine. Clients other than browsers send no
`Origin`.
*/

use std::net::IpAddr;
use std::str::FromStr;

use axum::http::request::Parts;
use axum::http::uri::Authority;
use axum::http::{HeaderMap, StatusCode, header};

use crate::http::protocol::api_error::ApiError;

/// The settings of `/mcp`.
#[derive(Clone, Debug)]
pub struct McpOptions {
    /// Whether `/mcp` is served.
    pub is_enabled: bool,
    /// The accepted values of `Host`. An empty list accepts every host.
    pub allowed_hosts: Vec<AllowedHost>,
    /// The accepted values of `Origin`. An empty list accepts only origins of this machine.
    pub allowed_origins: Vec<AllowedOrigin>,
}

impl Default for McpOptions {
    fn default() -> Self {
        Self { is_enabled: true, allowed_hosts: Vec::new(), allowed_origins: Vec::new() }
    }
}

/// A host with any port or a given one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AllowedHost {
    /// In lower case; an IPv6 address in brackets.
    host: String,
    port: Option<u16>,
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
    /// Fails with a 403 if the host or the origin of a request is not allowed.
    pub(crate) fn check(&self, head: &Parts) -> Result<(), ApiError> {
        if !self.allowed_hosts.is_empty() {
            let host = host(&head.headers);
            if !host.is_some_and(|host| self.allowed_hosts.iter().any(|allowed| allowed.includes(&host))) {
                return Err(refusal(
                    "the host of this request is not allowed: the operator can name it in --mcp-allowed-hosts",
                ));
            }
        }
        let mut origins = head.headers.get_all(header::ORIGIN).iter();
        if origins.all(|origin| origin.to_str().is_ok_and(|origin| self.allows_origin(origin))) {
            return Ok(());
        }
        Err(refusal("pages of this origin are not allowed: the operator can name it in --mcp-allowed-origins"))
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

fn refusal(message: &str) -> ApiError {
    ApiError::new(StatusCode::FORBIDDEN, message)
}

/// Returns the host that a request names.
fn host(headers: &HeaderMap) -> Option<Authority> {
    headers.get(header::HOST)?.to_str().ok()?.parse().ok()
}

fn is_loopback(host: &str) -> bool {
    let address = host.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
    host == "localhost" || address.is_ok_and(|address| address.is_loopback())
}

impl AllowedHost {
    fn includes(&self, host: &Authority) -> bool {
        host.host().eq_ignore_ascii_case(&self.host) && self.port.is_none_or(|port| host.port_u16() == Some(port))
    }
}

impl FromStr for AllowedHost {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let authority = text.parse::<Authority>().ok().filter(is_host);
        let Some(authority) = authority else {
            return Err("it must be a host, such as law.example.org or [::1], or a host and a port".to_owned());
        };
        Ok(Self { host: authority.host().to_ascii_lowercase(), port: authority.port_u16() })
    }
}

/// Returns whether an authority consists of a host and optionally a port.
fn is_host(authority: &Authority) -> bool {
    let text = authority.as_str();
    let is_whole = match authority.port_u16() {
        None => text == authority.host(),
        Some(port) => text == format!("{}:{port}", authority.host()),
    };
    is_whole && !text.is_empty() && !text.contains('*')
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
        let AllowedHost { host, port } = host
            .parse()
            .map_err(|_| "it must be an origin such as https://chat.example.org, without a path".to_owned())?;
        Ok(Self { is_https, host, port: port.unwrap_or(if is_https { 443 } else { 80 }) })
    }
}

#[cfg(test)]
mod tests {
    use axum::http::Request;

    use super::*;

    fn options(hosts: &[&str], origins: &[&str]) -> McpOptions {
        let allowed_hosts = hosts.iter().map(|host| host.parse().unwrap()).collect();
        let allowed_origins = origins.iter().map(|origin| origin.parse().unwrap()).collect();
        McpOptions { allowed_hosts, allowed_origins, ..McpOptions::default() }
    }

    fn is_allowed(options: &McpOptions, host: &str, origin: Option<&str>) -> bool {
        let mut request = Request::post("/mcp").header("host", host);
        if let Some(origin) = origin {
            request = request.header("origin", origin);
        }
        options.check(&request.body(()).unwrap().into_parts().0).is_ok()
    }

    #[test]
    fn by_default_any_host_is_answered_and_of_pages_those_of_this_machine() {
        let options = McpOptions::default();
        assert!(is_allowed(&options, "law.example.org", None));
        for origin in ["http://localhost:6274", "https://localhost", "http://127.0.0.1:80", "http://[::1]:8080"] {
            assert!(is_allowed(&options, "127.0.0.1:8080", Some(origin)), "{origin}");
        }
        for origin in
            ["http://evil.example.com", "http://localhost.evil.example", "null", "", "http://", "http://127.0.0.1/a"]
        {
            assert!(!is_allowed(&options, "127.0.0.1:8080", Some(origin)), "{origin}");
        }
    }

    #[test]
    fn named_origins_are_the_only_ones_and_an_asterisk_is_all() {
        let named = options(&[], &["https://chat.example.org", "http://chat.example.org:8000"]);
        for (origin, expected) in [
            ("https://chat.example.org", true),
            ("https://chat.example.org:443", true),
            ("HTTPS://Chat.Example.ORG", true),
            ("http://chat.example.org:8000", true),
            ("http://chat.example.org", false),
            ("https://chat.example.org:8443", false),
            ("http://localhost", false),
        ] {
            assert_eq!(is_allowed(&named, "law.example.org", Some(origin)), expected, "{origin}");
        }
        let any = options(&[], &["*"]);
        assert!(is_allowed(&any, "law.example.org", Some("null")));
    }

    #[test]
    fn named_hosts_are_the_only_ones() {
        let named = options(&["law.example.org", "127.0.0.1:8080", "[::1]"], &[]);
        for (host, expected) in [
            ("law.example.org", true),
            ("LAW.example.org:444", true),
            ("127.0.0.1:8080", true),
            ("[::1]:80", true),
            ("127.0.0.1", false),
            ("evil.example.com", false),
            ("law.example.org.evil.example", false),
        ] {
            assert_eq!(is_allowed(&named, host, None), expected, "{host}");
        }
        let without_host = Request::post("/mcp").body(()).unwrap().into_parts().0;
        assert!(named.check(&without_host).is_err());
    }

    #[test]
    fn malformed_hosts_and_origins_are_refused_with_an_example() {
        for host in
            ["", "a b", "https://law.example.org", "law.example.org/mcp", "user@law.example.org", "*.example.org"]
        {
            let message = host.parse::<AllowedHost>().unwrap_err();
            assert!(message.contains("law.example.org"), "{host}: {message}");
        }
        for origin in ["law.example.org", "ftp://law.example.org", "https://law.example.org/mcp", "https://", "null"] {
            assert!(origin.parse::<AllowedOrigin>().is_err(), "{origin}");
        }
    }
}
