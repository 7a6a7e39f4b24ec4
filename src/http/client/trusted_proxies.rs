/*!
Finds the address of a client behind trusted proxies. Only the part of a forwarding header that trusted proxies wrote is
used: the header is read from the right, up to the first address that is not a trusted proxy. Forged addresses to the
left of it have no effect.

The crate `forwarded-header-value` does not fit: it rejects a whole header for one malformed element, which any client
can send; it splits at commas within quotes; and it does not support ports in `X-Forwarded-For`.
*/

use std::borrow::Cow;
use std::net::{IpAddr, SocketAddr};

use axum::http::{HeaderMap, HeaderName, header};
use ipnet::IpNet;

use crate::http::client::unnamed_proxy::UntrustedProxyLog;

const X_FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

/// The networks of trusted proxies; none by default.
#[derive(Debug, Default)]
pub struct TrustedProxies {
    networks: Vec<IpNet>,
    /// Warns about a proxy that the operator may have forgotten to trust.
    unnamed: Option<UntrustedProxyLog>,
}

impl TrustedProxies {
    /// Trusts all proxies in these networks. If the list is empty, a proxy in a private network causes a warning.
    pub fn new(networks: Vec<IpNet>) -> Self {
        let unnamed = networks.is_empty().then(UntrustedProxyLog::new);
        Self { networks, unnamed }
    }

    /// Returns the address of the client of a request from `peer`: the rightmost address in `X-Forwarded-For` that is
    /// not a trusted proxy. Without that header, `Forwarded` (RFC 7239) is read the same way.
    ///
    /// If a trusted proxy names something other than an address, the proxy itself is the client.
    ///
    /// A peer without an address is connected over a Unix socket, whose file permissions control access. It is trusted
    /// if any proxy is trusted.
    pub(crate) fn client(&self, peer: Option<IpAddr>, headers: &HeaderMap) -> Option<IpAddr> {
        if let (Some(unnamed), Some(peer)) = (&self.unnamed, peer)
            && headers.contains_key(X_FORWARDED_FOR)
        {
            unnamed.note(peer);
        }
        let mut client = peer.map(|peer| peer.to_canonical());
        if !self.trusts(client) {
            return client;
        }
        for address in forwarded_addresses(headers) {
            let Some(address) = address else { break };
            client = Some(address);
            if !self.trusts(client) {
                break;
            }
        }
        client
    }

    fn trusts(&self, address: Option<IpAddr>) -> bool {
        self.networks.iter().any(|network| address.is_none_or(|address| network.contains(&address)))
    }
}

/// Iterates over the forwarded addresses from the right; `None` for an element that is not an address.
fn forwarded_addresses(headers: &HeaderMap) -> Box<dyn Iterator<Item = Option<IpAddr>> + '_> {
    let lines = |name| headers.get_all(name).iter().rev().map(|line| String::from_utf8_lossy(line.as_bytes()));
    if headers.contains_key(X_FORWARDED_FOR) {
        let parse = |line: Cow<'_, str>| line.rsplit(',').map(|node| parse_address(node.trim())).collect::<Vec<_>>();
        Box::new(lines(X_FORWARDED_FOR).flat_map(parse))
    } else {
        let address = |element: &str| for_value(element).and_then(parse_address);
        let parse = move |line: Cow<'_, str>| rsplit_unquoted(&line, ',').map(address).collect::<Vec<_>>();
        Box::new(lines(header::FORWARDED).flat_map(parse))
    }
}

/// Returns the value of `for` in an element of `Forwarded`, without quotes.
fn for_value(element: &str) -> Option<&str> {
    let mut pairs = rsplit_unquoted(element, ';').filter_map(|pair| pair.split_once('='));
    let (_, node) = pairs.find(|(name, _)| name.trim().eq_ignore_ascii_case("for"))?;
    let node = node.trim();
    Some(node.strip_prefix('"').and_then(|node| node.strip_suffix('"')).unwrap_or(node))
}

