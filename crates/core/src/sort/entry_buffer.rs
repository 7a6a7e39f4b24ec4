/*!
A buffer of entries in memory.
*/

use std::cmp::Ordering;

/// The size in bytes of the first chunk of a buffer. Each further chunk is as large as all entries before it together.
const MIN_CHUNK_BYTES: usize = 4 << 10;

/// The maximum size of a chunk in bytes. A larger entry has a chunk of its own.
const MAX_CHUNK_BYTES: usize = 256 << 10;

/// Entries in chunks of memory.
#[derive(Default)]
pub(super) struct EntryBuffer {
    /// The bytes of the entries. A chunk never outgrows its memory, so that a growing buffer is neither copied nor
    /// needs twice its size meanwhile.
    chunks: Vec<Vec<u8>>,
    /// Empty chunks of the maximum size.
    free_chunks: Vec<Vec<u8>>,
    entries: Vec<BufferEntry>,
    /// The size of all keys and values in bytes.
    content_bytes: usize,
}

/// The position of an entry in the buffer, and the lengths of its key and value.
#[derive(Clone, Copy)]
struct BufferEntry {
    /// The first bytes of the key as numbers. They decide most comparisons without access to the key.
    prefix: [u64; 2],
    chunk: u32,
    start: u32,
    key_len: u32,
    value_len: u32,
}

impl BufferEntry {
    fn content(self, chunks: &[Vec<u8>]) -> (&[u8], &[u8]) {
        let content = &chunks[self.chunk as usize][self.start as usize..];
        content[..self.key_len as usize + self.value_len as usize].split_at(self.key_len as usize)
    }

    /// Compares by key, then by value. Not inlined, so that the comparison of the prefixes can be inlined.
    #[inline(never)]
    fn cmp_contents(self, other: Self, chunks: &[Vec<u8>]) -> Ordering {
        self.content(chunks).cmp(&other.content(chunks))
    }
}

impl EntryBuffer {
    /// Appends an entry. Key and value must be shorter than 4 GiB.
    pub(super) fn push(&mut self, key: &[u8], value: &[u8]) {
        let n_bytes = key.len() + value.len();
        if self.chunks.last().is_none_or(|chunk| chunk.capacity() - chunk.len() < n_bytes) {
            self.add_chunk(n_bytes);
        }
        let idx = self.chunks.len() - 1;
        let chunk = &mut self.chunks[idx];
        let (key_len, value_len) = (key.len() as u32, value.len() as u32);
        let start = chunk.len() as u32;
        self.entries.push(BufferEntry { prefix: prefix(key), chunk: idx as u32, start, key_len, value_len });
        chunk.extend_from_slice(key);
        chunk.extend_from_slice(value);
        self.content_bytes += n_bytes;
    }

    /// Adds a chunk with space for an entry of this size in bytes.
    fn add_chunk(&mut self, n_bytes: usize) {
        let chunk = self.free_chunks.pop().filter(|chunk| chunk.capacity() >= n_bytes).unwrap_or_else(|| {
            Vec::with_capacity(self.content_bytes.clamp(MIN_CHUNK_BYTES, MAX_CHUNK_BYTES).max(n_bytes))
        });
        self.chunks.push(chunk);
    }

    /// Frees the memory that no entry uses.
    pub(super) fn shrink(&mut self) {
        self.free_chunks = Vec::new();
    }

    /// Returns whether there are no entries.
    pub(super) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Returns the size of all entries in bytes, including their positions. The chunks can have up to twice the size of
    /// the entries, if each is a little larger than half a chunk.
    pub(super) fn n_bytes(&self) -> usize {
        self.content_bytes + self.entries.len() * size_of::<BufferEntry>()
    }

    /// Returns the entry at a position; `None` after the last.
    pub(super) fn get(&self, position: usize) -> Option<(&[u8], &[u8])> {
        self.entries.get(position).map(|entry| entry.content(&self.chunks))
    }

    /// Iterates over the entries as keys and values.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&[u8], &[u8])> {
        self.entries.iter().map(|entry| entry.content(&self.chunks))
    }

    /// Sorts the entries by key, then by value.
    pub(super) fn sort(&mut self) {
        let chunks = &self.chunks;
        self.entries.sort_unstable_by(|a, b| a.prefix.cmp(&b.prefix).then_with(|| a.cmp_contents(*b, chunks)));
    }

    /// Removes all entries and keeps their memory.
    pub(super) fn clear(&mut self) {
        self.entries.clear();
        self.content_bytes = 0;
        for mut chunk in self.chunks.drain(..).filter(|chunk| chunk.capacity() == MAX_CHUNK_BYTES) {
            chunk.clear();
            self.free_chunks.push(chunk);
        }
    }
}

/// Returns the first bytes of a key as numbers with the same order.
fn prefix(key: &[u8]) -> [u64; 2] {
    let mut first = [[0; size_of::<u64>()]; 2];
    first.as_flattened_mut().iter_mut().zip(key).for_each(|(first, byte)| *first = *byte);
    first.map(u64::from_be_bytes)
}
