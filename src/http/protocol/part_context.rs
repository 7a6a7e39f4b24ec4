/*!
Encodes the context of a part of a text: the preface of the next part, as an opaque string after which that part is
checked as in the whole text.

The string is base64url of a digest and the preface. The digest detects a damaged string.
*/

use axum::http::StatusCode;
use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use lexdex_index::citation_check::MAX_PREFACE_BYTES;
use sha2::{Digest, Sha256};

use crate::http::protocol::api_error::ApiError;

/// The maximum length of a context in bytes.
pub(crate) const MAX_CONTEXT_BYTES: usize = 4 << 10;

const DIGEST_BYTES: usize = 8;

const _: () = assert!((DIGEST_BYTES + MAX_PREFACE_BYTES).div_ceil(3) * 4 <= MAX_CONTEXT_BYTES);

/// Encodes the preface of the next part.
pub(crate) fn encode(preface: &str) -> String {
    BASE64_URL_SAFE_NO_PAD.encode([&digest(preface.as_bytes())[..], preface.as_bytes()].concat())
}

/// Decodes a context to the preface. Fails with a 400 for a string that no response has.
pub(crate) fn decode(context: &str) -> Result<String, ApiError> {
    if context.len() > MAX_CONTEXT_BYTES {
        let n_bytes = context.len();
        return Err(refused(&format!("has {n_bytes} bytes, more than the {MAX_CONTEXT_BYTES} of any response")));
    }
    let bytes = BASE64_URL_SAFE_NO_PAD.decode(context).unwrap_or_default();
    let preface = bytes.split_at_checked(DIGEST_BYTES).filter(|(own, preface)| digest(preface) == *own);
    let preface = preface.and_then(|(_, preface)| String::from_utf8(preface.to_vec()).ok());
    preface.ok_or_else(|| refused("is damaged or from elsewhere"))
}

fn digest(preface: &[u8]) -> [u8; DIGEST_BYTES] {
    std::array::from_fn(|idx| Sha256::digest(preface)[idx])
}

fn refused(problem: &str) -> ApiError {
    let message = format!(
        "\"context\" {problem}: send `meta.context` of the response to the part before this one unchanged, and leave \
         it out for the first part"
    );
    ApiError::new(StatusCode::BAD_REQUEST, message)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn longest_preface_fits_and_damaged_contexts_are_refused() {
        let context = encode(&"x".repeat(MAX_PREFACE_BYTES));
        assert!(context.len() <= MAX_CONTEXT_BYTES);
        let longer = "A".repeat(MAX_CONTEXT_BYTES + 1);
        for other in ["", "A", "Roe v. Wade", "=", "💥", &context[1..], &context[..40], &longer] {
            assert!(decode(other).is_err(), "{other}");
        }
    }

    proptest! {
        #[test]
        fn preface_is_decoded_and_changes_are_detected(preface in "\\PC{0,200}", at in any::<prop::sample::Index>()) {
            let context = encode(&preface);
            prop_assert_eq!(decode(&context).ok(), Some(preface));
            let at = at.index(context.len());
            let other = if context[at..].starts_with('A') { "Q" } else { "A" };
            let damaged = [&context[..at], other, &context[at + 1..]].concat();
            prop_assert!(decode(&damaged).is_err());
        }
    }
}
