/*!
Warns the operator about a proxy that `--trusted-proxy` does not name: the limits then treat all users behind it as one
client.
*/

use std::net::IpAddr;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use ipnet::IpNet;

use crate::log_throttle::LogThrottle;

/// Non-public networks: RFC 1918, carrier-grade NAT, loopback, link-local and unique local addresses.
const PRIVATE_NETWORKS: [&str; 9] = [
    "10.0.0.0/8",
    "172.16.0.0/12",
    "192.168.0.0/16",
    "100.64.0.0/10",
    "127.0.0.0/8",
    "169.254.0.0/16",
    "::1/128",
    "fc00::/7",
    "fe80::/10",
];

/// The minimum time between two warnings.
const MIN_INTERVAL: Duration = Duration::from_secs(60 * 60);

/// Logs at most one warning per hour.
#[derive(Debug)]
pub(crate) struct UntrustedProxyLog {
    networks: Vec<IpNet>,
    throttle: Mutex<LogThrottle>,
}

impl UntrustedProxyLog {
    pub(crate) fn new() -> Self {
        let networks = PRIVATE_NETWORKS.map(|network| network.parse().expect("the networks are well formed"));
        Self { networks: networks.into(), throttle: Mutex::new(LogThrottle::every(MIN_INTERVAL)) }
    }

    /// Warns about a peer that sends a forwarding header from a private network. Peers in other networks are ignored,
    /// because any client on the internet can send that header.
    pub(crate) fn note(&self, peer: IpAddr) {
        if let Some(network) = self.network_to_report(peer, Instant::now()) {
            tracing::warn!(
                "a proxy in {network} sends X-Forwarded-For, and no proxy is trusted: all users behind it are one \
                 client, with one rate limit; name the address of your proxy with --trusted-proxy"
            );
        }
    }

    /// Returns the private network of a peer, unless a warning was logged within the last hour.
    fn network_to_report(&self, peer: IpAddr, now: Instant) -> Option<IpNet> {
        let peer = peer.to_canonical();
        let network = *self.networks.iter().find(|network| network.contains(&peer))?;
        // If another thread holds the lock, that thread is about to log.
        self.throttle.try_lock().ok()?.allow_at(now).then_some(network)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn peer_in_a_private_network_is_reported_and_no_other() {
        for (peer, network) in [
            ("10.0.0.0", Some("10.0.0.0/8")),
            ("10.255.255.255", Some("10.0.0.0/8")),
            ("11.0.0.0", None),
            ("172.15.255.255", None),
            ("172.16.0.0", Some("172.16.0.0/12")),
            ("172.31.255.255", Some("172.16.0.0/12")),
            ("172.32.0.0", None),
            ("192.168.0.1", Some("192.168.0.0/16")),
            ("192.169.0.0", None),
            ("100.63.255.255", None),
            ("100.64.0.0", Some("100.64.0.0/10")),
            ("100.127.255.255", Some("100.64.0.0/10")),
            ("100.128.0.0", None),
            ("127.0.0.1", Some("127.0.0.0/8")),
            ("169.254.1.1", Some("169.254.0.0/16")),
            ("192.0.2.1", None),
            ("::ffff:10.1.2.3", Some("10.0.0.0/8")),
            ("::ffff:192.0.2.1", None),
            ("::1", Some("::1/128")),
            ("::2", None),
            ("fbff::1", None),
            ("fc00::1", Some("fc00::/7")),
            ("fdff::1", Some("fc00::/7")),
            ("fe00::1", None),
            ("fe80::1", Some("fe80::/10")),
            ("febf::1", Some("fe80::/10")),
            ("fec0::1", None),
            ("2001:db8::1", None),
        ] {
            let reported = UntrustedProxyLog::new().network_to_report(peer.parse().unwrap(), Instant::now());
            assert_eq!(reported, network.map(|network| network.parse().unwrap()), "{peer}");
        }
    }

    #[test]
    fn second_warning_comes_after_an_hour_and_not_before() {
        let log = UntrustedProxyLog::new();
        let start = Instant::now();
        let is_reported =
            |address: &str, after: Duration| log.network_to_report(address.parse().unwrap(), start + after).is_some();
        assert!(!is_reported("192.0.2.1", Duration::ZERO));
        assert!(is_reported("10.0.0.1", Duration::ZERO));
        assert!(!is_reported("10.0.0.1", Duration::from_millis(3_599_999)));
        assert!(!is_reported("192.168.0.1", Duration::from_millis(3_599_999)), "the hour is for all networks");
        assert!(is_reported("192.168.0.1", Duration::from_secs(3_600)));
        assert!(!is_reported("192.168.0.1", Duration::from_secs(7_199)));
    }
}
