//! Random interruptions of downloads. Each download ends with a content that the server had, and the lock says which.

use proptest::prelude::*;
use sha2::{Digest, Sha256};

use crate::site::{Site, json};
use crate::support::Quirk;

/// A disturbance of one request.
#[derive(Clone, Debug)]
enum Disturbance {
    Cut(usize),
    Stall(usize),
    /// A change of the file after the request. The response may also be cut.
    Change {
        cut: Option<usize>,
        size: usize,
    },
    Refusal,
    WrongRange,
    NoRange,
}

/// The maximum size of a content: more than a sync interval, so that parts are synced in the middle.
const MAX_BYTES: usize = 9 << 20;

fn disturbance() -> impl Strategy<Value = Disturbance> {
    prop_oneof![
        6 => (0..MAX_BYTES).prop_map(Disturbance::Cut),
        1 => (0..MAX_BYTES).prop_map(Disturbance::Stall),
        4 => (proptest::option::of(0..MAX_BYTES), 1..MAX_BYTES)
            .prop_map(|(cut, size)| Disturbance::Change { cut, size }),
        1 => Just(Disturbance::Refusal),
        1 => Just(Disturbance::WrongRange),
        1 => Just(Disturbance::NoRange),
    ]
}

/// The validators of the server.
fn validators() -> impl Strategy<Value = Option<Quirk>> {
    prop_oneof![
        4 => Just(None),
        1 => Just(Some(Quirk::NoEtag)),
        1 => Just(Some(Quirk::WeakEtag)),
        1 => Just(Some(Quirk::NoValidators)),
    ]
}

/// A content that differs at every byte from that of another number, so that a mixture equals neither.
fn version(number: usize, size: usize) -> Vec<u8> {
    json(size, &char::from(b'a' + number as u8).to_string())
}

impl Disturbance {
    /// The quirks of the request. Adds a new content to `versions`.
    fn quirks(&self, versions: &mut Vec<Vec<u8>>) -> Vec<Quirk> {
        match self {
            Self::Cut(after) => vec![Quirk::Cut(*after)],
            Self::Stall(after) => vec![Quirk::Stall(*after)],
            Self::Refusal => vec![Quirk::Status(503)],
            Self::WrongRange => vec![Quirk::WrongContentRange],
            Self::NoRange => vec![Quirk::IgnoresRange],
            Self::Change { cut, size } => {
                versions.push(version(versions.len(), *size));
                let change = versions.last().cloned().map(Quirk::ChangesTo);
                change.into_iter().chain(cut.map(Quirk::Cut)).collect()
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, max_shrink_iters: 50, ..ProptestConfig::default() })]

    /// Each run has its own disturbances, and continues the part of the previous run.
    #[test]
    fn interrupted_download_is_never_a_mixture(
        size in 1..MAX_BYTES,
        validators in validators(),
        is_chunked in any::<bool>(),
        attempts in 1_u32..4,
        runs in prop::collection::vec(prop::collection::vec(disturbance(), 0..4), 1..4),
    ) {
        let site = Site { attempts, ..Site::new() };
        let mut versions = vec![version(0, size)];
        site.server.put("/a", versions[0].clone());
        for run in runs.iter().chain([&Vec::new()]) {
            site.server.heal("/a");
            for quirk in validators.iter().cloned().chain(is_chunked.then_some(Quirk::Chunked)) {
                site.server.quirk("/a", quirk);
            }
            let quirks: Vec<_> = run.iter().map(|disturbance| disturbance.quirks(&mut versions)).collect();
            site.server.quirk_next("/a", quirks);
            let outcome = site.fetch(&[site.file("a")]);
            assert_is_a_version(&site, &versions);
            if run.is_empty() {
                // A file that has shrunk to less than half needs the operator's consent.
                let is_refused = outcome.errors.iter().all(|error| error.contains("less than half"));
                prop_assert!(is_refused, "{:?}", outcome.errors);
                prop_assert!(site.downloaded("a").is_some());
            }
        }
    }
}

/// Asserts that the file, if it exists, has one of these contents, and that the lock has its digest.
fn assert_is_a_version(site: &Site, versions: &[Vec<u8>]) {
    let lock = site.lock();
    match site.downloaded("a") {
        Some(content) => {
            assert!(versions.contains(&content), "a mixture of {} bytes", content.len());
            assert_eq!(lock.files["law/a"].sha256, const_hex::encode(Sha256::digest(&content)));
        }
        None => assert!(lock.files.is_empty()),
    }
}
