/*!
Identifies a client for the limits: by its IPv4 address, or by the /64 network of its IPv6 address, which usually
belongs to one household or server.
*/

use std::net::{IpAddr, Ipv4Addr};

use axum::http::Extensions;

/// The key by which the limits count a client.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ClientKey {
    /// An IPv4 address, including one mapped to IPv6.
    V4(Ipv4Addr),
    /// The upper 64 bits of an IPv6 address.
    V6(u64),
    /// All clients over a Unix socket, which have no address.
    OverSocket,
}

impl ClientKey {
    /// Returns the key that the server has attached to a request. Requests without a key, which only tests send, share
    /// one key.
    pub(crate) fn from_extensions(extensions: &Extensions) -> Self {
        extensions.get().copied().unwrap_or(Self::OverSocket)
    }
}

impl From<IpAddr> for ClientKey {
    fn from(address: IpAddr) -> Self {
        match address.to_canonical() {
            IpAddr::V4(address) => Self::V4(address),
            IpAddr::V6(address) => Self::V6((address.to_bits() >> 64) as u64),
        }
    }
}

impl From<Option<IpAddr>> for ClientKey {
    fn from(address: Option<IpAddr>) -> Self {
        address.map_or(Self::OverSocket, Self::from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ipv6_key_is_the_64_prefix_and_mapped_ipv4_is_ipv4() {
        let key = |address: &str| ClientKey::from(address.parse::<IpAddr>().unwrap());
        assert_eq!(key("2001:db8:1:2::1"), key("2001:db8:1:2:ffff:ffff:ffff:ffff"));
        assert_ne!(key("2001:db8:1:2::1"), key("2001:db8:1:3::1"));
        assert_eq!(key("::ffff:192.0.2.7"), key("192.0.2.7"));
        assert_ne!(key("192.0.2.7"), key("192.0.2.8"));
    }
}
