/*!
Digests of lines that depend neither on their order nor on their distribution over files. They cover the lines that a
list is built from, and its texts and parallel citations.
*/

use lexdex_core::corpus::Summary;
use sha2::digest::Output;
use sha2::{Digest, Sha256};

/// The digest of lines. Threads digest parts, and the digests of all parts are added up.
///
/// A sum of digests does not protect against lines that were constructed to have the same sum.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct LinesDigest {
    n_lines: u64,
    /// The sum of the SHA-256 digests of the lines, as four numbers that are added separately, without carry.
    sum: [u64; 4],
}

impl LinesDigest {
    /// Adds the text of a record.
    pub(super) fn add(&mut self, id: &str, text: &str) {
        // An id has no zero byte.
        self.add_digest(Sha256::new().chain_update(id).chain_update([0]).chain_update(text).finalize());
    }

    /// Adds the summary of a record.
    pub(super) fn add_summary(&mut self, id: &str, summary: &Summary) {
        self.add(id, &format!("{}\n{}", summary.written, summary.text));
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

/// The digests of the texts, the parallel citations and this project's summaries of a list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct DigestsBeside {
    pub(crate) texts: LinesDigest,
    /// The parallel citations.
    pub(crate) aliases: LinesDigest,
    /// The summaries of this project.
    pub(crate) summaries: LinesDigest,
}

impl DigestsBeside {
    /// Adds the digests of another part.
    pub(super) fn append(&mut self, other: Self) {
        self.texts.append(other.texts);
        self.aliases.append(other.aliases);
        self.summaries.append(other.summaries);
    }
}
