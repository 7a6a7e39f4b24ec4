/*!
Rows to be joined, distributed over several sorters. All rows of a group are in one sorter, so that `Session::join` can
read each sorter on a thread of its own.
*/

use std::hash::{DefaultHasher, Hasher};
use std::path::Path;
use std::{io, mem};

use anyhow::{Context, Result};
use lexdex_core::sort::Sorter;
use serde::{Deserialize, Serialize};

use crate::import::engine::first_failure::FirstFailure;

/// Rows by group. All sorters together use as much memory as a single one.
pub(crate) struct Partitions {
    sorters: Vec<Sorter>,
    failure: FirstFailure,
    /// A buffer for encoded rows.
    row: Vec<u8>,
}

impl Partitions {
    /// Empty partitions. Rows that do not fit into memory are written to `directory`.
    pub(crate) fn new(n_partitions: usize, directory: &Path) -> Self {
        let sorters = (0..n_partitions).map(|_| Sorter::one_of(n_partitions, directory)).collect();
        Self { sorters, failure: FirstFailure::default(), row: Vec::new() }
    }

    /// Adds a row to a group. An error is returned by [`Self::into_sorters`].
    pub(crate) fn push(&mut self, group: &[u8], key: &[u8], value: &[u8]) {
        let idx = partition(group, self.sorters.len());
        self.failure.record(self.sorters[idx].push(key, value));
    }

    /// Encodes a row and adds it to a group. Rows are sorted by key.
    pub(crate) fn push_row(&mut self, group: &[u8], key: &[u8], row: &impl Serialize) {
        let mut bytes = mem::take(&mut self.row);
        bytes.clear();
        match postcard::to_extend(row, bytes) {
            Ok(bytes) => {
                self.push(group, key, &bytes);
                self.row = bytes;
            }
            Err(error) => self.failure.record(Err(io::Error::other(error))),
        }
    }

    /// Adds the rows of other partitions. Both must have the same number of partitions.
    pub(crate) fn absorb(&mut self, mut other: Self) {
        self.failure.record(other.failure.check());
        for (sorter, other) in self.sorters.iter_mut().zip(other.sorters) {
            self.failure.record(sorter.absorb(other));
        }
    }

    /// The sorters, or the first error of [`Self::push`].
    pub(crate) fn into_sorters(mut self) -> io::Result<Vec<Sorter>> {
        self.failure.check()?;
        Ok(self.sorters)
    }
}

/// Decodes a row that [`Partitions::push_row`] encoded. Strings are borrowed from `value`.
pub(crate) fn read_row<'r, R: Deserialize<'r>>(value: &'r [u8]) -> Result<R> {
    postcard::from_bytes(value).context("cannot decode a sorted row")
}

fn partition(group: &[u8], n_partitions: usize) -> usize {
    if n_partitions == 1 {
        return 0;
    }
    let mut hasher = DefaultHasher::new();
    hasher.write(group);
    (hasher.finish() % n_partitions as u64) as usize
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::*;

    #[test]
    fn each_row_is_returned_once_and_a_group_is_in_one_partition() {
        let directory = tempfile::tempdir().unwrap();
        for (n_partitions, value_bytes) in [(1, 10), (3, 10), (3, 40_000)] {
            let mut partitions = Partitions::new(n_partitions, directory.path());
            let mut entries = BTreeSet::new();
            for part in 0..4_u8 {
                let mut others = Partitions::new(n_partitions, directory.path());
                for n in 0..500_u32 {
                    let (key, mut value) = (format!("{:05} {n}", n * 7 % 100).into_bytes(), vec![part; value_bytes]);
                    value.extend_from_slice(&n.to_be_bytes());
                    others.push(&key[..5], &key, &value);
                    entries.insert((key, value));
                }
                partitions.absorb(others);
            }
            let mut partition_of_group = BTreeMap::new();
            for (idx, sorter) in partitions.into_sorters().unwrap().into_iter().enumerate() {
                let mut sorted = sorter.sorted().unwrap();
                let mut last = None;
                while let Some((key, value)) = sorted.next_entry().unwrap() {
                    let entry = (key.to_vec(), value.to_vec());
                    assert!(entries.remove(&entry) && last < Some(entry.clone()), "{n_partitions} {value_bytes}");
                    assert_eq!(*partition_of_group.entry(entry.0[..5].to_vec()).or_insert(idx), idx);
                    last = Some(entry);
                }
            }
            assert!(entries.is_empty());
            assert_eq!(partition_of_group.into_values().collect::<BTreeSet<_>>().len(), n_partitions);
        }
    }

    #[test]
    fn error_of_a_push_is_returned_at_the_end() {
        let directory = tempfile::tempdir().unwrap().path().join("gone");
        let full = || {
            let mut partitions = Partitions::new(1, &directory);
            (0..2).for_each(|_| partitions.push(b"group", b"key", &vec![0; 20 << 20]));
            partitions
        };
        let mut absorbing = Partitions::new(1, &directory);
        absorbing.absorb(full());
        for partitions in [full(), absorbing] {
            assert_eq!(partitions.into_sorters().err().unwrap().kind(), io::ErrorKind::NotFound);
        }
    }
}