/// Splits a text at the separators outside of quotes, from the right.
fn rsplit_unquoted(text: &str, separator: char) -> impl Iterator<Item = &str> {
    let mut is_quoted = false;
    text.rsplit(move |character| {
        is_quoted ^= character == '"';
        character == separator && !is_quoted
    })
}

/// Parses an address with or without a port; an IPv6 address may be in brackets.
fn parse_address(node: &str) -> Option<IpAddr> {
    let bare = node.strip_prefix('[').and_then(|node| node.strip_suffix(']')).unwrap_or(node);
    let address = bare.parse().or_else(|_| node.parse().map(|address: SocketAddr| address.ip()));
    address.ok().map(|address: IpAddr| address.to_canonical())
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;
    use proptest::prelude::*;

    use super::*;

    type Headers<'h> = &'h [(&'h str, &'h str)];

    fn header_value(bytes: &[u8]) -> HeaderValue {
        HeaderValue::from_bytes(bytes).unwrap()
    }

    /// Returns the client's address. `unix` stands for a peer or a client without an address.
    fn client(peer: &str, headers: Headers<'_>) -> String {
        let networks = ["10.0.0.0/8", "2001:db8:1::/48"].map(|network| network.parse().unwrap());
        let headers =
            headers.iter().map(|(name, value)| (name.parse().unwrap(), header_value(value.as_bytes()))).collect();
        let client = TrustedProxies::new(networks.to_vec()).client(peer.parse().ok(), &headers);
        client.map_or("unix".to_owned(), |client| client.to_string())
    }

    #[test]
    fn client_is_the_rightmost_address_that_is_not_a_trusted_proxy() {
        const XFF: &str = "X-Forwarded-For";
        let cases: [(&str, Headers<'_>, &str); 26] = [
            ("192.0.2.1", &[(XFF, "198.51.100.7")], "192.0.2.1"),
            ("10.0.0.1", &[], "10.0.0.1"),
            ("10.0.0.1", &[(XFF, "198.51.100.7")], "198.51.100.7"),
            ("::ffff:10.0.0.1", &[(XFF, "::ffff:198.51.100.7")], "198.51.100.7"),
            ("10.0.0.1", &[(XFF, "203.0.113.9, 198.51.100.7 , 10.1.1.1,10.2.2.2")], "198.51.100.7"),
            ("10.0.0.1", &[(XFF, "203.0.113.9"), (XFF, "198.51.100.7"), (XFF, "10.1.1.1")], "198.51.100.7"),
            ("10.0.0.1", &[(XFF, "10.3.3.3, 10.1.1.1")], "10.3.3.3"),
            ("10.0.0.1", &[(XFF, "198.51.100.7:4711")], "198.51.100.7"),
            ("10.0.0.1", &[(XFF, "[2001:db8:9::1]:4711")], "2001:db8:9::1"),
            ("10.0.0.1", &[(XFF, "[2001:db8:9::1]")], "2001:db8:9::1"),
            ("2001:db8:1::5", &[(XFF, "2001:db8:9::1")], "2001:db8:9::1"),
            ("10.0.0.1", &[(XFF, "203.0.113.9, junk, 10.1.1.1")], "10.1.1.1"),
            ("10.0.0.1", &[(XFF, "203.0.113.9, , 10.1.1.1")], "10.1.1.1"),
            ("10.0.0.1", &[(XFF, "unknown")], "10.0.0.1"),
            ("10.0.0.1", &[(XFF, "")], "10.0.0.1"),
            ("10.0.0.1", &[(XFF, "999.1.1.1")], "10.0.0.1"),
            ("10.0.0.1", &[("Forwarded", "for=198.51.100.7")], "198.51.100.7"),
            (
                "10.0.0.1",
                &[("Forwarded", r#"for=203.0.113.9, By=x;FOR="[2001:db8:9::1]:80";proto=http"#)],
                "2001:db8:9::1",
            ),
            (
                "10.0.0.1",
                &[("Forwarded", r#"for=198.51.100.7;host="a,for=203.0.113.9", for=10.1.1.1"#)],
                "198.51.100.7",
            ),
            ("10.0.0.1", &[("Forwarded", "for=203.0.113.9, for=_hidden, for=10.1.1.1")], "10.1.1.1"),
            ("10.0.0.1", &[("Forwarded", "for=203.0.113.9, proto=http")], "10.0.0.1"),
            ("10.0.0.1", &[("Forwarded", "for=203.0.113.9"), (XFF, "198.51.100.7")], "198.51.100.7"),
            ("unix", &[], "unix"),
            ("unix", &[(XFF, "unknown")], "unix"),
            ("unix", &[(XFF, "203.0.113.9, 198.51.100.7, 10.1.1.1")], "198.51.100.7"),
            ("unix", &[("Forwarded", "for=198.51.100.7")], "198.51.100.7"),
        ];
        for (peer, headers, expected) in cases {
            assert_eq!(client(peer, headers), expected, "{peer} {headers:?}");
        }
    }

    #[test]
    fn junk_to_the_left_of_the_client_has_no_effect() {
        for (name, junk, client_bytes) in [
            ("x-forwarded-for", b"\xff, ".as_slice(), b"203.0.113.1".as_slice()),
            ("x-forwarded-for", b"\", ", b"203.0.113.1"),
            ("forwarded", b"for=\xff, ", b"for=203.0.113.1"),
            ("forwarded", b"for=\"x, ", b"for=203.0.113.1"),
            ("forwarded", b"host=\", ", b"for=\"203.0.113.1:80\""),
        ] {
            let name = HeaderName::from_static(name);
            let headers = HeaderMap::from_iter([(name, header_value(&[junk, client_bytes].concat()))]);
            let proxies = TrustedProxies::new(vec!["10.0.0.0/8".parse().unwrap()]);
            let client = proxies.client("10.0.0.1".parse().ok(), &headers);
            assert_eq!(client, "203.0.113.1".parse().ok(), "{headers:?}");
        }
    }

    #[test]
    fn headers_are_ignored_without_trusted_proxies() {
        let headers = HeaderMap::from_iter([(X_FORWARDED_FOR, HeaderValue::from_static("198.51.100.7"))]);
        for peer in [Some("10.0.0.1".parse().unwrap()), None] {
            assert_eq!(TrustedProxies::default().client(peer, &headers), peer);
        }
    }

    proptest! {
        /// Neither a header from an untrusted peer nor anything to the left of the client changes the result.
        #[test]
        fn forged_header_never_names_another_client(
            start in prop_oneof![Just(""), Just("for=\"")],
            // HTTP allows no DEL in a value.
            junk in prop::collection::vec(prop_oneof![0x20..=0x7e_u8, 0x80..=0xff_u8], 0..60),
        ) {
            let junk = [start.as_bytes(), &junk].concat();
            let proxies = TrustedProxies::new(vec!["10.0.0.0/8".parse().unwrap()]);
            for (name, trusted) in
                [(X_FORWARDED_FOR, "198.51.100.7, 10.1.1.1"), (header::FORWARDED, "for=198.51.100.7, for=10.1.1.1")]
            {
                let client = |peer: &str, value: &[u8]| {
                    let headers = HeaderMap::from_iter([(name.clone(), header_value(value))]);
                    proxies.client(peer.parse().ok(), &headers).unwrap().to_string()
                };
                prop_assert_eq!(client("192.0.2.1", &junk), "192.0.2.1");
                let appended = [&junk, b", ".as_slice(), trusted.as_bytes()].concat();
                prop_assert_eq!(client("10.0.0.1", &appended), "198.51.100.7");
            }
        }
    }
}
