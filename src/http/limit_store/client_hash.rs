/*!
Derives the keys of clients in the store.
*/

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use crate::http::client::client_key::ClientKey;

/// The prefix of every key, for access rules and memory reports of the store.
const PREFIX: &str = "lexdex:limit:";

/// The length of the hash in a key, in bytes. Among 2^32 clients, a collision has a probability of about 2^-65.
const N_BYTES: usize = 16;

/// Derives keys from clients by HMAC-SHA256. The store holds no address, and an address cannot be found by brute force
/// without the secret. Deployments with different secrets have different keys.
pub(crate) struct ClientHasher(Hmac<Sha256>);

impl ClientHasher {
    pub(crate) fn new(secret: &str) -> Self {
        Self(Hmac::new_from_slice(secret.as_bytes()).expect("a key may have any length"))
    }

    pub(crate) fn key(&self, client: ClientKey) -> String {
        match client {
            ClientKey::V4(address) => self.hash(b'4', &address.octets()),
            ClientKey::V6(prefix) => self.hash(b'6', &prefix.to_be_bytes()),
            ClientKey::OverSocket => self.hash(b's', &[]),
        }
    }

    /// Returns a key for probes by the process with this number. No client has the key.
    pub(crate) fn probe_key(&self, process: u64) -> String {
        self.hash(b'p', &process.to_be_bytes())
    }

    fn hash(&self, kind: u8, bytes: &[u8]) -> String {
        let mut mac = self.0.clone();
        mac.update(&[kind]);
        mac.update(bytes);
        let hash: [u8; N_BYTES] = *mac.finalize().into_bytes().first_chunk().expect("a hash has 32 bytes");
        let mut key = String::with_capacity(PREFIX.len() + 2 * N_BYTES);
        key.push_str(PREFIX);
        key.push_str(const_hex::Buffer::<N_BYTES>::new().format(&hash));
        key
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use super::*;

    #[test]
    fn keys_differ_by_client_and_by_secret_and_hold_no_address() {
        let clients = [
            ClientKey::V4(Ipv4Addr::new(203, 0, 113, 7)),
            ClientKey::V4(Ipv4Addr::new(203, 0, 113, 8)),
            ClientKey::V6(0x2001_0db8_0001_0002),
            ClientKey::V6(u64::from(u32::from(Ipv4Addr::new(203, 0, 113, 7)))),
            ClientKey::OverSocket,
        ];
        let hashers = ["0123456789abcdef", "0123456789abcdeg"].map(ClientHasher::new);
        let mut keys: Vec<_> =
            hashers.iter().flat_map(|hasher| clients.map(|client| hasher.key(client)).into_iter()).collect();
        keys.extend(hashers.iter().map(|hasher| hasher.probe_key(0)));
        for key in &keys {
            let hash = key.strip_prefix(PREFIX).unwrap();
            assert!(hash.len() == 32 && hash.bytes().all(|byte| byte.is_ascii_hexdigit()), "{key}");
        }
        let n_keys = keys.len();
        keys.sort();
        keys.dedup();
        assert_eq!(keys.len(), n_keys);
    }
}
