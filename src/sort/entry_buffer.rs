/*!
A buffer of entries in memory.
*/

use std::cmp::Ordering;
use std::mem;

use crate::sort::spare_memory;

/// Entries whose bytes are stored back to back in one allocation.
#[derive(Default)]
pub(super) struct EntryBuffer {
    bytes: Vec<u8>,
    entries: Vec<Entry>,
}

/// The position of an entry in the buffer, and the lengths of its key and value.
#[derive(Clone, Copy)]
struct Entry {
    /// The first bytes of the key as a number. It decides most comparisons without access to the key.
    prefix: u128,
    start: usize,
    key_len: u32,
    value_len: u32,
}

impl Entry {
    fn key(self, bytes: &[u8]) -> &[u8] {
        &bytes[self.start..self.start + self.key_len as usize]
    }

    fn value(self, bytes: &[u8]) -> &[u8] {
        let start = self.start + self.key_len as usize;
        &bytes[start..start + self.value_len as usize]
    }

    /// Compares by key, then by value. Not inlined, so that the comparison of the prefixes can be inlined.
    #[inline(never)]
    fn cmp_contents(self, other: Self, bytes: &[u8]) -> Ordering {
        self.key(bytes).cmp(other.key(bytes)).then_with(|| self.value(bytes).cmp(other.value(bytes)))
    }
}

impl EntryBuffer {
    /// Appends an entry. Key and value must be shorter than 4 GiB.
    pub(super) fn push(&mut self, key: &[u8], value: &[u8]) {
        self.reserve(key.len() + value.len());
        let start = self.bytes.len();
        let (key_len, value_len) = (key.len() as u32, value.len() as u32);
        self.entries.push(Entry { prefix: prefix(key), start, key_len, value_len });
        self.bytes.extend_from_slice(key);
        self.bytes.extend_from_slice(value);
    }

    /// Reserves memory for further bytes. A buffer that outgrows its memory takes that of a dropped buffer.
    fn reserve(&mut self, n_bytes: usize) {
        let n_wanted = self.bytes.len() + n_bytes;
        if n_wanted > self.bytes.capacity()
            && let Some(mut spare) = spare_memory::take(n_wanted)
        {
            spare.extend_from_slice(&self.bytes);
            self.bytes = spare;
        }
    }

    /// Returns whether there are no entries.
    pub(super) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Returns the size of all entries in bytes, including their positions.
    pub(super) fn n_bytes(&self) -> usize {
        self.bytes.len() + self.entries.len() * size_of::<Entry>()
    }

    /// Returns the entry at a position; `None` after the last.
    pub(super) fn get(&self, position: usize) -> Option<(&[u8], &[u8])> {
        self.entries.get(position).map(|entry| (entry.key(&self.bytes), entry.value(&self.bytes)))
    }

    /// Iterates over the entries as keys and values.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&[u8], &[u8])> {
        self.entries.iter().map(|entry| (entry.key(&self.bytes), entry.value(&self.bytes)))
    }

    /// Allocates the memory for all entries of this size in bytes, if they have the same mean lengths as those so far.
    pub(super) fn reserve_total(&mut self, n_bytes: usize) {
        let n_entries = n_bytes / (self.n_bytes() / self.entries.len().max(1)).max(1);
        self.entries.reserve(n_entries.saturating_sub(self.entries.len()));
        let n_more = (n_bytes - n_entries * size_of::<Entry>()).saturating_sub(self.bytes.len());
        self.reserve(n_more);
        self.bytes.reserve_exact(n_more);
    }

    /// Sorts the entries by key, then by value.
    pub(super) fn sort(&mut self) {
        let bytes = &self.bytes;
        self.entries.sort_unstable_by(|a, b| a.prefix.cmp(&b.prefix).then_with(|| a.cmp_contents(*b, bytes)));
    }

    /// Removes all entries and keeps the allocation.
    pub(super) fn clear(&mut self) {
        self.bytes.clear();
        self.entries.clear();
    }
}

impl Drop for EntryBuffer {
    fn drop(&mut self) {
        spare_memory::keep(mem::take(&mut self.bytes));
    }
}

/// Returns the first bytes of a key as a number with the same order.
fn prefix(key: &[u8]) -> u128 {
    let mut first = [0; size_of::<u128>()];
    first.iter_mut().zip(key).for_each(|(first, byte)| *first = *byte);
    u128::from_be_bytes(first)
}
