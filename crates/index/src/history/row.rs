/*!
A row of a history: the versions of a record in the builds of the history.

Its encoding consists of the length of the rest (two bytes), the position (four bytes), the number of versions (one
byte), the versions, the length of the changed fields (two bytes), these fields as JSON, and the id. A version consists
of the number of its first build (one byte), a byte that is 1 if the record exists in it, and then the digest of the
record. Numbers are little-endian.
*/

use lexdex_core::model::ChangeKind;

use crate::history::field_edit::{FieldEdit, MAX_EDITS_BYTES};
use crate::history::layout::MAX_BUILDS;

/// The length of a digest in bytes.
pub const DIGEST_BYTES: usize = 32;

/// The maximum length of an encoded row whose id has 200 bytes.
pub(crate) const MAX_ROW_BYTES: usize =
    LENGTH_BYTES + 4 + 1 + MAX_BUILDS * (2 + DIGEST_BYTES) + LENGTH_BYTES + MAX_EDITS_BYTES + 200;

const LENGTH_BYTES: usize = 2;

/// The position of a record that is not in the current build.
const ABSENT: u32 = u32::MAX;

/// A version of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecordVersion {
    /// The number of the first build with this version.
    pub from: u8,
    /// The SHA-256 digest of the record; `None` if the record does not exist.
    pub digest: Option<[u8; DIGEST_BYTES]>,
}

/// The versions of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HistoryRow {
    /// The id of the record.
    pub id: Vec<u8>,
    /// The position in the list of the current build; `None` if the record is not in it.
    pub position: Option<u32>,
    /// The versions, at least one. The first one belongs to build 0, and consecutive ones differ.
    pub versions: Vec<RecordVersion>,
    /// The fields that the last change changed; empty if it added or removed the record.
    pub edits: Vec<FieldEdit>,
}

impl HistoryRow {
    /// Returns the kind of change between a build of the history and the current one; `None` if the record is equal in
    /// both.
    pub fn change_since(&self, build: usize) -> Option<ChangeKind> {
        let then = self.versions.iter().rev().find(|version| usize::from(version.from) <= build)?;
        match (then.digest, self.versions.last()?.digest) {
            (None, Some(_)) => Some(ChangeKind::Added),
            (Some(_), None) => Some(ChangeKind::Removed),
            (then, now) => (then != now).then_some(ChangeKind::Changed),
        }
    }

    /// Returns the number of the build that last changed the record.
    pub fn last_change(&self) -> usize {
        self.versions.last().map_or(0, |version| usize::from(version.from))
    }

    /// Records the digest in a build with this number.
    pub fn add(&mut self, build: u8, digest: Option<[u8; DIGEST_BYTES]>) {
        if self.versions.last().is_none_or(|version| version.digest != digest) {
            self.versions.push(RecordVersion { from: build, digest });
        }
    }

    /// Drops the first `n_builds` builds, and renumbers the others. Returns whether the row still has a change.
    pub fn forget(&mut self, n_builds: u8) -> bool {
        let n_older = self.versions.iter().take_while(|version| version.from <= n_builds).count();
        self.versions.drain(..n_older.saturating_sub(1));
        self.versions.iter_mut().for_each(|version| version.from = version.from.saturating_sub(n_builds));
        self.versions.len() > 1
    }

    /// Appends the encoded row.
    pub fn encode(&self, bytes: &mut Vec<u8>) {
        let start = bytes.len();
        bytes.extend_from_slice(&[0; LENGTH_BYTES]);
        bytes.extend_from_slice(&self.position.unwrap_or(ABSENT).to_le_bytes());
        bytes.push(self.versions.len() as u8);
        for RecordVersion { from, digest } in &self.versions {
            bytes.extend_from_slice(&[*from, u8::from(digest.is_some())]);
            bytes.extend_from_slice(digest.as_ref().map_or(&[][..], |digest| digest));
        }
        // Strings always serialize.
        let edits =
            if self.edits.is_empty() { Vec::new() } else { serde_json::to_vec(&self.edits).unwrap_or_default() };
        bytes.extend_from_slice(&(edits.len() as u16).to_le_bytes());
        bytes.extend_from_slice(&edits);
        bytes.extend_from_slice(&self.id);
        let length = (bytes.len() - start - LENGTH_BYTES) as u16;
        bytes[start..start + LENGTH_BYTES].copy_from_slice(&length.to_le_bytes());
    }

