/*!
A set of documents, in the smallest of three representations: a range, a sorted array or a bitmap.

Documents are numbered in list order, so the n-th document of a set is the n-th match of a filter.
*/

use std::iter;
use std::ops::Range;

use tantivy::DocId;

use crate::docset::bitmap::Bitmap;
use crate::docset::block::{BLOCK_DOCS, BLOCK_WORDS, Block, docs_in_word, insert, range_in_block, unite};
use crate::docset::sparse_set::SparseSet;

/// Sets with less than one document in this many are sparse. At this density a sparse set takes an eighth of the memory
/// of a bitmap, and testing its documents one by one takes no longer than intersecting bitmaps.
pub(crate) const SPARSE_SHARE: u64 = 128;

/// A set of documents.
pub(crate) enum DocSet {
    /// Consecutive documents, such as the statutes of a jurisdiction or the cases of a year.
    Range(Range<DocId>),
    /// Few documents.
    Sparse(SparseSet),
    /// Many documents.
    Dense(Bitmap),
}

impl Default for DocSet {
    fn default() -> Self {
        Self::empty()
    }
}

impl DocSet {
    pub(crate) fn empty() -> Self {
        Self::Range(0..0)
    }

    /// Creates the set of `len` documents, given in ascending order, of a list with `n_docs` documents.
    pub(crate) fn new(mut docs: impl Iterator<Item = DocId>, len: u32, n_docs: u32) -> Self {
        let Some(first) = docs.next() else {
            return Self::empty();
        };
        let mut end = first + 1;
        let after_gap = loop {
            match docs.next() {
                Some(doc) if doc == end => end += 1,
                Some(doc) => break doc,
                None => return Self::Range(first..end),
            }
        };
        let docs = (first..end).chain(iter::once(after_gap)).chain(docs);
        if u64::from(len) * SPARSE_SHARE >= u64::from(n_docs) {
            return Self::Dense(Bitmap::new(docs, n_docs));
        }
        Self::Sparse(SparseSet::new(docs, len, n_docs))
    }

    /// The set of these documents, in ascending order.
    pub(crate) fn from_docs(docs: &[DocId], n_docs: u32) -> Self {
        Self::new(docs.iter().copied(), docs.len() as u32, n_docs)
    }

    /// Creates the set of the `len` documents in blocks, given by ascending position, of a list with `n_docs`
    /// documents.
    pub(crate) fn from_blocks(blocks: &[(usize, Block)], len: u32, n_docs: u32) -> Self {
        if u64::from(len) * SPARSE_SHARE >= u64::from(n_docs) {
            let mut all = vec![[0; BLOCK_WORDS]; n_docs.div_ceil(BLOCK_DOCS) as usize];
            blocks.iter().for_each(|(block_idx, block)| all[*block_idx] = *block);
            return Self::Dense(Bitmap::from_blocks(all));
        }
        let words = blocks.iter().flat_map(|(block_idx, block)| {
            let start = *block_idx as u32 * BLOCK_DOCS;
            block.iter().enumerate().map(move |(word_idx, word)| (start + word_idx as u32 * 64, *word))
        });
        Self::new(words.flat_map(|(first, word)| docs_in_word(first, word)), len, n_docs)
    }

    /// Converts a bitmap to a set, of a list with `n_docs` documents.
    pub(crate) fn from_bitmap(bitmap: Bitmap, n_docs: u32) -> Self {
        if u64::from(bitmap.len()) * SPARSE_SHARE >= u64::from(n_docs) {
            return Self::Dense(bitmap);
        }
        let mut docs = Vec::with_capacity(bitmap.len() as usize);
        bitmap.for_each(|doc| docs.push(doc));
        Self::from_docs(&docs, n_docs)
    }

    /// The union of sets, of a list with `n_docs` documents.
    pub(crate) fn union(sets: &[&Self], n_docs: u32) -> Self {
        let mut docs = Vec::new();
        sets.iter().for_each(|set| set.for_each(|doc| docs.push(doc)));
        docs.sort_unstable();
        docs.dedup();
        Self::from_docs(&docs, n_docs)
    }

