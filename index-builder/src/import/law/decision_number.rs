/*!
The numbers of decisions that their publisher knows by a text, such as a docket number.
*/

use sha2::{Digest, Sha256};

/// The number of a key: the first eight bytes of its SHA-256, the most significant first.
///
/// Two keys can have one number. Among ten million decisions the probability is about 3 in a million. Numbers only
/// distinguish the ids of decisions on one page.
pub(crate) fn from_key(key: &str) -> u64 {
    let digest = Sha256::digest(key.as_bytes());
    digest.iter().take(size_of::<u64>()).fold(0, |number, byte| number << 8 | u64::from(*byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn number_of_a_key_never_changes() {
        // printf %s 'a b' | sha256sum | cut -c -16
        assert_eq!(from_key("a b"), 0xc868_7a08_aa5d_6ed2);
        assert_eq!(from_key(""), 0xe3b0_c442_98fc_1c14);
    }
}