    /// Decodes the row at the start of `bytes`. Also returns its length in bytes. Returns `None` if it is damaged.
    pub fn decode(bytes: &[u8]) -> Option<(Self, usize)> {
        let (length, rest) = bytes.split_first_chunk::<LENGTH_BYTES>()?;
        let length = usize::from(u16::from_le_bytes(*length));
        let (position, rest) = rest.get(..length)?.split_first_chunk::<4>()?;
        let position = Some(u32::from_le_bytes(*position)).filter(|position| *position != ABSENT);
        let (n_versions, mut rest) = rest.split_first()?;
        let mut versions = Vec::with_capacity(usize::from(*n_versions));
        for _ in 0..*n_versions {
            let ([from, is_there], behind) = rest.split_first_chunk::<2>()?;
            rest = behind;
            let digest = if *is_there == 0 {
                None
            } else {
                let (digest, behind) = rest.split_first_chunk::<DIGEST_BYTES>()?;
                rest = behind;
                Some(*digest)
            };
            versions.push(RecordVersion { from: *from, digest });
        }
        let (length_of_edits, rest) = rest.split_first_chunk::<LENGTH_BYTES>()?;
        let (edits, id) = rest.split_at_checked(usize::from(u16::from_le_bytes(*length_of_edits)))?;
        let edits = if edits.is_empty() { Vec::new() } else { serde_json::from_slice(edits).ok()? };
        let row = Self { id: id.to_vec(), position, versions, edits };
        (row.versions.first()?.from == 0).then_some((row, LENGTH_BYTES + length))
    }
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;

    /// Generates the digests of a record in successive builds, from so few values that they often recur.
    fn contents() -> impl Strategy<Value = Vec<Option<[u8; DIGEST_BYTES]>>> {
        vec(prop::option::of((0..3_u8).prop_map(|byte| [byte; DIGEST_BYTES])), 1..=MAX_BUILDS)
    }

    fn row(contents: &[Option<[u8; DIGEST_BYTES]>]) -> HistoryRow {
        let edit = |value: &str| FieldEdit { field: value.to_owned(), values: Some([value.to_owned(), String::new()]) };
        let edits = contents.iter().skip(1).map(|digest| edit(if digest.is_some() { "é" } else { "\"" })).collect();
        let mut row = HistoryRow { id: b"an-id".to_vec(), position: Some(7), versions: Vec::new(), edits };
        contents.iter().enumerate().for_each(|(build, digest)| row.add(build as u8, *digest));
        row
    }

    proptest! {
        #[test]
        fn change_is_that_of_two_contents_whatever_was_between_them(contents in contents()) {
            let row = row(&contents);
            let now = contents[contents.len() - 1];
            for (build, then) in contents.iter().enumerate() {
                let expected = match (then, now) {
                    (None, Some(_)) => Some(ChangeKind::Added),
                    (Some(_), None) => Some(ChangeKind::Removed),
                    (then, now) if *then != now => Some(ChangeKind::Changed),
                    _ => None,
                };
                prop_assert_eq!(row.change_since(build), expected);
            }
        }

        #[test]
        fn row_without_its_first_builds_is_that_of_the_others(contents in contents(), n_builds in 0..MAX_BUILDS) {
            prop_assume!(n_builds < contents.len());
            let mut shorter = row(&contents);
            let has_change = shorter.forget(n_builds as u8);
            let expected = row(&contents[n_builds..]);
            prop_assert_eq!(has_change, expected.versions.len() > 1);
            prop_assert_eq!(shorter.versions, expected.versions);
        }

        #[test]
        fn decoded_row_is_the_encoded_one_and_a_truncated_one_is_none(contents in contents(), cut in 0..900_usize) {
            let row = row(&contents);
            let mut bytes = Vec::new();
            row.encode(&mut bytes);
            let n_bytes = bytes.len();
            prop_assert_eq!(HistoryRow::decode(&bytes[..cut.min(n_bytes - 1)]), None);
            bytes.extend_from_slice(b"the next row");
            prop_assert_eq!(HistoryRow::decode(&bytes), Some((row, n_bytes)));
        }
    }

    #[test]
    fn longest_row_has_the_length_that_is_read_at_once() {
        let contents: Vec<_> = (0..MAX_BUILDS).map(|build| Some([build as u8; DIGEST_BYTES])).collect();
        let mut bytes = Vec::new();
        let id = vec![b'x'; lexdex_core::corpus::text::MAX_ID_BYTES];
        let mut edits = vec![FieldEdit { field: String::new(), values: None }];
        edits[0].field = "x".repeat(MAX_EDITS_BYTES - serde_json::to_vec(&edits).unwrap().len());
        HistoryRow { id, edits, ..row(&contents) }.encode(&mut bytes);
        assert_eq!(bytes.len(), MAX_ROW_BYTES);
    }
}