    /// The number of documents in the set.
    pub(crate) fn len(&self) -> u32 {
        match self {
            Self::Range(range) => range.len() as u32,
            Self::Sparse(docs) => docs.len(),
            Self::Dense(bitmap) => bitmap.len(),
        }
    }

    /// Returns the size on the heap in bytes.
    pub(crate) fn n_heap_bytes(&self) -> usize {
        match self {
            Self::Range(_) => 0,
            Self::Sparse(docs) => docs.n_heap_bytes(),
            Self::Dense(bitmap) => bitmap.n_heap_bytes(),
        }
    }

    /// Whether the set contains a document of the list.
    pub(crate) fn contains(&self, doc: DocId) -> bool {
        match self {
            Self::Range(range) => range.contains(&doc),
            Self::Sparse(docs) => docs.contains(doc),
            Self::Dense(bitmap) => bitmap.contains(doc),
        }
    }

    /// Appends the documents within bounds, in ascending order.
    pub(crate) fn extend_within(&self, bounds: &Range<DocId>, docs: &mut Vec<DocId>) {
        match self {
            Self::Range(range) => docs.extend(range.start.max(bounds.start)..range.end.min(bounds.end)),
            Self::Sparse(set) => set.extend_within(bounds, docs),
            Self::Dense(bitmap) => {
                let n_before = bitmap.rank(bounds.start);
                docs.extend(bitmap.slice(n_before, (bitmap.rank(bounds.end) - n_before) as usize));
            }
        }
    }

    /// Removes the documents that are not in the set. `docs` is in ascending order.
    pub(crate) fn retain(&self, docs: &mut Vec<DocId>) {
        match self {
            Self::Range(range) => {
                docs.truncate(docs.partition_point(|doc| *doc < range.end));
                docs.drain(..docs.partition_point(|doc| *doc < range.start));
            }
            Self::Sparse(set) => retain(docs, |doc| set.contains(doc)),
            Self::Dense(bitmap) => retain(docs, |doc| bitmap.contains(doc)),
        }
    }

    /// The number of documents in the set before `doc`.
    pub(crate) fn rank(&self, doc: DocId) -> u32 {
        match self {
            Self::Range(range) => doc.clamp(range.start, range.end) - range.start,
            Self::Sparse(docs) => docs.rank(doc),
            Self::Dense(bitmap) => bitmap.rank(doc),
        }
    }

    /// Up to `limit` documents after the first `offset`.
    pub(crate) fn slice(&self, offset: u32, limit: usize) -> Vec<DocId> {
        match self {
            Self::Range(range) => range.clone().skip(offset as usize).take(limit).collect(),
            Self::Sparse(docs) => docs.iter(offset).take(limit).collect(),
            Self::Dense(bitmap) => bitmap.slice(offset, limit),
        }
    }

    /// The documents of a block.
    #[inline(always)]
    pub(crate) fn block(&self, block_idx: usize) -> Block {
        if let Self::Dense(bitmap) = self {
            return *bitmap.block(block_idx);
        }
        let mut block = [0; BLOCK_WORDS];
        self.add_to_block(block_idx, &mut block);
        block
    }

    /// Adds the documents of a block to others of that block.
    #[inline(always)]
    pub(super) fn add_to_block(&self, block_idx: usize, block: &mut Block) {
        match self {
            Self::Range(range) => unite(block, &range_in_block(range, block_idx)),
            Self::Sparse(docs) => {
                for doc in docs.block(block_idx) {
                    insert(block, u32::from(*doc) % BLOCK_DOCS);
                }
            }
            Self::Dense(bitmap) => unite(block, bitmap.block(block_idx)),
        }
    }

    /// Calls `visit` with each document, in ascending order.
    pub(crate) fn for_each(&self, visit: impl FnMut(DocId)) {
        match self {
            Self::Range(range) => range.clone().for_each(visit),
            Self::Sparse(docs) => docs.iter(0).for_each(visit),
            Self::Dense(bitmap) => bitmap.for_each(visit),
        }
    }

