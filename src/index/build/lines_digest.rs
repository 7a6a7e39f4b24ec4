/*!
Digests of lines that do not depend on their order, nor on the files that they are in: of what lies beside the records
of a list and is searched and not served, such as their texts, and of the lines that a list is built from.
*/

use sha2::digest::Output;
use sha2::{Digest, Sha256};

/// The digest of lines. Threads add those of their parts, and all parts are added up.
///
/// A sum of digests is no defense against lines that were constructed to have the same sum.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct LinesDigest {
    n_lines: u64,
    /// The sum of the SHA-256 digests of the lines, as four numbers that are each added without carry.
    sum: [u64; 4],
}

impl LinesDigest {
    /// Adds the text of a record.
    pub(super) fn add(&mut self, id: &str, text: &str) {
        // An id has no zero byte.
        self.add_digest(Sha256::new().chain_update(id).chain_update([0]).chain_update(text).finalize());
    }

    /// Adds a line of a file.
    pub(super) fn add_line(&mut self, line: &[u8]) {
        self.add_digest(Sha256::digest(line));
    }

    fn add_digest(&mut self, digest: Output<Sha256>) {
        let (numbers, _) = digest.as_chunks();
        self.append(Self { n_lines: 1, sum: std::array::from_fn(|idx| u64::from_be_bytes(numbers[idx])) });
    }

    /// Adds the lines of another part.
    pub(super) fn append(&mut self, other: Self) {
        self.n_lines += other.n_lines;
        self.sum.iter_mut().zip(other.sum).for_each(|(sum, number)| *sum = sum.wrapping_add(number));
    }

    /// The number of lines.
    pub(super) fn n_lines(self) -> u64 {
        self.n_lines
    }

    /// The digest as hexadecimal digits.
    pub(super) fn hex(self) -> String {
        const_hex::encode(self.sum.map(u64::to_be_bytes).concat())
    }
}

/// The digests of what lies beside the records of a list and is not served.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct DigestsBeside {
    pub(crate) texts: LinesDigest,
    /// The parallel citations.
    pub(crate) aliases: LinesDigest,
}

impl DigestsBeside {
    /// Adds the digests of another part.
    pub(super) fn append(&mut self, other: Self) {
        self.texts.append(other.texts);
        self.aliases.append(other.aliases);
    }
}
