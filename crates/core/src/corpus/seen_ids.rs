/*!
Finds identifiers that several records share.
*/

use std::hash::{DefaultHasher, Hash, Hasher};

use crate::corpus::corpus_error::{CorpusError, CorpusErrors};
use crate::corpus::source_location::SourceLocation;

/// The identifiers of the records read so far, for finding duplicates.
///
/// Takes 24 bytes per identifier, regardless of its length. Identifiers with equal 128-bit hashes count as equal.
#[derive(Default)]
pub struct SeenIds {
    /// The hash, the file index and the line number of each identifier.
    seen: Vec<(IdHash, u32, u32)>,
}

impl SeenIds {
    /// Adds an identifier, with the index of its file in the list of files and its line number.
    pub fn add(&mut self, id: &str, file_idx: u32, line: u32) {
        self.seen.push((IdHash::from_id(id), file_idx, line));
    }

    /// Adds the identifiers that another thread has read.
    pub fn append(&mut self, other: Self) {
        self.seen.extend(other.seen);
    }

    /// The number of identifiers added.
    pub fn count(&self) -> u64 {
        self.seen.len() as u64
    }

    /// Reports each repeated identifier at its later location, and names the earlier one. `path_of` maps the index of a
    /// file to its path.
    pub fn report_duplicates(mut self, path_of: impl Fn(u32) -> String, errors: &mut CorpusErrors) {
        self.seen.sort_unstable();
        let location = |file_idx, line| SourceLocation { path: path_of(file_idx), line: u64::from(line) };
        let mut repeated: Vec<_> = self.seen.windows(2).filter(|pair| pair[0].0 == pair[1].0).collect();
        repeated.sort_unstable_by_key(|pair| (pair[1].1, pair[1].2));
        for pair in repeated {
            let (_, first_file, first_line) = pair[0];
            let (_, file, line) = pair[1];
            let message = format!("the same id is already used at {}", location(first_file, first_line));
            errors.add(CorpusError::in_field(&location(file, line), "id", message));
        }
    }
}

/// The 128-bit hash of an identifier.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct IdHash([u64; 2]);

impl IdHash {
    /// Hashes an identifier.
    pub fn from_id(id: &str) -> Self {
        Self([0_u8, 1].map(|seed| {
            let mut hasher = DefaultHasher::new();
            (seed, id).hash(&mut hasher);
            hasher.finish()
        }))
    }
}