    /// Calls `visit` with the number of documents in the set before each document that is also in a bitmap, in ascending
    /// order.
    pub(crate) fn for_each_rank_in(&self, bitmap: &Bitmap, mut visit: impl FnMut(u32)) {
        if let Self::Dense(docs) = self {
            return docs.for_each_rank_in(bitmap, visit);
        }
        let mut rank = 0;
        self.for_each(|doc| {
            if bitmap.contains(doc) {
                visit(rank);
            }
            rank += 1;
        });
    }

    /// The number of documents in the set and in a bitmap.
    pub(crate) fn count_common(&self, bitmap: &Bitmap) -> u32 {
        match self {
            Self::Range(range) => bitmap.count_in_range(range),
            Self::Sparse(docs) => docs.iter(0).filter(|doc| bitmap.contains(*doc)).count() as u32,
            Self::Dense(other) => bitmap.count_common(other),
        }
    }
}

/// Removes the documents for which `is_kept` is false. Unlike `Vec::retain`, has no branch for each document, because
/// its outcome could not be predicted.
pub(crate) fn retain(docs: &mut Vec<DocId>, is_kept: impl Fn(DocId) -> bool) {
    let mut n_kept = 0;
    for idx in 0..docs.len() {
        let doc = docs[idx];
        docs[n_kept] = doc;
        n_kept += usize::from(is_kept(doc));
    }
    docs.truncate(n_kept);
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use roaring::RoaringBitmap;

    use super::*;
    use crate::docset::generators::{doc_set, sets};

    proptest! {
        #[test]
        fn every_representation_agrees_with_a_roaring_bitmap((n_docs, sets) in sets(), drawn: u32) {
            let doc_sets: Vec<DocSet> = sets.iter().map(|set| doc_set(set, n_docs)).collect();
            let doc = drawn % (n_docs + 2);
            for (set, expected) in doc_sets.iter().zip(&sets) {
                let mut visited = Vec::new();
                set.for_each(|doc| visited.push(doc));
                prop_assert!(visited.iter().copied().eq(expected));
                prop_assert_eq!(u64::from(set.len()), expected.len());
                prop_assert_eq!(u64::from(set.rank(doc)), expected.range_cardinality(..doc));
                if doc < n_docs {
                    prop_assert_eq!(set.contains(doc), expected.contains(doc));
                }
                let offset = drawn % (expected.len() as u32 + 2);
                let slice: Vec<DocId> = expected.iter().skip(offset as usize).take(10).collect();
                prop_assert_eq!(set.slice(offset, 10), slice);
                let bitmap = Bitmap::new(expected.iter(), n_docs);
                for (other, expected_other) in doc_sets.iter().zip(&sets) {
                    prop_assert_eq!(u64::from(other.count_common(&bitmap)), expected.intersection_len(expected_other));
                    let mut ranks = Vec::new();
                    other.for_each_rank_in(&bitmap, |rank| ranks.push(rank));
                    let common = expected & expected_other;
                    prop_assert!(ranks.into_iter().eq(common.iter().map(|doc| expected_other.rank(doc) as u32 - 1)));
                    let mut docs = visited.clone();
                    other.retain(&mut docs);
                    prop_assert!(docs.into_iter().eq(common));
                }
                let start = doc.min(n_docs) / 2;
                let bounds = start..doc.min(n_docs);
                let mut docs = Vec::new();
                set.extend_within(&bounds, &mut docs);
                prop_assert!(docs.into_iter().eq(expected.range(bounds)));
            }
            let union = DocSet::union(&doc_sets.iter().collect::<Vec<_>>(), n_docs);
            let expected = sets.iter().fold(RoaringBitmap::new(), |union, set| union | set);
            prop_assert!(union.slice(0, usize::MAX).into_iter().eq(expected));
        }
    }
}
